"""The settings as typed values, with their defaults; `store.settings` reads and writes them."""

from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum

from vacancy.domain.catalog import Connection, EntryKey, ModelEntry

OFFICIAL_STATUS_PAGE = "https://status.openai.com"


class IconStyle(StrEnum):
    """How the tray icon is coloured; its shape says the state in every style."""

    QUIET = "quiet"
    """Monochrome while a listed model is available, coloured when something is wrong."""
    COLOR = "color"
    MONO = "mono"


@dataclass(frozen=True, slots=True)
class StatusPagePreferences:
    """The official page to read."""

    url: str = OFFICIAL_STATUS_PAGE
    """Without a trailing slash; an empty text switches the page off."""
    interval: timedelta = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class ProbingPreferences:
    """How often and how patiently models are asked."""

    interval: timedelta = timedelta(minutes=10)
    timeout: timedelta = timedelta(seconds=30)
    """Wall clock for a whole probe, connection to last byte."""
    slow_after: timedelta = timedelta(seconds=8)
    daily_requests: int = 600
    """All models together, per local day; reaching it pauses probing until midnight."""


@dataclass(frozen=True, slots=True)
class NotificationPreferences:
    """Which events are worth an interruption."""

    recovered: bool = True
    """A model that was full or failing is back."""
    switched: bool = True
    """The preferred model cannot be used and another one is recommended."""


@dataclass(frozen=True, slots=True)
class AppearancePreferences:
    """How Vacancy looks."""

    icon_style: IconStyle = IconStyle.QUIET


@dataclass(frozen=True, slots=True)
class Preferences:
    """Everything the user decided."""

    connections: tuple[Connection, ...] = ()
    models: tuple[ModelEntry, ...] = ()
    """In order of preference, best first."""
    status_page: StatusPagePreferences = field(default_factory=StatusPagePreferences)
    probing: ProbingPreferences = field(default_factory=ProbingPreferences)
    notifications: NotificationPreferences = field(default_factory=NotificationPreferences)
    appearance: AppearancePreferences = field(default_factory=AppearancePreferences)

    def connection(self, name: str) -> Connection:
        """The connection of that name.

        Raises:
            KeyError: there is none; settings that were read from a file never refer to one.
        """
        for connection in self.connections:
            if connection.name == name:
                return connection
        raise KeyError(name)

    def entry(self, key: EntryKey) -> ModelEntry | None:
        """The listed model of that identity, None when it was removed meanwhile."""
        return next((entry for entry in self.models if entry.key == key), None)

    def interval_of(self, entry: ModelEntry) -> timedelta:
        """Time between two probes of an entry while all is well."""
        return entry.interval or self.probing.interval
