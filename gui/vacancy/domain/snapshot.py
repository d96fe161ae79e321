"""Snapshot: everything a front end may show, as one immutable value; and the memory it is computed from."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from vacancy.domain.alerting import AlertMemory
from vacancy.domain.catalog import EntryKey
from vacancy.domain.health import Health
from vacancy.domain.incident import PageReading, PageState
from vacancy.domain.preferences import Preferences
from vacancy.domain.recommendation import NOTHING_YET, Recommendation, recommend
from vacancy.domain.schedule import Budget
from vacancy.domain.verdict import Hindrance, Terms, Verdict, judge


@dataclass(frozen=True, slots=True)
class EntryMemory:
    """What is kept about one model entry."""

    key: EntryKey
    health: Health
    next_check_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Pause:
    """A pause of everything: no request is sent."""

    until: datetime | None = None
    """None lasts until the user resumes."""

    def is_over(self, now: datetime) -> bool:
        """It has run out by itself."""
        return self.until is not None and self.until <= now


@dataclass(frozen=True, slots=True)
class Memory:
    """Everything that survives a restart."""

    entries: tuple[EntryMemory, ...] = ()
    page: PageReading = field(default_factory=PageReading)
    page_url: str = ""
    """The page that was read; a reading of one page says nothing about another."""
    alerts: AlertMemory = field(default_factory=AlertMemory)
    budget: Budget = field(default_factory=Budget)
    recommendation: Recommendation = NOTHING_YET
    pause: Pause | None = None
    saved_at: datetime | None = None

    def of(self, key: EntryKey) -> EntryMemory:
        """What is kept about an entry; an empty health for one that was never seen."""
        return next((entry for entry in self.entries if entry.key == key), EntryMemory(key, Health()))

    def page_of(self, url: str) -> PageReading:
        """The last reading of that page; off for no page, and never read for another one than was remembered."""
        if not url:
            return PageReading(PageState.OFF)
        return self.page if self.page_url == url else PageReading()

    def with_page(self, url: str, page: PageReading) -> "Memory":
        """The memory after that page was read."""
        return replace(self, page=page, page_url=url)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What is claimed at one moment."""

    taken_at: datetime
    recommendation: Recommendation = NOTHING_YET
    models: tuple[Verdict, ...] = ()
    """In the user's order of preference."""
    page: PageReading = field(default_factory=PageReading)
    requests_today: int = 0
    daily_requests: int = 0
    paused: bool = False
    paused_until: datetime | None = None
    """When a pause of everything ends by itself; None while paused means when the user resumes."""
    problem: str | None = None
    """Something about Vacancy itself that the user should know, in one line."""

    def verdict(self, key: EntryKey | None) -> Verdict | None:
        """The verdict on an entry, None for one that is not listed."""
        return next((verdict for verdict in self.models if verdict.key == key), None)


def compose(
    memory: Memory,
    preferences: Preferences,
    *,
    now: datetime,
    hindrances: Mapping[EntryKey, Hindrance] | None = None,
    problem: str | None = None,
) -> Snapshot:
    """The snapshot that follows from what is remembered, at `now`.

    The running app and `vacancy status` both come through here, so that a stored state ages the same way in both.
    """
    hindrances = hindrances or {}
    pause = None if memory.pause is None or memory.pause.is_over(now) else memory.pause
    verdicts = tuple(
        judge(
            key=entry.key,
            name=entry.name,
            route=preferences.connection(entry.connection).route,
            health=memory.of(entry.key).health,
            terms=Terms(preferences.interval_of(entry), preferences.probing.slow_after),
            now=now,
            paused=pause is not None or entry.paused,
            hindrance=hindrances.get(entry.key),
            next_check_at=memory.of(entry.key).next_check_at,
        )
        for entry in preferences.models
    )
    return Snapshot(
        taken_at=now,
        recommendation=recommend(verdicts, memory.recommendation),
        models=verdicts,
        page=memory.page_of(preferences.status_page.url),
        requests_today=memory.budget.sent,
        daily_requests=preferences.probing.daily_requests,
        paused=pause is not None,
        paused_until=pause.until if pause else None,
        problem=problem,
    )
