"""Usage: how much of a login's own allowance is used up, and when it is given back.

It says nothing about capacity: a login with room may meet a full model, and a spent one tells nothing about the model.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

FULL = 100.0
"""Percent at which a window lets nothing through any more."""
_SAID_FOR = timedelta(hours=1)
"""How long a refusal is believed that says nothing of when it ends."""
_LONGEST = timedelta(days=32)
"""No allowance is given back later than after a month."""


@dataclass(frozen=True, slots=True)
class UsageWindow:
    """One span of time within which a login may use so much and no more."""

    used_percent: float
    span: timedelta | None = None
    """Its length; None where it was not said."""
    resets_at: datetime | None = None
    """When it begins anew; None where it was not said."""

    def is_full(self, now: datetime) -> bool:
        """Nothing more goes through until it begins anew."""
        return self.used_percent >= FULL and (self.resets_at is None or now < self.resets_at)

    def is_over(self, seen_at: datetime, now: datetime) -> bool:
        """It has begun anew since it was seen, whatever it says itself: nobody is locked out for ever by a number."""
        longest = self.span or (_SAID_FOR if self.resets_at is None else _LONGEST)
        return now - seen_at >= longest


@dataclass(frozen=True, slots=True)
class Usage:
    """The windows of a login, as they were seen at a moment."""

    seen_at: datetime
    windows: tuple[UsageWindow, ...] = ()
    plan: str | None = None
    """The name of the plan, as the provider writes it."""
    allowed: bool | None = None
    """What the provider says itself: more may be used; None where it did not say."""

    def is_spent(self, now: datetime) -> bool:
        """Nothing more goes through now, as far as this was seen."""
        if self.allowed:
            return False
        if self.allowed is False and not self.windows:
            return now - self.seen_at < _SAID_FOR
        return bool(self._full(now))

    def spent_until(self, now: datetime) -> datetime | None:
        """When the last full window begins anew; None while more may be used, or when nobody said until when."""
        return max((window.resets_at for window in self._full(now) if window.resets_at is not None), default=None)

    def _full(self, now: datetime) -> list[UsageWindow]:
        return [window for window in self.windows if window.is_full(now) and not window.is_over(self.seen_at, now)]
