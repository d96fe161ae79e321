"""Snapshot: everything a front end may show, as one immutable value, composed from what is remembered."""

from dataclasses import dataclass, field, replace
from datetime import datetime

from vacancy.domain.account import with_account_trouble
from vacancy.domain.budget import Spending
from vacancy.domain.catalog import ConnectionKind, EntryKey, ModelEntry
from vacancy.domain.incident import PageReading
from vacancy.domain.memory import Memory
from vacancy.domain.pace import Pace
from vacancy.domain.preferences import Preferences
from vacancy.domain.presence import NOT_HELD, PRESENT, Held, Presence, Restraint, held, stretched
from vacancy.domain.prices import Cost, cost_of
from vacancy.domain.recommendation import NOTHING_YET, Recommendation, recommend
from vacancy.domain.schedule import Role, costly_due_at, due_at, roles
from vacancy.domain.standing import Standing
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
    spending: tuple[Spending, ...] = ()
    """What each model was sent today, also of those that are not listed any more."""
    daily_tokens: int = 0
    cost_today: Cost | None = None
    """None while nothing was charged, or a price is not known."""
    paused: bool = False
    paused_until: datetime | None = None
    """When a pause of everything ends by itself; None while paused means when the user resumes."""
    held: Held = NOT_HELD
    """How much less is asked because nobody is there, or because it would cost."""
    problem: str | None = None
    """Something about Vacancy itself that the user should know, in one line."""
    standings: tuple[Standing, ...] = ()
    """The logins of listed connections that belong to another program, and what of their allowance is used."""

    def verdict(self, key: EntryKey | None) -> Verdict | None:
        """The verdict on an entry, None for one that is not listed."""
        return next((verdict for verdict in self.models if verdict.key == key), None)

    def spent_on(self, key: EntryKey) -> Spending:
        """What that model was sent today."""
        return next((each for each in self.spending if each.key == key), Spending(key))

    @property
    def tokens_today(self) -> int:
        """Tokens in both directions, all models together."""
        return sum(each.tokens for each in self.spending)

    @property
    def tokens_estimated(self) -> bool:
        """Some of them were not counted by the provider."""
        return any(each.estimated for each in self.spending)


def compose(
    memory: Memory,
    preferences: Preferences,
    *,
    now: datetime,
    problem: str | None = None,
    presence: Presence = PRESENT,
) -> Snapshot:
    """The snapshot that follows from what is remembered, at `now`.

    The running app and `vacancy status` both come through here, so that a stored state ages the same way in both.
    """
    memory = memory.on(preferences.connections)
    holding = held(presence, preferences.presence)
    pause = None if memory.pause is None or memory.pause.is_over(now) else memory.pause
    first = next((entry for entry in preferences.models if not entry.paused), None)
    verdicts = tuple(
        _judged(
            entry, memory, preferences, presence,
            restraint=holding.restraint, now=now, paused=pause is not None or entry.paused,
            may_be_in_reserve=entry is not first,
        )
        for entry in preferences.models
    )  # fmt: skip
    verdicts = with_account_trouble(_with_free_at(verdicts, memory, now))
    recommendation = recommend(verdicts, memory.recommendation)
    return Snapshot(
        taken_at=now,
        recommendation=recommendation,
        models=_with_next_checks(verdicts, recommendation, memory, preferences, restraint=holding.restraint, now=now),
        page=memory.page_of(preferences.status_page.url),
        requests_today=memory.budget.sent,
        daily_requests=preferences.probing.daily_requests,
        spending=memory.budget.spending,
        daily_tokens=preferences.probing.daily_tokens,
        cost_today=cost_of(memory.budget.spending, preferences.prices),
        paused=pause is not None,
        paused_until=pause.until if pause else None,
        held=holding,
        problem=problem,
        standings=tuple(
            memory.standing(each.name) for each in preferences.connections if each.kind is ConnectionKind.CODEX
        ),
    )


def _judged(
    entry: ModelEntry,
    memory: Memory,
    preferences: Preferences,
    presence: Presence,
    *,
    restraint: Restraint,
    now: datetime,
    paused: bool,
    may_be_in_reserve: bool,
) -> Verdict:
    """What is claimed of one entry by itself, before the others of its account are looked at."""
    pace = stretched(preferences.pace_of(entry), restraint)
    return judge(
        key=entry.key,
        name=entry.name,
        route=memory.standing(entry.connection).route(preferences.connection(entry.connection)),
        health=memory.of(entry.key).health,
        terms=preferences.terms_of(pace, may_be_in_reserve=may_be_in_reserve),
        now=now,
        paused=paused,
        hindrance=_hindrance(entry, memory, preferences, presence, now),
    )


def _hindrance(
    entry: ModelEntry, memory: Memory, preferences: Preferences, presence: Presence, now: datetime
) -> Hindrance | None:
    """Why the entry is not asked; what the user can mend comes first."""
    connection = preferences.connection(entry.connection)
    if connection.kind is ConnectionKind.CODEX:
        standing, succeeded_at = memory.standing(connection.name), memory.last_success(connection.name)
        if (hindrance := standing.hindrance(now, succeeded_at=succeeded_at)) is not None:
            return hindrance
    if not connection.may_be_asked:
        return Hindrance.ONLY_READ
    if memory.budget.is_spent(preferences.probing.caps):
        return Hindrance.BUDGET_SPENT
    known = memory.of(entry.key).hindrance
    if known is None and presence.online is False and connection.travels:
        return Hindrance.OFFLINE
    return known


def _with_free_at(verdicts: tuple[Verdict, ...], memory: Memory, now: datetime) -> tuple[Verdict, ...]:
    """The verdicts with the time at which a spent login is free again."""

    def free_at(verdict: Verdict) -> datetime | None:
        usage = memory.standing(verdict.key.connection).usage
        return None if usage is None else usage.spent_until(now)

    return tuple(
        replace(verdict, free_at=free_at(verdict)) if verdict.hindrance is Hindrance.USAGE_SPENT else verdict
        for verdict in verdicts
    )


def _with_next_checks(
    verdicts: tuple[Verdict, ...],
    recommendation: Recommendation,
    memory: Memory,
    preferences: Preferences,
    *,
    restraint: Restraint,
    now: datetime,
) -> tuple[Verdict, ...]:
    awaited = memory.awaited(now)
    parts = roles(verdicts, recommendation, awaited=awaited)
    nobody_is_asked = restraint is Restraint.PAUSE or memory.budget.is_spent(preferences.probing.caps)

    def pace(entry: ModelEntry) -> Pace:
        return stretched(preferences.pace_of(entry), restraint)

    def due(entry: ModelEntry, verdict: Verdict) -> datetime | None:
        if verdict.state is State.PAUSED or verdict.hindrance is Hindrance.OFFLINE or nobody_is_asked:
            return None
        connection, known, role = preferences.connection(entry.connection), memory.of(entry.key), parts[entry.key]
        if not connection.is_costly:
            return due_at(known, role, pace(entry), now)
        wanted = connection.may_be_asked_again and role is Role.AWAITED
        return costly_due_at(known, pace(entry), now) if wanted else None

    return tuple(
        replace(verdict, awaited_until=memory.awaited_until(entry.key, now), next_check_at=due(entry, verdict))
        for entry, verdict in zip(preferences.models, verdicts, strict=True)
    )
