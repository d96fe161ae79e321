"""Retry-after: how long an answer asks to wait, in every form in which answers say it.

The clearest statement wins: `retry-after-ms`, then `retry-after`, then a field of the body, then the text, then the
reset of a limit that is used up. Absolute times count against the answer's own Date, because the clock here may be
wrong. A wait that cannot be true - negative, zero, in the past, without a zone, longer than any allowance's window -
is no wait, and a note says why it is none.
"""

import math
import re
from dataclasses import dataclass
from datetime import datetime
from email.utils import parsedate_to_datetime
from enum import StrEnum

_LONGEST_S = 45 * 86_400.0
"""A month's allowance resets within a month; whatever is longer was not meant as a wait."""
_EPOCH_S = 1e9
"""A number from here on is a point in time, not a span."""
_EPOCH_MS = 1e12
_MAX_VALUE = 80

_UNITS = {
    **dict.fromkeys(("ms", "msec", "msecs", "millisecond", "milliseconds", "毫秒"), 0.001),
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds", "秒", "秒钟"), 1.0),
    **dict.fromkeys(("m", "min", "mins", "minute", "minutes", "分", "分钟"), 60.0),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours", "小时"), 3_600.0),
    **dict.fromkeys(("d", "day", "days", "天"), 86_400.0),
    **dict.fromkeys(("w", "week", "weeks"), 604_800.0),
}
_PIECE = re.compile(
    r"[\s,]{0,3}(?:and )?(\d{1,12}(?:\.\d{1,12})?)\s{0,2}([a-z]{1,12}|毫秒|秒钟?|分钟?|小时|天)(?![a-z])"
)
_PROMISE = re.compile(
    r"\b(?:retry[-_ ]after|reset after|again|retry|retrying|available|resets?|wait|cool ?down)\b"
    r"(?P<gap>[^\d\n.]{0,24})(?P<number>\d)"
)
_BARE_NUMBER = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)\s{0,2}(?:$|[.,;)\]}\"'](?!\d))")
_PROMISE_ZH = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)\s{0,2}(毫秒|秒钟?|分钟?|小时|天)(?:之|以)?后")
_MOMENT = re.compile(
    r"\b(?:again|retry|resets?|until)\b[^\d\n]{0,24}"
    r"(\d{4}-\d\d-\d\d[t ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:z| utc|[+-]\d\d:\d\d))"
)
_LIMITS = ("requests", "tokens", "input-tokens", "output-tokens", "")

Pairs = tuple[tuple[str, str], ...]


class WaitNote(StrEnum):
    """Why a wait that an answer names is not taken for one."""

    NOT_AHEAD = "not_ahead"
    """Zero, negative, or a moment that is past."""
    TOO_FAR = "too_far"
    """Longer than any allowance's window."""
    UNREADABLE = "unreadable"
    """No length of time, or a moment that lacks its zone or a Date to count from."""
    USELESS = "useless"
    """The cause is none that waiting mends."""


@dataclass(frozen=True, slots=True)
class Wait:
    """What an answer says about waiting: seconds to believe, or why none can be; neither where it says nothing."""

    seconds: float | None = None
    note: WaitNote | None = None


def read_wait(*, headers: Pairs, fields: Pairs, text: str, now: datetime | None = None) -> Wait:
    """Seconds from the answer's end until another try makes sense, or why what was told is no such wait.

    Args:
        headers: Lower-case names; the first of a name counts.
        fields: Fields of the body whose names speak of a wait, innermost first.
        text: What the answer says, innermost first.
        now: When the answer came, by the clock here; used only where the answer has no Date of its own.
    """
    held = dict(reversed(headers))
    reference = _http_date(held.get("date", "")) or (now if now is not None and now.tzinfo is not None else None)
    candidates = (
        *_from_retry_headers(held, reference),
        *_from_fields(fields, reference),
        _from_text(text.lower()),
        _from_moment(text.lower(), reference),
        *_from_reset_headers(held, reference),
    )
    told = [wait for wait in candidates if wait is not None]
    seconds = next((round(wait, 3) for wait in told if _believable(wait)), None)
    return Wait(seconds, None if seconds is not None else _why_none(told, held, fields))


def _why_none(told: list[float], held: dict[str, str], fields: Pairs) -> WaitNote | None:
    if told:
        return WaitNote.TOO_FAR if told[0] > _LONGEST_S else WaitNote.NOT_AHEAD
    values = (held.get("retry-after", ""), held.get("retry-after-ms", ""), *(value for _, value in fields))
    return WaitNote.UNREADABLE if any(char.isdigit() for value in values for char in value) else None


def _believable(wait: float) -> bool:
    return math.isfinite(wait) and 0.0005 <= wait <= _LONGEST_S  # noqa: PLR2004 - half a millisecond rounds to none


