"""The first run: the welcome window asks, this brings the answers to the keyring and to the settings."""

from collections.abc import Callable
from dataclasses import replace

from vacancy.app.decisions import Decisions
from vacancy.app.keys import kept_where
from vacancy.desktop.bridge import Bridge
from vacancy.desktop.raising import drop_window, raise_window
from vacancy.domain.catalog import ModelEntry
from vacancy.domain.outcome import classify
from vacancy.domain.preferences import Preferences
from vacancy.errors import KeyStoreError
from vacancy.monitor.monitor import Monitor
from vacancy.sources.model_list import list_models
from vacancy.views.intents import CheckKey, FinishSetup
from vacancy.views.refusals import refusal
from vacancy.views.welcome import Welcome
from vacancy.wiring.outward import Outward


class FirstRun:
    """Owns the welcome window."""

    def __init__(
        self,
        decisions: Decisions,
        outward: Outward,
        monitor: Monitor,
        bridge: Bridge,
        *,
        demo: bool,
        finished: Callable[[], None],
    ) -> None:
        self._decisions = decisions
        self._outward = outward
        self._monitor = monitor
        self._bridge = bridge
        self._demo = demo
        self._finished = finished
        self._window: Welcome | None = None

    def show(self, token: str = "") -> None:
        """Show the welcome, as it was left; the token is the desktop's permission to raise it."""
        if self._window is None:
            cap = self._decisions.preferences.probing.daily_requests
            self._window = Welcome(daily_requests=cap, demo=self._demo)
            self._window.asked.connect(self._asked)
            self._bridge.spawn(self._say_where_keys_go(self._window), "key place")
        raise_window(self._window, token)

    def close(self) -> None:
        """Close the window for good."""
        drop_window(self._window)
        self._window = None

    def _asked(self, intent: CheckKey | FinishSetup) -> None:
        work = self._check(intent) if isinstance(intent, CheckKey) else self._finish(intent)
        self._bridge.spawn(work, type(intent).__name__)

    async def _say_where_keys_go(self, window: Welcome) -> None:
        place, safe = await kept_where(self._outward.keys)
        window.show_key_place(place, safe=safe)

    async def _check(self, wanted: CheckKey) -> None:
        """One request for the list of models, with a key that is not stored yet."""
        connection = wanted.connection
        try:
            key = wanted.key or await self._outward.keys.read(connection)
        except KeyStoreError as error:
            self._complain(error.in_one_line)
            return
        listed = await list_models(self._outward.http, connection, key)
        if listed.refusal is not None:
            self._complain(refusal(classify(listed.refusal), connection.host))
        elif self._window is not None:
            self._window.show_models(listed.ids)

    def _complain(self, message: str) -> None:
        if self._window is not None:
            self._window.show_check_failed(message)

    async def _finish(self, setup: FinishSetup) -> None:
        """Key first, settings second: settings without their key would only block every model."""
        try:
            if setup.connection is not None and setup.key is not None:
                await self._outward.keys.write(setup.connection, setup.key)
        except KeyStoreError as error:
            self._failed(error.in_one_line)
            return
        refused = self._decisions.take(_with_setup(self._decisions.preferences, setup))
        if refused is not None:
            self._failed(refused.in_one_line)
            return
        self._monitor.key_changed(setup.connection.name if setup.connection else None)
        self.close()
        self._finished()

    def _failed(self, message: str) -> None:
        if self._window is not None:
            self._window.show_finish_failed(message)


def _with_setup(preferences: Preferences, setup: FinishSetup) -> Preferences:
    """The settings with the new connection and its models in front of whatever was there."""
    probing = replace(preferences.probing, interval=setup.interval)
    if setup.connection is None:
        return replace(preferences, probing=probing)
    name = setup.connection.name
    chosen = tuple(ModelEntry(name, model) for model in setup.models)
    others = tuple(connection for connection in preferences.connections if connection.name != name)
    kept = tuple(entry for entry in preferences.models if entry.connection != name)
    return replace(preferences, connections=(setup.connection, *others), models=(*chosen, *kept), probing=probing)
