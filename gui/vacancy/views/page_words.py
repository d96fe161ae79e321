"""What the official page says, in one line; a part that was not read is never called fine."""

from datetime import datetime, timedelta, tzinfo
from typing import assert_never

from vacancy.domain.incident import Component, ComponentStatus, Incident, Indicator, PageReading, PageState
from vacancy.views import times
from vacancy.words import mark, plain, tr, tr_n

FRESH = timedelta(hours=1)
"""An older reading is told in the past tense."""
TITLE = 100
_API_GROUP = "apis"
_API_NAMES = frozenset({"responses", "chat completions"})
"""The components that our probes use, told first when the page does not say which group they are in."""
_NO_TROUBLE = frozenset({ComponentStatus.OPERATIONAL, ComponentStatus.UNKNOWN})
"""What we do not know is no trouble; it is no "all operational" either."""


_PROGRESS = {
    "investigating": mark("investigating"),
    "identified": mark("cause found"),
    "monitoring": mark("mended, being watched"),
    "in_progress": mark("under way"),
    "maintenance_in_progress": mark("under way"),
    "verifying": mark("being verified"),
}
"""How far an open incident has come, by the words of incident.io and Statuspage."""


def page_line(reading: PageReading, now: datetime, zone: tzinfo) -> str:
    """The state of the page and the age of its reading, in one line."""
    match reading.state:
        case PageState.OFF:
            return tr("Status page: switched off")
        case PageState.NEVER_READ:
            return tr("Status page: not read yet")
        case PageState.UNREACHABLE:
            if reading.read_at is None:
                return tr("Status page: unreachable, never read")
            return tr("Status page: unreachable · last read {when}", when=times.ago(reading.read_at, now, zone))
        case PageState.READABLE:
            return _readable(reading, now, zone)
        case _:
            assert_never(reading.state)


def incident_line(incident: Incident, now: datetime, zone: tzinfo) -> str:
    """One open incident: its title, how far it has come, and since when."""
    title, status = plain(incident.title, TITLE), _progress(incident.status)
    if incident.started_at is None:
        return tr("{title} · {status}", title=title, status=status)
    return tr("{title} · {status} since {since}", title=title, status=status,
              since=times.clock(incident.started_at, now, zone))  # fmt: skip


def _progress(word: str) -> str:
    """In our words where we know theirs, else in the page's own."""
    return tr(_PROGRESS[word]) if word in _PROGRESS else plain(word, 30)


def component_status(status: ComponentStatus) -> str:
    """The page's word for one component."""
    match status:
        case ComponentStatus.OPERATIONAL:
            return tr("operational")
        case ComponentStatus.DEGRADED_PERFORMANCE:
            return tr("degraded")
        case ComponentStatus.PARTIAL_OUTAGE:
            return tr("partly out")
        case ComponentStatus.MAJOR_OUTAGE:
            return tr("out")
        case ComponentStatus.UNDER_MAINTENANCE:
            return tr("under maintenance")
        case ComponentStatus.UNKNOWN:
            return tr("not known")
        case _:
            assert_never(status)


def _readable(reading: PageReading, now: datetime, zone: tzinfo) -> str:
    summary = _summary(reading)
    if reading.read_at is None:
        return tr("Status page: {summary}", summary=summary)
    when = times.ago(reading.read_at, now, zone)
    if now - reading.read_at >= FRESH:
        return tr("Status page: {summary} when last read {when}", summary=summary, when=when)
    return tr("Status page: {summary} · read {when}", summary=summary, when=when)


def _summary(reading: PageReading) -> str:
    troubled = [item for item in reading.components if item.status not in _NO_TROUBLE]
    ours = [item for item in troubled if _is_api(item)]
    if len(ours) == 1:
        return tr("{component} {status}", component=plain(ours[0].name, 40), status=component_status(ours[0].status))
    if ours:
        return tr_n(len(ours), "{n} API part not operational", "{n} API parts not operational")
    if reading.incidents:
        return tr_n(len(reading.incidents), "{n} open incident", "{n} open incidents")
    unread = [item for item in reading.components if item.status is ComponentStatus.UNKNOWN]
    if reading.problem is not None or unread or not reading.components:
        return tr("only partly read")
    if troubled:
        return tr_n(len(troubled), "{n} other part not operational", "{n} other parts not operational")
    return _overall(reading.indicator)


def _is_api(component: Component) -> bool:
    if component.group is not None:
        return component.group.casefold() == _API_GROUP
    return component.name.casefold() in _API_NAMES


def _overall(indicator: Indicator) -> str:
    """Every component is operational; the overall word may still disagree, or may not have been read."""
    match indicator:
        case Indicator.NONE:
            return tr("all operational")
        case Indicator.MAINTENANCE:
            return tr("maintenance announced")
        case Indicator.MINOR | Indicator.MAJOR | Indicator.CRITICAL:
            return tr("trouble announced, parts operational")
        case Indicator.UNKNOWN:
            return tr("parts operational, overall word not known")
        case _:
            assert_never(indicator)
