"""Stand-ins for what the monitor needs, by constructor: a scripted prober and page, and a keeper that remembers."""

import asyncio
from dataclasses import dataclass, field
from datetime import timedelta

from fakes.clock import FakeClock
from fakes.domain_values import answered
from vacancy.domain.incident import PageReading, PageState
from vacancy.domain.memory import Memory
from vacancy.domain.sighting import SessionNews
from vacancy.monitor.monitor import Monitor


class ScriptedProber:
    """Answers each model by what a test put into `answers`: evidence, an exception, or a function of the time."""

    def __init__(self, clock, takes=timedelta(seconds=1)):
        self.answers = {}
        self.asked = []
        self._clock = clock
        self.takes = takes

    async def probe(self, entry, _connection, *, timeout, at_most=3):  # noqa: ARG002 - the port's names
        """Take a simulated second, then answer."""
        self.asked.append((entry.id, self._clock.now()))
        await self._clock.sleep(self.takes)
        answer = self.answers.get(entry.id, answered(entry.id))
        if callable(answer):
            answer = answer(self._clock.now())
        if isinstance(answer, Exception):
            raise answer
        return answer

    def times(self, model):
        """When that model was asked, in seconds since the first request of all."""
        first = self.asked[0][1]
        return [(at - first).total_seconds() for name, at in self.asked if name == model]


class ScriptedPage:
    """A page that is read at once, or takes a while."""

    def __init__(self, clock):
        self.reads = []
        self.failing = False
        self.incidents = ()
        self.takes = timedelta(0)
        self._clock = clock

    async def read(self, _url, _models, previous):
        """Readable, or unreachable while `failing`."""
        self.reads.append(self._clock.now())
        if self.takes:
            await self._clock.sleep(self.takes)
        if self.failing:
            return PageReading(PageState.UNREACHABLE, previous.read_at, failures=previous.failures + 1)
        return PageReading(PageState.READABLE, self._clock.now(), incidents=self.incidents)


@dataclass
class RememberingKeeper:
    """Keeps everything in lists."""

    memories: list = field(default_factory=list)
    events: list = field(default_factory=list)

    def save(self, memory):
        """Remember the memory."""
        self.memories.append(memory)

    def record(self, events):
        """Remember the events."""
        self.events += events


class WrittenSessions:
    """Follows what a test lays on the table."""

    def __init__(self, *first):
        self.first = first
        self.followed = []
        self.ended = []
        self._later = asyncio.Queue()

    def write(self, news):
        """Let whoever follows find this next."""
        self._later.put_nowait(news)

    async def follow(self, connection):
        """Tell what was there, then what comes."""
        self.followed.append(connection)
        try:
            for news in self.first or (SessionNews(),):
                yield news
            while True:
                news = await self._later.get()
                if isinstance(news, Exception):
                    raise news
                yield news
        finally:
            self.ended.append(connection)


class ToldLogin:
    """Tells what a test says, and notes whose login was asked for."""

    def __init__(self, news=None):
        self.news = news
        self.asked = []
        self.may_tell = asyncio.Event()
        """Cleared by a test, for a program that takes its time."""
        self.may_tell.set()

    async def look(self, connection):
        """Tell it."""
        self.asked.append(connection.name)
        await self.may_tell.wait()
        if isinstance(self.news, Exception):
            raise self.news
        return self.news


class Watch:
    """A monitor over the stand-ins, with everything it told."""

    def __init__(self, preferences, *, memory=Memory(), clock=None, chance=0.5):
        self.clock = clock or FakeClock()
        self.prober = ScriptedProber(self.clock)
        self.page = ScriptedPage(self.clock)
        self.keeper = RememberingKeeper()
        self.sessions = WrittenSessions()
        self.logins = ToldLogin()
        self.updates = []
        self.monitor = Monitor(
            preferences=preferences,
            memory=memory,
            prober=self.prober,
            page_reader=self.page,
            sessions=self.sessions,
            logins=self.logins,
            keeper=self.keeper,
            clock=self.clock,
            chance=lambda: chance,
            listener=self.updates.append,
        )

    @property
    def notices(self):
        """Everything that was worth an interruption, oldest first."""
        return [notice for update in self.updates for notice in update.notices]

    def states(self, key):
        """The states that were shown of one model, without repetitions."""
        shown = []
        for update in self.updates:
            state = update.snapshot.verdict(key).state
            if not shown or shown[-1] is not state:
                shown.append(state)
        return shown
