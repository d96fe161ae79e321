"""What each kind of setting looks like in the file: how it is read, checked and written back.

A rule's `read` raises `Unfit` with what was expected. It never repeats a value that could hold a key.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Protocol, cast

from vacancy.domain.bounds import Bounds
from vacancy.domain.durations import format_duration, parse_duration
from vacancy.domain.inputs import LONGEST_TEXT, is_one_line
from vacancy.domain.preferences import QuietHours
from vacancy.domain.prices import CURRENCY
from vacancy.store.settings_faults import nearest
from vacancy.words import mark, tr

Plain = str | int | float | bool
"""What stands in the file."""

_SHOWN = 40
"""Characters of a wrong value that a message repeats."""


class Unfit(Exception):  # noqa: N818 - it never leaves the reading of the settings, where it becomes a Fault
    """A value does not fit; the text says what was expected."""

    def __init__(self, problem: str, meant: str | None = None) -> None:
        super().__init__(problem)
        self.problem = problem
        self.meant = meant


class Rule(Protocol):
    """One kind of setting."""

    def read(self, value: object) -> object:
        """The typed value.

        Raises:
            Unfit: the value is not of this kind.
        """

    def write(self, value: object) -> Plain:
        """The value as it stands in the file."""


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no."""

    def read(self, value: object) -> bool:
        """True or false, nothing that resembles them."""
        if not isinstance(value, bool):
            raise Unfit(tr("expected true or false, found {found}", found=kind_of(value)))
        return value

    def write(self, value: object) -> Plain:
        """The same."""
        return bool(value)


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within bounds."""

    least: int
    most: int

    def read(self, value: object) -> int:
        """The number."""
        if not isinstance(value, int) or isinstance(value, bool) or not self.least <= value <= self.most:
            raise Unfit(
                tr(
                    "expected a whole number from {least} to {most}, found {found}",
                    least=self.least,
                    most=self.most,
                    found=_shown(value),
                )
            )
        return value

    def write(self, value: object) -> Plain:
        """The same."""
        return int(str(value))


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount of money, whole or not."""

    most: float

    def read(self, value: object) -> float:
        """The amount."""
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= self.most:
            most = f"{self.most:.0f}"
            raise Unfit(tr("expected a number from 0 to {most}, found {found}", most=most, found=_shown(value)))
        return float(value)

    def write(self, value: object) -> Plain:
        """The same."""
        return float(str(value))


@dataclass(frozen=True, slots=True)
class Currency:
    """The name of a currency."""

    def read(self, value: object) -> str:
        """Three capital letters."""
        if not isinstance(value, str) or not CURRENCY.fullmatch(value):
            raise Unfit(tr('expected three capital letters such as "USD", found {found}', found=_shown(value)))
        return value

    def write(self, value: object) -> Plain:
        """The same."""
        return str(value)


@dataclass(frozen=True, slots=True)
class Duration:
    """A duration within bounds, and why the bounds are where they are."""

    bounds: Bounds
    why: str
    """Marked for `tr`."""

    def read(self, value: object) -> timedelta:
        """The duration that the text names."""
        if not isinstance(value, str):
            raise Unfit(tr('expected a duration as text, such as "10m", found {found}', found=_shown(value)))
        try:
            duration = parse_duration(value)
        except ValueError:
            raise Unfit(
                tr('expected a duration such as "30s", "10m" or "1h30m", found {found}', found=_shown(value))
            ) from None
        if not self.bounds.least <= duration <= self.bounds.most:
            raise Unfit(
                tr(
                    "expected {least} to {most}, found {found}; {why}",
                    least=format_duration(self.bounds.least),
                    most=format_duration(self.bounds.most),
                    found=_shown(value),
                    why=tr(self.why),
                )
            )
        return duration

    def write(self, value: object) -> Plain:
        """The shortest text for it."""
        return format_duration(cast("timedelta", value))


@dataclass(frozen=True, slots=True)
class DayPart:
    """A part of each day, such as "22:00-07:00"; an empty text is none."""

    def read(self, value: object) -> QuietHours | None:
        """The two times of the local clock."""
        if value == "":
            return None
        try:
            return QuietHours.parse(value if isinstance(value, str) else "")
        except ValueError:
            raise Unfit(
                tr(
                    'expected two different times such as "22:00-07:00", or "" for none, found {found}',
                    found=_shown(value),
                )
            ) from None

    def write(self, value: object) -> Plain:
        """The form in which it is read."""
        return str(value)


@dataclass(frozen=True, slots=True)
class Choice:
    """One word of a closed set."""

    words: type[StrEnum]

    def read(self, value: object) -> StrEnum:
        """The member of that value."""
        valid = [word.value for word in self.words]
        if value not in valid:
            raise Unfit(
                tr("expected {words}, found {found}", words=_either(valid), found=_shown(value)),
                nearest(str(value)[:_SHOWN], valid),
            )
        return self.words(value)

    def write(self, value: object) -> Plain:
        """The word."""
        return str(value)


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text."""

    what: str
    """Marked for `tr`."""
    longest: int = LONGEST_TEXT
    forbidden: str = ""
    may_be_empty: bool = False

    def read(self, value: object) -> str:
        """The text, which is not padded and has no control characters."""
        what = tr(self.what)
        if not isinstance(value, str):
            raise Unfit(tr("expected {what} as text, found {found}", what=what, found=kind_of(value)))
        if value == "" and self.may_be_empty:
            return ""
        if not is_one_line(value, self.longest):
            raise Unfit(
                tr(
                    "expected {what}: 1 to {longest} characters on one line, without spaces at the ends",
                    what=what,
                    longest=self.longest,
                )
            )
        if found := next((char for char in self.forbidden if char in value), None):
            raise Unfit(tr("expected {what} without “{found}”", what=what, found=found))
        return value

    def write(self, value: object) -> Plain:
        """The same."""
        return str(value)


_KINDS: tuple[tuple[Callable[[object], bool], str], ...] = (
    (lambda value: isinstance(value, bool), mark("true or false")),
    (lambda value: isinstance(value, int | float), mark("a number")),
    (lambda value: isinstance(value, str), mark("text")),
    (lambda value: isinstance(value, list), mark("a list")),
    (lambda value: isinstance(value, dict), mark("a table")),
)


def kind_of(value: object) -> str:
    """What sort of value stands there, in words."""
    return tr(next((words for matches, words in _KINDS if matches(value)), mark("a date or time")))


def _shown(value: object) -> str:
    """A short value as it stands in the file, the sort of value for a long one."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return str(value)[:_SHOWN]
    if isinstance(value, str) and len(value) <= _SHOWN:
        return f'"{value}"'
    return kind_of(value)


def _either(words: list[str]) -> str:
    quoted = [f'"{word}"' for word in words]
    return tr("{words} or {last}", words=", ".join(quoted[:-1]), last=quoted[-1])
