"""Waiting for a moment or for a ring, whichever comes first."""

import asyncio
from datetime import timedelta

from vacancy.monitor.ports import Clock


class Doorbell:
    """Wakes one waiting loop before its time. A ring while nobody waits ends the next wait at once."""

    def __init__(self) -> None:
        self._rung = asyncio.Event()

    def ring(self) -> None:
        """End the wait."""
        self._rung.set()

    async def heard(self) -> None:
        """Return when somebody rings."""
        await self._rung.wait()
        self._rung.clear()

    async def wait(self, clock: Clock, duration: timedelta) -> None:
        """Return after `duration` of that clock, or when somebody rings."""
        waits = (
            asyncio.create_task(clock.sleep(duration), name="doorbell sleep"),
            asyncio.create_task(self._rung.wait(), name="doorbell ring"),
        )
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()
            await asyncio.gather(*waits, return_exceptions=True)
        self._rung.clear()
