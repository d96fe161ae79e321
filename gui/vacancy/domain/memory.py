"""Memory: everything that survives a restart, as one immutable value."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from vacancy.domain.alerting import AlertMemory
from vacancy.domain.budget import Budget
from vacancy.domain.catalog import Connection, EntryKey
from vacancy.domain.health import Health
from vacancy.domain.incident import PageReading, PageState
from vacancy.domain.recommendation import NOTHING_YET, Recommendation
from vacancy.domain.standing import Standing
from vacancy.domain.verdict import Hindrance

WAIT_FOR = timedelta(hours=8)
"""How long "tell me when it is back" waits before it gives up: a working day."""


@dataclass(frozen=True, slots=True)
class EntryMemory:
    """What is kept about one model entry."""

    key: EntryKey
    health: Health = field(default_factory=Health)
    route: str = ""
    """Fingerprint of the connection, and of the login, that all of this was seen on."""
    chance: float = 0.5
    """Drawn once for each attempt, in [0, 1): the jitter of the wait after it."""
    look_by: datetime | None = None
    """News came: ask by then, if it was not asked since."""
    not_before: datetime | None = None
    """Nothing could be sent; do not try again before that."""
    hindrance: Hindrance | None = None
    """Why nothing could be sent at the last try."""


@dataclass(frozen=True, slots=True)
class Pause:
    """A pause of everything: no request is sent."""

    until: datetime | None = None
    """None lasts until the user resumes."""

    def is_over(self, now: datetime) -> bool:
        """It has run out by itself."""
        return self.until is not None and self.until <= now


@dataclass(frozen=True, slots=True)
class Watch:
    """The user wants to be told when this model is back; once."""

    key: EntryKey
    until: datetime
    """Then it is given up."""


@dataclass(frozen=True, slots=True)
class Memory:
    """What is kept."""

    entries: tuple[EntryMemory, ...] = ()
    page: PageReading = field(default_factory=PageReading)
    page_url: str = ""
    """The page that was read; a reading of one page says nothing about another."""
    alerts: AlertMemory = field(default_factory=AlertMemory)
    budget: Budget = field(default_factory=Budget)
    recommendation: Recommendation = NOTHING_YET
    pause: Pause | None = None
    watches: tuple[Watch, ...] = ()
    snoozed_until: datetime | None = None
    """No notices before that; what is owed stays owed."""
    standings: tuple[Standing, ...] = ()
    """Of connections that belong to another program."""

    def of(self, key: EntryKey) -> EntryMemory:
        """What is kept about an entry; nothing for one that was never seen."""
        return next((entry for entry in self.entries if entry.key == key), EntryMemory(key))

    def awaited(self, now: datetime) -> frozenset[EntryKey]:
        """Models that the user waits for."""
        return frozenset(watch.key for watch in self.watches if now < watch.until)

    def awaited_until(self, key: EntryKey, now: datetime) -> datetime | None:
        """When the wait for that model is given up; None when nobody waits for it."""
        return next((watch.until for watch in self.watches if watch.key == key and now < watch.until), None)

    def watching(self, watch: Watch) -> "Memory":
        """The memory with that watch, in place of an older one on the same model."""
        return replace(self.unwatching(watch.key), watches=(*self.unwatching(watch.key).watches, watch))

    def unwatching(self, key: EntryKey) -> "Memory":
        """The memory without a watch on that model."""
        return replace(self, watches=tuple(watch for watch in self.watches if watch.key != key))

    def standing(self, connection: str) -> Standing:
        """What is known about the login of a connection; nothing for one that has none of its own."""
        return next((each for each in self.standings if each.connection == connection), Standing(connection))

    def with_standing(self, standing: Standing) -> "Memory":
        """The memory with that in place of what was known about the login of the connection."""
        others = tuple(each for each in self.standings if each.connection != standing.connection)
        return replace(self, standings=(*others, standing))

    def last_success(self, connection: str) -> datetime | None:
        """When any model of a connection answered last."""
        times = [entry.health.succeeded_at for entry in self.entries if entry.key.connection == connection]
        return max((time for time in times if time is not None), default=None)

    def route_of(self, connection: Connection) -> str:
        """The fingerprint of a connection, with the login that is behind it now."""
        return self.standing(connection.name).fingerprint(connection)

    def on(self, connections: Iterable[Connection]) -> "Memory":
        """The memory without what was seen on other routes than these, or with another login."""
        routes = {connection.name: self.route_of(connection) for connection in connections}
        kept = tuple(entry for entry in self.entries if entry.route == routes.get(entry.key.connection))
        return self if len(kept) == len(self.entries) else replace(self, entries=kept)

    def without(self, connection: str) -> "Memory":
        """The memory without anything seen on that connection."""
        return replace(self, entries=tuple(entry for entry in self.entries if entry.key.connection != connection))

    def with_entry(self, entry: EntryMemory) -> "Memory":
        """The memory with that in place of what was kept about the entry."""
        others = tuple(other for other in self.entries if other.key != entry.key)
        return replace(self, entries=(*others, entry))

    def page_of(self, url: str) -> PageReading:
        """The last reading of that page; off for no page, and never read for another one than was remembered."""
        if not url:
            return PageReading(PageState.OFF)
        return self.page if self.page_url == url else PageReading()

    def with_page(self, url: str, page: PageReading) -> "Memory":
        """The memory after that page was read."""
        return replace(self, page=page, page_url=url)
