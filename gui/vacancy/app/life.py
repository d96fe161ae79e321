"""One run of the app: the monitor tells, the surfaces show; the user wishes, the monitor acts."""

import asyncio
import random
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

from PySide6.QtCore import QRect, QTimer
from PySide6.QtGui import QGuiApplication

from vacancy.app.decisions import Decisions
from vacancy.app.explaining import ExplainDesk
from vacancy.app.first_run import FirstRun
from vacancy.app.listening import Listening
from vacancy.app.panel_desk import PanelDesk
from vacancy.app.settings import SettingsDesk
from vacancy.app.speaking import Speaking
from vacancy.app.switching import SwitchDesk
from vacancy.app.telling import Telling
from vacancy.desktop.autostart import Autostart, autostart
from vacancy.desktop.clipboard import Clipboard, Copied
from vacancy.desktop.event_loop import Desktop
from vacancy.desktop.placing import anchor
from vacancy.desktop.spawn import open_url
from vacancy.desktop.tray import Tray
from vacancy.domain.catalog import EntryKey
from vacancy.domain.copy_forms import copy_text
from vacancy.domain.snapshot import Snapshot
from vacancy.monitor.board import Update
from vacancy.monitor.monitor import Monitor
from vacancy.views.outlines import Outlines
from vacancy.views.panel import Panel
from vacancy.views.tray_words import tray_content
from vacancy.views.window_role import tell_windows_as_such
from vacancy.wiring.world import World
from vacancy.words import tr

AGES_EVERY = timedelta(minutes=1)
"""How often the words of the tray are found anew: what is claimed grows old without any news."""


