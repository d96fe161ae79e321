"""Asking the models: whoever is due, one probe in flight per model, never two starts at once."""

import asyncio
import logging
from collections.abc import Iterable
from datetime import datetime, timedelta

from vacancy.domain.catalog import Connection, EntryKey, ModelEntry
from vacancy.domain.schedule import REASK, STAGGER
from vacancy.domain.verdict import Hindrance
from vacancy.monitor.asking import AT_MOST, ask
from vacancy.monitor.board import Board
from vacancy.monitor.doorbell import Doorbell
from vacancy.monitor.ports import Clock, Prober
from vacancy.monitor.wake import WakeWatch

_logger = logging.getLogger(__name__)

TICK = timedelta(seconds=30)
"""Longest wait between two looks at the clock: claims age, pauses end and machines wake in between."""


class ProbeLoop:
    """Starts the probes that the schedule or the user asks for."""

    def __init__(self, board: Board, prober: Prober, clock: Clock) -> None:
        self._board = board
        self._prober = prober
        self._clock = clock
        self._bell = Doorbell()
        self._wake = WakeWatch(clock)
        self._in_flight: dict[EntryKey, asyncio.Task[None]] = {}
        self._allowed: dict[EntryKey, int] = {}
        """Requests that each probe under way may send; they count against the cap until it is known how many it was."""
        self._outdated: set[EntryKey] = set()
        """Models under way with a key that was changed meanwhile."""
        self._asked_for: set[EntryKey] = set()
        self._last_start: datetime | None = None

    def ask(self, keys: Iterable[EntryKey]) -> None:
        """The user wants to know now. An answer younger than `REASK` already is that answer."""
        self._asked_for.update(keys)
        self._bell.ring()

    def reconsider(self) -> None:
        """Settings, keys or a pause changed: look at the schedule again."""
        self._bell.ring()

    def outdate(self, connection: str) -> None:
        """The key of that connection changed: what is under way with the old one says nothing any more."""
        self._outdated.update(key for key in self._in_flight if key.connection == connection)

    async def run(self) -> None:
        """Ask until cancelled; probes that are under way are cancelled with it."""
        self._board.look_afresh(self._clock.now())
        try:
            while True:
                if self._wake.look() is not None:
                    self._board.let_settle()
                self._board.publish()
                self._start_due()
                await self._bell.wait(self._clock, self._until_next())
        finally:
            await self._end_probes()

    def _start_due(self) -> None:
        """Start at most one probe; the others follow `STAGGER` apart."""
        if self._board.paused or self._board.asleep or self._board.budget_spent:
            self._asked_for.clear()
            return
        self._asked_for.intersection_update(entry.key for entry in self._board.preferences.models)
        now = self._clock.now()
        if now < self._earliest_start(now) or not self._requests_left:
            return
        entry = next((entry for entry in self._board.preferences.models if self._is_due(entry, now)), None)
        if entry is None:
            return
        self._asked_for.discard(entry.key)
        self._last_start = now
        self._allowed[entry.key] = min(self._requests_left, AT_MOST)
        task = asyncio.create_task(self._probe(entry), name=f"probe {entry.key}")
        self._in_flight[entry.key] = task
        task.add_done_callback(lambda _: self._landed(entry.key))

    def _is_due(self, entry: ModelEntry, now: datetime) -> bool:
        if entry.key in self._in_flight:
            return False
        if entry.paused:
            self._asked_for.discard(entry.key)
            return False
        if entry.key in self._asked_for:
            asked_at = self._board.memory.of(entry.key).health.attempted_at
            if asked_at is None or not timedelta(0) <= now - asked_at < REASK:
                return True
            self._asked_for.discard(entry.key)
        due = self._due(entry.key)
        return due is not None and due <= now

    def _due(self, key: EntryKey) -> datetime | None:
        """When the snapshot says that it is asked next; None for one that is not asked at all."""
        verdict = self._board.snapshot.verdict(key)
        return None if verdict is None else verdict.next_check_at

    def _earliest_start(self, now: datetime) -> datetime:
        if self._last_start is None or self._last_start > now:
            return now
        return self._last_start + STAGGER

    @property
    def _requests_left(self) -> int:
        """What the cap allows besides what is under way."""
        return max(self._board.requests_left - sum(self._allowed.values()), 0)

    def _until_next(self) -> timedelta:
        if self._board.paused or self._board.asleep or not self._requests_left:
            return TICK
        now = self._clock.now()
        free = [entry.key for entry in self._board.preferences.models if entry.key not in self._in_flight]
        dues = [now if key in self._asked_for else self._due(key) for key in free]
        due = max(min((due for due in dues if due is not None), default=now + TICK), self._earliest_start(now))
        return min(max(due - now, timedelta(0)), TICK)

    async def _probe(self, entry: ModelEntry) -> None:
        preferences = self._board.preferences
        connection = preferences.connection(entry.connection)
        allowed = self._allowed[entry.key]
        asked_at = self._clock.now()
        try:
            asked = await ask(self._prober, entry, connection, preferences.probing.timeout, at_most=allowed)
        except Exception:  # a fault of ours in one probe must not end the others
            _logger.exception("probe_failed %s", entry.key)
            self._board.postpone(entry)
            return
        if not self._still_wanted(entry, connection):
            if not isinstance(asked, Hindrance):
                self._board.count(entry, asked)
        elif isinstance(asked, Hindrance):
            self._board.hindered(entry, asked)
        else:
            self._board.probed(entry, asked, asked_at=asked_at)

    def _still_wanted(self, entry: ModelEntry, connection: Connection) -> bool:
        """The entry is still listed, and on the route that was asked, with the key that is in use."""
        if entry.key in self._outdated:
            return False
        preferences = self._board.preferences
        return preferences.entry(entry.key) is not None and preferences.connection(entry.connection) == connection

    def _landed(self, key: EntryKey) -> None:
        self._in_flight.pop(key, None)
        self._allowed.pop(key, None)
        self._outdated.discard(key)
        self._bell.ring()

    async def _end_probes(self) -> None:
        tasks = tuple(self._in_flight.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
