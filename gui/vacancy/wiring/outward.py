"""What looks outwards: one HTTP, the prober, the page, the keys."""

import random
from collections.abc import Callable, Mapping

from vacancy.domain.preferences import Preferences
from vacancy.logs import add_secret
from vacancy.monitor.one_look import OneLook
from vacancy.monitor.ports import Clock, SessionSource
from vacancy.sources.api_probe import ApiProber, ShapeMemory
from vacancy.sources.http import Http
from vacancy.sources.status_page import StatusPage
from vacancy.store.keyring_backends import Keyring, open_keyring
from vacancy.store.secrets import KeyStore


class Outward:
    """The parts that reach the network, and the keys they carry."""

    def __init__(
        self,
        *,
        environment: Mapping[str, str],
        label: str,
        shapes: ShapeMemory,
        clock: Clock,
        sessions: SessionSource,
        http: Http | None = None,
        keyring: Callable[[], Keyring] = open_keyring,
    ) -> None:
        self.http = http or Http(environment=environment)
        self.keys = KeyStore(environment=environment, label=label, keyring=keyring, learned=add_secret)
        self.prober = ApiProber(self.http, self.keys, shapes=shapes, now=clock.now, monotonic=clock.monotonic)
        self.sessions = sessions
        self.page = StatusPage(self.http, now=clock.now)
        self._clock = clock

    def one_look(self, preferences: Preferences) -> OneLook:
        """A look at everything, once."""
        return OneLook(
            preferences=preferences,
            prober=self.prober,
            page_reader=self.page,
            sessions=self.sessions,
            clock=self._clock,
            chance=random.random,
        )
