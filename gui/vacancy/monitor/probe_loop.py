"""Asking the models: whoever is due, one probe in flight per model, never two starts at once."""

import asyncio
import logging
from collections.abc import Iterable
from datetime import datetime, timedelta

from vacancy.domain.catalog import ConnectionKind, EntryKey, ModelEntry
from vacancy.domain.schedule import REASK, STAGGER, first_check
from vacancy.domain.verdict import Hindrance
from vacancy.errors import KeyStoreError, KeyTrouble
from vacancy.monitor.board import Board
from vacancy.monitor.doorbell import Doorbell
from vacancy.monitor.ports import Clock, Prober
from vacancy.monitor.wake import WakeWatch

_log = logging.getLogger(__name__)

TICK = timedelta(seconds=30)
"""Longest wait between two looks at the clock: claims age, pauses end and machines wake in between."""
AFTER_WAKING = timedelta(seconds=15)
"""The network needs this long after a wake-up; an earlier probe would only learn that."""

HINDRANCES = {
    KeyTrouble.MISSING: Hindrance.KEY_MISSING,
    KeyTrouble.VARIABLE_UNSET: Hindrance.KEY_VARIABLE_UNSET,
    KeyTrouble.UNUSABLE: Hindrance.KEY_UNUSABLE,
    KeyTrouble.LOCKED: Hindrance.KEYRING_LOCKED,
    KeyTrouble.NO_ANSWER: Hindrance.KEYRING_LOCKED,
    KeyTrouble.ABSENT: Hindrance.KEYRING_ABSENT,
}


class ProbeLoop:
    """Starts the probes that the schedule or the user asks for."""

    def __init__(self, board: Board, prober: Prober, clock: Clock) -> None:
        self._board = board
        self._prober = prober
        self._clock = clock
        self._bell = Doorbell()
        self._wake = WakeWatch(clock)
        self._in_flight: dict[EntryKey, asyncio.Task[None]] = {}
        self._asked_for: set[EntryKey] = set()
        self._last_start: datetime | None = None

    def ask(self, keys: Iterable[EntryKey]) -> None:
        """The user wants to know now. An answer younger than `REASK` already is that answer."""
        self._asked_for.update(keys)
        self._bell.ring()

    def reconsider(self) -> None:
        """Settings, keys or a pause changed: look at the schedule again."""
        self._bell.ring()

    async def run(self) -> None:
        """Ask until cancelled; probes that are under way are cancelled with it."""
        self._plan_anew(timedelta(0))
        try:
            while True:
                if self._wake.look() is not None:
                    self._plan_anew(AFTER_WAKING)
                self._start_due()
                self._board.publish()
                await self._bell.wait(self._clock, self._until_next())
        finally:
            await self._end_probes()

    def _plan_anew(self, grace: timedelta) -> None:
        now = self._clock.now()
        for entry in self._board.preferences.models:
            memory = self._board.memory.of(entry.key)
            due = first_check(memory.health, memory.next_check_at, now)
            self._board.postpone(entry, max(due, now + grace))

    def _start_due(self) -> None:
        """Start at most one probe; the others follow `STAGGER` apart."""
        if self._board.paused or self._board.budget_spent:
            self._asked_for.clear()
            return
        now = self._clock.now()
        if now < self._earliest_start(now):
            return
        entry = next((entry for entry in self._board.preferences.models if self._is_due(entry, now)), None)
        if entry is None:
            return
        self._asked_for.discard(entry.key)
        self._last_start = now
        task = asyncio.create_task(self._probe(entry), name=f"probe {entry.key}")
        self._in_flight[entry.key] = task
        task.add_done_callback(lambda _: self._landed(entry.key))

    def _is_due(self, entry: ModelEntry, now: datetime) -> bool:
        if entry.paused or entry.key in self._in_flight:
            return False
        memory = self._board.memory.of(entry.key)
        if entry.key in self._asked_for:
            asked_at = memory.health.attempted_at
            if asked_at is None or not timedelta(0) <= now - asked_at < REASK:
                return True
            self._asked_for.discard(entry.key)
        return memory.next_check_at is None or memory.next_check_at <= now

    def _earliest_start(self, now: datetime) -> datetime:
        if self._last_start is None or self._last_start > now:
            return now
        return self._last_start + STAGGER

    def _until_next(self) -> timedelta:
        if self._board.paused or self._board.budget_spent:
            return TICK
        now = self._clock.now()
        waiting = [entry for entry in self._board.preferences.models if not entry.paused]
        dues = [
            now if entry.key in self._asked_for else self._board.memory.of(entry.key).next_check_at or now
            for entry in waiting
            if entry.key not in self._in_flight
        ]
        due = max(min(dues, default=now + TICK), self._earliest_start(now))
        return min(max(due - now, timedelta(0)), TICK)

    async def _probe(self, entry: ModelEntry) -> None:
        connection = self._board.preferences.connection(entry.connection)
        if connection.kind is ConnectionKind.CODEX:
            self._board.hindered(entry, Hindrance.KIND_UNSUPPORTED)
            return
        try:
            evidence = await self._prober.probe(
                entry,
                connection,
                timeout=self._board.preferences.probing.timeout,
                at_most=self._board.requests_left,
            )
        except KeyStoreError as error:
            _log.warning("key_unavailable connection=%s trouble=%s", connection.name, error.trouble)
            self._board.hindered(entry, HINDRANCES[error.trouble])
        except Exception:  # noqa: BLE001 - the supervisor: a fault of ours in one probe must not end the others
            _log.exception("probe_failed %s", entry.key)
            interval = self._board.preferences.interval_of(entry)
            self._board.postpone(entry, self._clock.now() + interval)
        else:
            if self._board.preferences.entry(entry.key) is not None:
                self._board.probed(entry, evidence)

    def _landed(self, key: EntryKey) -> None:
        self._in_flight.pop(key, None)
        self._bell.ring()

    async def _end_probes(self) -> None:
        tasks = tuple(self._in_flight.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
