"""One look at everything, now, without a running app: what `vacancy check` does."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from vacancy.domain.budget import Budget, usage_of
from vacancy.domain.catalog import EntryKey, ModelEntry
from vacancy.domain.events import Event, Probed
from vacancy.domain.evidence import Evidence
from vacancy.domain.health import settle_at_once
from vacancy.domain.memory import EntryMemory, Memory
from vacancy.domain.outcome import classify
from vacancy.domain.preferences import Preferences
from vacancy.domain.verdict import Hindrance
from vacancy.monitor.asking import AT_MOST, ask
from vacancy.monitor.ports import Clock, PageReader, Prober

AT_ONCE = 8
"""Different models asked at the same time; each only once."""


@dataclass(frozen=True, slots=True)
class Look:
    """What one look brought."""

    memory: Memory
    events: tuple[Event, ...]
    evidence: tuple[tuple[EntryKey, Evidence], ...] = ()
    """What each model that was asked answered."""


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
        self._left = 0
        self._spare = 0
        """Requests beyond one for each model, for those that do not take the first wording."""
        self._budget = Budget()
        self._events: list[Event] = []
        self._evidence: list[tuple[EntryKey, Evidence]] = []

    async def take(self, entries: Sequence[ModelEntry], memory: Memory, *, with_page: bool = True) -> Look:
        """Look, and return what is known afterwards; the daily cap holds here as well."""
        memory = memory.on(self._preferences.routes)
        self._budget = memory.budget.on(self._clock.today())
        self._left = self._budget.requests_left(self._preferences.probing.caps)
        self._spare = max(0, self._left - sum(not entry.paused for entry in entries))
        turns = asyncio.Semaphore(AT_ONCE)
        asking = asyncio.gather(*(self._ask(entry, memory.of(entry.key), turns) for entry in entries))
        page = self._preferences.status_page
        if with_page and page.url:
            models = tuple(entry.id for entry in self._preferences.models)
            reading = await self._page_reader.read(page.url, models, memory.page_of(page.url))
            memory = memory.with_page(page.url, reading)
        for entry in await asking:
            memory = memory.with_entry(entry)
        return Look(replace(memory, budget=self._budget), tuple(self._events), tuple(self._evidence))

    async def _ask(self, entry: ModelEntry, before: EntryMemory, turns: asyncio.Semaphore) -> EntryMemory:
        if entry.paused:
            return before
        connection = self._preferences.connection(entry.connection)
        async with turns:
            if self._left < 1:
                return replace(before, route=connection.fingerprint, hindrance=Hindrance.BUDGET_SPENT)
            # What is under way is reserved, so that probes at the same time cannot spend the same requests.
            at_most = 1 + min(self._spare, AT_MOST - 1)
            self._left -= at_most
            self._spare -= at_most - 1
            asked = await ask(self._prober, entry, connection, self._preferences.probing.timeout, at_most=at_most)
            unused = at_most - (0 if isinstance(asked, Hindrance) else asked.requests_sent)
            self._left += unused
            self._spare += min(unused, at_most - 1)
        if isinstance(asked, Hindrance):
            return replace(before, route=connection.fingerprint, hindrance=asked)
        return self._filed(entry, before, asked, connection.fingerprint)

    def _filed(self, entry: ModelEntry, before: EntryMemory, evidence: Evidence, route: str) -> EntryMemory:
        now, outcome = self._clock.now(), classify(evidence)
        self._budget = self._budget.spend(entry.key, evidence.requests_sent, usage_of(evidence))
        self._evidence.append((entry.key, evidence))
        self._events.append(Probed.of(entry.key, now, outcome, evidence))
        health = settle_at_once(before.health, outcome, now, latency_s=evidence.total_s)
        return EntryMemory(entry.key, health, route, self._chance())
