"""Texts, times and waits that a page of somebody else wrote, made safe to show and to compare."""

import unicodedata
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

_LONGEST_TIME = 40
_LONGEST_WAIT_S = 86_400.0
_LATEST = 4_102_444_800
"""The year 2100; a later second is no time."""


def one_line(text: str, limit: int) -> str:
    """The text as one line of at most `limit` characters, without control, direction and surrogate characters."""
    kept = "".join(_shown(character) for character in text[: limit * 4])
    line = " ".join(kept.split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def _shown(character: str) -> str:
    category = unicodedata.category(character)
    if category in {"Cc", "Zl", "Zp", "Zs"}:
        return " "
    return "" if category in {"Cf", "Cs", "Co"} else character


def instant(value: object) -> datetime | None:
    """An ISO time in UTC, with any fraction and offset; None for anything else. A time without offset is UTC."""
    if not isinstance(value, str) or len(value) > _LONGEST_TIME:
        return None
    try:
        parsed = datetime.fromisoformat(value.strip())
        return parsed.replace(tzinfo=UTC) if parsed.tzinfo is None else parsed.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def moment(seconds: float | None) -> datetime | None:
    """So many seconds after 1970, in UTC; None for a number that is no time."""
    return datetime.fromtimestamp(seconds, UTC) if seconds is not None and 0 < seconds < _LATEST else None


def retry_after(value: str | None, now: datetime) -> float | None:
    """Seconds to wait by a Retry-After header, a number or a date; a day at most, None for anything else."""
    text = (value or "").strip()
    if text.isascii() and text.isdigit():
        return min(float(text[:12]), _LONGEST_WAIT_S)
    try:
        date = parsedate_to_datetime(text)
        aware = date.replace(tzinfo=UTC) if date.tzinfo is None else date
        return min(max((aware - now).total_seconds(), 0.0), _LONGEST_WAIT_S)
    except (ValueError, OverflowError):
        return None
