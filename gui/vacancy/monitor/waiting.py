"""Waiting for one model without an own app: what `vacancy wait` does until it returns.

Many processes may wait on one machine, and together they send no more than one of them would. What is known is in
the store, which all of them read each second; when to ask next follows from it. While the app runs it alone asks, and
waiters tell it what they wish. Without it, whoever finds that an answer is due takes the turn, looks again whether it
still is, asks, and stores the answer for the others. So nobody is in charge, and nobody is missed when it ends.
"""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import aclosing
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Protocol

from vacancy.domain.budget import usual_of
from vacancy.domain.catalog import ConnectionKind, ModelEntry
from vacancy.domain.events import Event
from vacancy.domain.evidence import Evidence
from vacancy.domain.filing import filed
from vacancy.domain.memory import WAIT_FOR, Memory
from vacancy.domain.outcome import classify
from vacancy.domain.preferences import Preferences
from vacancy.domain.schedule import REASK, Role, costly_due_at, due_at
from vacancy.domain.snapshot import Snapshot, compose
from vacancy.domain.verdict import Hindrance, Verdict
from vacancy.domain.waiting import Result, Verb, Wish, end_of, is_since, was_answered
from vacancy.domain.witnessing import after_news
from vacancy.monitor.asking import AT_MOST, ask
from vacancy.monitor.ports import Clock, Prober, SessionSource

LOOK_EVERY = timedelta(seconds=1)
"""How often the store is read: somebody sits in front of this."""
APP_ANSWERS_WITHIN = timedelta(seconds=5)
"""By then the app has tried what was wished."""
WISH_EVERY = timedelta(seconds=30)
"""A wish is repeated while nothing comes of it: the app may have been on its way out."""


class WaitingRoom(Protocol):
    """What all waiting processes and the app of one user share."""

    def memory(self) -> Memory:
        """What is stored now.

        Raises:
            StorageError: it cannot be read.
        """

    def app_is_running(self) -> bool:
        """The app asks the models, and nobody else does."""

    def wish(self, wish: Wish) -> None:
        """Let the app know what this process wishes."""

    def take_turn(self) -> bool:
        """Be the one that asks; False when another process is it. Never waits."""

    def end_turn(self) -> None:
        """Let others ask."""

    def keep(self, memory: Memory, events: Iterable[Event]) -> None:
        """Store it for everybody, before the turn ends."""


@dataclass(frozen=True, slots=True)
class Waited:
    """How a wait ended."""

    result: Result
    verdict: Verdict
    snapshot: Snapshot
    lasted: timedelta


