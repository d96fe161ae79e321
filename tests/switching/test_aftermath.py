"""The claims of `switching.aftermath`; those of whole switches are in test_switcher."""

import os
import sys
from pathlib import Path

from fakes.switching import NEW, NOON, OLD, Workshop
from vacancy.switching.aftermath import content_of, what_became_of, where_changed
from vacancy.switching.journal import SwitchState
from vacancy.switching.replacement import temporary_beside
from vacancy.switching.target import Choice


def test_the_file_says_how_far_a_switch_came(tmp_path):
    """The old content means before, anything else after, and new content that still waits means before too."""
    workshop = Workshop(tmp_path).with_file()
    switch = workshop.journal.begin(workshop.target.plan(Choice("new")), NOON, is_automatic=False)
    temporary = temporary_beside(workshop.file, switch.number)
    assert what_became_of(switch, temporary) is SwitchState.ABANDONED
    for content in (NEW, b"theirs"):
        workshop.file.write_bytes(content)
        assert what_became_of(switch, temporary) is SwitchState.DONE
        temporary.write_bytes(NEW)
        assert what_became_of(switch, temporary) is SwitchState.ABANDONED
        temporary.unlink()


def test_the_lines_of_others_are_named_and_not_told(tmp_path):
    """Our own line is not counted among them, and nothing of what they hold is said."""
    workshop = Workshop(tmp_path).with_file()
    switch = workshop.switch()
    said = where_changed(switch, NEW + b'key = "sk-canary-12345678"\r\n', OLD)
    assert "line 3, was changed" in said
    assert "canary" not in said
    assert "line 3 and 1 more" in where_changed(switch, NEW + b"a = 1\r\nb = 2\r\n", OLD)


def test_what_cannot_be_read_is_nobodys_expectation():
    """A file that is there and gives an error is neither the old one nor the new one."""
    unreadable = Path("/proc/self/mem") if sys.platform == "linux" else Path(os.devnull)
    assert content_of(unreadable) is None


def test_many_lines_that_are_the_same_are_compared_at_once(tmp_path):
    """Each with each would take minutes; where the others' lines begin is still said."""
    workshop = Workshop(tmp_path).with_file()
    switch = workshop.switch()
    many = b"1,\r\n" * 20_000
    assert "line 3 and" in where_changed(switch, NEW + b"a = 1\r\n" + many, OLD + many)
