"""Run under a session bus of its own: start xfce4-panel, show the icon in it, click it, and say in JSON what was seen.

Arguments: a folder for the pictures `icon.png` and `menu.png`.
"""

import json
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication

from vacancy.desktop.icons import ON_DARK, Tone
from vacancy.desktop.tray import Tray, TrayContent, TrayLine
from vacancy.domain.catalog import EntryKey
from vacancy.domain.lamp import Lamp

COLOR = QColor(ON_DARK[Tone.DOWN]).rgb()
CONTENT = TrayContent(
    headline="gpt-6.2-sol is full - nothing else works",
    tooltip="gpt-6.2-sol is full",
    lines=(
        TrayLine("gpt-6.2-sol - at capacity since 14:02", EntryKey("openai", "gpt-6.2-sol"), Lamp.FULL),
        TrayLine("gpt-6-luna - key refused", EntryKey("openai", "gpt-6-luna"), Lamp.BLOCKED),
        TrayLine("gpt-5.6-sol - unstable, 6 of 10", EntryKey("openai", "gpt-5.6-sol"), Lamp.UNSTABLE),
    ),
    lamp=Lamp.FULL,
)


def wait_until(condition, seconds=15):
    """Let Qt's loop turn until the condition holds; whether it did."""
    loop, poll = QEventLoop(), QTimer(interval=50)
    poll.timeout.connect(lambda: condition() and loop.quit())
    poll.start()
    QTimer.singleShot(int(seconds * 1000), loop, loop.quit)
    loop.exec()
    return condition()


def screen():
    """A picture of the whole screen."""
    return QApplication.primaryScreen().grabWindow(0).toImage()


def drawn(picture):
    """Where pixels of exactly the icon's colour are."""
    return [
        (x, y)
        for x in range(picture.width())
        for y in range(picture.height())
        if picture.pixel(x, y) & 0xFFFFFF == COLOR & 0xFFFFFF
    ]


def main(folder):
    """Show, look, click, look."""
    application = QApplication([])
    application.setApplicationName("Vacancy")
    application.setQuitOnLastWindowClosed(False)
    tray = Tray(grace=timedelta(seconds=20), spacing=timedelta(0))
    opened, told = [], []
    tray.open_requested.connect(lambda: opened.append(1))
    tray.host_missing.connect(lambda: told.append(1))
    tray.show_snapshot(CONTENT)
    panel = subprocess.Popen(["xfce4-panel", "--disable-wm-check"], stderr=subprocess.DEVNULL)
    try:
        visible = wait_until(lambda: drawn(screen()))
        wait_until(lambda: False, seconds=0.5)
        picture = screen()
        picture.save(str(folder / "icon.png"))
        spots = drawn(picture)
        x, y = spots[len(spots) // 2] if spots else (0, 0)
        subprocess.run(["xdotool", "mousemove", str(x), str(y), "click", "1"], check=True)
        clicked = wait_until(lambda: opened, seconds=5)
        subprocess.run(["xdotool", "click", "3"], check=True)
        wait_until(lambda: False, seconds=1.5)
        screen().save(str(folder / "menu.png"))
        seen = {"visible": visible, "spots": spots, "opened": len(opened), "clicked": clicked, "missing": len(told)}
        print(json.dumps(seen))  # noqa: T201 - its answer
    finally:
        tray.close()
        panel.terminate()
        panel.wait(5)


main(Path(sys.argv[1]))
