"""The JSON of `check`, `status` and `best`: the outside face, with names that stay.

Each class is one object of the JSON, its fields in the order in which they are printed. A time not known is null.
"""

from dataclasses import dataclass
from datetime import datetime, tzinfo

import msgspec

from vacancy.domain.incident import Component, Incident, PageReading
from vacancy.domain.outcome import Outcome
from vacancy.domain.snapshot import Snapshot
from vacancy.domain.standing import Standing
from vacancy.domain.verdict import Verdict
from vacancy.views import present

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class RecommendationFace:
    """What to use, and why."""

    action: str
    connection: str | None
    id: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class RecentFace:
    """The recent window."""

    ok: int
    of: int


@dataclass(frozen=True, slots=True)
class OutcomeFace:
    """The cause that the last attempt showed."""

    kind: str
    scope: str
    transient: bool
    retry_after_s: float | None
    request_id: str | None
    rule: str


@dataclass(frozen=True, slots=True)
class ModelFace:
    """One model entry."""

    connection: str
    id: str
    effort: str | None
    service_tier: str | None
    route: str
    state: str
    since: datetime | None
    checked_at: datetime | None
    age_s: int | None
    next_check_at: datetime | None
    latency_s: float | None
    recent: RecentFace
    reason: str
    doubt: str | None
    hindrance: str | None
    outcome: OutcomeFace | None
    awaited: bool
    awaited_until: datetime | None
    requests_today: int
    tokens_today: int


@dataclass(frozen=True, slots=True)
class ComponentFace:
    """One component of the page."""

    id: str
    name: str
    group: str | None
    status: str


@dataclass(frozen=True, slots=True)
class IncidentFace:
    """One open incident of the page."""

    id: str
    title: str
    status: str
    impact: str
    started_at: datetime | None
    updated_at: datetime | None
    models: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StatusPageFace:
    """What the official page says."""

    state: str
    read_at: datetime | None
    indicator: str
    problem: str | None
    components: tuple[ComponentFace, ...]
    incidents: tuple[IncidentFace, ...]


@dataclass(frozen=True, slots=True)
class WindowFace:
    """One span of time within which a login may use so much."""

    used_percent: float
    span_s: float | None
    resets_at: datetime | None


@dataclass(frozen=True, slots=True)
class UsageFace:
    """A login's own allowance; without windows where it was never seen or there is none."""

    connection: str
    login: str
    plan: str | None
    seen_at: datetime | None
    windows: tuple[WindowFace, ...]


@dataclass(frozen=True, slots=True)
class SnapshotFace:
    """Everything that is claimed."""

    schema: int
    taken_at: datetime
    recommendation: RecommendationFace
    models: tuple[ModelFace, ...]
    status_page: StatusPageFace
    requests_today: int
    daily_requests: int
    tokens_today: int
    daily_tokens: int
    tokens_estimated: bool
    """Some tokens were not counted by the provider."""
    cost_today: float | None
    """Null while nothing was charged, a price is not known, or there are several currencies."""
    currency: str | None
    usage: tuple[UsageFace, ...]
    """Of logins that belong to another program, such as Codex."""


def _usage(standing: Standing) -> UsageFace:
    usage = standing.usage
    windows = () if usage is None else usage.windows
    return UsageFace(
        connection=standing.connection,
        login=standing.login.value,
        plan=None if usage is None else usage.plan,
        seen_at=None if usage is None else usage.seen_at,
        windows=tuple(
            WindowFace(each.used_percent, None if each.span is None else each.span.total_seconds(), each.resets_at)
            for each in windows
        ),
    )


def snapshot_json(snapshot: Snapshot, now: datetime, zone: tzinfo) -> str:
    """The snapshot as one indented JSON text."""
    cost = snapshot.cost_today
    return as_json(
        SnapshotFace(
            schema=SCHEMA,
            taken_at=snapshot.taken_at,
            recommendation=recommendation_face(snapshot, now, zone),
            models=tuple(model_face(snapshot, verdict, now, zone) for verdict in snapshot.models),
            status_page=_page(snapshot.page),
            requests_today=snapshot.requests_today,
            daily_requests=snapshot.daily_requests,
            tokens_today=snapshot.tokens_today,
            daily_tokens=snapshot.daily_tokens,
            tokens_estimated=snapshot.tokens_estimated,
            cost_today=None if cost is None else round(cost.amount, 6),
            currency=None if cost is None else cost.currency,
            usage=tuple(_usage(standing) for standing in snapshot.standings),
        )
    )


def recommendation_face(snapshot: Snapshot, now: datetime, zone: tzinfo) -> RecommendationFace:
    """The recommendation, with its reason in words."""
    found = snapshot.recommendation
    reason = f"{present.sentence(snapshot)}. {present.explain_recommendation(snapshot, now, zone)}"
    key = found.key
    return RecommendationFace(found.action, key.connection if key else None, key.model if key else None, reason)


def as_json(value: object) -> str:
    """Any value of this module, indented; moments in whole seconds, since no probe can keep more digits."""
    built = _whole_seconds(msgspec.to_builtins(value, builtin_types=(datetime,)))
    return msgspec.json.format(msgspec.json.encode(built), indent=2).decode()


def _whole_seconds(value: object) -> object:
    if isinstance(value, datetime):
        return value.replace(microsecond=0)
    if isinstance(value, dict):
        return {name: _whole_seconds(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_whole_seconds(inner) for inner in value]
    return value


def model_face(snapshot: Snapshot, verdict: Verdict, now: datetime, zone: tzinfo) -> ModelFace:
    """One model of a snapshot."""
    spending = snapshot.spent_on(verdict.key)
    age = verdict.age(now)
    return ModelFace(
        connection=verdict.key.connection,
        id=verdict.key.model,
        effort=verdict.key.effort or None,
        service_tier=verdict.key.service_tier or None,
        route=str(verdict.route),
        state=verdict.state,
        since=verdict.since,
        checked_at=verdict.checked_at,
        age_s=None if age is None else int(age.total_seconds()),
        next_check_at=verdict.next_check_at,
        latency_s=None if verdict.latency_s is None else round(verdict.latency_s, 2),
        recent=RecentFace(verdict.recent_ok, verdict.recent_of),
        reason=present.reason(verdict, now, zone),
        doubt=verdict.doubt,
        hindrance=verdict.hindrance,
        outcome=None if verdict.outcome is None else _outcome(verdict.outcome),
        awaited=verdict.awaited,
        awaited_until=verdict.awaited_until,
        requests_today=spending.requests,
        tokens_today=spending.tokens,
    )


def _outcome(outcome: Outcome) -> OutcomeFace:
    return OutcomeFace(
        outcome.kind, outcome.scope, outcome.transient, outcome.retry_after_s, outcome.request_id, outcome.rule
    )


def _page(page: PageReading) -> StatusPageFace:
    return StatusPageFace(
        page.state,
        page.read_at,
        page.indicator,
        page.problem,
        tuple(_component(component) for component in page.components),
        tuple(_incident(incident) for incident in page.incidents),
    )


def _component(component: Component) -> ComponentFace:
    return ComponentFace(component.id, component.name, component.group, component.status)


def _incident(incident: Incident) -> IncidentFace:
    return IncidentFace(
        incident.id,
        incident.title,
        incident.status,
        incident.impact,
        incident.started_at,
        incident.updated_at,
        incident.models,
    )
