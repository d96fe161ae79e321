"""What every desktop of the pictures has: a home of its own, programs that end with it, and something to wait by."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from itertools import product
from pathlib import Path

from PySide6.QtGui import QImage

from vacancy.desktop.icons import color_of
from vacancy.domain.lamp import Lamp
from vacancy.domain.preferences import IconStyle

PATIENCE_S = 25.0
_POLL_S = 0.2
_END_S = 5.0
_ENOUGH_PIXELS = 20
_ROWS = 600
_GLYPHS = {
    dark_panel: {color_of(lamp, style=IconStyle.QUIET, dark_panel=dark_panel).rgb() for lamp in Lamp}
    for dark_panel in (True, False)
}
"""The colours of the icon on a dark and on a light panel, in the style that people start with."""
_FULL_IN_MENU = color_of(Lamp.FULL, style=IconStyle.COLOR, dark_panel=True).rgb()


class NotSeen(Exception):  # noqa: N818 - it is what happened
    """Something did not come to the screen in time."""


def until(condition: Callable[[], object], what: str, seconds: float = PATIENCE_S) -> None:
    """Wait until the condition holds.

    Raises:
        NotSeen: it did not within the time.
    """
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise NotSeen(what)
        time.sleep(_POLL_S)


class Rig:
    """One desktop; subclasses say which programs it is made of and how its hands and eyes work."""

    name: str
    desktop: str
    """The word by which programs learn where they are."""
    dark = True
    """The panel is dark, or nobody can know."""
    strip: tuple[int, int]
    """First row of the panel, and the first row below it."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self._programs: list[subprocess.Popen[bytes]] = []

    def environment(self) -> dict[str, str]:
        """For every program of this desktop, the app too."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("QT_", "GTK_"))}
        own = {"HOME": str(self.home), "XDG_CONFIG_HOME": str(self.home / ".config")}
        return {**kept, **own, "XDG_CURRENT_DESKTOP": self.desktop}

    def program(self, *command: str) -> "subprocess.Popen[bytes]":
        """Start a program that lives as long as the desktop."""
        with (self.home / "programs.log").open("ab") as log:
            process = subprocess.Popen(command, env=self.environment(), stdout=log, stderr=log)
        self._programs.append(process)
        return process

    def start_app(self) -> "subprocess.Popen[bytes]":
        """Start the rehearsal: the whole program, on a provider that is simulated."""
        return self.program(sys.executable, "-m", "vacancy", "demo")

    def failures(self) -> str:
        """What to look at when something did not come."""
        ended = [str(process.args) for process in self._programs if process.poll() is not None]
        return "\n".join(("ended early:", *ended, (self.home / "programs.log").read_text(errors="replace")[-2000:]))

    def close(self) -> None:
        """End everything, the newest first."""
        for process in reversed(self._programs):
            process.terminate()
            try:
                process.wait(_END_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def run(self, *command: str) -> None:
        """Run a tool to its end."""
        subprocess.run(command, env=self.environment(), check=True, timeout=PATIENCE_S, stdout=subprocess.DEVNULL)

    def answer(self, *command: str) -> str:
        """What a tool says; nothing where it has nothing to say."""
        done = subprocess.run(command, env=self.environment(), capture_output=True, check=False, timeout=PATIENCE_S)
        return done.stdout.decode()

    def icon(self) -> tuple[int, int] | None:
        """The middle of the icon in the panel, None while there is none."""
        return self._middle_of(_GLYPHS[self.dark], range(*self.strip))

    def full_line(self) -> tuple[int, int] | None:
        """The middle of the lamp of the full model in the open menu, None while there is none."""
        outside = [row for row in range(_ROWS) if row not in range(*self.strip)]
        return self._middle_of({_FULL_IN_MENU}, outside)

    def _middle_of(self, colors: set[int], rows: Iterable[int]) -> tuple[int, int] | None:
        file = self.home / "look.png"
        self.picture(file)
        seen = QImage(str(file))
        right_half = range(seen.width() // 2, seen.width())
        drawn = [(x, y) for x, y in product(right_half, rows) if y < seen.height() and seen.pixel(x, y) in colors]
        if len(drawn) < _ENOUGH_PIXELS:
            return None
        across, down = (sorted(place[axis] for place in drawn) for axis in (0, 1))
        return across[len(across) // 2], down[len(down) // 2]

    @staticmethod
    def write(file: Path, text: str) -> None:
        """Write a settings file of this desktop."""
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def start(self) -> None:
        """Start window manager, panel and notification service."""
        raise NotImplementedError

    def picture(self, file: Path) -> None:
        """Take a picture of the whole screen."""
        raise NotImplementedError

    def click(self, x: int, y: int, button: int) -> None:
        """Click: 1 left, 3 right."""
        raise NotImplementedError

    def point(self, x: int, y: int) -> None:
        """Take the pointer there."""
        raise NotImplementedError

    def rest(self) -> None:
        """Take the pointer to where it is on nothing."""
        raise NotImplementedError

    def keys(self, *names: str) -> None:
        """Press keys, one after another, named as in X11."""
        raise NotImplementedError

    def pasted(self) -> str:
        """What another program gets from the clipboard."""
        raise NotImplementedError

    def told(self) -> bool:
        """A notification is on the screen."""
        raise NotImplementedError

    def press_copy(self) -> None:
        """Choose Copy in the notification, by the means that this desktop gives."""
        raise NotImplementedError
