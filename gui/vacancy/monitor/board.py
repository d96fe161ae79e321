"""The board: what is remembered, what is claimed, and the one place where either changes.

The loops report what they saw (`probed`, `hindered`, `page_read`); the board turns it into memory, composes the
snapshot, finds out what is news, hands the memory to the keeper, and tells the one listener. It runs in the
event loop's thread only and never waits for anything.
"""

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from vacancy.domain.alerting import Notice, consider
from vacancy.domain.catalog import EntryKey, ModelEntry
from vacancy.domain.events import Event, Probed, StateChanged
from vacancy.domain.evidence import Evidence
from vacancy.domain.health import advance
from vacancy.domain.incident import PageReading
from vacancy.domain.outcome import Outcome, classify
from vacancy.domain.preferences import Preferences
from vacancy.domain.schedule import next_check
from vacancy.domain.snapshot import EntryMemory, Memory, Pause, Snapshot, compose
from vacancy.domain.verdict import Hindrance
from vacancy.monitor.ports import Clock, Keeper

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Update:
    """What a front end is told: the new snapshot, and what is worth an interruption."""

    snapshot: Snapshot
    notices: tuple[Notice, ...] = ()


Listener = Callable[[Update], None]


class Board:
    """Single writer of the memory and of the snapshot."""

    def __init__(
        self,
        *,
        preferences: Preferences,
        memory: Memory,
        keeper: Keeper,
        clock: Clock,
        chance: Callable[[], float],
        listener: Listener,
    ) -> None:
        self._preferences = preferences
        self._memory = memory
        self._keeper = keeper
        self._clock = clock
        self._chance = chance
        self._listener = listener
        self._hindrances: dict[EntryKey, Hindrance] = {}
        self._problem: str | None = None
        self._snapshot = self._compose()

    @property
    def preferences(self) -> Preferences:
        """The settings in force."""
        return self._preferences

    @property
    def memory(self) -> Memory:
        """What is remembered."""
        return self._memory

    @property
    def snapshot(self) -> Snapshot:
        """The snapshot as it was last published."""
        return self._snapshot

    @property
    def paused(self) -> bool:
        """Nothing may be sent."""
        pause = self._memory.pause
        return pause is not None and not pause.is_over(self._clock.now())

    @property
    def budget_spent(self) -> bool:
        """The daily cap is reached."""
        return self._memory.budget.on(self._clock.today()).is_spent(self._preferences.probing.daily_requests)

    @property
    def requests_left(self) -> int:
        """Requests that the daily cap still allows today."""
        budget = self._memory.budget.on(self._clock.today())
        return max(0, self._preferences.probing.daily_requests - budget.sent)

    def probed(self, entry: ModelEntry, evidence: Evidence) -> None:
        """A probe came back: file what it means, and publish."""
        now = self._clock.now()
        outcome = classify(evidence)
        self._hindrances.pop(entry.key, None)
        before = self._memory.of(entry.key)
        health = advance(before.health, outcome, now, latency_s=evidence.total_s)
        interval = self._preferences.interval_of(entry)
        due = next_check(health, interval=interval, asked_at=now, chance=self._chance())
        self._remember(EntryMemory(entry.key, health, due))
        self._spend(evidence.requests_sent)
        _log.debug("probed %s kind=%s rule=%s total_s=%s", entry.key, outcome.kind, outcome.rule, evidence.total_s)
        self.publish(_probed(entry.key, now, outcome, evidence))

    def hindered(self, entry: ModelEntry, hindrance: Hindrance) -> None:
        """A model could not be asked, and nothing was sent."""
        self._hindrances[entry.key] = hindrance
        self.postpone(entry, self._clock.now() + self._preferences.interval_of(entry))
        self.publish()

    def postpone(self, entry: ModelEntry, due: datetime) -> None:
        """Ask that model at another time."""
        self._remember(replace(self._memory.of(entry.key), next_check_at=due))

    def page_read(self, url: str, reading: PageReading) -> None:
        """The status page was read, or could not be."""
        self._memory = self._memory.with_page(url, reading)
        self.publish()

    def hold(self, pause: Pause | None) -> None:
        """Pause everything, or go on with None."""
        self._memory = replace(self._memory, pause=pause)
        self.publish()

    def prefer(self, preferences: Preferences) -> None:
        """Take new settings; what is known of entries that stay listed is kept."""
        self._preferences = preferences
        listed = {entry.key for entry in preferences.models}
        self._hindrances = {key: value for key, value in self._hindrances.items() if key in listed}
        self.publish()

    def forget_hindrances(self) -> None:
        """The user did something about the keys: try again."""
        self._hindrances.clear()
        self.publish()

    def report(self, problem: str | None) -> None:
        """Say something about Vacancy itself, or take it back with None."""
        if problem != self._problem:
            self._problem = problem
            self.publish()

    def publish(self, *events: Event) -> None:
        """Compose the snapshot, find out what is news, keep it and tell it; silent when nothing changed."""
        now = self._clock.now()
        before, after = self._snapshot, self._compose()
        alerts = consider(
            self._memory.alerts,
            after.models,
            after.recommendation,
            preferences=self._preferences.notifications,
            now=now,
        )
        remembered = replace(self._memory, alerts=alerts.memory, recommendation=after.recommendation)
        changed = replace(after, taken_at=before.taken_at) != before
        if not changed and not events and remembered == self._memory:
            return
        self._snapshot, self._memory = after, replace(remembered, saved_at=now)
        changes = tuple(_changes(before, after))
        for change in changes:
            _log.info("state_changed %s %s -> %s", change.key, change.before, change.after)
        self._keeper.save(self._memory)
        self._keeper.record((*events, *changes))
        self._listener(Update(after, alerts.notices))

    def _compose(self) -> Snapshot:
        spent = self.budget_spent
        hindrances = dict(self._hindrances)
        if spent:
            hindrances = {entry.key: Hindrance.BUDGET_SPENT for entry in self._preferences.models} | hindrances
        self._memory = replace(self._memory, budget=self._memory.budget.on(self._clock.today()))
        return compose(
            self._memory,
            self._preferences,
            now=self._clock.now(),
            hindrances=hindrances,
            problem=self._problem,
        )

    def _remember(self, entry: EntryMemory) -> None:
        others = tuple(other for other in self._memory.entries if other.key != entry.key)
        self._memory = replace(self._memory, entries=(*others, entry))

    def _spend(self, requests: int) -> None:
        budget = self._memory.budget.on(self._clock.today()).spend(requests)
        self._memory = replace(self._memory, budget=budget)


def _changes(before: Snapshot, after: Snapshot) -> Iterable[StateChanged]:
    known = {verdict.key: verdict.state for verdict in before.models}
    for verdict in after.models:
        if verdict.key in known and known[verdict.key] is not verdict.state:
            yield StateChanged(verdict.key, after.taken_at, known[verdict.key], verdict.state)


def _probed(key: EntryKey, at: datetime, outcome: Outcome, evidence: Evidence) -> Probed:
    return Probed(key, at, outcome, evidence.requests_sent, evidence.total_s, evidence.first_output_s)
