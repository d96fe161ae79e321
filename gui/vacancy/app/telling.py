"""Notifications: the notices of the monitor in words, with buttons, through the desktop's own service."""

import sys
from collections.abc import Callable
from datetime import timedelta, tzinfo

from vacancy.assets import asset
from vacancy.desktop.bridge import Spawn
from vacancy.desktop.notifications import Notification, Notifier, OnAction
from vacancy.desktop.tray import Tray, TraySwitch
from vacancy.domain.alerting import Notice
from vacancy.domain.catalog import EntryKey
from vacancy.domain.snapshot import Snapshot
from vacancy.views import present
from vacancy.words import tr

COPY, SNOOZE, USE, UNDO = "copy", "snooze", "use", "undo"
_SWITCHES = "switches"
"""The topic of what is said about switches: the newest replaces the one before."""
SNOOZE_FOR = timedelta(hours=1)

if sys.platform == "linux":
    from vacancy.desktop.notifications_linux import LinuxNotifier

    def _notifier(acted: OnAction, spawn: Spawn, _tray: Tray) -> Notifier:
        return LinuxNotifier(acted, spawn=spawn, icon=str(asset("icons/vacancy.svg")))

else:
    from vacancy.desktop.notifications import QtNotifier

    def _notifier(acted: OnAction, _spawn: Spawn, tray: Tray) -> Notifier:
        balloons = QtNotifier(acted, show=tray.show_message)
        tray.message_clicked.connect(balloons.clicked)
        return balloons


class Telling:
    """Shows notices, and acts on their buttons."""

    def __init__(
        self,
        spawn: Spawn,
        tray: Tray,
        *,
        zone: tzinfo,
        demo: bool,
        copy: Callable[[EntryKey], None],
        open_panel: Callable[[str], None],
        snooze: Callable[[timedelta], None],
        use: Callable[[EntryKey], None],
        undo: Callable[[], None],
    ) -> None:
        self._spawn = spawn
        self._zone = zone
        self._copy = copy
        self._open_panel = open_panel
        self._snooze = snooze
        self._use = use
        self._undo = undo
        self._demo = demo
        self._models: dict[str, EntryKey] = {}
        """The model that the live notification of each topic is about to have copied."""
        self._notifier = _notifier(self._acted, spawn, tray)

    def tell(self, notice: Notice, snapshot: Snapshot, *, switch: TraySwitch | None = None) -> None:
        """Show a notice; returns at once. A desktop that cannot show it costs nothing but a line in the log.

        Args:
            notice: What is worth an interruption.
            snapshot: What is claimed.
            switch: The offer to switch a tool to the model that the notice is about to recommend.
        """
        buttons = [(SNOOZE, tr("Quiet for an hour"))]
        self._models.pop(notice.topic, None)
        if notice.use is not None:
            self._models[notice.topic] = notice.use
            buttons.insert(0, (COPY, tr("Copy {name}", name=present.name_of(snapshot, notice.use))))
            if switch is not None and switch.key == notice.use:
                buttons.insert(0, (USE, switch.text))
        body = present.notice_body(notice, snapshot, self._zone)
        self._send(notice.topic, present.notice_title(notice, snapshot), body, tuple(buttons))

    def announce(self, title: str, body: str) -> None:
        """Show what was done to a tool's settings, with the way back; returns at once."""
        self._send(_SWITCHES, title, body, ((UNDO, tr("Undo")),))

    def _send(self, topic: str, title: str, body: str, buttons: tuple[tuple[str, str], ...]) -> None:
        said = tr("DEMO - {title}", title=title) if self._demo else title
        self._spawn(self._notifier.send(Notification(topic, said, body, buttons)), f"notification {topic}")

    async def close(self) -> None:
        """Let go of the desktop's service."""
        await self._notifier.close()

    def _acted(self, topic: str, action: str) -> None:
        key = self._models.get(topic)
        if action == COPY and key is not None:
            self._copy(key)
        elif action == USE and key is not None:
            self._use(key)
        elif action == UNDO:
            self._undo()
        elif action == SNOOZE:
            self._snooze(SNOOZE_FOR)
        else:
            self._open_panel(self._notifier.take_activation_token())