def _from_retry_headers(held: dict[str, str], reference: datetime | None) -> tuple[float | None, ...]:
    milliseconds = _number(held.get("retry-after-ms", ""))
    after = held.get("retry-after", "")
    return (None if milliseconds is None else milliseconds / 1_000, _span_or_time(after, reference))


def _from_fields(fields: Pairs, reference: datetime | None) -> tuple[float | None, ...]:
    """Spans before points in time: a span needs no clock."""
    spans: list[float | None] = []
    times: list[float | None] = []
    for name, value in fields:
        number = _number(value)
        if number is None:
            spans.append(_duration(value.lower()))
            times.append(_time(value, reference))
        elif number >= _EPOCH_S:
            times.append(_span_or_time(value, reference))
        elif not name.endswith(("at", "time", "timestamp", "date", "reset", "resets")) or name == "estimated_time":
            spans.append(number / 1_000 if name.endswith(("ms", "milliseconds")) else number)
    return (*spans, *times)


def _from_reset_headers(held: dict[str, str], reference: datetime | None) -> tuple[float | None, ...]:
    """The reset of whatever is used up; of a limit that still has room it says nothing."""
    waits = [
        _span_or_time(held[reset], reference)
        for limit in _LIMITS
        for remaining, reset in _reset_names(limit)
        if reset in held and (_number(held.get(remaining, "0")) or 0) == 0
    ]
    waits += [
        _number(held.get(f"x-codex-{window}-reset-after-seconds", ""))
        for window in ("primary", "secondary")
        if (_number(held.get(f"x-codex-{window}-used-percent", "")) or 0) >= 100  # noqa: PLR2004 - percent
    ]
    return (max((wait for wait in waits if wait is not None and _believable(wait)), default=None),)


def _reset_names(limit: str) -> tuple[tuple[str, str], ...]:
    tail = f"-{limit}" if limit else ""
    anthropic = f"anthropic-ratelimit{tail}"
    return (
        (f"x-ratelimit-remaining{tail}", f"x-ratelimit-reset{tail}"),
        (f"ratelimit-remaining{tail}", f"ratelimit-reset{tail}"),
        (f"{anthropic}-remaining", f"{anthropic}-reset"),
    )


def _from_text(text: str) -> float | None:
    for promise in _PROMISE.finditer(text):
        start = promise.start("number")
        wait = _duration(text[start : start + _MAX_VALUE])
        if wait is not None:
            return wait
        bare = _BARE_NUMBER.match(text, start)
        if bare is not None and promise["gap"].strip(" :=\"'") in ("after", "in", ""):
            return float(bare[1])
    chinese = _PROMISE_ZH.search(text)
    return float(chinese[1]) * _UNITS[chinese[2]] if chinese else None


def _from_moment(text: str, reference: datetime | None) -> float | None:
    moment = _MOMENT.search(text)
    return None if moment is None else _time(moment[1].upper(), reference)


def _duration(text: str) -> float | None:
    """A span such as `6ms`, `9m38.016s` or `5 days 22 hours 11 minutes`, from the text's beginning."""
    total: float | None = None
    position = 0
    while (piece := _PIECE.match(text, position)) is not None and piece[2] in _UNITS:
        total = (total or 0.0) + float(piece[1]) * _UNITS[piece[2]]
        position = piece.end()
    return total


def _span_or_time(value: str, reference: datetime | None) -> float | None:
    number = _number(value)
    if number is None:
        span = _duration(value[:_MAX_VALUE].lower())
        return span if span is not None else _time(value, reference)
    if number < _EPOCH_S:
        return number
    seconds = number / 1_000 if number >= _EPOCH_MS else number
    return None if reference is None else seconds - reference.timestamp()


def _time(value: str, reference: datetime | None) -> float | None:
    """Seconds until a point in time that names its zone; without a reference or a zone nothing can be said."""
    moment = _iso_date(value) or _http_date(value)
    return None if moment is None or reference is None else (moment - reference).total_seconds()


def _iso_date(value: str) -> datetime | None:
    text = value.strip()[:_MAX_VALUE]
    try:
        moment = datetime.fromisoformat(text.removesuffix(" UTC") + "+00:00" if text.endswith(" UTC") else text)
    except ValueError:
        return None
    return moment if moment.tzinfo is not None else None


def _http_date(value: str) -> datetime | None:
    text = value.strip()[:_MAX_VALUE]
    if text[:3].lower() not in ("mon", "tue", "wed", "thu", "fri", "sat", "sun"):
        return None
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return moment if moment.tzinfo is not None else None


def _number(value: str) -> float | None:
    try:
        number = float(value.strip()[:_MAX_VALUE])
    except ValueError:
        return None
    return number if math.isfinite(number) else None
