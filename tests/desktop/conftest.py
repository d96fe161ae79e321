"""What the tests of the desktop edge share."""

import asyncio
import subprocess

import pytest
from qasync import QEventLoop

from fakes.notification_daemon import NotificationDaemon
from fakes.sni_host import SniHost


@pytest.fixture
def panel():
    """A tray host that has not come yet; it goes at the end."""
    host = SniHost()
    yield host
    host.stop()


BUS = """
<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <auth>EXTERNAL</auth>
  <policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy>
</busconfig>
"""


@pytest.fixture
def make_bus(tmp_path, monkeypatch):
    """Start session buses that start no services by themselves; the newest one is the session's."""
    buses = []
    config = tmp_path / "bus.conf"
    config.write_text(BUS)

    def make():
        command = ["dbus-daemon", f"--config-file={config}", "--print-address", "--nofork"]
        bus = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        buses.append(bus)
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", bus.stdout.readline().strip())
        return bus

    yield make
    for bus in buses:
        bus.kill()
        bus.communicate()


@pytest.fixture
def own_bus(make_bus):
    """A session bus where nobody offers anything yet."""
    return make_bus()


@pytest.fixture
def make_daemon(own_bus):
    """Build notification services on a bus of their own that go at the end."""
    daemons = []

    def make(**options):
        daemon = NotificationDaemon(**options)
        daemons.append(daemon)
        daemon.start()
        return daemon

    yield make
    for daemon in daemons:
        daemon.stop()


@pytest.fixture
def answer(qtbot):
    """Wait for a future of another thread while Qt's loop turns, and return its result."""

    def wait(future):
        qtbot.waitUntil(future.done, timeout=5000)
        return future.result()

    return wait


@pytest.fixture(scope="session")
def qt_loop(qapp):
    """The one asyncio loop under Qt of this test run."""
    loop = QEventLoop(qapp)
    yield loop
    loop.close()


@pytest.fixture
def run(qt_loop):
    """Run a coroutine under Qt to its end; no task may be left behind."""

    def run_to_the_end(work):
        asyncio.set_event_loop(qt_loop)
        try:
            result = qt_loop.run_until_complete(work)
            assert asyncio.all_tasks(qt_loop) == set()
            return result
        finally:
            asyncio.set_event_loop(None)

    return run_to_the_end


@pytest.fixture
def until():
    """Wait in a coroutine until a condition holds, two seconds at most."""

    async def wait(condition):
        async with asyncio.timeout(2):
            while not condition():  # noqa: ASYNC110 - the condition is of another thread
                await asyncio.sleep(0.01)

    return wait
