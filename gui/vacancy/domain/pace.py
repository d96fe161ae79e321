"""Pace: how often the user wants one model asked while all is well."""

from dataclasses import dataclass
from datetime import timedelta

COSTLY_EVERY = timedelta(minutes=10)
"""Least interval where a question costs thousands of tokens, also of a model that is waited for; only the second look
at a return comes sooner. What was seen there is claimed for as long as if it were asked at this interval."""


@dataclass(frozen=True, slots=True)
class Pace:
    """The user's intervals for one model."""

    interval: timedelta
    """While it is the one in use."""
    reserve_interval: timedelta
    """While a better one is available."""
    stretch: int = 1
    """Every wait is so many times as long, and with more than 1 nothing in reserve is asked (`domain.presence`)."""

    @property
    def spares_reserve(self) -> bool:
        """Models in reserve are not asked."""
        return self.stretch > 1
