"""Desktops of X11 as people have them: a window manager, a panel with a tray, and a notification service."""

from pathlib import Path

from rig import Rig

_XFCE_PANEL = """<?xml version="1.0" encoding="UTF-8"?>
<channel name="xfce4-panel" version="1.0">
  <property name="configver" type="int" value="2"/>
  <property name="panels" type="array">
    <value type="int" value="1"/>
    <property name="dark-mode" type="bool" value="{dark}"/>
    <property name="panel-1" type="empty">
      <property name="position" type="string" value="p=6;x=0;y=0"/>
      <property name="length" type="uint" value="100"/>
      <property name="position-locked" type="bool" value="true"/>
      <property name="size" type="uint" value="28"/>
      <property name="plugin-ids" type="array">
        <value type="int" value="1"/><value type="int" value="2"/><value type="int" value="3"/>
        <value type="int" value="4"/><value type="int" value="5"/>
      </property>
    </property>
  </property>
  <property name="plugins" type="empty">
    <property name="plugin-1" type="string" value="applicationsmenu"/>
    <property name="plugin-2" type="string" value="tasklist"/>
    <property name="plugin-3" type="string" value="separator">
      <property name="expand" type="bool" value="true"/><property name="style" type="uint" value="0"/>
    </property>
    <property name="plugin-4" type="string" value="systray"/>
    <property name="plugin-5" type="string" value="clock"/>
  </property>
</channel>
"""
_XFCE_NOTES = """<?xml version="1.0" encoding="UTF-8"?>
<channel name="xfce4-notifyd" version="1.0">
  <property name="theme" type="string" value="{theme}"/>
  <property name="initial-opacity" type="double" value="1.0"/>
</channel>
"""
_XFWM = """<?xml version="1.0" encoding="UTF-8"?>
<channel name="xfwm4" version="1.0">
  <property name="general" type="empty"><property name="theme" type="string" value="{theme}"/></property>
</channel>
"""
_LXQT_PANEL = """[General]
__userfile__=true
iconTheme=Papirus

[panel1]
iconSize=22
lineCount=1
panelSize=32
plugins=mainmenu, taskbar, statusnotifier, worldclock
position=Bottom
width=100
width-percent=true

[mainmenu]
alignment=Left
type=mainmenu

[statusnotifier]
alignment=Right
type=statusnotifier

[taskbar]
alignment=Left
type=taskbar

[worldclock]
alignment=Right
type=worldclock
"""
_LXQT = """[General]
theme=light
icon_theme=Papirus

[Qt]
font="DejaVu Sans,9,-1,5,50,0,0,0,0,0"
style=Fusion
"""
_DUNST = """[global]
    dmenu = {pick}
    font = DejaVu Sans 9
    width = 340
    offset = 12x12
    frame_width = 1
    show_indicators = false
    icon_position = left
    max_icon_size = 32
"""
_PICK = """#!/bin/sh
# Stands for the menu in which a user of dunst chooses an action.
grep -m 1 Copy
"""


class X11Rig(Rig):
    """A screen of X11: scrot takes the pictures, xdotool has the pointer, xclip pastes."""

    ground = "#54728C"
    notes_class: str
    """By which the window of a notification is found."""

    def start(self) -> None:
        """Colour the ground, then start window manager, panel and notification service."""
        self.run("hsetroot", "-solid", self.ground)
        self.start_desktop()

    def start_desktop(self) -> None:
        """Start the programs of this desktop."""
        raise NotImplementedError

    def picture(self, file: Path) -> None:
        """Take a picture of the whole screen."""
        self.run("scrot", "--overwrite", str(file))

    def click(self, x: int, y: int, button: int) -> None:
        """Click as a hand does: move, press, let go."""
        self.run("xdotool", "mousemove", str(x), str(y), "sleep", "0.05", "click", str(button))

    def point(self, x: int, y: int) -> None:
        """Move only."""
        self.run("xdotool", "mousemove", str(x), str(y))

    def rest(self) -> None:
        """Take the pointer to where it is on nothing."""
        self.point(4, 540)

    def keys(self, *names: str) -> None:
        """Press keys, one after another."""
        self.run("xdotool", "key", "--delay", "120", *names)

    def pasted(self) -> str:
        """What another program gets from the clipboard."""
        return self.answer("xclip", "-o", "-selection", "clipboard")

    def told(self) -> bool:
        """A notification is on the screen."""
        return bool(self.answer("xdotool", "search", "--onlyvisible", "--class", self.notes_class))

    def place_of_notes(self) -> tuple[int, int, int, int]:
        """Left, top, width and height of the notification."""
        window = self.answer("xdotool", "search", "--onlyvisible", "--class", self.notes_class).split()[-1]
        lines = self.answer("xdotool", "getwindowgeometry", "--shell", window).splitlines()
        found = dict(line.split("=", 1) for line in lines if "=" in line)
        return int(found["X"]), int(found["Y"]), int(found["WIDTH"]), int(found["HEIGHT"])


