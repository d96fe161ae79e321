"""The policies that are played against the same traces, and what each of them did."""

from dataclasses import dataclass, field
from datetime import timedelta

from fakes.domain_values import CONNECTION, answered, refused
from traces import START, Truth, answers
from vacancy.domain.alerting import NoticeKind
from vacancy.domain.catalog import ModelEntry
from vacancy.domain.incident import Incident, PageReading, PageState
from vacancy.domain.memory import Memory
from vacancy.domain.preferences import Preferences
from vacancy.domain.schedule import STAGGER
from vacancy.domain.verdict import State
from vacancy.monitor.board import Board

MODELS = ("first", "second", "third", "fourth")
PAGE = "https://status.example"
LATENCY = timedelta(seconds=1)
ASLEEP_FROM, AWAKE_AT = 1, 7
LONGEST_STEP = timedelta(minutes=2)
"""Claims grow old without any news; the app looks at them now and then, and so does the play."""


def is_asleep(moment):
    """The laptop's lid is closed."""
    return ASLEEP_FROM <= moment.hour < AWAKE_AT


def wakes_at(moment):
    """When it is opened again."""
    return moment.replace(hour=AWAKE_AT, minute=0, second=0, microsecond=0) if is_asleep(moment) else moment


@dataclass
class Tally:
    """What one policy did."""

    requests: int = 0
    told: list = field(default_factory=list)
    """(moment, model) of each "is back"."""
    recommended: list = field(default_factory=list)
    """(moment, model or None) at each change."""
    seen_down: list = field(default_factory=list)
    """(moment, model) whenever a model was claimed, or found, to be down."""
    last_asked: dict = field(default_factory=dict)
    shortest_gap_s: float = 1e9
    by_day: dict = field(default_factory=dict)

    def ask(self, moment, model):
        """Count one request."""
        self.requests += 1
        if model in self.last_asked:
            self.shortest_gap_s = min(self.shortest_gap_s, (moment - self.last_asked[model]).total_seconds())
        self.last_asked[model] = moment
        self.by_day[moment.date()] = self.by_day.get(moment.date(), 0) + 1

    def recommend(self, moment, model):
        """Note the recommendation when it changed."""
        if not self.recommended or self.recommended[-1][1] != model:
            self.recommended.append((moment, model))


class VirtualClock:
    """The time of the play."""

    def __init__(self):
        self.moment = START

    def now(self):
        """The virtual wall clock."""
        return self.moment

    def today(self):
        """The virtual day."""
        return self.moment.date()

    def local_time(self):
        """The virtual time of day."""
        return self.moment.time()


