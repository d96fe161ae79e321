"""Makes one reading of the page out of what its documents state. Pure.

What is not read is never shown as if it were fine:

- Components come from components.json. The summary holds 25 at most, so where it has to stand in, the others that the
  page is known to have are unknown, and the reading says so. Where no list was read at all, those of the last reading
  stay in place with their states unknown.
- Incidents are joined by id over all documents, the newest account wins, and one that any document tells as open is
  open unless a newer account closes it. Where none told of incidents, the open ones of the last reading stay, and the
  reading says that they are old.
- The overall word is unknown unless it was read.
- Where neither components nor incidents were read, the page is unreachable, and the last good reading stays whole.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final

from vacancy.domain.incident import Component, ComponentStatus, Incident, Indicator, PageReading, PageState
from vacancy.domain.titles import models_named_in
from vacancy.sources.status_payload import Report, Stated
from vacancy.sources.status_words import UNKNOWN
from vacancy.words import tr, tr_n

LEFT_PAGES: Final = frozenset({"jbxzcdv9xc4d"})
"""Pages that still answer and say nothing any more: OpenAI's at Atlassian, "operational" since February 2025."""

_MAX_OPEN = 100
_LONG_AGO = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Part:
    """One document of the page: what it states, or why it was not read."""

    stated: Stated | None = None
    problem: str | None = None
    retry_after_s: float | None = None


UNASKED: Final = Part()


@dataclass(frozen=True, slots=True)
class Parts:
    """The documents of one reading."""

    components: Part
    incidents: Part
    status: Part
    feed: Part
    summary: Part = UNASKED
    """Asked for only where one of the first three was not read."""

    @property
    def complete(self) -> bool:
        """Whether the documents of their own say all that the summary could."""
        components, incidents, status = self.components.stated, self.incidents.stated, self.status.stated
        return bool(
            components and components.components
            and incidents and incidents.incidents is not None
            and status and status.indicator is not None
        )  # fmt: skip


def reading(parts: Parts, *, previous: PageReading, models: Sequence[str], now: datetime) -> PageReading:
    """The new reading; where the page was not read, the previous one with the reason and one more failure."""
    parts = _of_one_page(parts)
    wait = max((part.retry_after_s for part in _all(parts) if part.retry_after_s is not None), default=None)
    if not _any_read(parts):
        return replace(
            previous,
            state=PageState.UNREACHABLE,
            incidents=_with_models(previous.incidents, models),
            problem=tr(
                "The page was not read: {why}.",
                why=_why(parts.components, parts.incidents, parts.status, parts.summary),
            ),
            failures=previous.failures + 1,
            retry_after_s=wait,
        )
    components, components_problem = _components(parts, previous)
    incidents, incidents_problem = _incidents(parts, previous)
    indicator, indicator_problem = _indicator(parts)
    problems = [problem for problem in (components_problem, incidents_problem, indicator_problem) if problem]
    return PageReading(
        state=PageState.READABLE,
        read_at=now,
        indicator=indicator,
        components=components,
        incidents=_with_models(incidents, models),
        problem=" ".join(problems) or None,
        retry_after_s=wait,
    )


def _of_one_page(parts: Parts) -> Parts:
    """The parts without those that belong to a page that was left, or to another page than the rest."""
    known = (part.stated.page_id for part in _all(parts) if part.stated)
    page = next((id_ for id_ in known if id_ and id_ not in LEFT_PAGES), None)

    def checked(part: Part) -> Part:
        id_ = part.stated.page_id if part.stated else None
        if id_ in LEFT_PAGES:
            return replace(part, stated=None, problem=tr("it is the old page, which was left and no longer changes"))
        if id_ is not None and id_ != page:
            return replace(part, stated=None, problem=tr("the answer belongs to another page"))
        return part

    return Parts(
        components=checked(parts.components),
        incidents=checked(parts.incidents),
        status=checked(parts.status),
        feed=checked(parts.feed),
        summary=checked(parts.summary),
    )


