"""A desk for tests of the app's windows: real file, real key store, real HTTP, and a keyring that is given to it."""

import asyncio
from types import SimpleNamespace

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QApplication

from fakes import behaviours
from fakes.keyrings import MemoryKeyring
from fakes.provider_server import ProviderServer
from fakes.watching import Watch, WrittenSessions
from vacancy.app.decisions import Decisions
from vacancy.desktop.bridge import Bridge
from vacancy.domain.catalog import Connection, ConnectionKind, KeyKind, KeySource, ModelEntry
from vacancy.domain.preferences import Preferences, StatusPagePreferences
from vacancy.monitor.clock import SystemClock
from vacancy.store.settings import SettingsFile
from vacancy.wiring.outward import Outward
from vacancy.wiring.rehearsal import _Shapes


class Desk:
    """The parts that a window's owner is given."""

    def __init__(self, folder, server):
        self.lab = Connection("lab", ConnectionKind.OPENAI, server.base_url, KeySource(KeyKind.KEYRING))
        self.settings = Preferences(
            connections=(self.lab,),
            models=(ModelEntry("lab", "first"),),
            status_page=StatusPagePreferences(url=""),
        )
        self.server = server
        self.keyring = MemoryKeyring()
        self.file = SettingsFile(folder / "config.toml")
        self.file.save(self.settings)
        self.monitor = Watch(self.settings).monitor
        self.owner = QObject()
        self.outward = Outward(
            environment={},
            label="test",
            shapes=_Shapes(),
            clock=SystemClock(),
            sessions=WrittenSessions(),
            keyring=self._open,
        )
        world = SimpleNamespace(settings=self.file, broken_settings=None)
        self.decisions = Decisions(world, self.monitor, changed=lambda: None, owner=self.owner)

    def _open(self):
        """The keyring of the moment; one that is an exception is none."""
        if isinstance(self.keyring, Exception):
            raise self.keyring
        return self.keyring

    @property
    def kept(self):
        """The keys that the keyring holds."""
        return sorted(self.keyring.items.values())


@pytest.fixture(autouse=True)
def gone_windows():
    """Windows that a test closed for good are deleted with it, as the running loop of the app would do."""
    yield
    if QApplication.instance() is not None:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def server():
    """A provider that lists two models."""
    with ProviderServer() as provider:
        provider.models.update({"first": behaviours.ok, "second": behaviours.ok})
        provider.routes["/v1/models"] = b'{"data": [{"id": "first"}, {"id": "second"}]}'
        yield provider


@pytest.fixture
def desk(qapp, tmp_path, server):
    """A desk on a settings file with one connection."""
    made = Desk(tmp_path, server)
    yield made
    # Python's collector would delete it in whatever thread is at work, with the watch that has one of its own.
    shiboken6.delete(made.owner)


@pytest.fixture
def play():
    """Run a story that is given a bridge, and leave no task behind."""

    def run(story):
        async def whole():
            bridge = Bridge(asyncio.get_running_loop())
            try:
                return await story(bridge)
            finally:
                await bridge.close()

        return asyncio.run(whole())

    return run


@pytest.fixture
def settled():
    """Wait in a story until everything that was started has ended."""

    async def wait():
        async with asyncio.timeout(10):
            while others := asyncio.all_tasks() - {asyncio.current_task()}:
                await asyncio.wait(others)

    return wait
