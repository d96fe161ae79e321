"""A clock that moves only when a test moves it."""

import asyncio
import heapq
from datetime import UTC, datetime, timedelta
from itertools import count

START = datetime(2026, 11, 29, 9, 0, tzinfo=UTC)


class FakeClock:
    """Simulated wall and monotonic time; sleepers wake in the order of their deadlines."""

    def __init__(self, start=START, tick=timedelta(0)):
        self._wall = start
        self.tick = tick
        self._monotonic = 0.0
        self._sleepers = []
        self._order = count()

    def now(self):
        """The simulated wall clock. As a real one does, it has moved on by the next look, if only by a little."""
        self._wall += self.tick
        return self._wall

    def monotonic(self):
        """Simulated seconds since the start."""
        return self._monotonic

    def today(self):
        """The simulated day, in UTC so that tests do not depend on the machine's zone."""
        return self._wall.date()

    def local_time(self):
        """The simulated time of day, in UTC."""
        return self._wall.time()

    async def sleep(self, duration):
        """Wait until a test has moved the clock that far."""
        done = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self._monotonic + duration.total_seconds(), next(self._order), done))
        await done

    def jump(self, drift):
        """Move the wall clock alone, as a suspend or somebody's hand does."""
        self._wall += drift

    async def run_for(self, duration):
        """Let that much time pass, waking every sleeper at its moment."""
        end = self._monotonic + duration.total_seconds()
        await settle()
        while self._sleepers and self._sleepers[0][0] <= end:
            due, _, done = heapq.heappop(self._sleepers)
            if not done.done():
                self._move_to(due)
                done.set_result(None)
                await settle()
        self._move_to(end)

    def _move_to(self, moment):
        moment = max(moment, self._monotonic)
        self._wall += timedelta(seconds=moment - self._monotonic)
        self._monotonic = moment


async def settle():
    """Let every task that can run do so."""
    for _ in range(12):
        await asyncio.sleep(0)
