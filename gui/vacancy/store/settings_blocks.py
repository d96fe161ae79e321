"""A settings file as a row of blocks, each a table header with the comments on top of it and what follows it.

A comment directly above a header is about that table, while TOML libraries keep it with the table before. So tables
are moved, added and removed as blocks of text, and a comment goes where its table goes.
"""

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass

_HEADER = re.compile(r"^[ \t]*\[", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Block:
    """One table as it stands in the file."""

    header: tuple[str, ...]
    """The names in its header; empty for what stands before the first one."""
    text: str
    is_moved: bool = False
    """New or at another place, so that empty lines may be put around it."""


def cut(text: str) -> list[Block]:
    """The blocks of a settings file, whose texts together are the whole file."""
    starts = [0, *(_with_comments(text, match.start()) for match in _HEADER.finditer(text))]
    pieces = (text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True))
    return [Block(_header(piece), piece) for piece in pieces if piece]


def join(blocks: Iterable[Block]) -> str:
    """The text of the blocks, with an empty line before and after each one that moved."""
    text, was_moved = "", False
    for block in blocks:
        if text and not text.endswith("\n"):
            text += "\n"
        if (was_moved or block.is_moved) and not _ends_with_empty_line(text):
            text += "\n"
        text += block.text
        was_moved = block.is_moved
    return text


def _with_comments(text: str, start: int) -> int:
    """Where the comment lines directly above a header begin."""
    while start > 0:
        above = text.rfind("\n", 0, start - 1) + 1
        if not text[above:start].lstrip().startswith("#"):
            break
        start = above
    return start


def _header(piece: str) -> tuple[str, ...]:
    lines = (line.strip() for line in piece.splitlines())
    first = next((line for line in lines if line and not line.startswith("#")), "")
    return _names(tomllib.loads(first)) if first.startswith("[") else ()


def _names(tables: object) -> tuple[str, ...]:
    """The names on the way down through tables of which each holds one other."""
    inner = tables[0] if isinstance(tables, list) else tables
    if not isinstance(inner, dict) or not inner:
        return ()
    name, below = next(iter(inner.items()))
    return (name, *_names(below))


def _ends_with_empty_line(text: str) -> bool:
    return not text or text.endswith(("\n\n", "\n\r\n"))
