"""Fixtures: session buses of a test's own, and what may come on them."""

import subprocess

import pytest

from fakes.notification_daemon import NotificationDaemon
from fakes.sni_host import SniHost

BUS = """
<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <auth>EXTERNAL</auth>
  <policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy>
</busconfig>
"""


@pytest.fixture
def panel():
    """A tray host that has not come yet; it goes at the end."""
    host = SniHost()
    yield host
    host.stop()


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
