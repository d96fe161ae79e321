"""What looks outwards: one HTTP, the probers, the page, Codex's own files, the keys."""

import random
from collections.abc import Callable, Mapping
from datetime import timedelta

from vacancy.domain.catalog import Connection, ConnectionKind, ModelEntry
from vacancy.domain.evidence import Evidence
from vacancy.domain.preferences import Preferences
from vacancy.logs import add_secret
from vacancy.monitor.one_look import OneLook
from vacancy.monitor.ports import Clock, LoginReader, Prober, SessionSource
from vacancy.sources.api_probe import ApiProber, ShapeMemory
from vacancy.sources.codex_login import CodexLogins
from vacancy.sources.codex_probe import CodexProber
from vacancy.sources.codex_sessions import CodexSessions
from vacancy.sources.http import Http
from vacancy.sources.status_page import StatusPage
from vacancy.store.keyring_backends import Keyring, open_keyring
from vacancy.store.secrets import KeyStore


class _EachOnItsRoute:
    """Asks through Codex what is Codex's, and everything else over HTTP."""

    def __init__(self, *, api: Prober, codex: Prober) -> None:
        self._api = api
        self._codex = codex

    async def probe(self, entry: ModelEntry, connection: Connection, *, timeout: timedelta, at_most: int) -> Evidence:
        """As `monitor.ports.Prober` says."""
        prober = self._codex if connection.kind is ConnectionKind.CODEX else self._api
        return await prober.probe(entry, connection, timeout=timeout, at_most=at_most)


class Outward:
    """The parts that reach the network, and the keys they carry."""

    def __init__(
        self,
        *,
        environment: Mapping[str, str],
        label: str,
        shapes: ShapeMemory,
        clock: Clock,
        sessions: SessionSource | None = None,
        logins: LoginReader | None = None,
        http: Http | None = None,
        keyring: Callable[[], Keyring] = open_keyring,
    ) -> None:
        self.http = http or Http(environment=environment)
        self.keys = KeyStore(environment=environment, label=label, keyring=keyring, learned=add_secret)
        self.prober = _EachOnItsRoute(
            api=ApiProber(self.http, self.keys, shapes=shapes, now=clock.now, monotonic=clock.monotonic),
            codex=CodexProber(environment=environment, now=clock.now, monotonic=clock.monotonic),
        )
        self.sessions = sessions or CodexSessions(environment=environment, now=clock.now)
        self.logins = logins or CodexLogins(environment=environment, now=clock.now)
        self.page = StatusPage(self.http, now=clock.now)
        self._clock = clock

    def one_look(self, preferences: Preferences) -> OneLook:
        """A look at everything, once."""
        return OneLook(
            preferences=preferences,
            prober=self.prober,
            page_reader=self.page,
            sessions=self.sessions,
            logins=self.logins,
            clock=self._clock,
            chance=random.random,
        )
