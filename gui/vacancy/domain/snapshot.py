"""Snapshot: everything a front end may show, as one immutable value, composed from what is remembered."""

from dataclasses import dataclass, field, replace
from datetime import datetime

from vacancy.domain.account import with_account_trouble
from vacancy.domain.catalog import EntryKey
from vacancy.domain.incident import PageReading
from vacancy.domain.memory import Memory
from vacancy.domain.preferences import Preferences
from vacancy.domain.recommendation import NOTHING_YET, Recommendation, recommend
from vacancy.domain.schedule import due_at, roles
from vacancy.domain.verdict import Hindrance, State, Verdict, judge


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
    problem: str | None = None,
) -> Snapshot:
    """The snapshot that follows from what is remembered, at `now`.

    The running app and `vacancy status` both come through here, so that a stored state ages the same way in both.
    """
    memory = memory.on(preferences.routes)
    pause = None if memory.pause is None or memory.pause.is_over(now) else memory.pause
    spent = memory.budget.is_spent(preferences.probing.daily_requests)
    verdicts = tuple(
        judge(
            key=entry.key,
            name=entry.name,
            route=preferences.connection(entry.connection).route,
            health=memory.of(entry.key).health,
            terms=preferences.terms_of(entry),
            now=now,
            paused=pause is not None or entry.paused,
            hindrance=Hindrance.BUDGET_SPENT if spent else memory.of(entry.key).hindrance,
        )
        for entry in preferences.models
    )
    verdicts = with_account_trouble(verdicts)
    recommendation = recommend(verdicts, memory.recommendation)
    return Snapshot(
        taken_at=now,
        recommendation=recommendation,
        models=_with_next_checks(verdicts, recommendation, memory, preferences, now),
        page=memory.page_of(preferences.status_page.url),
        requests_today=memory.budget.sent,
        daily_requests=preferences.probing.daily_requests,
        paused=pause is not None,
        paused_until=pause.until if pause else None,
        problem=problem,
    )


def _with_next_checks(
    verdicts: tuple[Verdict, ...],
    recommendation: Recommendation,
    memory: Memory,
    preferences: Preferences,
    now: datetime,
) -> tuple[Verdict, ...]:
    awaited = memory.awaited(now)
    parts = roles(verdicts, recommendation, awaited=awaited)
    return tuple(
        verdict
        if verdict.state is State.PAUSED
        else replace(
            verdict,
            awaited=entry.key in awaited,
            next_check_at=due_at(memory.of(entry.key), parts[entry.key], preferences.pace_of(entry), now),
        )
        for entry, verdict in zip(preferences.models, verdicts, strict=True)
    )
