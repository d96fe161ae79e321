"""Durations as people write them in settings, windows and commands: `30s`, `10m`, `2h`, `1h30m`."""

import re
from datetime import timedelta

_UNITS = {
    "d": timedelta(days=1),
    "h": timedelta(hours=1),
    "m": timedelta(minutes=1),
    "s": timedelta(seconds=1),
    "ms": timedelta(milliseconds=1),
}
_WHOLE = re.compile(r"(?:\d{1,6}(?:ms|[dhms])\s*)+", re.ASCII)
_PART = re.compile(r"(\d{1,6})(ms|[dhms])", re.ASCII)


def parse_duration(text: str) -> timedelta:
    """The duration that a text names; each unit once, the largest first.

    Raises:
        ValueError: the text is no duration.
    """
    text = text.strip()
    parts = [(int(number), unit) for number, unit in _PART.findall(text)]
    units = [unit for _, unit in parts]
    if not _WHOLE.fullmatch(text) or units != [unit for unit in _UNITS if unit in units]:
        raise ValueError("not a duration")
    return sum((number * _UNITS[unit] for number, unit in parts), timedelta(0))


def format_duration(duration: timedelta) -> str:
    """The shortest text that `parse_duration` reads as the same duration, to the millisecond."""
    texts = []
    for unit, length in _UNITS.items():
        number, duration = divmod(duration, length)
        if number:
            texts.append(f"{number}{unit}")
    return "".join(texts) or "0s"