class Vacancy:
    """The real board (health, verdict, recommendation, schedule, alerting) with default settings on a virtual clock."""

    def __init__(self, traces, page, rng, *, awaiting=False):
        self.tally = Tally()
        self._traces = traces
        self._page = list(page)
        self._rng = rng
        self._awaiting = awaiting
        self._clock = VirtualClock()
        self._last_start = START - STAGGER
        preferences = Preferences(
            connections=(CONNECTION,), models=tuple(ModelEntry(CONNECTION.name, name) for name in MODELS)
        )
        self._entries = {entry.key: entry for entry in preferences.models}
        self._good, self._full = {name: answered(name) for name in MODELS}, refused()
        self._board = Board(
            preferences=preferences,
            memory=Memory(),
            keeper=self,
            clock=self._clock,
            chance=rng.random,
            listener=self._told,
        )

    def play(self, days):
        """Play to the end."""
        self._board.look_afresh(self._clock.moment)
        while self._clock.moment < START + timedelta(days=days):
            self._read_page()
            self._board.publish()
            if self._awaiting:
                self._await_the_first()
            self._step()
        return self.tally

    def save(self, memory):
        """The board's keeper: nothing is kept."""

    def record(self, events):
        """Nothing is kept."""

    def _step(self):
        """Ask whoever is due, or let time pass until somebody is."""
        clock, due = self._clock, self._next_due()
        moment = clock.moment + LONGEST_STEP if due is None else max(due[0], self._last_start + STAGGER, clock.moment)
        if is_asleep(moment):
            clock.moment = wakes_at(moment)
            self._board.look_afresh(clock.moment + timedelta(seconds=15))
        elif due is None or moment - clock.moment > LONGEST_STEP:
            clock.moment += LONGEST_STEP
        else:
            clock.moment = self._last_start = moment
            self._ask(due[1])

    def _next_due(self):
        if self._board.budget_spent:
            return None
        dues = [(each.next_check_at, each.key) for each in self._board.snapshot.models if each.next_check_at]
        return min(dues, default=None)

    def _ask(self, key):
        name = key.model
        self.tally.ask(self._clock.moment, name)
        ok = answers(self._rng, self._traces[name].at(self._clock.moment))
        self._clock.moment += LATENCY
        self._board.probed(self._entries[key], self._good[name] if ok else self._full)

    def _read_page(self):
        """The page as it is at this moment; it lags, and it misses some outages."""
        while self._page and self._page[0][0] <= self._clock.moment:
            _, open_incidents = self._page.pop(0)
            incidents = tuple(
                Incident(f"{model}", f"Errors on {model}", "investigating", "minor", models=(model,))
                for model in open_incidents
            )
            reading = PageReading(PageState.READABLE, self._clock.moment, incidents=incidents)
            self._board.page_read(self._board.preferences.status_page.url, reading)

    def _await_the_first(self):
        first = self._board.snapshot.models[0]
        if first.state is State.AT_CAPACITY and not first.awaited:
            self._board.watch(first.key, self._clock.moment + timedelta(hours=24))

    def _told(self, update):
        moment = self._clock.moment
        for notice in update.notices:
            if notice.kind is NoticeKind.RECOVERED:
                self.tally.told.append((moment, notice.about.model))
        for verdict in update.snapshot.models:
            if verdict.state is State.AT_CAPACITY:
                self.tally.seen_down.append((moment, verdict.key.model))
        found = update.snapshot.recommendation.key
        self.tally.recommend(moment, found.model if found else None)


def play_fixed(traces, days, rng, interval, *, back_off=()):
    """Every model at a fixed interval; back at the first success, recommended while its last answer was one."""
    tally = Tally()
    due = {name: START + index * STAGGER for index, name in enumerate(MODELS)}
    last = dict.fromkeys(MODELS)
    setbacks = dict.fromkeys(MODELS, 0)
    while True:
        name = min(due, key=due.get)
        moment = due[name]
        if moment >= START + timedelta(days=days):
            return tally
        if is_asleep(moment):
            due[name] = wakes_at(moment) + MODELS.index(name) * STAGGER
            continue
        tally.ask(moment, name)
        ok = answers(rng, traces[name].at(moment))
        if ok and last[name] is False:
            tally.told.append((moment + LATENCY, name))
        if not ok:
            tally.seen_down.append((moment, name))
        last[name] = ok
        setbacks[name] = 0 if ok else setbacks[name] + 1
        wait = back_off[min(setbacks[name], len(back_off)) - 1] if setbacks[name] and back_off else interval
        due[name] = moment + LATENCY + wait
        tally.recommend(moment + LATENCY, next((model for model in MODELS if last[model]), None))


def play_oracle(traces, days):
    """The bound: it knows when each outage begins and ends, and asks once then. No schedule can be better."""
    tally = Tally()
    end = START + timedelta(days=days)
    edges = sorted({moment for trace in traces.values() for moment in trace.starts if moment < end})
    for edge in edges:
        moment = wakes_at(edge)
        for name in MODELS:
            if edge not in traces[name].starts:
                continue
            tally.requests += 1
            if traces[name].at(edge) is Truth.DOWN:
                tally.seen_down.append((edge, name))
            elif traces[name].just_ended(edge):
                tally.told.append((moment + LATENCY, name))
        up = next((name for name in MODELS if traces[name].at(edge) is not Truth.DOWN), None)
        tally.recommend(edge, up)
    return tally