class Wait:
    """Waits for one listed model.

    Args:
        entry: The model.
        preferences: The settings that list it.
        room: What is shared with the others.
        prober: Asks it when it is this process's turn.
        sessions: What other programs write down, followed while no app does.
        clock: Wall time for what is stored, monotonic time for the time-out.
        chance: The jitter of the schedule.
        told: Called with each new claim, at every look.
    """

    def __init__(
        self,
        entry: ModelEntry,
        *,
        preferences: Preferences,
        room: WaitingRoom,
        prober: Prober,
        sessions: SessionSource,
        clock: Clock,
        chance: Callable[[], float],
        told: Callable[[Verdict, Snapshot], None],
    ) -> None:
        self._entry = entry
        self._preferences = preferences
        self._room = room
        self._prober = prober
        self._sessions = sessions
        self._connection = preferences.connection(entry.connection)
        self._clock = clock
        self._chance = chance
        self._told = told
        self._began = clock.monotonic()
        self._since = clock.now() - REASK
        """An answer a few seconds older than the wait is the answer."""
        self._own: Memory | None = None
        """What this process learnt last; counts even where it cannot be stored, so that nobody is asked in a loop."""
        self._asked = False
        self._answered = False
        self._wished_at: dict[Verb, float] = {}

    async def until_over(self, timeout: timedelta | None = None) -> Waited:
        """Wait until the model is available, the user is needed, or the time is over; forever with None."""
        following = asyncio.create_task(self._follow(), name="follow")
        try:
            while True:
                snapshot = self._look()
                verdict = _of(snapshot, self._entry)
                result = self._result(verdict, snapshot, timeout)
                if result is not None:
                    return Waited(result, verdict, snapshot, self._lasted)
                if self._room.app_is_running():
                    self._wish(verdict, timeout)
                elif await self._ask_if_due(timeout):
                    continue
                await self._clock.sleep(_shorter(LOOK_EVERY, self._left(timeout)))
        finally:
            following.cancel()
            await asyncio.gather(following, return_exceptions=True)
            self._room.end_turn()

    def withdraw(self) -> None:
        """Take back what was wished of the app; for a wait that ended without success."""
        if Verb.WATCH in self._wished_at and self._room.app_is_running():
            self._room.wish(Wish(Verb.UNWATCH, self._entry.key))

    @property
    def _lasted(self) -> timedelta:
        return timedelta(seconds=self._clock.monotonic() - self._began)

    def _left(self, timeout: timedelta | None) -> timedelta | None:
        return None if timeout is None else max(timeout - self._lasted, timedelta(0))

    async def _follow(self) -> None:
        """Learn what another program meets meanwhile. The app, where it runs, does so itself."""
        if self._connection.kind is not ConnectionKind.CODEX:
            return
        while self._room.app_is_running():
            await self._clock.sleep(LOOK_EVERY)
        async with aclosing(self._sessions.follow(self._connection)) as following:
            async for news in following:
                before, now = self._memory(), self._clock.now()
                memory, events = after_news(
                    before, self._preferences, self._connection.name, news, now=now, chance=self._chance
                )
                if memory != before and not self._room.app_is_running():
                    self._keep(memory, *events)
                self._asked = True  # a login or a folder that is missing now is news

    def _look(self) -> Snapshot:
        """What is known now, by all."""
        snapshot = compose(self._memory(), self._preferences, now=self._clock.now())
        verdict = _of(snapshot, self._entry)
        self._answered = self._answered or was_answered(verdict, self._since)
        self._told(verdict, snapshot)
        return snapshot

    def _memory(self) -> Memory:
        stored, key = self._room.memory().on(self._preferences.connections), self._entry.key
        memory = replace(stored, budget=stored.budget.on(self._clock.today()))
        if self._own is None:
            return memory
        mine, theirs = self._own.of(key), memory.of(key)
        if mine.health.attempted_at is not None and is_since(theirs.health.attempted_at, mine.health.attempted_at):
            return memory
        budget = max(memory.budget, self._own.budget.on(self._clock.today()), key=lambda each: each.sent)
        return replace(memory.with_entry(mine), budget=budget)

    def _result(self, verdict: Verdict, snapshot: Snapshot, timeout: timedelta | None) -> Result | None:
        wished_at = self._wished_at.get(Verb.LOOK)
        app_tried = wished_at is not None and self._clock.monotonic() - wished_at >= APP_ANSWERS_WITHIN.total_seconds()
        paused_for_good = self._entry.paused or (snapshot.paused and snapshot.paused_until is None)
        over = end_of(verdict, since=self._since, asked=self._asked or app_tried, paused_for_good=paused_for_good)
        if over is None and self._left(timeout) == timedelta(0):
            return Result.TIMED_OUT if self._answered else Result.UNKNOWN
        return over

    def _wish(self, verdict: Verdict, timeout: timedelta | None) -> None:
        """Let the app look now, and once it is known that the model is away, watch it."""
        if not is_since(verdict.checked_at, self._since):
            self._wish_again(Wish(Verb.LOOK, self._entry.key))
        elif verdict.may_be_awaited and not verdict.awaited:
            until = self._clock.now() + _shorter(WAIT_FOR, self._left(timeout))
            self._wish_again(Wish(Verb.WATCH, self._entry.key, until))

    def _wish_again(self, wish: Wish) -> None:
        now = self._clock.monotonic()
        before = self._wished_at.get(wish.verb)
        if before is None or now - before >= WISH_EVERY.total_seconds():
            self._wished_at[wish.verb] = now
            self._room.wish(wish)

    async def _ask_if_due(self, timeout: timedelta | None) -> bool:
        """Ask, if it is time and nobody else does; whether something came of it."""
        if not self._is_due(self._memory()) or not self._room.take_turn():
            return False
        try:
            memory = self._memory()
            if not self._is_due(memory):  # another process asked meanwhile
                return False
            await self._ask(memory, timeout)
        finally:
            self._room.end_turn()
        return True

    def _is_due(self, memory: Memory) -> bool:
        now, pause = self._clock.now(), memory.pause
        may_ask = self._connection.may_be_asked_again and not self._entry.paused
        if not may_ask or (pause is not None and not pause.is_over(now)):
            return False
        if memory.budget.is_spent(self._preferences.probing.caps):
            return False
        if self._connection.is_costly:
            return costly_due_at(memory.of(self._entry.key), self._preferences.pace_of(self._entry), now) <= now
        # The user wants to know, so a look is due now, unless the answer is young or asked us to wait.
        wanted = replace(memory.of(self._entry.key), look_by=self._since, not_before=None)
        due = due_at(wanted, Role.AWAITED, self._preferences.pace_of(self._entry), now)
        return due is not None and due <= now

    async def _ask(self, memory: Memory, timeout: timedelta | None) -> None:
        """One probe, and what it means for everybody. A wait that ends first counts it as sent."""
        connection, probing = self._connection, self._preferences.probing
        left = memory.budget.requests_left(probing.caps)
        asking = asyncio.create_task(
            ask(self._prober, self._entry, connection, probing.timeout, at_most=min(left, AT_MOST)), name="ask"
        )
        try:
            await self._first_of(asking, self._left(timeout))
        finally:
            if not asking.done():
                asking.cancel()
                await asyncio.gather(asking, return_exceptions=True)
                memory = self._memory()
                self._keep(replace(memory, budget=memory.budget.spend(self._entry.key, 1, usual_of(connection))))
        if asking.cancelled():
            return
        self._asked = True
        self._file(asking.result())

    async def _first_of(self, asking: "asyncio.Task[Evidence | Hindrance]", left: timedelta | None) -> None:
        if left is None:
            await asyncio.wait([asking])
            return
        over = asyncio.create_task(self._clock.sleep(left), name="time-out")
        try:
            await asyncio.wait([asking, over], return_when=asyncio.FIRST_COMPLETED)
        finally:
            over.cancel()
            await asyncio.gather(over, return_exceptions=True)

    def _file(self, asked: Evidence | Hindrance) -> None:
        memory, key = self._memory(), self._entry.key
        if isinstance(asked, Hindrance):
            route = memory.route_of(self._connection)
            self._keep(memory.with_entry(replace(memory.of(key), route=route, hindrance=asked)))
            return
        memory, probed = filed(
            memory, key, self._connection, asked, classify(asked),
            at=self._clock.now(), today=self._clock.today(), chance=self._chance(),
        )  # fmt: skip
        self._keep(memory, probed)

    def _keep(self, memory: Memory, *events: Event) -> None:
        self._own = memory
        if not self._room.app_is_running():  # it writes what it knows, and would not learn from us
            self._room.keep(memory, events)


def _of(snapshot: Snapshot, entry: ModelEntry) -> Verdict:
    verdict = snapshot.verdict(entry.key)
    if verdict is None:
        raise KeyError(entry.key)
    return verdict


def _shorter(one: timedelta, other: timedelta | None) -> timedelta:
    return one if other is None else min(one, other)
