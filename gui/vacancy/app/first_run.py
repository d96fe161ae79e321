"""The first run: the welcome window asks, this brings the answers to the keyring and to the settings."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from vacancy.app.codex_look import look_closer, look_for_codex
from vacancy.app.decisions import Decisions
from vacancy.app.keys import kept_where
from vacancy.desktop.bridge import Bridge
from vacancy.desktop.raising import drop_window, raise_window
from vacancy.domain.catalog import ModelEntry
from vacancy.domain.outcome import Kind, classify
from vacancy.domain.preferences import Preferences
from vacancy.errors import KeyStoreError
from vacancy.monitor.monitor import Monitor
from vacancy.sources.model_list import list_models
from vacancy.views.findings import Findings
from vacancy.views.intents import CheckKey, FindCodex, FinishSetup, WelcomeIntent
from vacancy.views.refusals import refusal
from vacancy.wiring.outward import Outward

if TYPE_CHECKING:
    from vacancy.views.welcome import Welcome

KEY_VARIABLE = "OPENAI_API_KEY"
"""Where OpenAI's own libraries look for a key."""
_OF_KEY = frozenset({Kind.AUTH_FAILED, Kind.QUOTA_EXHAUSTED})
"""Refusals that another key would mend, not another address."""


class FirstRun:
    """Owns the welcome window."""

    def __init__(
        self,
        decisions: Decisions,
        outward: Outward,
        monitor: Monitor,
        bridge: Bridge,
        *,
        environment: Mapping[str, str],
        demo: bool,
        finished: Callable[[], None],
    ) -> None:
        self._decisions = decisions
        self._outward = outward
        self._monitor = monitor
        self._bridge = bridge
        self._environment = environment
        self._demo = demo
        self._finished = finished
        self._window: Welcome | None = None

    def show(self, token: str = "") -> None:
        """Show the welcome, as it was left; the token is the desktop's permission to raise it."""
        if self._window is None:
            from vacancy.views.welcome import Welcome  # noqa: PLC0415 - shown once in the life of most settings

            self._window = Welcome(self._decisions.preferences, demo=self._demo)
            self._window.asked.connect(self._asked)
            self._bridge.spawn(self._look_around(self._window), "look around")
            self._bridge.spawn(self._say_where_keys_go(self._window), "key place")
        raise_window(self._window, token)

    def close(self) -> None:
        """Close the window for good."""
        drop_window(self._window)
        self._window = None

    def _asked(self, intent: WelcomeIntent) -> None:
        match intent:
            case CheckKey():
                self._bridge.spawn(self._check(intent), "check key")
            case FindCodex(home):
                self._bridge.spawn(self._find_codex(home), "find codex")
            case FinishSetup():
                self._bridge.spawn(self._finish(intent), "finish setup")
            case _:
                assert_never(intent)

    async def _look_around(self, window: "Welcome") -> None:
        """A rehearsal offers nothing of the user's own."""
        if self._demo:
            return
        codex = await look_for_codex(None, self._environment)
        variable = KEY_VARIABLE if self._environment.get(KEY_VARIABLE, "").strip() else None
        elsewhere = codex is not None and bool(self._environment.get("CODEX_HOME"))
        if window is self._window:
            window.show_findings(Findings(codex, codex_is_elsewhere=elsewhere, variable=variable))

    async def _find_codex(self, home: str | None) -> None:
        found = None if self._demo else await look_closer(home, self._environment)
        if self._window is not None:
            self._window.show_codex(found)

    async def _say_where_keys_go(self, window: "Welcome") -> None:
        place, safe = await kept_where(self._outward.keys)
        if window is self._window:
            window.show_key_place(place, safe=safe)

    async def _check(self, wanted: CheckKey) -> None:
        """One request for the list of models, with a key that is not stored yet."""
        connection = wanted.connection
        try:
            key = wanted.key or await self._outward.keys.read(connection)
        except KeyStoreError as error:
            self._complain(error.in_one_line, of_key=True)
            return
        listed = await list_models(self._outward.http, connection, key)
        if listed.refusal is not None:
            outcome = classify(listed.refusal)
            self._complain(refusal(outcome, connection.host), of_key=outcome.kind in _OF_KEY)
        elif self._window is not None:
            self._window.show_models(listed.ids)

    def _complain(self, message: str, *, of_key: bool) -> None:
        if self._window is not None:
            self._window.show_check_failed(message, of_key=of_key)

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
