"""The settings window, brought to the file, the keyring and the desktop.

The window is loaded when it is first wanted: most runs of a program in the tray never show it.
"""

from collections.abc import Awaitable, Mapping, Sequence
from typing import TYPE_CHECKING, assert_never

from vacancy.app.codex_look import look_closer
from vacancy.app.decisions import Decisions
from vacancy.app.keys import KEPT_FOR_THIS_RUN, key_state
from vacancy.desktop.autostart import Autostart
from vacancy.desktop.bridge import Bridge
from vacancy.desktop.raising import drop_window, raise_window, take_place
from vacancy.domain.catalog import Connection, ConnectionKind
from vacancy.domain.outcome import classify
from vacancy.domain.preferences import Preferences
from vacancy.errors import DesktopError, VacancyError
from vacancy.monitor.monitor import Monitor
from vacancy.redaction import Secret
from vacancy.sources.model_list import list_models
from vacancy.store.secrets import Stored
from vacancy.views.findings import found_line
from vacancy.views.intents import (
    ForgetKey,
    SaveSettings,
    SetKey,
    SettingsIntent,
    StartAtLogin,
    TryConnection,
)
from vacancy.views.refusals import refusal
from vacancy.wiring.outward import Outward
from vacancy.words import tr, tr_n

if TYPE_CHECKING:
    from vacancy.views.settings_window import SettingsWindow


class SettingsDesk:
    """Owns the settings window."""

    def __init__(
        self,
        decisions: Decisions,
        outward: Outward,
        monitor: Monitor,
        bridge: Bridge,
        autostart: Autostart,
        *,
        environment: Mapping[str, str],
    ) -> None:
        self._decisions = decisions
        self._outward = outward
        self._monitor = monitor
        self._bridge = bridge
        self._autostart = autostart
        self._environment = environment
        self._window: SettingsWindow | None = None
        self._is_reworded = True
        """The window speaks the language that is spoken now."""

    def show(self) -> None:
        """Show the settings in force."""
        if self._window is not None and not (self._is_reworded or self._window.isVisible()):
            self.close()
        if self._window is None:
            self._window = self._built()
        elif not self._window.isVisible():
            self._window.show_preferences(self._decisions.preferences)
        self._show_surroundings(self._window)
        raise_window(self._window)

    def follow(self) -> None:
        """The settings in force changed, in the file or by another window: what is not saved here is kept."""
        if self._window is not None:
            self._window.follow(self._decisions.preferences)
            self._window.show_problem(self._decisions.problem or "")

    def reword(self) -> None:
        """Say everything in the language that is spoken now; what was changed and not saved stays.

        While something in the window is not right, it is left alone until it is closed: what was typed is worth more.
        """
        old = self._window
        if old is None:
            return
        if not old.isVisible():
            self.close()
            return
        new = self._built()
        if new.go_on_from(old):
            self._window = new
            self._show_surroundings(new)
            old.let_go()
            take_place(new, old)
        else:
            drop_window(new)
            self._is_reworded = False

    def may_end(self) -> bool:
        """Whether nothing is lost by an end; else the window comes to the front and asks. Asked again, it may."""
        window = self._window
        if window is None or window.is_asking or window.close():
            return True
        raise_window(window)
        return False

    def close(self) -> None:
        """Close the window for good."""
        if self._window is not None:
            self._window.let_go()
        drop_window(self._window)
        self._window = None

    def _built(self) -> "SettingsWindow":
        from vacancy.views.settings_window import SettingsWindow  # noqa: PLC0415 - see the module's docstring

        window = SettingsWindow(self._decisions.preferences, path=self._decisions.path)
        window.asked.connect(self._asked)
        self._is_reworded = True
        return window

    def _show_surroundings(self, window: "SettingsWindow") -> None:
        """What the settings do not say themselves: the login, a broken file, and where the keys are."""
        window.show_start_at_login(wanted=self._autostart.enabled(), possible=self._autostart.supported)
        window.show_problem(self._decisions.problem or "")
        self._bridge.spawn(self._show_key_states(), "key states")

    def _asked(self, intent: SettingsIntent) -> None:
        window = self._window
        if window is None:
            return
        match intent:
            case SaveSettings(preferences):
                self._save(window, preferences)
            case StartAtLogin(wanted):
                self._start_at_login(window, wanted=wanted)
            case SetKey(connection, key):
                self._bridge.spawn(self._answer(connection, self._keep(connection, key)), "keep key")
            case ForgetKey(connection):
                self._bridge.spawn(self._answer(connection, self._forget(connection)), "forget key")
            case TryConnection(connection):
                self._bridge.spawn(self._answer(connection, self._try(connection)), "try connection")
            case _:
                assert_never(intent)

    def _save(self, window: "SettingsWindow", preferences: Preferences) -> None:
        """Write them; a file that changed in the same moment is followed first, and then the user looks again."""
        refused = self._decisions.take(preferences)
        if refused is None:
            window.show_saved(self._decisions.preferences)
            self._bridge.spawn(self._show_key_states(), "key states")
            return
        self._decisions.reload()
        window.show_save_failed(refused.in_one_line)

    def _start_at_login(self, window: "SettingsWindow", *, wanted: bool) -> None:
        try:
            self._autostart.set_enabled(enabled=wanted)
        except DesktopError as error:
            window.show_save_failed(error.in_one_line)
        window.show_start_at_login(wanted=self._autostart.enabled(), possible=self._autostart.supported)

    async def _answer(self, connection: Connection, work: Awaitable[str]) -> None:
        """Say below a connection what came of it."""
        try:
            result = await work
        except VacancyError as error:
            result = error.in_one_line
        if self._window is not None:
            self._window.show_connection_result(connection.name, result)
        await self._show_key_states()

    async def _keep(self, connection: Connection, key: Secret) -> str:
        stored = await self._outward.keys.write(connection, key)
        self._monitor.key_changed(connection.name)
        return tr(KEPT_FOR_THIS_RUN) if stored is Stored.SESSION_ONLY else tr("The key is kept")

    async def _forget(self, connection: Connection) -> str:
        was_there = await self._outward.keys.delete(connection)
        self._monitor.key_changed(connection.name)
        return tr("The key was deleted") if was_there else tr("There was no key")

    async def _try(self, connection: Connection) -> str:
        """Ask for the models that there are: for Codex its own files and program, else one request."""
        if connection.kind is ConnectionKind.CODEX:
            return await self._look_at_codex(connection)
        self._outward.keys.ask_again()
        key = await self._outward.keys.read(connection)
        listed = await list_models(self._outward.http, connection, key)
        if listed.refusal is not None:
            return refusal(classify(listed.refusal), connection.host)
        self._offer(connection, listed.ids)
        return tr_n(len(listed.ids), "It answers, and lists {n} model", "It answers, and lists {n} models")

    async def _look_at_codex(self, connection: Connection) -> str:
        if not self._decisions.path:
            return tr("A demo looks at nothing of yours")
        found = await look_closer(connection.home, self._environment)
        if found is None:
            return tr("There is no Codex in this folder; use it once, or choose another folder")
        self._offer(connection, found.models)
        return found_line(found)

    def _offer(self, connection: Connection, models: Sequence[str]) -> None:
        if self._window is not None:
            self._window.show_offer(connection.name, models)

    async def _show_key_states(self) -> None:
        if self._window is None:
            return
        connections = self._decisions.preferences.connections
        states = {each.name: key_state(await self._outward.keys.status(each)) for each in connections}
        if self._window is not None:
            self._window.show_key_states(states)
