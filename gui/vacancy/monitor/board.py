"""The board: what is remembered, what is claimed, and the one place where either changes.

The loops report what they saw (`probed`, `hindered`, `page_read`); the board turns it into memory, composes the
snapshot, finds out what is news, hands the memory to the keeper, and tells the one listener, and outlives a failure
of either. It runs in the event loop's thread only and never waits for anything.
"""

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from vacancy.domain.alerting import Alerts, Notice, NoticeKind, Occasion, consider
from vacancy.domain.catalog import EntryKey, ModelEntry
from vacancy.domain.events import Event, StateChanged
from vacancy.domain.evidence import Evidence
from vacancy.domain.filing import charged, filed
from vacancy.domain.incident import PageReading
from vacancy.domain.memory import Memory, Pause, Watch
from vacancy.domain.outcome import Kind, classify
from vacancy.domain.preferences import Preferences
from vacancy.domain.presence import LESS, PRESENT, SETTLES_IN, Presence, Restraint, came_back, reconnected
from vacancy.domain.schedule import REASK, wants_fresh_look
from vacancy.domain.sighting import SessionNews
from vacancy.domain.snapshot import Snapshot, compose
from vacancy.domain.verdict import Hindrance
from vacancy.domain.witnessing import after_news
from vacancy.monitor.ports import Clock, Keeper

