"""Clocks keep time, and a rehearsal's runs fast."""

import asyncio
from datetime import timedelta

from fakes.clock import START
from vacancy.monitor.clock import FastClock, SystemClock


def test_system_sleep_is_never_short():
    """A sleep lasts at least as long as it was asked for on the monotonic clock."""
    clock = SystemClock()

    async def nap():
        before = clock.monotonic()
        await clock.sleep(timedelta(milliseconds=20))
        return clock.monotonic() - before

    assert asyncio.run(nap()) >= 0.02


def test_now_is_aware():
    """Wall time carries its zone."""
    assert timedelta(0) == SystemClock().now().utcoffset()


class StoppedClock(SystemClock):
    """A real clock under the test's hand."""

    seconds = 100.0

    def monotonic(self):
        """What the test says."""
        return self.seconds


def test_fast_clock_runs_by_its_factor():
    """Four seconds are a minute at fifteen times."""
    real = StoppedClock()
    clock = FastClock(START, 15, real)
    real.seconds += 4
    assert START + timedelta(minutes=1) == clock.now()
    assert 60 == clock.monotonic()