class Xfce(X11Rig):
    """Xfce with its own window manager and notifications, and a light panel."""

    name = "xfce"
    theme, frame, dark = "Adwaita", "Greybird", False
    notes_theme = "Default"
    notes_class = "xfce4-notifyd"
    strip = (0, 28)
    desktop = "XFCE"

    def environment(self) -> dict[str, str]:
        """GTK's theme, which Qt takes over on this desktop."""
        return {**super().environment(), "GTK_THEME": self.theme}

    def start_desktop(self) -> None:
        """The panel at the top, the clock at the right."""
        channels = self.home / ".config/xfce4/xfconf/xfce-perchannel-xml"
        self.write(channels / "xfce4-panel.xml", _XFCE_PANEL.format(dark=str(self.dark).lower()))
        self.write(channels / "xfce4-notifyd.xml", _XFCE_NOTES.format(theme=self.notes_theme))
        self.write(channels / "xfwm4.xml", _XFWM.format(theme=self.frame))
        settings = "[Settings]\ngtk-theme-name=Adwaita\ngtk-icon-theme-name=elementary-xfce\ngtk-font-name=Sans 9\n"
        self.write(self.home / ".config/gtk-3.0/settings.ini", settings)
        self.program("xfwm4", "--compositor=off")
        self.program(str(next(Path("/usr/lib").glob("*/xfce4/notifyd/xfce4-notifyd"))))
        self.program("xfce4-panel", "--disable-wm-check")

    def press_copy(self) -> None:
        """Click the notification's first button, which is at its lower left."""
        left, top, _, height = self.place_of_notes()
        self.click(left + 60, top + height - 22, 1)


class XfceDark(Xfce):
    """The same with a dark panel and dark windows."""

    name = "xfce-dark"
    theme, frame, dark = "Adwaita:dark", "Greybird-dark", True
    ground = "#1E2A36"


class XfceChinese(XfceDark):
    """The same for whoever reads Chinese."""

    name = "xfce-chinese"

    def environment(self) -> dict[str, str]:
        """The languages that the user's session asks for."""
        return {**super().environment(), "LANG": "zh_CN.UTF-8", "LANGUAGE": "zh_CN"}


class Lxqt(X11Rig):
    """LXQt's panel and notifications over openbox."""

    name = "lxqt"
    dark = False
    notes_class = "lxqt-notificationd"
    strip = (568, 600)
    desktop = "LXQt"

    def environment(self) -> dict[str, str]:
        """What a session of LXQt tells its programs; ours has no such plugin and takes Qt's own looks."""
        return {**super().environment(), "QT_QPA_PLATFORMTHEME": "lxqt"}

    def start_desktop(self) -> None:
        """The panel at the bottom."""
        self.write(self.home / ".config/lxqt/panel.conf", _LXQT_PANEL)
        self.write(self.home / ".config/lxqt/lxqt.conf", _LXQT)
        self.program("openbox")
        self.program("lxqt-notificationd")
        self.program("lxqt-panel")

    def press_copy(self) -> None:
        """Click the notification's first button."""
        left, top, _, height = self.place_of_notes()
        self.click(left + 90, top + height - 32, 1)


class Trayer(X11Rig):
    """A tray of the old kind (XEmbed) and dunst, as with a plain window manager."""

    name = "trayer"
    notes_class = "Dunst"
    strip = (572, 600)
    desktop = "openbox"

    def start_desktop(self) -> None:
        """The tray at the bottom right."""
        pick = self.home / "pick"
        self.write(pick, _PICK)
        pick.chmod(0o755)
        self.write(self.home / "dunstrc", _DUNST.format(pick=pick))
        self.program("openbox")
        self.program("dunst", "-config", str(self.home / "dunstrc"))
        self.program("trayer", "--edge", "bottom", "--align", "right", "--widthtype", "request", "--height", "28",
                     "--transparent", "true", "--alpha", "0", "--tint", "0x303030")  # fmt: skip

    def told(self) -> bool:
        """Dunst says so itself."""
        return self.answer("dunstctl", "count", "displayed").strip() not in {"", "0"}

    def press_copy(self) -> None:
        """Choose from the menu that dunst has instead of buttons."""
        self.run("dunstctl", "context")


X11 = (Xfce, XfceDark, XfceChinese, Lxqt, Trayer)