_logger = logging.getLogger(__name__)


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
        self._problem: str | None = None
        self._presence = PRESENT
        self._settles_at: datetime | None = None
        """When the network can be trusted again after the last time that the machine woke or was reconnected."""
        self._memory = memory.on(preferences.connections)
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
        return self._memory.budget.on(self._clock.today()).is_spent(self._preferences.probing.caps)

    @property
    def requests_left(self) -> int:
        """Requests that the daily caps still allow today."""
        return self._memory.budget.on(self._clock.today()).requests_left(self._preferences.probing.caps)

    @property
    def asleep(self) -> bool:
        """The machine sleeps or is about to: nothing may be sent, whoever asks."""
        return self._presence.asleep

    @property
    def reads_page(self) -> bool:
        """The status page may be read now."""
        resting = self._snapshot.held.restraint is Restraint.PAUSE or self._presence.online is False
        return not self.paused and not resting and self.was_settled(self._clock.now())

    @property
    def page_stretch(self) -> int:
        """How many times as long the page is left alone."""
        return LESS if self._snapshot.held.restraint is Restraint.LESS else 1

    def was_settled(self, asked_at: datetime) -> bool:
        """Whether a failure to reach anything, asked then, is a sign of more than the waking of this machine."""
        return not self.asleep and (self._settles_at is None or asked_at >= self._settles_at)

    def probed(self, entry: ModelEntry, evidence: Evidence, *, asked_at: datetime | None = None) -> None:
        """A probe came back: file what it means, and publish."""
        now, outcome, connection = self._clock.now(), classify(evidence), self._preferences.connection(entry.connection)
        if outcome.kind is Kind.NETWORK and not self.was_settled(asked_at or now):
            before = self._memory.of(entry.key)
            self._look(entry, by=before.look_by, not_before=max(before.not_before or now, now + REASK))
            self.count(entry, evidence)
            return
        if outcome.kind is not Kind.NETWORK and connection.travels:
            # Whoever said that the network is gone was wrong.
            self._presence = replace(self._presence, online=self._presence.online or None)
        self._memory, probed = filed(
            self._memory, entry.key, connection, evidence, outcome,
            at=now, today=self._clock.today(), chance=self._chance(),
        )  # fmt: skip
        _logger.debug("probed %s kind=%s rule=%s total_s=%s", entry.key, outcome.kind, outcome.rule, evidence.total_s)
        self.publish(probed)

    def sighted(self, connection: str, news: SessionNews) -> None:
        """Another program wrote down what it met on that connection; no request of ours, and none is counted."""
        self._memory, events = after_news(
            self._memory, self._preferences, connection, news, now=self._clock.now(), chance=self._chance
        )
        self.publish(*events)

    def _route(self, entry: ModelEntry) -> str:
        return self._memory.route_of(self._preferences.connection(entry.connection))

    def count(self, entry: ModelEntry, evidence: Evidence) -> None:
        """A probe came back that says nothing any more, but was sent."""
        connection = self._preferences.connection(entry.connection)
        self._memory = charged(self._memory, entry.key, connection, evidence, today=self._clock.today())
        self.publish()

    def hindered(self, entry: ModelEntry, hindrance: Hindrance) -> None:
        """A model could not be asked, and nothing was sent."""
        self.postpone(entry, hindrance)
        self.publish()

    def postpone(self, entry: ModelEntry, hindrance: Hindrance | None = None) -> None:
        """Nothing came of asking that model: try again an interval later."""
        later = self._clock.now() + self._preferences.pace_of(entry).interval
        memory = replace(self._memory.of(entry.key), route=self._route(entry), not_before=later, hindrance=hindrance)
        self._memory = self._memory.with_entry(memory)

    def look_afresh(self, by: datetime) -> None:
        """Time passed unseen: ask by then whoever was not asked in the last minutes."""
        now = self._clock.now()
        for entry in self._preferences.models:
            memory = self._memory.of(entry.key)
            if wants_fresh_look(memory.health, now):
                self._look(entry, by=by, not_before=by)

    def perceive(self, presence: Presence) -> bool:
        """The user came or went, or the machine or its network did; whether that calls for a look at the page."""
        before, self._presence = self._presence, presence
        was_held = self._snapshot.held.restraint is not Restraint.NONE
        if reconnected(before, presence):
            self.let_settle()
        elif came_back(before, presence):
            now = self._clock.now()
            self.look_afresh(max(now, self._settles_at or now))
        self.publish()
        is_held = self._snapshot.held.restraint is not Restraint.NONE
        return reconnected(before, presence) or (was_held and not is_held)

    def let_settle(self) -> None:
        """The machine woke or its network came back: ask nobody yet, and then whoever was not asked lately."""
        self._presence = replace(self._presence, asleep=False)
        self._settles_at = self._clock.now() + SETTLES_IN
        for entry in self._preferences.models:
            self._look(entry, by=self._memory.of(entry.key).look_by, not_before=self._settles_at)
        self.look_afresh(self._settles_at)

    def _look(self, entry: ModelEntry, *, by: datetime | None, not_before: datetime | None) -> None:
        memory = replace(self._memory.of(entry.key), route=self._route(entry), look_by=by, not_before=not_before)
        self._memory = self._memory.with_entry(memory)

    def look_soon(self, key: EntryKey) -> None:
        """Ask that listed model as soon as the schedule allows; an answer that is younger than `REASK` will do."""
        memory, by = self._memory.of(key), self._clock.now() - REASK
        route = self._memory.route_of(self._preferences.connection(key.connection))
        self._memory = self._memory.with_entry(replace(memory, route=route, look_by=by, not_before=None))
        self.publish()

    def page_read(self, url: str, reading: PageReading) -> None:
        """The status page was read, or could not be."""
        news = _news(self._memory.page_of(url), reading, self._preferences.models)
        self._memory = self._memory.with_page(url, reading)
        for entry in news:
            self._look(entry, by=self._clock.now(), not_before=None)
        self.publish()

    def hold(self, pause: Pause | None) -> None:
        """Pause everything, or go on with None."""
        self._memory = replace(self._memory, pause=pause)
        self.publish()

    def prefer(self, preferences: Preferences) -> None:
        """Take new settings; what is known of entries that stay listed is kept."""
        self._preferences = preferences
        self._memory = self._memory.on(preferences.connections)
        self.look_afresh(self._clock.now())
        self.publish()

    def forget(self, connection: str) -> None:
        """The user changed the key of a connection: what was seen with another one counts no more."""
        self._memory = self._memory.without(connection)
        self.look_afresh(self._clock.now())
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
        alerts = consider(self._memory.alerts, self._occasion(after, now))
        remembered = _told(replace(self._memory, recommendation=after.recommendation), alerts, now)
        changed = replace(after, taken_at=before.taken_at) != before
        if not changed and not events and remembered == self._memory:
            return
        self._snapshot, self._memory = after, remembered
        changes = tuple(_changes(before, after))
        for change in changes:
            _logger.info("state_changed %s %s -> %s", change.key, change.before, change.after)
        _supervised("keeper", lambda: self._keeper.save(remembered))
        _supervised("keeper", lambda: self._keeper.record((*events, *changes)))
        _supervised("listener", lambda: self._listener(Update(after, alerts.notices)))

    def watch(self, key: EntryKey, until: datetime) -> None:
        """Tell once when that model is back."""
        self._memory = self._memory.watching(Watch(key, until))
        self.publish()

    def unwatch(self, key: EntryKey) -> None:
        """Do not wait for that model any more."""
        self._memory = self._memory.unwatching(key)
        self.publish()

    def snooze(self, until: datetime | None) -> None:
        """Tell nothing before that but what is awaited, or tell again with None."""
        self._memory = replace(self._memory, snoozed_until=until)
        self.publish()

    def _occasion(self, snapshot: Snapshot, now: datetime) -> Occasion:
        wanted, snoozed_until = self._preferences.notifications, self._memory.snoozed_until
        quiet = wanted.quiet_hours is not None and wanted.quiet_hours.covers(self._clock.local_time())
        return Occasion(
            verdicts=snapshot.models,
            recommendation=snapshot.recommendation,
            preferences=wanted,
            now=now,
            incidents=snapshot.page.incidents,
            awaited=self._memory.awaited(now),
            muted=frozenset(entry.key for entry in self._preferences.models if entry.muted),
            # Nothing is told from the first seconds after waking: what is remembered then is from before the sleep.
            quiet=quiet or (snoozed_until is not None and now < snoozed_until) or not self.was_settled(now),
        )

    def _compose(self) -> Snapshot:
        self._memory = replace(self._memory, budget=self._memory.budget.on(self._clock.today()))
        return compose(
            self._memory,
            self._preferences,
            now=self._clock.now(),
            problem=self._problem,
            presence=self._presence,
        )


