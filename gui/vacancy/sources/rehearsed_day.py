"""The day of a rehearsal: what its story told so far, and before that a day that is made up."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from vacancy.domain.insight import Bucket
from vacancy.domain.outcome import Kind
from vacancy.sources.simulation import OTHER, PREFERRED, THIRD, Mood, scene_at

_MINUTE = timedelta(minutes=1)
_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class _Trouble:
    """Hours before the beginning in which a model refused."""

    hours: range
    kind: Kind
    of: int = 1
    """One of so many questions was refused."""


_ASLEEP = range(13, 19)
"""Hours before the beginning in which nobody was asked."""
_MADE_UP: Mapping[str, tuple[_Trouble, ...]] = {
    PREFERRED: (_Trouble(range(2, 5), Kind.AT_CAPACITY), _Trouble(range(8, 10), Kind.AT_CAPACITY, of=2)),
    OTHER: (_Trouble(range(6, 7), Kind.SERVER_ERROR, of=2),),
    THIRD: (_Trouble(range(20, 22), Kind.RATE_LIMITED, of=3),),
}
_KINDS = {Mood.FINE: Kind.OK, Mood.FULL: Kind.AT_CAPACITY, Mood.LIMITED: Kind.RATE_LIMITED}


def rehearsed_day(model: str, *, began: datetime, now: datetime) -> tuple[Bucket, ...]:
    """The minutes of a model within the 24 hours before `now`, oldest first, for a story that began at `began`."""
    return tuple(_minutes(model, began, now))


def _minutes(model: str, began: datetime, now: datetime) -> Iterator[Bucket]:
    for number in range(_DAY // _MINUTE, 0, -1):
        at = now - number * _MINUTE
        kind = _told(model, at - began) if at >= began else _made_up(model, (began - at) // _HOUR, number)
        if kind is not None:
            yield Bucket(at, int(kind is Kind.OK), 1, worst=None if kind is Kind.OK else kind)


def _told(model: str, elapsed: timedelta) -> Kind | None:
    scene = scene_at(elapsed)
    return _KINDS[scene.moods.get(model, Mood.FINE)] if scene.network else None


def _made_up(model: str, hours_before: int, number: int) -> Kind | None:
    if hours_before in _ASLEEP:
        return None
    for trouble in _MADE_UP.get(model, ()):
        if hours_before in trouble.hours and number % trouble.of == 0:
            return trouble.kind
    return Kind.OK
