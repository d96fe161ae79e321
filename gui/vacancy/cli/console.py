"""The terminal, as the commands see it: the answer goes to `out`, everything else to `err`."""

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import tzinfo
from enum import IntEnum
from json import dumps
from typing import TextIO
from unicodedata import category

from vacancy.redaction import redact


class Exit(IntEnum):
    """Exit codes; scripts depend on them."""

    YES = 0
    """Yes, or done."""
    NO = 1
    """Not available, nothing works."""
    USAGE = 2
    """Wrong usage or settings."""
    UNKNOWN = 3
    """It could not be established."""
    NEEDS_USER = 4
    """Key, money, access, locked keyring."""


@dataclass(frozen=True, slots=True)
class Console:
    """Where a command reads and writes."""

    out: TextIO | None
    err: TextIO | None
    """None where whoever started us closed it."""
    read_secret: Callable[[str], str]
    """Asks with a prompt and reads a line that is not shown; from standard input where that is no terminal."""
    zone: tzinfo

    def answer(self, text: str) -> None:
        """Print the answer itself, at once.

        Raises:
            OSError: it cannot be written: nobody reads any more, or the disk is full.
        """
        if self.out is not None:
            print(plain(text), file=self.out, flush=True)

    def note(self, text: str) -> None:
        """Print something beside the answer, without a key that was typed in the wrong place.

        Where it cannot be written, nothing is lost that matters.
        """
        if self.err is not None:
            with contextlib.suppress(OSError):
                print(redact(plain(text)), file=self.err, flush=True)


def plain(text: str) -> str:
    """The text with every character spelled out that would command the terminal or turn its direction.

    The spelling is JSON's own, so that an answer in JSON means the same as before.
    """
    return "".join(char if char == "\n" or category(char) not in _COMMANDING else dumps(char)[1:-1] for char in text)


_COMMANDING = frozenset({"Cc", "Cf", "Cs"})
