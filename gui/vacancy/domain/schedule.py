"""Schedule: when a model is asked next. The only place with interval arithmetic.

Low frequency is a promise: a steady interval while nothing changes, a quick second look when one answer differs
from what is known, positive back-off while the model is down, and never earlier than the answer asked us to wait.
Every function is pure; `chance` is a number in [0, 1) that the caller drew.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from vacancy.domain.health import Health, Settled
from vacancy.domain.verdict import BLOCKED_INTERVALS

CONFIRM_AFTER = timedelta(seconds=30)
"""The second look that decides; far enough away not to be the same hiccup."""
BACK_OFF = (timedelta(seconds=30), timedelta(minutes=2), timedelta(minutes=5))
"""Waits after the first, second and third setback in a row; from then on the interval. None is longer than it."""
JITTER = 0.1
"""Share of a wait by which chance moves it: to both sides of the interval, and only later for every other wait."""
STAGGER = timedelta(seconds=2)
"""Least time between the starts of two probes, so that a round never is a burst."""
REASK = timedelta(seconds=20)
"""Least time between two requests for one model, whoever asks: an answer that young is the answer."""
YOUNG = timedelta(minutes=5)
"""After a start or a wake-up, an answer younger than this need not be asked for again at once."""
LONGEST_PAGE_WAIT = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Budget:
    """The requests of one local day."""

    day: date | None = None
    sent: int = 0

    def on(self, day: date) -> "Budget":
        """The budget as it stands on that day: a new day starts at nothing."""
        return self if day == self.day else Budget(day)

    def spend(self, requests: int) -> "Budget":
        """The budget after that many more requests."""
        return Budget(self.day, self.sent + requests)

    def is_spent(self, cap: int) -> bool:
        """No request may be sent any more today."""
        return self.sent >= cap


def next_check(health: Health, *, interval: timedelta, asked_at: datetime, chance: float) -> datetime:
    """When to ask next, after an attempt that ended at `asked_at` and is already part of `health`."""
    wait = _wait(health, interval)
    steady = health.silences == 0 and health.setbacks == 0 and not health.confirming
    jitter = wait * JITTER * ((2 * chance - 1) if steady else chance)
    return asked_at + max(wait + jitter, _asked_to_wait(health) * (1 + JITTER * chance))


def first_check(health: Health, planned: datetime | None, now: datetime) -> datetime:
    """When to ask after a start or a jump of the clock: soon, unless the last answer is young or asked us to wait."""
    if planned is None or health.attempted_at is None or health.attempted_at > now:
        return now
    young_until = min(planned, health.attempted_at + YOUNG)
    return max(now, young_until, health.attempted_at + _asked_to_wait(health))


def next_page_read(failures: int, *, interval: timedelta, retry_after_s: float | None, chance: float) -> timedelta:
    """How long to wait before the status page is read again; doubled for each failure in a row, an hour at most."""
    wait = max(interval, min(interval * (1 << min(failures, 6)), LONGEST_PAGE_WAIT))
    return max(wait * (1 + JITTER * chance), timedelta(seconds=retry_after_s or 0))


def requests_per_day(intervals: Iterable[timedelta]) -> int:
    """Requests that one day of steady probing sends, for models asked at those intervals."""
    return sum(round(timedelta(days=1) / interval) for interval in intervals)


def _wait(health: Health, interval: timedelta) -> timedelta:
    if health.silences:
        return _back_off(health.silences, interval)
    if health.confirming:
        return min(CONFIRM_AFTER, interval)
    if health.settled is Settled.BLOCKED:
        return interval * BLOCKED_INTERVALS
    return _back_off(health.setbacks, interval) if health.setbacks else interval


def _asked_to_wait(health: Health) -> timedelta:
    return timedelta(seconds=(health.attempt.retry_after_s if health.attempt else None) or 0)


def _back_off(count: int, interval: timedelta) -> timedelta:
    return min(BACK_OFF[count - 1], interval) if count <= len(BACK_OFF) else interval
