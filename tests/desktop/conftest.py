"""What the tests of the desktop edge share."""

import pytest

from fakes.sni_host import SniHost


@pytest.fixture
def panel():
    """A tray host that has not come yet; it goes at the end."""
    host = SniHost()
    yield host
    host.stop()


@pytest.fixture
def answer(qtbot):
    """Wait for a future of another thread while Qt's loop turns, and return its result."""

    def wait(future):
        qtbot.waitUntil(future.done, timeout=5000)
        return future.result()

    return wait
