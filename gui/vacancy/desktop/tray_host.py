"""Whether anybody shows tray icons, and when that changes.

A panel may start long after us, restart, or never come (stock GNOME). Qt tells none of this, so the watcher of
StatusNotifier items is followed on the bus.
"""

import sys
from datetime import timedelta

from PySide6.QtCore import SLOT, QObject, QTimer, Signal, Slot
from PySide6.QtDBus import QDBusConnection, QDBusServiceWatcher
from PySide6.QtWidgets import QSystemTrayIcon

GRACE = timedelta(seconds=30)
"""How long a panel may take to appear at login before we say that there is none."""

_WATCHER = "org.kde.StatusNotifierWatcher"
_PATH = "/StatusNotifierWatcher"


class TrayHost(QObject):
    """Follows the tray of the desktop.

    Signals:
        watcher_appeared: The watcher of StatusNotifier items came, first or again.
        host_registered: A panel announced itself to the watcher.
        only_old_tray: The watcher went and did not come back within the grace period, but an X11 tray is there.
        missing: Nobody shows tray icons, and the grace period has passed. Once per absence.
    """

    watcher_appeared = Signal()
    host_registered = Signal()
    only_old_tray = Signal()
    missing = Signal()

    def __init__(self, *, grace: timedelta = GRACE, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._grace = QTimer(self, singleShot=True, interval=grace // timedelta(milliseconds=1))
        self._grace.timeout.connect(self._after_grace)
        self._watcher: QDBusServiceWatcher | None = None
        if sys.platform == "linux":
            self._follow_the_bus()
        if not self.available:
            self._grace.start()

    @property
    def available(self) -> bool:
        """Somebody shows tray icons now. Asks the desktop each time (about 2 ms)."""
        return QSystemTrayIcon.isSystemTrayAvailable()

    @property
    def watched(self) -> bool:
        """The watcher of StatusNotifier items is on the bus. Asks the bus alone, never a panel that may hang."""
        bus = QDBusConnection.sessionBus()
        return self._watcher is not None and bus.isConnected() and bus.interface().isServiceRegistered(_WATCHER).value()

    def _follow_the_bus(self) -> None:
        bus = QDBusConnection.sessionBus()
        self._watcher = QDBusServiceWatcher(_WATCHER, bus, QDBusServiceWatcher.WatchModeFlag.WatchForOwnerChange, self)
        self._watcher.serviceRegistered.connect(self._watcher_came)
        self._watcher.serviceUnregistered.connect(self._went)
        # The watcher may be there before a host is: kded starts before the panel.
        bus.connect(_WATCHER, _PATH, _WATCHER, "StatusNotifierHostRegistered", self, SLOT("came_with_host()"))  # type: ignore[call-overload] # stub asks for bytes, the call for text

    @Slot()
    def came_with_host(self) -> None:
        """Called over the bus when a host registers with the watcher."""
        self._grace.stop()
        self.host_registered.emit()

    def _watcher_came(self) -> None:
        self._grace.stop()
        self.watcher_appeared.emit()

    def _went(self) -> None:
        self._grace.start()

    def _after_grace(self) -> None:
        if not self.available:
            self.missing.emit()
        elif not self.watched:
            self.only_old_tray.emit()
