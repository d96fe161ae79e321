"""One look at everything, now, without a running app: what `vacancy check` does."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from vacancy.domain.catalog import ConnectionKind, EntryKey, ModelEntry
from vacancy.domain.events import Event, Probed
from vacancy.domain.health import settle_at_once
from vacancy.domain.outcome import classify
from vacancy.domain.preferences import Preferences
from vacancy.domain.schedule import next_check
from vacancy.domain.snapshot import EntryMemory, Memory
from vacancy.domain.verdict import Hindrance
from vacancy.errors import KeyStoreError
from vacancy.monitor.ports import Clock, PageReader, Prober
from vacancy.monitor.probe_loop import HINDRANCES

AT_ONCE = 8
"""Different models asked at the same time; each only once."""


@dataclass(frozen=True, slots=True)
class Look:
    """What one look brought."""

    memory: Memory
    hindrances: dict[EntryKey, Hindrance]
    events: tuple[Event, ...]


class OneLook:
    """Asks each entry once and reads the page once; every answer is believed at once, since nobody asks twice."""

    def __init__(
        self,
        *,
        preferences: Preferences,
        prober: Prober,
        page_reader: PageReader,
        clock: Clock,
        chance: Callable[[], float],
    ) -> None:
        self._preferences = preferences
        self._prober = prober
        self._page_reader = page_reader
        self._clock = clock
        self._chance = chance
        self._hindrances: dict[EntryKey, Hindrance] = {}
        self._events: list[Event] = []

    async def take(self, entries: Sequence[ModelEntry], memory: Memory, *, with_page: bool = True) -> Look:
        """Look, and return what is known afterwards; the daily cap holds here as well."""
        memory = replace(memory, budget=memory.budget.on(self._clock.today()), saved_at=self._clock.now())
        turns = asyncio.Semaphore(AT_ONCE)
        left = self._preferences.probing.daily_requests - memory.budget.sent
        results = asyncio.gather(
            *(
                self._ask(entry, memory.of(entry.key), turns, allowed=index < left)
                for index, entry in enumerate(entries)
            )
        )
        page = self._preferences.status_page
        if with_page and page.url:
            models = tuple(entry.id for entry in self._preferences.models)
            reading = await self._page_reader.read(page.url, models, memory.page_of(page.url))
            memory = memory.with_page(page.url, reading)
        seen = {result.key: result for result in await results}
        kept = tuple(entry for entry in memory.entries if entry.key not in seen)
        sent = sum(event.requests_sent for event in self._events if isinstance(event, Probed))
        memory = replace(memory, entries=(*kept, *seen.values()), budget=memory.budget.spend(sent))
        return Look(memory, self._hindrances, tuple(self._events))

    async def _ask(
        self, entry: ModelEntry, before: EntryMemory, turns: asyncio.Semaphore, *, allowed: bool
    ) -> EntryMemory:
        connection = self._preferences.connection(entry.connection)
        if entry.paused:
            return before
        if connection.kind is ConnectionKind.CODEX:
            self._hindrances[entry.key] = Hindrance.KIND_UNSUPPORTED
            return before
        if not allowed:
            self._hindrances[entry.key] = Hindrance.BUDGET_SPENT
            return before
        try:
            async with turns:
                evidence = await self._prober.probe(entry, connection, timeout=self._preferences.probing.timeout)
        except KeyStoreError as error:
            self._hindrances[entry.key] = HINDRANCES[error.trouble]
            return before
        now, outcome = self._clock.now(), classify(evidence)
        health = settle_at_once(before.health, outcome, now, latency_s=evidence.total_s)
        self._events.append(
            Probed(entry.key, now, outcome, evidence.requests_sent, evidence.total_s, evidence.first_output_s)
        )
        interval = self._preferences.interval_of(entry)
        due = next_check(health, interval=interval, asked_at=now, chance=self._chance())
        return EntryMemory(entry.key, health, due)
