"""One key store, one HTTP and one clock for everything that looks outwards."""

import asyncio
import logging

from fakes import behaviours
from fakes.keyrings import MemoryKeyring
from fakes.provider_server import ProviderServer
from fakes.watching import WrittenSessions
from vacancy import logs
from vacancy.domain.catalog import Connection, ConnectionKind, KeyKind, KeySource, ModelEntry
from vacancy.domain.memory import Memory
from vacancy.domain.preferences import Preferences, StatusPagePreferences
from vacancy.domain.snapshot import compose
from vacancy.domain.verdict import State
from vacancy.monitor.clock import SystemClock
from vacancy.redaction import Secret
from vacancy.wiring.outward import Outward
from vacancy.wiring.rehearsal import _Shapes

KEY = "sk-canary-0123456789"


def test_a_key_from_the_keyring_reaches_the_provider_and_no_log(tmp_path):
    """From the wish to the verdict through real parts; a careless log line shows no key."""
    logs.set_up(tmp_path, verbose=True)
    with ProviderServer() as server:
        server.models["first"] = behaviours.ok
        lab = Connection("lab", ConnectionKind.OPENAI, server.base_url, KeySource(KeyKind.KEYRING))
        settings = Preferences((lab,), (ModelEntry("lab", "first"),), StatusPagePreferences(url=""))
        clock = SystemClock()
        keyring = MemoryKeyring()
        outward = Outward(
            environment={},
            label="test",
            shapes=_Shapes(),
            clock=clock,
            sessions=WrittenSessions(),
            keyring=lambda: keyring,
        )
        asyncio.run(outward.keys.write(lab, Secret(KEY)))
        look = asyncio.run(outward.one_look(settings).take(settings.models, Memory()))
        assert compose(look.memory, settings, now=clock.now()).models[0].state is State.AVAILABLE
        assert {request.header("authorization") for request in server.requests} == {f"Bearer {KEY}"}
    logging.getLogger("somebody").warning("careless %s", KEY)
    for handler in logging.getLogger().handlers:
        handler.flush()
    written = "".join(file.read_text() for file in tmp_path.rglob("*") if file.is_file())
    assert "careless" in written
    assert KEY not in written
