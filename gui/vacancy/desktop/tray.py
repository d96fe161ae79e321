"""The tray icon: the lamp in the panel, its menu, and what people do with it."""

import sys
from collections.abc import Callable
from datetime import timedelta

import shiboken6
from PySide6.QtCore import QElapsedTimer, QObject, QRect, QTimer, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from vacancy.desktop import icons
from vacancy.desktop.tray_host import GRACE, TrayHost
from vacancy.desktop.tray_menu import TrayContent, TrayIntents, TrayLine, TrayMenu, TraySwitch, TrayWait
from vacancy.domain.preferences import IconStyle
from vacancy.words import tr

__all__ = ["Tray", "TrayContent", "TrayLine", "TraySwitch", "TrayWait"]

SPACING = timedelta(seconds=1)
"""Least time between two changes: every icon travels to the panel in all its sizes, and panels have leaked them."""
SETTLED = timedelta(seconds=2)
"""After this a panel that took the icon has drawn itself."""
_MASKED = frozenset({IconStyle.QUIET, IconStyle.MONO})
"""Styles that leave the colour to the menu bar of macOS, which follows the wallpaper."""


class Tray(TrayIntents):
    """The icon in the panel. Build it once, after the application; `close` it before the application ends.

    The icon exists from the start, with a complete menu that says the state is not known yet.

    Args:
        style: How the icon is coloured.
        dark_panel: Finds whether the panel is dark; None while nobody knows.
        grace: How long a panel may take to come.
        spacing: Least time between two changes.
        parent: Its owner.

    Signals, besides those of `TrayIntents`:
        message_clicked: A message of `show_message` was clicked.
        host_missing: Nobody shows tray icons; the window is the only way in. Once per absence.
    """

    message_clicked = Signal()
    host_missing = Signal()

    def __init__(
        self,
        *,
        style: IconStyle = IconStyle.QUIET,
        dark_panel: Callable[[], bool | None] = lambda: None,
        grace: timedelta = GRACE,
        spacing: timedelta = SPACING,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._style = style
        self._dark_panel = dark_panel
        self._content = TrayContent(headline=tr("Not known yet"), tooltip=tr("Vacancy: not known yet"))
        self._drawn: tuple[object, ...] | None = None
        self._click = QElapsedTimer()
        self._last_render = QElapsedTimer()
        self._spacing_ms = spacing // timedelta(milliseconds=1)
        self._later = QTimer(self, singleShot=True)
        self._later.timeout.connect(self._render)
        self._settled = QTimer(self, singleShot=True, interval=SETTLED // timedelta(milliseconds=1))
        self._settled.timeout.connect(self._render)
        self._menu = TrayMenu(self)
        self._host = TrayHost(grace=grace, parent=self)
        self._host.missing.connect(self.host_missing)
        self._host.watcher_appeared.connect(self._watcher_came)
        self._host.host_registered.connect(self._host_came)
        self._host.only_old_tray.connect(self._old_tray_is_left)
        self._icon: QSystemTrayIcon | None = None
        self._registers_itself = False
        self._build_icon()

    @property
    def available(self) -> bool:
        """Somebody shows the icon now; without it a hidden window would be out of reach."""
        return self._host.available

    @property
    def place(self) -> QRect:
        """Where the icon is on the screen; empty where the desktop does not tell, as with StatusNotifierItem."""
        return QRect() if self._icon is None else self._icon.geometry()

    def show_snapshot(self, content: TrayContent) -> None:
        """Show this, at once or after the spacing; of several the last one counts."""
        if content == self._content:
            return
        self._content = content
        self._render_soon()

    def set_style(self, style: IconStyle) -> None:
        """Colour the icon in another way from now on."""
        self._style = style
        self._render_soon()

    def retranslate(self) -> None:
        """Say the entries of the menu in the language that is spoken now; the state comes with the next snapshot."""
        if self._icon is not None:
            self._menu.retranslate()

    def show_message(self, title: str, body: str) -> None:
        """Show a balloon, where the desktop has no notification service of its own for us."""
        if self._icon is not None:
            self._icon.showMessage(title, body)

    def close(self) -> None:
        """Take the icon out of the panel. Twice is fine; nothing is shown afterwards."""
        self._later.stop()
        self._settled.stop()
        self._drop_icon()
        self._menu.close()

    def _drop_icon(self) -> None:
        if self._icon is not None:
            self._icon.hide()
            shiboken6.delete(self._icon)
            self._icon = None

    def _build_icon(self) -> None:
        """Make the icon object, with icon and menu complete before it is shown."""
        self._registers_itself = self._host.watched
        self._icon = QSystemTrayIcon()
        self._icon.setContextMenu(self._menu.menu)
        self._icon.activated.connect(self._activated)
        self._icon.messageClicked.connect(self.message_clicked)
        self._drawn = None
        self._render()
        self._icon.show()
        self._settled.start()

    def _watcher_came(self) -> None:
        # WORKAROUND(https://github.com/ActivityWatch/aw-qt/issues/97): an icon made on X11 while no host was there is
        # bound to the old tray for ever. Only a new object registers; one made with a watcher comes back by itself.
        if not self._registers_itself:
            self._rebuild_icon()

    def _host_came(self) -> None:
        # Qt chose by what it found when the icon was made, which may have been a watcher without a host.
        self._rebuild_icon()

    def _old_tray_is_left(self) -> None:
        # An icon that registers with watchers stays with them, even when the last one has gone.
        if self._registers_itself:
            self._rebuild_icon()

    def _rebuild_icon(self) -> None:
        if self._icon is not None:
            self._drop_icon()
            self._build_icon()

    def _render_soon(self) -> None:
        if self._later.isActive():
            return
        left = self._spacing_ms - self._last_render.elapsed() if self._last_render.isValid() else 0
        if left > 0:
            self._later.start(left)
        else:
            self._render()

    def _render(self) -> None:
        if self._icon is None:
            return
        self._last_render.start()
        self._menu.show_content(self._content)
        # Panels change with the theme, and one that has just come has no place yet when it takes the icon.
        dark_panel = self._dark_panel()
        picture = (self._content.lamp, self._content.incident, self._style, dark_panel)
        if picture != self._drawn:
            self._icon.setIcon(self._picture(dark_panel))
            self._drawn = picture
        if self._icon.toolTip() != self._content.tooltip:
            self._icon.setToolTip(self._content.tooltip)

    def _picture(self, dark_panel: bool | None) -> QIcon:  # noqa: FBT001 - an answer
        lamp, incident = self._content.lamp, self._content.incident
        if sys.platform == "darwin" and self._style in _MASKED:
            return icons.mask_icon(lamp, incident=incident)
        return icons.icon(lamp, style=self._style, dark_panel=dark_panel, incident=incident)

    def _activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        """A left click opens, once for a double one. macOS opens the menu on it instead."""
        if reason is not QSystemTrayIcon.ActivationReason.Trigger or sys.platform == "darwin":
            return
        if self._click.isValid() and self._click.elapsed() < QApplication.doubleClickInterval():
            return
        self._click.start()
        self.open_requested.emit()