def _supervised(part: str, effect: Callable[[], None]) -> None:
    """Let a part do its work; its failure is logged, and ends neither the watching nor the work of the other part."""
    try:
        effect()
    except Exception:  # a fault in a front end or in the keeping must not stop the watching
        _logger.exception("publish_failed part=%s", part)


def _told(memory: Memory, alerts: Alerts, now: datetime) -> Memory:
    """The memory after what is worth telling was told: a watch is over with its notice, or with its time."""
    over = {notice.about for notice in alerts.notices if notice.kind is NoticeKind.RECOVERED}
    watches = tuple(watch for watch in memory.watches if watch.key not in over and now < watch.until)
    return replace(memory, alerts=alerts.memory, watches=watches)


def _news(before: PageReading, after: PageReading, models: Iterable[ModelEntry]) -> list[ModelEntry]:
    """Models of which the page says something else than before: an incident that names one began or ended."""
    if after.read_at == before.read_at:
        return []

    def named(page: PageReading, entry: ModelEntry) -> set[str]:
        return {incident.id for incident in page.concerning((entry.id,))}

    return [entry for entry in models if named(before, entry) != named(after, entry)]


def _changes(before: Snapshot, after: Snapshot) -> Iterable[StateChanged]:
    known = {verdict.key: verdict.state for verdict in before.models}
    for verdict in after.models:
        if verdict.key in known and known[verdict.key] is not verdict.state:
            yield StateChanged(verdict.key, after.taken_at, known[verdict.key], verdict.state)
