"""Notifications through dunst, a real service of real desktops."""

import asyncio
import json
import subprocess

import pytest

from vacancy.desktop.bridge import Bridge
from vacancy.desktop.notifications import Notification
from vacancy.desktop.notifications_linux import LinuxNotifier

pytestmark = pytest.mark.real_desktop

FULL = Notification("recommendation", "gpt-6.2-sol is full", "gpt-6-luna works", actions=(("copy", "Copy gpt-6-luna"),))
BACK = Notification("recommendation", "gpt-6.2-sol is back", "answered twice & steadily <now>")


@pytest.fixture
def dunst(own_bus, own_home, qtbot):
    """Dunst on a bus of its own."""
    service = subprocess.Popen(["dunst", "-config", "/dev/null"], stderr=subprocess.DEVNULL)
    ready = ["dunstctl", "count", "displayed"]
    qtbot.waitUntil(lambda: subprocess.run(ready, capture_output=True, check=False).returncode == 0)
    yield service
    service.terminate()
    service.wait(5)


def control(*arguments):
    """Ask dunst's own tool."""
    return subprocess.run(["dunstctl", *arguments], check=True, capture_output=True, text=True, timeout=5).stdout


def test_dunst_shows_replaces_and_gives_the_action_back(run, dunst, until):
    """Two notices of one topic are one notification; a click on it comes back as its topic."""
    chosen = []

    async def story():
        loop = asyncio.get_running_loop()
        bridge = Bridge(loop)
        linux = LinuxNotifier(lambda *choice: chosen.append(choice), spawn=bridge.spawn)
        assert await linux.send(FULL)
        assert await linux.send(BACK)
        displayed = await asyncio.to_thread(control, "count", "displayed")
        await asyncio.to_thread(control, "action", "0")
        await until(lambda: chosen)
        history = json.loads(await asyncio.to_thread(control, "history"))
        await linux.close()
        await bridge.close()
        return displayed.strip(), [entry["summary"]["data"] for entry in history["data"][0]]

    displayed, history = run(story())
    assert displayed == "1"
    assert history in ([], ["gpt-6.2-sol is back"])
    assert chosen == [("recommendation", "default")]
