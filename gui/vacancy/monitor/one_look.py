"""One look at everything, now, without a running app: what `vacancy check` does."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace

from vacancy.domain.budget import Budget, usage_of
from vacancy.domain.catalog import ConnectionKind, EntryKey, ModelEntry
from vacancy.domain.events import Event, Probed
from vacancy.domain.evidence import Evidence
from vacancy.domain.health import settle_at_once
from vacancy.domain.memory import EntryMemory, Memory
from vacancy.domain.outcome import classify
from vacancy.domain.preferences import Preferences
from vacancy.domain.verdict import Hindrance
from vacancy.domain.witnessing import after_news
from vacancy.monitor.asking import AT_MOST, ask
from vacancy.monitor.ports import Clock, LoginReader, PageReader, Prober, SessionSource

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
        sessions: SessionSource,
        logins: LoginReader,
        clock: Clock,
        chance: Callable[[], float],
    ) -> None:
        self._preferences = preferences
        self._prober = prober
        self._page_reader = page_reader
        self._sessions = sessions
        self._logins = logins
        self._clock = clock
        self._chance = chance
        self._left = 0
        self._spare = 0
        """Requests beyond one for each model, for those that do not take the first wording."""
        self._budget = Budget()
        self._memory = Memory()
        self._events: list[Event] = []
        self._evidence: list[tuple[EntryKey, Evidence]] = []

    async def take(
        self, entries: Sequence[ModelEntry], memory: Memory, *, with_page: bool = True, named: bool = False
    ) -> Look:
        """Look, and return what is known afterwards; the daily cap holds here as well.

        What other programs wrote down is read first, and costs nothing. They are asked themselves only where `named`
        says that the user means just these models.
        """
        memory = self._memory = await self._with_sessions(memory.on(self._preferences.connections), entries)
        self._budget = memory.budget.on(self._clock.today())
        self._left = self._budget.requests_left(self._preferences.probing.caps)
        self._spare = max(0, self._left - sum(not entry.paused for entry in entries))
        turns = asyncio.Semaphore(AT_ONCE)
        asked = [entry for entry in entries if named or not self._preferences.connection(entry.connection).is_costly]
        asking = asyncio.gather(*(self._ask(entry, memory.of(entry.key), turns) for entry in asked))
        page = self._preferences.status_page
        if with_page and page.url:
            models = tuple(entry.id for entry in self._preferences.models)
            reading = await self._page_reader.read(page.url, models, memory.page_of(page.url))
            memory = memory.with_page(page.url, reading)
        for entry in await asking:
            memory = memory.with_entry(entry)
        return Look(replace(memory, budget=self._budget), tuple(self._events), tuple(self._evidence))

    async def _with_sessions(self, memory: Memory, entries: Sequence[ModelEntry]) -> Memory:
        for connection in self._preferences.connections:
            if connection.kind is not ConnectionKind.CODEX or all(e.connection != connection.name for e in entries):
                continue
            async with aclosing(self._sessions.follow(connection)) as following:
                news = [await anext(following)]
            if connection.may_be_asked and (told := await self._logins.look(connection)) is not None:
                news.append(told)
            for each in news:
                memory, events = after_news(
                    memory, self._preferences, connection.name, each, now=self._clock.now(), chance=self._chance
                )
                self._events.extend(events)
        return memory

    async def _ask(self, entry: ModelEntry, before: EntryMemory, turns: asyncio.Semaphore) -> EntryMemory:
        if entry.paused:
            return before
        connection = self._preferences.connection(entry.connection)
        async with turns:
            if self._left < 1:
                return replace(before, route=self._route(entry), hindrance=Hindrance.BUDGET_SPENT)
            # What is under way is reserved, so that probes at the same time cannot spend the same requests.
            at_most = 1 + min(self._spare, AT_MOST - 1)
            self._left -= at_most
            self._spare -= at_most - 1
            asked = await ask(self._prober, entry, connection, self._preferences.probing.timeout, at_most=at_most)
            unused = at_most - (0 if isinstance(asked, Hindrance) else asked.requests_sent)
            self._left += unused
            self._spare += min(unused, at_most - 1)
        if isinstance(asked, Hindrance):
            return replace(before, route=self._route(entry), hindrance=asked)
        return self._filed(entry, before, asked)

    def _route(self, entry: ModelEntry) -> str:
        return self._memory.route_of(self._preferences.connection(entry.connection))

    def _filed(self, entry: ModelEntry, before: EntryMemory, evidence: Evidence) -> EntryMemory:
        now, outcome = self._clock.now(), classify(evidence)
        self._budget = self._budget.spend(entry.key, evidence.requests_sent, usage_of(evidence))
        self._evidence.append((entry.key, evidence))
        self._events.append(Probed.of(entry.key, now, outcome, evidence))
        health = settle_at_once(before.health, outcome, now, latency_s=evidence.total_s)
        return EntryMemory(entry.key, health, self._route(entry), self._chance())
