"""Sway without a screen, with waybar and mako: a desktop of Wayland."""

from pathlib import Path

from pointer import Pointer
from rig import Rig, until

_SIZE = (1024, 600)
_PANEL_HEIGHT = 28
_SWAY = """output HEADLESS-1 resolution {width}x{height} position 0 0
output HEADLESS-1 background #3B4252 solid_color
default_border pixel 1
for_window [app_id=".*"] floating enable
"""
_WAYBAR = """{{"layer": "top", "position": "top", "height": {height},
 "modules-left": ["sway/workspaces", "sway/window"], "modules-right": ["tray", "clock"],
 "tray": {{"icon-size": 18, "spacing": 8}}, "clock": {{"format": "{{:%H:%M}}"}}}}
"""
_STYLE = """* { font-family: DejaVu Sans; font-size: 12px; border: none; }
window#waybar { background: #2E3440; color: #ECEFF4; }
#workspaces button { padding: 0 8px; color: #ECEFF4; background: #4C566A; }
#clock, #tray, #window { padding: 0 10px; }
"""
_MAKO = """font=DejaVu Sans 9
width=340
height=160
background-color=#2E3440
text-color=#ECEFF4
border-color=#4C566A
border-size=1
default-timeout=0
max-icon-size=32
"""


class Sway(Rig):
    """grim takes the pictures, a virtual pointer and wtype are the hands, wl-paste pastes."""

    name = "sway"
    desktop = "sway"
    strip = (0, _PANEL_HEIGHT)

    def __init__(self, home: Path) -> None:
        super().__init__(home)
        self._pointer: Pointer | None = None
        self._socket = self._control = ""

    def environment(self) -> dict[str, str]:
        """A compositor that draws in memory; programs find it by its socket."""
        headless = {"WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman"}
        here = {"WAYLAND_DISPLAY": self._socket, "SWAYSOCK": self._control} if self._socket else {}
        inherited = {name: value for name, value in super().environment().items() if name != "DISPLAY"}
        return {**inherited, **headless, **here}

    def start(self) -> None:
        """Start the compositor, then the bar and the notification service in it."""
        config = self.home / "sway.conf"
        self.write(config, _SWAY.format(width=_SIZE[0], height=_SIZE[1]))
        self.write(self.home / ".config/waybar/config", _WAYBAR.format(height=_PANEL_HEIGHT))
        self.write(self.home / ".config/waybar/style.css", _STYLE)
        self.write(self.home / ".config/mako/config", _MAKO)
        self.program("sway", "--config", str(config))
        runtime = Path(self.environment()["XDG_RUNTIME_DIR"])
        until(lambda: list(runtime.glob("wayland-?")), "the compositor")
        self._socket = next(runtime.glob("wayland-?")).name
        self._control = str(next(runtime.glob("sway-ipc.*")))
        self._pointer = Pointer(runtime / self._socket, _SIZE)
        self.program("waybar")
        self.program("mako")

    def close(self) -> None:
        """Let go of the pointer, then end everything."""
        if self._pointer is not None:
            self._pointer.close()
        super().close()

    def picture(self, file: Path) -> None:
        """Take a picture of the whole output."""
        self.run("grim", str(file))

    def click(self, x: int, y: int, button: int) -> None:
        """Click as a hand does."""
        self._hand.click(x, y, button)

    def point(self, x: int, y: int) -> None:
        """Move only."""
        self._hand.move(x, y)

    def rest(self) -> None:
        """Take the pointer to where it is on nothing."""
        self._hand.move(_SIZE[0] - 1, _SIZE[1] - 1)

    def keys(self, *names: str) -> None:
        """Press keys, one after another."""
        for name in names:
            self.run("wtype", "-s", "120", "-k", name)

    def pasted(self) -> str:
        """What another program gets from the clipboard."""
        return self.answer("wl-paste", "--no-newline")

    def told(self) -> bool:
        """Mako says so itself."""
        return "app-name" in self.answer("makoctl", "list")

    def press_copy(self) -> None:
        """Choose by mako's own tool, which draws no buttons."""
        self.run("makoctl", "invoke", "copy")

    @property
    def _hand(self) -> Pointer:
        if self._pointer is None:
            raise RuntimeError("the compositor has not been started")
        return self._pointer
