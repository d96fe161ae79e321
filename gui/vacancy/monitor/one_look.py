"""One look at everything, now, without a running app: what `vacancy check` does."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from datetime import timedelta

from vacancy.domain.catalog import Connection, ConnectionKind, EntryKey, ModelEntry
from vacancy.domain.events import Event
from vacancy.domain.evidence import Evidence
from vacancy.domain.filing import filed
from vacancy.domain.memory import Memory
from vacancy.domain.outcome import classify
from vacancy.domain.preferences import Preferences
from vacancy.domain.schedule import REASK
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
        memory = await self._with_sessions(memory.on(self._preferences.connections), entries)
        self._memory = replace(memory, budget=memory.budget.on(self._clock.today()))
        self._left = self._memory.budget.requests_left(self._preferences.probing.caps)
        self._spare = max(0, self._left - sum(not entry.paused for entry in entries))
        turns = asyncio.Semaphore(AT_ONCE)
        asked = [entry for entry in entries if self._is_asked(entry, named=named)]
        asking = asyncio.gather(*(self._ask(entry, turns) for entry in asked if not entry.paused))
        page = self._preferences.status_page
        if with_page and page.url:
            models = tuple(entry.id for entry in self._preferences.models)
            reading = await self._page_reader.read(page.url, models, memory.page_of(page.url))
            self._memory = self._memory.with_page(page.url, reading)
        await asking
        return Look(self._memory, tuple(self._events), tuple(self._evidence))

    def _is_asked(self, entry: ModelEntry, *, named: bool) -> bool:
        """Where a question costs thousands of tokens it has to be meant, and a young answer is the answer."""
        if not self._preferences.connection(entry.connection).is_costly:
            return True
        asked_at = self._memory.of(entry.key).health.attempted_at
        return named and not (asked_at is not None and timedelta(0) <= self._clock.now() - asked_at < REASK)

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

    async def _ask(self, entry: ModelEntry, turns: asyncio.Semaphore) -> None:
        connection = self._preferences.connection(entry.connection)
        async with turns:
            if self._left < 1:
                self._hinder(entry, connection, Hindrance.BUDGET_SPENT)
                return
            # What is under way is reserved, so that probes at the same time cannot spend the same requests.
            at_most = 1 + min(self._spare, AT_MOST - 1)
            self._left -= at_most
            self._spare -= at_most - 1
            asked = await ask(self._prober, entry, connection, self._preferences.probing.timeout, at_most=at_most)
            unused = at_most - (0 if isinstance(asked, Hindrance) else asked.requests_sent)
            self._left += unused
            self._spare += min(unused, at_most - 1)
        if isinstance(asked, Hindrance):
            self._hinder(entry, connection, asked)
        else:
            self._file(entry, connection, asked)

    def _hinder(self, entry: ModelEntry, connection: Connection, hindrance: Hindrance) -> None:
        known = replace(self._memory.of(entry.key), route=self._memory.route_of(connection), hindrance=hindrance)
        self._memory = self._memory.with_entry(known)

    def _file(self, entry: ModelEntry, connection: Connection, evidence: Evidence) -> None:
        self._memory, probed = filed(
            self._memory, entry.key, connection, evidence, classify(evidence),
            at=self._clock.now(), today=self._clock.today(), chance=self._chance(), at_once=True,
        )  # fmt: skip
        self._evidence.append((entry.key, evidence))
        self._events.append(probed)
