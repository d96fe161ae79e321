"""Lives one minute with Vacancy on one desktop, takes the pictures, and fails where something does not work.

Arguments: the desktop and the folder for the pictures. `build_scripts/desktop_pictures` gives it a screen, a bus and a
home of its own, where everything may be written.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QRect
from PySide6.QtGui import QImage
from rig import NotSeen, Rig, until
from wayland import Sway
from x11 import X11

RIGS = {rig.name: rig for rig in (*X11, Sway)}
_SETTLE_S = 0.8
"""For what fades in, and for a panel to draw what it got."""
_INTO_THE_TEXT = 40
_SHOWN = {
    "demo": ("xfce-told", (0, 0, 1024, 520)),
    "menu": ("xfce-menu", (560, 0, 464, 370)),
    "dark": ("xfce-dark-window", (460, 0, 564, 520)),
    "chinese": ("xfce-chinese-told", (0, 0, 1024, 520)),
    "lxqt": ("lxqt-told", (244, 40, 780, 560)),
    "xembed": ("trayer-menu", (640, 0, 384, 600)),
    "sway": ("sway-told", (160, 0, 864, 560)),
}
"""Of which picture the README shows which part."""


def main(name: str, folder: Path) -> int:
    """Tell the story; the result is the exit code."""
    rig = RIGS[name](Path.home())
    try:
        rig.start()
        _tell(rig, folder)
    except NotSeen as missing:
        rig.picture(folder / f"{name}-failed.png")
        print(f"{name}: not seen: {missing}", rig.failures(), sep="\n")
        return 1
    finally:
        rig.close()
    _cut(name, folder)
    print(f"{name}: icon, window, notification with its button, menu and both copies work")
    return 0


def _tell(rig: Rig, folder: Path) -> None:
    time.sleep(_SETTLE_S)
    app = rig.start_app()
    until(rig.icon, "the icon in the panel")
    rig.rest()
    until(rig.told, "the notification that the preferred model is full")
    time.sleep(_SETTLE_S)
    rig.picture(folder / f"{rig.name}-told.png")
    rig.press_copy()
    until(lambda: rig.pasted() == "gpt-6-luna", "the recommended model in the clipboard", 5)
    rig.keys("Escape")
    _click(rig, rig.icon, 3)
    until(rig.full_line, "the menu", 5)
    x, y = rig.full_line() or (0, 0)
    rig.point(x + _INTO_THE_TEXT, y)  # from the icon, whose tooltip would lie over the menu
    time.sleep(2 * _SETTLE_S)
    rig.picture(folder / f"{rig.name}-menu.png")
    rig.click(x + _INTO_THE_TEXT, y, 1)
    until(lambda: rig.pasted() == "gpt-6.2-sol", "the model chosen in the menu in the clipboard", 5)
    _click(rig, rig.icon, 1)
    rig.rest()
    time.sleep(2 * _SETTLE_S)
    rig.picture(folder / f"{rig.name}-window.png")
    app.terminate()
    app.wait(5)
    until(lambda: rig.icon() is None, "the panel without the icon", 5)


def _cut(desktop: str, folder: Path) -> None:
    """Cut what the README shows, under the names that it has in resources/pictures."""
    for name, (picture, place) in _SHOWN.items():
        if picture.rpartition("-")[0] == desktop:
            QImage(str(folder / f"{picture}.png")).copy(QRect(*place)).save(str(folder / f"readme-{name}.png"))


def _click(rig: Rig, find: Callable[[], tuple[int, int] | None], button: int) -> None:
    place = find()
    if place is None:
        raise NotSeen("what to click on")
    rig.click(*place, button)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], Path(sys.argv[2])))