def _components(parts: Parts, previous: PageReading) -> tuple[tuple[Component, ...], str | None]:
    """The components, and what is wrong with the list."""
    feed = parts.feed.stated or Stated()
    known = feed.components or tuple(replace(old, status=ComponentStatus.UNKNOWN) for old in previous.components)
    groups = feed.groups or {old.id: old.group for old in previous.components if old.group}
    if parts.components.stated and parts.components.stated.components:
        return _grouped(parts.components.stated.components, groups), None
    reason = _why(parts.components)
    if parts.summary.stated and parts.summary.stated.components:
        listed = parts.summary.stated.components
        ids = {component.id for component in listed}
        missing = tuple(component for component in known if component.id not in ids)
        problem = tr("The list of components may be short: only the summary was read ({why}).", why=reason)
        return _grouped(listed + missing, groups), problem
    return _grouped(known, groups), tr(
        "The states of the components are unknown: they were not read ({why}).", why=reason
    )


def _grouped(components: Iterable[Component], groups: Mapping[str, str]) -> tuple[Component, ...]:
    return tuple(replace(component, group=component.group or groups.get(component.id)) for component in components)


def _incidents(parts: Parts, previous: PageReading) -> tuple[tuple[Incident, ...], str | None]:
    """The open incidents, newest first, and what is wrong with them."""
    accounts = _accounts(parts)
    if not accounts:
        why = _why(parts.incidents)
        if previous.incidents:
            old = tr("Open incidents were not read ({why}); those shown are from an earlier reading.", why=why)
            return previous.incidents, old
        return (), tr("Open incidents were not read ({why}); there may be some.", why=why)
    merged: dict[str, Report] = {}
    for report in (report for account in accounts for report in account):
        known = merged.get(report.incident.id)
        merged[report.incident.id] = report if known is None else _newer(known, report)
    still_open = [report.incident for report in merged.values() if report.open]
    still_open.sort(key=lambda incident: incident.updated_at or _LONG_AGO, reverse=True)
    return tuple(still_open[:_MAX_OPEN]), _unread(parts)


def _unread(parts: Parts) -> str | None:
    """What to say of incidents that the documents list in a form that cannot be read."""
    unread = max((part.stated.unread_incidents for part in _all(parts) if part.stated), default=0)
    if not unread:
        return None
    return tr_n(
        unread,
        "One entry among the incidents could not be read; there may be open ones.",
        "{n} entries among the incidents could not be read; there may be open ones.",
    )


def _accounts(parts: Parts) -> list[tuple[Report, ...]]:
    """What the documents tell of incidents, the most dependable first."""
    told = (part.stated.incidents for part in (parts.incidents, parts.summary, parts.feed) if part.stated)
    return [reports for reports in told if reports is not None]


def _newer(known: Report, other: Report) -> Report:
    """The newer account of one incident, with what only the other one says. The feed alone names components."""
    newer, older = (other, known) if _second(other) > _second(known) else (known, other)
    mine, theirs = newer.incident, older.incident
    incident = replace(
        mine,
        impact=theirs.impact if mine.impact == UNKNOWN else mine.impact,
        started_at=mine.started_at or theirs.started_at,
        component_ids=mine.component_ids or theirs.component_ids,
    )
    return replace(newer, incident=incident)


def _second(report: Report) -> datetime:
    """When the account was written. /api/v2 has whole seconds, so fractions would make the feed always newer."""
    return (report.incident.updated_at or _LONG_AGO).replace(microsecond=0)


def _indicator(parts: Parts) -> tuple[Indicator, str | None]:
    for part in (parts.status, parts.summary):
        if part.stated and part.stated.indicator is not None:
            return part.stated.indicator, None
    return Indicator.UNKNOWN, tr("The page's overall word was not read ({why}).", why=_why(parts.status))


def _with_models(incidents: Iterable[Incident], models: Sequence[str]) -> tuple[Incident, ...]:
    return tuple(replace(incident, models=models_named_in(incident.title, models)) for incident in incidents)


def _any_read(parts: Parts) -> bool:
    """Whether states of components or incidents were read. The overall word alone says nothing about a model."""
    listed = any(part.stated and part.stated.components for part in (parts.components, parts.summary))
    return listed or bool(_accounts(parts))


def _all(parts: Parts) -> tuple[Part, ...]:
    return (parts.components, parts.incidents, parts.status, parts.summary, parts.feed)


def _why(*parts: Part) -> str:
    return next((part.problem for part in parts if part.problem), tr("it says nothing about them"))
