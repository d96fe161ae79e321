"""The day strip in words, for whoever cannot see it and for whoever wants to know exactly."""

from collections.abc import Sequence
from datetime import tzinfo
from itertools import groupby

from vacancy.domain.insight import HOUR, Cell
from vacancy.domain.outcome import Kind
from vacancy.words import mark, tr

SPANS = 3
"""Troubles of a day told one by one; the strip shows the others."""

_CAUSES = {
    Kind.AT_CAPACITY: mark("full"),
    Kind.RATE_LIMITED: mark("your limit reached"),
    Kind.QUOTA_EXHAUSTED: mark("quota used up"),
    Kind.AUTH_FAILED: mark("key refused"),
    Kind.MODEL_UNAVAILABLE: mark("not offered here"),
    Kind.BAD_REQUEST: mark("question refused"),
    Kind.SERVER_ERROR: mark("failing"),
    Kind.NETWORK: mark("not reached"),
    Kind.OK_BUT_ODD: mark("odd answers"),
}


def day_line(cells: Sequence[Cell]) -> str:
    """How much of the last 24 hours was answered, troubled and not known."""
    known = [cell for cell in cells if cell.answers]
    if not known:
        return tr("Last 24 h: nothing known")
    well = sum(cell.ok == cell.answers for cell in known)
    return tr("Last 24 h, in half hours: {well} answered, {troubled} with trouble, {unknown} not known",
              well=well, troubled=len(known) - well, unknown=len(cells) - len(known))  # fmt: skip


def hour_line(hour: Cell, zone: tzinfo) -> str:
    """What one bar of the strip says: "03:00-04:00: full, 0 of 6 answered"."""
    begin, end = _clock(hour, zone), _end_clock(hour, zone)
    if not hour.answers:
        return tr("{begin}-{end}: nothing known", begin=begin, end=end)
    if hour.ok == hour.answers:
        return tr("{begin}-{end}: {ok} of {of} answered", begin=begin, end=end, ok=hour.ok, of=hour.answers)
    return tr("{begin}-{end}: {cause}, {ok} of {of} answered", begin=begin, end=end, cause=_cause(hour),
              ok=hour.ok, of=hour.answers)  # fmt: skip


def troubles(hours: Sequence[Cell], zone: tzinfo) -> str:
    """The newest spans of trouble of a day, newest first: "13:00-15:00: full"; nothing when there were none."""
    spans = [
        (list(span), cause) for cause, span in groupby(hours, lambda hour: _cause(hour) if _is_troubled(hour) else "")
    ]
    told = [
        tr("{begin}-{end}: {cause}", begin=_clock(span[0], zone), end=_end_clock(span[-1], zone), cause=cause)
        for span, cause in reversed(spans)
        if cause
    ]
    return " · ".join(told[:SPANS])


def _is_troubled(hour: Cell) -> bool:
    return hour.ok < hour.answers


def _cause(hour: Cell) -> str:
    return tr(_CAUSES[hour.worst]) if hour.worst in _CAUSES else tr("refused")


def _clock(hour: Cell, zone: tzinfo) -> str:
    return f"{hour.start.astimezone(zone):%H:%M}"


def _end_clock(hour: Cell, zone: tzinfo) -> str:
    return f"{(hour.start + HOUR).astimezone(zone):%H:%M}"
