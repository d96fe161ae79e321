"""The demo, a hundred and fifty times as fast as life: its quarter of an hour takes six seconds."""

import os
import sys

from vacancy.app.life import Life
from vacancy.app.speaking import Speaking
from vacancy.desktop import event_loop
from vacancy.desktop.tray import Tray
from vacancy.wiring.world import rehearsed_world


async def live(desktop):
    """As the app does it, on a faster clock."""
    tray = Tray()
    world = rehearsed_world(os.environ, speed=150)
    try:
        speaking = Speaking(desktop.application, os.environ)
        life = Life(desktop, tray, world, speaking=speaking, environment=os.environ, socket=None)
        await life.run(hidden=True)
    finally:
        tray.close()
    return 0


sys.exit(event_loop.run(live))
