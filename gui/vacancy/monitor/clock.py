"""The clocks: the machine's own, and one that runs faster for rehearsals."""

import asyncio
import time
from datetime import UTC, date, datetime, timedelta
from datetime import time as datetime_time

LONGEST_SLEEP = timedelta(minutes=1)
"""Sleeps are cut in pieces: Qt's timers hold 24 days at most, and a suspended machine must notice that it woke."""


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """The wall clock, in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Seconds that never go back."""
        return time.monotonic()

    def today(self) -> date:
        """The local calendar day."""
        return self.now().astimezone().date()

    def local_time(self) -> datetime_time:
        """The local time of day."""
        return self.now().astimezone().time()

    async def sleep(self, duration: timedelta) -> None:
        """Return when `duration` has passed on the monotonic clock.

        Qt's coarse timers fire up to 5 % early, so one sleep is never trusted.
        """
        due = self.monotonic() + duration.total_seconds()
        while (left := due - self.monotonic()) > 0:  # noqa: ASYNC110 - time is what is waited for
            await asyncio.sleep(min(left, LONGEST_SLEEP.total_seconds()))


class FastClock:
    """A clock that starts at a given moment and runs `factor` times as fast as another one."""

    def __init__(self, start: datetime, factor: float, real: SystemClock | None = None) -> None:
        self._real = real or SystemClock()
        self._start = start
        self._factor = factor
        self._began = self._real.monotonic()

    def now(self) -> datetime:
        """The simulated wall clock, in UTC."""
        return self._start + timedelta(seconds=self.monotonic())

    def monotonic(self) -> float:
        """Simulated seconds since the start."""
        return (self._real.monotonic() - self._began) * self._factor

    def today(self) -> date:
        """The simulated local calendar day."""
        return self.now().astimezone().date()

    def local_time(self) -> datetime_time:
        """The simulated local time of day."""
        return self.now().astimezone().time()

    async def sleep(self, duration: timedelta) -> None:
        """Return when `duration` of simulated time has passed."""
        await self._real.sleep(duration / self._factor)
