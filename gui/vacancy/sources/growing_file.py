"""A file of lines to which somebody else appends: what is new in it, and what stands before, in bounded pieces."""

import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import BinaryIO

CHUNK = 262_144
"""Bytes read at once."""
TAIL = 262_144
"""Bytes of a file that is met for the first time; what stands before is read only where it is asked for."""
LONGEST_LINE = 1_048_576
"""A longer line holds pictures or whole files; it is skipped, not kept."""
_FURTHEST = 8_388_608
"""More than was ever appended between two looks; after more the end of the file is read instead."""

Opener = Callable[[Path], BinaryIO]


def open_regular(path: Path) -> BinaryIO:
    """Open a file for reading. What is no regular file (a pipe would wait for ever) is not opened.

    Raises:
        OSError: it cannot be read.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        raise FileNotFoundError(path)
    return path.open("rb", buffering=0)


@dataclass(frozen=True, slots=True)
class Stamp:
    """What of a file's entry changes when the file does."""

    device: int
    number: int
    size: int
    written_ns: int

    @classmethod
    def of(cls, found: os.stat_result) -> "Stamp":
        """The stamp by a look at the file."""
        return cls(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)

    def is_same_file(self, other: "Stamp") -> bool:
        """It is the file that it was, not another one under its name."""
        return (self.device, self.number) == (other.device, other.number)


class Change(StrEnum):
    """What became of a file since the last look."""

    NONE = "none"
    GROWN = "grown"
    NEW = "new"
    """It was never looked at, was replaced, was cut, or grew too much to follow: nothing read before still holds."""


class GrowingFile:
    """One file, of which each byte is read once. It is opened for moments only. Used from one thread."""

    def __init__(self, path: Path, *, opener: Opener = open_regular) -> None:
        self.path = path
        self._opener = opener
        self._stamp: Stamp | None = None
        self._begins_at = 0
        """Where reading began; what stands before is read only by `lines_before`."""
        self._position = 0
        self._torn: bytes | None = None
        """The end of the line in which reading began; None until it was met."""
        self._pending = b""
        """The beginning of a line whose end was not written yet."""
        self._skips = False
        """The rest of a line is skipped, because it is too long."""

    def look(self) -> Change:
        """What changed, by the file's entry alone.

        Raises:
            OSError: it is not there, or may not be looked at.
        """
        before, self._stamp = self._stamp, Stamp.of(self.path.stat())
        if before == self._stamp:
            return Change.NONE
        size = self._stamp.size
        goes_on = before is not None and self._stamp.is_same_file(before)
        if goes_on and self._position <= size <= self._position + _FURTHEST:
            return Change.GROWN
        self._begins_at = self._position = max(0, size - TAIL)
        self._torn = b"" if self._begins_at == 0 else None
        self._pending, self._skips = b"", False
        return Change.NEW

    def new_lines(self) -> Iterator[bytes]:
        """The lines that were completed up to the last look. They must be taken to the last one.

        Raises:
            OSError: it cannot be read any more.
        """
        with self._open() as file:
            file.seek(self._position)
            while piece := file.read(min(CHUNK, self._size - self._position)):
                self._position += len(piece)
                yield from self._completed(piece)

    def first_line(self) -> bytes:
        """The first line of the file, where reading began behind it; else nothing, as where it is too long.

        Raises:
            OSError: it cannot be read any more.
        """
        if self._begins_at == 0:
            return b""
        with self._open() as file:
            line, end, _ = file.read(CHUNK).partition(b"\n")
            return line if end else b""

    def lines_before(self) -> Iterator[bytes]:
        """Whole lines from where reading began, backwards, of so many bytes as are followed at most.

        Raises:
            OSError: it cannot be read any more.
        """
        floor = max(0, self._begins_at - _FURTHEST)
        position, rest = self._begins_at, self._torn or b""
        with self._open() as file:
            while position > floor:
                size = min(CHUNK, position - floor)
                position -= size
                file.seek(position)
                rest, *lines = (file.read(size) + rest).split(b"\n")
                yield from reversed(lines)
                if len(rest) > LONGEST_LINE:
                    rest = b""
        if position == 0 and self._begins_at > 0:
            yield rest

    @property
    def _size(self) -> int:
        return 0 if self._stamp is None else self._stamp.size

    def _open(self) -> BinaryIO:
        """The file that was looked at. Where it cannot be opened now, the next look begins anew."""
        expected, self._stamp = self._stamp, None
        file = self._opener(self.path)
        if expected is None or not expected.is_same_file(Stamp.of(os.fstat(file.fileno()))):
            file.close()
            raise FileNotFoundError(self.path)  # replaced since the look
        self._stamp = expected
        return file

    def _completed(self, piece: bytes) -> Iterator[bytes]:
        first, *others = piece.split(b"\n")
        self._keep(first)
        for following in others:
            if self._torn is None:
                self._torn = self._pending
            elif not self._skips:
                yield self._pending
            self._pending, self._skips = b"", False
            self._keep(following)

    def _keep(self, part: bytes) -> None:
        if self._skips or len(self._pending) + len(part) > LONGEST_LINE:
            self._pending, self._skips = b"", True
        else:
            self._pending += part
