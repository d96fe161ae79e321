"""What a probe needs besides the network: a key, a memory of wordings, and a connection to the provider server."""

import asyncio
import time
from datetime import UTC, datetime, timedelta

from fakes.provider_server import ProviderServer
from vacancy.domain.catalog import Connection, ConnectionKind, KeyKind, KeySource, ModelEntry
from vacancy.errors import KeyStoreError
from vacancy.redaction import Secret
from vacancy.sources.api_probe import ApiProber
from vacancy.sources.http import Http

CANARY = "sk-proj-canary0123456789abcdefghijklmnop"
"""A key that must turn up nowhere but in one header of the requests."""


class OneKey:
    """Gives every connection the same key, or fails as told."""

    def __init__(self, key: str | None = CANARY, trouble: KeyStoreError | None = None) -> None:
        self.key = key
        self.trouble = trouble

    async def read(self, _connection: Connection) -> Secret | None:
        """The key."""
        if self.trouble:
            raise self.trouble
        return None if self.key is None else Secret(self.key)


class Shapes(dict):
    """Remembers wordings for as long as the test runs."""

    def put(self, key, shape):
        """Remember a wording."""
        self[key] = shape


def connection_to(server: ProviderServer, kind: ConnectionKind = ConnectionKind.OPENAI) -> Connection:
    """A connection whose base URL is the server's."""
    return Connection("loopback", kind, server.base_url, KeySource(KeyKind.KEYRING))


def prober(keys: OneKey | None = None, shapes: Shapes | None = None, http: Http | None = None) -> ApiProber:
    """A prober over the real network code."""
    return ApiProber(
        http or Http(),
        keys or OneKey(),
        shapes=Shapes() if shapes is None else shapes,
        now=lambda: datetime.now(UTC),
        monotonic=time.monotonic,
    )


def probe(server, behaviour, *, kind=ConnectionKind.OPENAI, timeout_s=5.0, using=None, **options):
    """Probe a model that behaves so, and return the evidence."""
    server.models["m"] = behaviour
    entry = ModelEntry("loopback", "m", **options)
    asking = (using or prober()).probe(entry, connection_to(server, kind), timeout=timedelta(seconds=timeout_s))
    return asyncio.run(asking)
