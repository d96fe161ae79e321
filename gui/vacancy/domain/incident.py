"""What the official page says, normalised: components, incidents, and which of them concern the user's models."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Indicator(StrEnum):
    """The page's overall word. It covers all products together, so it never decides about a model."""

    NONE = "none"
    MINOR = "minor"
    MAJOR = "major"
    CRITICAL = "critical"
    MAINTENANCE = "maintenance"
    UNKNOWN = "unknown"


class ComponentStatus(StrEnum):
    """The state of one component; a word that we do not know is `UNKNOWN`, never fine."""

    OPERATIONAL = "operational"
    DEGRADED_PERFORMANCE = "degraded_performance"
    PARTIAL_OUTAGE = "partial_outage"
    MAJOR_OUTAGE = "major_outage"
    UNDER_MAINTENANCE = "under_maintenance"
    UNKNOWN = "unknown"


class PageState(StrEnum):
    """Whether the page itself could be read; an unreadable page says nothing about the models."""

    READABLE = "readable"
    UNREACHABLE = "unreachable"
    NEVER_READ = "never_read"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Component:
    """One component of the page. Names repeat (two are called Login), so the id is the identity."""

    id: str
    name: str
    status: ComponentStatus
    group: str | None = None
    """Name of its group, where the page's own feed was readable."""


@dataclass(frozen=True, slots=True)
class Incident:
    """One open incident."""

    id: str
    title: str
    """Vendor text, made one bounded line without control or direction characters."""
    status: str
    """investigating, identified, monitoring, or the page's own word."""
    impact: str
    """none does not mean fine: real model errors are published so."""
    started_at: datetime | None = None
    updated_at: datetime | None = None
    component_ids: tuple[str, ...] = ()
    """Affected components, where the page's own feed names them; empty means not stated."""
    models: tuple[str, ...] = ()
    """Ids of the user's models that the title names."""


@dataclass(frozen=True, slots=True)
class PageReading:
    """The last good reading of the page, and whether the latest attempt succeeded."""

    state: PageState = PageState.NEVER_READ
    read_at: datetime | None = None
    """When the last good answer was fetched; the page's own dates do not say how old it is."""
    indicator: Indicator = Indicator.UNKNOWN
    components: tuple[Component, ...] = ()
    incidents: tuple[Incident, ...] = ()
    """Open ones only."""
    problem: str | None = None
    """Why the latest attempt failed, or which part of it could not be read, in one line."""
    failures: int = 0
    """Attempts that failed in a row since the last good one."""
    retry_after_s: float | None = None
    """Seconds that the page asked to wait."""

    def concerning(self, models: tuple[str, ...]) -> tuple[Incident, ...]:
        """Open incidents whose title names one of those models."""
        return tuple(incident for incident in self.incidents if set(incident.models) & set(models))
