"""A day of use: sleep, lost network, restart, outage, recovery; exactly the notices that a sensible person wants."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, time

from fakes.clock import FakeClock
from fakes.domain_values import LUNA, SOL, answered, preferences, refused
from fakes.watching import Watch
from vacancy.domain.evidence import Evidence, ExceptionSeen
from vacancy.domain.preferences import NotificationPreferences, QuietHours

LOST = Evidence(exception=ExceptionSeen("httpx.ConnectError", "All connection attempts failed"))
FULL = refused()


def once(answer, *, then):
    """The first request is answered so, every later one otherwise."""
    answers = iter([answer])
    return lambda _now: next(answers, then)


class Day:
    """One model list, a clock that begins at seven, and everything that was told, with its time."""

    def __init__(self):
        quiet = NotificationPreferences(quiet_hours=QuietHours(time(22), time(8)))
        self.preferences = replace(preferences(SOL.model, LUNA.model), notifications=quiet)
        self.told = []
        self._watch = Watch(self.preferences, clock=FakeClock(datetime(2026, 11, 30, 7, 0, tzinfo=UTC)))
        self._running = None

    @property
    def clock(self):
        """The day's clock."""
        return self._watch.clock

    @property
    def monitor(self):
        """The app's monitor, the present one."""
        return self._watch.monitor

    def sol(self, answer):
        """From now on the preferred model answers so."""
        self._watch.prober.answers[SOL.model] = answer

    def everybody(self, answer):
        """From now on both models answer so; None is a plain answer each."""
        for key in (SOL, LUNA):
            self._watch.prober.answers[key.model] = answer or answered(key.model)

    async def until(self, hour, minute=0):
        """Let the day go on to a time."""
        if self._running is None:
            self._running = asyncio.create_task(self.monitor.run())
        await self.clock.run_for(self.clock.now().replace(hour=hour, minute=minute, second=0) - self.clock.now())
        for update in self._watch.updates:
            for notice in update.notices:
                use = notice.use.model if notice.use else "-"
                self.told.append((f"{update.snapshot.taken_at:%H:%M}", notice.kind.value, notice.about.model, use))
        self._watch.updates.clear()

    async def sleep_until(self, hour):
        """The laptop sleeps: the wall clock moves, and nothing else."""
        self.clock.jump(self.clock.now().replace(hour=hour, minute=0, second=0) - self.clock.now())

    async def restart(self):
        """Quit, and start again with what was kept."""
        await self.end()
        memory, answers = self._watch.keeper.memories[-1], self._watch.prober.answers
        self._watch = Watch(self.preferences, memory=memory, clock=FakeClock(self.clock.now()))
        self._watch.prober.answers = answers
        self._running = None

    async def end(self):
        """Quit."""
        self._running.cancel()
        await asyncio.gather(self._running, return_exceptions=True)


def test_a_day():
    """What is told over a day, and when."""

    async def live(day):
        # It went full during the night and is back before the quiet hours end: the news is kept until eight.
        day.sol(FULL)
        await day.until(7, 20)
        day.sol(answered(SOL.model))
        await day.until(9)
        # An outage at ten. The substitute is named, and the return is told.
        await day.until(10)
        day.sol(FULL)
        await day.until(11)
        day.sol(answered(SOL.model))
        await day.until(12)
        # Lunch: the lid is closed for an hour, and the train's network is gone for a while afterwards. No news.
        await day.sleep_until(13)
        day.everybody(LOST)
        await day.until(13, 30)
        day.everybody(None)
        await day.until(14)
        # An outage during which the app is restarted and the network is lost: told once, and its end once.
        day.sol(FULL)
        await day.until(14, 30)
        await day.restart()
        await day.until(14, 50)
        day.everybody(LOST)
        await day.until(15, 10)
        day.everybody(None)
        await day.until(16)
        # One refusal is no news at all.
        day.sol(once(FULL, then=answered(SOL.model)))
        await day.until(18)
        # Everything is full. That is told, and what comes back first.
        day.everybody(FULL)
        await day.until(19)
        day.everybody(None)
        await day.until(20)
        await day.end()

    day = Day()
    asyncio.run(live(day))
    assert [
        ("08:00", "recovered", SOL.model, SOL.model),
        ("10:01", "switched", SOL.model, LUNA.model),
        ("11:01", "recovered", SOL.model, SOL.model),
        ("14:03", "switched", SOL.model, LUNA.model),
        ("15:10", "recovered", SOL.model, SOL.model),
        ("18:04", "nothing_works", SOL.model, "-"),
        ("19:00", "recovered", SOL.model, SOL.model),
        ("19:03", "recovered", LUNA.model, LUNA.model),
    ] == day.told
