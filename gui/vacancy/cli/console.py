"""The terminal, as the commands see it: the answer goes to `out`, everything else to `err`."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import tzinfo
from enum import IntEnum
from typing import TextIO


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

    out: TextIO
    err: TextIO
    read_secret: Callable[[str], str]
    """Asks with a prompt and reads a line that is not shown; from standard input where that is no terminal."""
    zone: tzinfo

    def answer(self, text: str) -> None:
        """Print the answer itself."""
        print(text, file=self.out)

    def note(self, text: str) -> None:
        """Print something beside the answer."""
        print(text, file=self.err)
