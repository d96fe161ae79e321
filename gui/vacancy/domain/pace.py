"""Pace: how often the user wants one model asked while all is well."""

from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, slots=True)
class Pace:
    """The user's intervals for one model."""

    interval: timedelta
    """While it is the one in use."""
    reserve_interval: timedelta
    """While a better one is available."""
