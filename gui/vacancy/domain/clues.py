"""Clues: what a rule looks for in a digest.

They are small values, so that a table of rules can be read, taken apart and tested.
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import Protocol

from vacancy.domain.digest import Digest, Shape
from vacancy.domain.evidence import Ending


class Clue(Protocol):
    """Something that a digest shows or does not show."""

    def __call__(self, digest: Digest, /) -> bool:
        """Whether it is there."""
        ...


@cache
def _compiled(phrases: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{phrase})" for phrase in phrases) or r"(?!)", re.MULTILINE)


@dataclass(frozen=True, slots=True, init=False)
class Says:
    """One of these phrases was said, in a sentence or as a code. Phrases are small regular expressions."""

    phrases: tuple[str, ...]

    def __init__(self, *phrases: str) -> None:
        object.__setattr__(self, "phrases", phrases)

    def __call__(self, digest: Digest, /) -> bool:
        """Whether one was said."""
        return _compiled(self.phrases).search(digest.words) is not None


@dataclass(frozen=True, slots=True, init=False)
class Coded:
    """One of these codes came, alone and exact; for numbers that mean something at one vendor, and for short words."""

    codes: frozenset[str]

    def __init__(self, *codes: str) -> None:
        object.__setattr__(self, "codes", frozenset(codes))

    def __call__(self, digest: Digest, /) -> bool:
        """Whether one came."""
        return not self.codes.isdisjoint(digest.codes)


@dataclass(frozen=True, slots=True, init=False)
class Status:
    """The innermost status is one of these."""

    statuses: frozenset[int]

    def __init__(self, *statuses: int | range) -> None:
        flat = (one for given in statuses for one in (given if isinstance(given, range) else (given,)))
        object.__setattr__(self, "statuses", frozenset(flat))

    def __call__(self, digest: Digest, /) -> bool:
        """Whether it is."""
        return digest.inner_status in self.statuses


@dataclass(frozen=True, slots=True, init=False)
class Raised:
    """The client raised one of these classes, named without module, as words joined by `_`."""

    names: frozenset[str]

    def __init__(self, *names: str) -> None:
        object.__setattr__(self, "names", frozenset(names))

    def __call__(self, digest: Digest, /) -> bool:
        """Whether it did."""
        return not self.names.isdisjoint(digest.exceptions)


@dataclass(frozen=True, slots=True, init=False)
class Codex:
    """Codex named one of these as the cause, in snake case as in its rollouts."""

    errors: frozenset[str]

    def __init__(self, *errors: str) -> None:
        object.__setattr__(self, "errors", frozenset(errors))

    def __call__(self, digest: Digest, /) -> bool:
        """Whether it did."""
        return digest.codex_error in self.errors


@dataclass(frozen=True, slots=True, init=False)
class Both:
    """All of these clues are there."""

    clues: tuple[Clue, ...]

    def __init__(self, *clues: Clue) -> None:
        object.__setattr__(self, "clues", clues)

    def __call__(self, digest: Digest, /) -> bool:
        """Whether all are."""
        return all(clue(digest) for clue in self.clues)


@dataclass(frozen=True, slots=True, init=False)
class Either:
    """One of these clues is there."""

    clues: tuple[Clue, ...]

    def __init__(self, *clues: Clue) -> None:
        object.__setattr__(self, "clues", clues)

    def __call__(self, digest: Digest, /) -> bool:
        """Whether one is."""
        return any(clue(digest) for clue in self.clues)


def page(digest: Digest) -> bool:
    """The body is a page for people, not an answer of an API."""
    return digest.shape is Shape.PAGE


def success(digest: Digest) -> bool:
    """HTTP says that it went well, whatever the body says."""
    return digest.is_success


def broke_off(digest: Digest) -> bool:
    """The answer began and did not come to its end."""
    return digest.answer is not None and digest.answer.ending is Ending.UNFINISHED
