"""The rehearsal in the terminal: every scene can be seen, line by line."""

import io
import re
from datetime import UTC

import pytest

from vacancy.cli.console import Console, Exit
from vacancy.cli.demo import tell

QUICK = 200
"""The quarter of an hour in four seconds and a half."""


class HungUp(io.StringIO):
    """A reader that goes away after some lines, as `head` does."""

    def __init__(self, lines):
        super().__init__()
        self.left = lines

    def write(self, text):
        """Take it, while anybody reads."""
        self.left -= text.count("\n")
        if self.left < 0:
            raise BrokenPipeError(32, "Broken pipe")
        return super().write(text)


def console(out):
    """A terminal that writes there."""
    return Console(out, io.StringIO(), lambda _prompt: "", UTC)


def test_every_turn_of_a_model_is_told_on_a_line_of_its_own():
    """Full, back, the own limit and the lost network are all seen, and no line is without its time."""
    out = io.StringIO()
    assert tell(console(out), {}, speed=QUICK) is Exit.YES
    lines = out.getvalue().splitlines()
    for said in ("gpt-6.2-sol: full since", "gpt-6.2-sol: available", "gpt-6-luna: your limit is reached",
                 "gpt-5.6-sol: not reached"):  # fmt: skip
        assert any(re.match(rf"\d\d:\d\d  model     {re.escape(said)}", line) for line in lines), said
    assert any("  notifies  gpt-6.2-sol is available again. It was full." in line for line in lines)
    assert all(line.startswith("DEMO - ") or re.match(r"\d\d:\d\d  \w", line) for line in lines), lines


@pytest.mark.parametrize("lines", [1, 2, 5])
def test_a_reader_that_goes_away_ends_the_story(lines):
    """It is the caller's affair, and no fault of the monitor's."""
    with pytest.raises(BrokenPipeError):
        tell(console(HungUp(lines)), {}, speed=QUICK)
