"""Bounds of the settings, the same for the file and for the windows: what the one accepts the other shows."""

from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, slots=True)
class Bounds:
    """The shortest and the longest duration that a setting may have."""

    least: timedelta
    most: timedelta


INTERVAL = Bounds(timedelta(seconds=30), timedelta(days=1))
PAGE_INTERVAL = Bounds(timedelta(minutes=1), timedelta(days=1))
TIMEOUT = Bounds(timedelta(seconds=1), timedelta(minutes=5))
SLOW_AFTER = Bounds(timedelta(milliseconds=100), timedelta(minutes=5))
MOST_DAILY_REQUESTS = 1_000_000
LEAST_DAILY_TOKENS = 1_000
MOST_DAILY_TOKENS = 1_000_000_000