class Life:
    """Owns the windows and the monitor from start to quit."""

    def __init__(
        self,
        desktop: Desktop,
        tray: Tray,
        world: World,
        *,
        speaking: Speaking,
        environment: Mapping[str, str],
        socket: Path | None,
    ) -> None:
        self._desktop = desktop
        self._tray = tray
        self._world = world
        self._zone = datetime.now(UTC).astimezone().tzinfo or UTC
        self._demo = world.settings is None
        self._outlines = Outlines(desktop.application)
        tell_windows_as_such()
        self._clipboard = Clipboard(QGuiApplication.clipboard())
        self._speaking = speaking
        self._panel = PanelDesk(world, desktop.bridge, zone=self._zone, demo=self._demo, connect=self._connect_panel)
        self._monitor = monitor = _monitor(world, self._updated)
        self._telling = Telling(
            desktop.bridge.spawn,
            tray,
            zone=self._zone,
            demo=self._demo,
            copy=self._copy,
            open_panel=self.show_panel,
            snooze=monitor.snooze,
            use=lambda key: self._switching.ask(key),  # noqa: PLW0108 - it is built below
            undo=lambda: self._switching.undo(),  # noqa: PLW0108 - the same
        )
        self._decisions = Decisions(world, monitor, changed=self._settings_changed, owner=desktop.application)
        self._switching = SwitchDesk(
            world.switchboard,
            self._decisions,
            desktop.bridge,
            changed=lambda: self._show(monitor.snapshot),
            announce=self._telling.announce,
        )
        self._first_run = FirstRun(
            self._decisions,
            world.outward,
            monitor,
            desktop.bridge,
            environment=environment,
            demo=self._demo,
            finished=self.show_panel,
        )
        self._settings = SettingsDesk(
            self._decisions, world.outward, monitor, desktop.bridge, _at_login(environment), environment=environment
        )
        self._explaining = ExplainDesk(desktop.bridge, self._clipboard)
        self._listening = Listening(desktop, world, monitor, socket=socket, raise_requested=self.show_panel)
        self._ages = QTimer(desktop.application, interval=AGES_EVERY // timedelta(milliseconds=1))
        self._decided = asyncio.Event()
        """There are settings, by the welcome, by a window or by hand: the user has seen what will be sent."""
        self._connect()

    async def run(self, *, hidden: bool) -> None:
        """Watch and show until cancelled."""
        self._settings_changed()
        self._switching.start()
        self._listening.start()
        self._ages.start()
        try:
            if not hidden:
                self.show_panel()  # who starts it by hand expects to see something
            await self._decided.wait()
            await self._switching.ready()
            await self._monitor.run()
        finally:
            self._ages.stop()
            self._listening.close()
            await self._telling.close()
            self._first_run.close()
            self._settings.close()
            self._switching.close()
            self._explaining.close()
            self._panel.close()

    def show_panel(self, token: str = "", *, beside: QRect | None = None) -> None:
        """Bring the window to the front, by the desktop's permission where it gave one; on a first run the welcome."""
        if self._decisions.is_first_run:
            self._first_run.show(token)
            return
        self._monitor.glance()
        self._panel.render(self._monitor.snapshot, self._world.clock.now())
        self._panel.show(token, beside=beside)

    def _quit(self) -> None:
        """The user wants the end. Who ends the session or the process is not asked about anything."""
        if self._settings.may_end():
            self._desktop.quit()

    def _connect(self) -> None:
        tray = self._tray
        self._ages.timeout.connect(self._minute_passed)
        tray.open_requested.connect(self._toggle_panel)
        tray.host_missing.connect(self.show_panel)
        tray.quit_requested.connect(self._quit)
        tray.undo_requested.connect(self._switching.undo)
        self._connect_surface(tray)

    def _connect_panel(self, panel: Panel) -> None:
        panel.welcome_requested.connect(self._first_run.show)
        panel.page_requested.connect(self._open_page)
        panel.model_pause_requested.connect(self._decisions.pause_model)
        self._connect_surface(panel)

    def _connect_surface(self, surface: Tray | Panel) -> None:
        """What both the tray and the window offer."""
        surface.check_requested.connect(self._check)
        surface.settings_requested.connect(self._settings.show)
        surface.pause_requested.connect(self._monitor.pause)
        surface.resume_requested.connect(self._monitor.resume)
        surface.copy_requested.connect(self._copy)
        surface.use_requested.connect(self._switching.ask)
        surface.explain_requested.connect(self._explaining.show)
        surface.watch_requested.connect(self._watch)

    def _check(self, key: EntryKey | None = None) -> None:
        # Somebody asks by hand, so a keyring that was left locked may ask for its password once more.
        self._world.outward.keys.ask_again()
        self._monitor.check_now(key)

    def _watch(self, key: EntryKey, wanted: bool) -> None:  # noqa: FBT001 - a slot
        if wanted:
            self._monitor.watch(key)
        else:
            self._monitor.unwatch(key)

    def _open_page(self) -> None:
        url = self._decisions.preferences.status_page.url
        self._panel.say_page_opened(url, opened=open_url(url))

    def _toggle_panel(self) -> None:
        if self._panel.is_in_front:
            self._panel.hide()
        else:
            self.show_panel(beside=anchor(self._tray.place))

    def _updated(self, update: Update) -> None:
        self._switching.follow(update.snapshot)
        self._show(update.snapshot)
        for notice in update.notices:
            self._telling.tell(notice, update.snapshot, switch=self._switching.offer(update.snapshot))
        self._report_problems()

    def _show(self, snapshot: Snapshot) -> None:
        now = self._world.clock.now()
        offer, undo = self._switching.offer(snapshot), self._switching.undo_offer
        self._tray.show_snapshot(tray_content(snapshot, now, self._zone, demo=self._demo, switch=offer, undo=undo))
        self._panel.set_switch_offer(offer.text if offer else "", self._switching.offer_tip)
        self._panel.render(snapshot, now)

    def _minute_passed(self) -> None:
        self._switching.follow(self._monitor.snapshot, anew=True)
        self._show(self._monitor.snapshot)

    def _report_problems(self) -> None:
        self._monitor.report(self._decisions.problem or self._world.problem() or self._keys_problem())

    def _keys_problem(self) -> str | None:
        if not self._world.outward.keys.keeps_for_this_run:
            return None
        return tr("A key is kept until Vacancy ends only: this desktop has no safe place for keys.")

    def _settings_changed(self) -> None:
        if self._speaking.follow(self._decisions.preferences.appearance.language):
            # Whoever saved it is still in a slot of a window that is about to be replaced.
            QTimer.singleShot(0, self._desktop.application, self._reword)
        self._tray.set_style(self._decisions.preferences.appearance.icon_style)
        self._settings.follow()
        if not self._decisions.is_first_run:
            self._decided.set()
        self._report_problems()
        self._switching.follow(self._monitor.snapshot, anew=True)
        self._show(self._monitor.snapshot)

    def _reword(self) -> None:
        """Say everything that is on the screen in the language that is spoken now: windows are built anew in place.

        The welcome is left as it is: it holds a key that was typed, and no settings that could change.
        """
        if self._desktop.quitting.is_set():
            return
        self._tray.retranslate()
        self._panel.reword()
        self._settings.reword()
        self._explaining.reword()
        self._switching.reword()
        self._report_problems()
        self._show(self._monitor.snapshot)

    def _copy(self, key: EntryKey) -> None:
        self._desktop.bridge.spawn(self._copy_and_confirm(key), "copy")

    async def _copy_and_confirm(self, key: EntryKey) -> None:
        copied = await self._clipboard.copy(copy_text(key, self._panel.copy_form))
        self._panel.confirm_copy(key, copied=copied is Copied.COPIED)


def _monitor(world: World, listener: Callable[[Update], None]) -> Monitor:
    return Monitor(
        preferences=world.preferences,
        memory=world.memory,
        prober=world.outward.prober,
        page_reader=world.outward.page,
        sessions=world.outward.sessions,
        logins=world.outward.logins,
        keeper=world.keeper,
        clock=world.clock,
        chance=random.random,
        listener=listener,
    )


def _at_login(environment: Mapping[str, str]) -> Autostart:
    """The start at login, brought to where the program is now."""
    found = autostart(environment)
    found.refresh()
    return found
