"""What the monitor needs from the world, as protocols; adapters satisfy them without knowing the monitor."""

from collections.abc import AsyncGenerator, Iterable
from datetime import date, datetime, time, timedelta
from typing import Protocol

from vacancy.domain.catalog import Connection, ModelEntry
from vacancy.domain.events import Event
from vacancy.domain.evidence import Evidence
from vacancy.domain.incident import PageReading
from vacancy.domain.memory import Memory
from vacancy.domain.sighting import SessionNews


class Clock(Protocol):
    """Time. Wall time is for dates and ages, monotonic time for finding out that the wall clock jumped."""

    def now(self) -> datetime:
        """The wall clock, aware and in UTC."""

    def monotonic(self) -> float:
        """Seconds that never go back; they may stand still while the machine sleeps."""

    def today(self) -> date:
        """The local calendar day, whose requests the daily cap counts."""

    def local_time(self) -> time:
        """The local time of day, for quiet hours."""

    async def sleep(self, duration: timedelta) -> None:
        """Return after about `duration`; it may be early, so callers loop on a deadline."""


class Prober(Protocol):
    """Asks one model once."""

    async def probe(self, entry: ModelEntry, connection: Connection, *, timeout: timedelta, at_most: int) -> Evidence:
        """What one probe saw, with at most so many requests; a bad answer is evidence, never an exception.

        Raises:
            KeyStoreError: the key cannot be had, and nothing was sent.
            CodexError: Codex cannot be asked, and nothing was sent.
            RouteError: the connection's own proxy or certificates cannot be used, and nothing was sent.
        """


class PageReader(Protocol):
    """Reads the official status page once."""

    async def read(self, url: str, models: tuple[str, ...], previous: PageReading) -> PageReading:
        """The new reading; a failure keeps the last good values of `previous` and says why. Never raises."""


class SessionSource(Protocol):
    """Follows what Codex writes down about its own turns."""

    def follow(self, connection: Connection) -> AsyncGenerator[SessionNews]:
        """What was written lately, then what is written from now on, within a second or two; ends when it is closed.

        The first news comes at once, also when there is nothing to read. Never raises.
        """


class LoginReader(Protocol):
    """Asks another program as whom it asks."""

    async def look(self, connection: Connection) -> SessionNews | None:
        """The login and its allowance now, without a token; None when it cannot be said. Never raises."""


class Keeper(Protocol):
    """Keeps what must survive a restart. Calls return at once; the writing happens off the probing path."""

    def save(self, memory: Memory) -> None:
        """Keep the memory; a newer one replaces an older one that is still waiting to be written."""

    def record(self, events: Iterable[Event]) -> None:
        """Add events to the history."""
