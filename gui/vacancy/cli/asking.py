"""The commands that ask the models now: check, and best --check. They work with no app running and no display."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta

from vacancy.cli.console import Console, Exit
from vacancy.cli.render import exit_of, print_best, print_snapshot
from vacancy.domain.catalog import ModelEntry
from vacancy.domain.copy_forms import CopyForm
from vacancy.domain.memory import Memory
from vacancy.domain.preferences import Preferences
from vacancy.domain.snapshot import Snapshot, compose
from vacancy.errors import SettingsError
from vacancy.store.settings_faults import nearest
from vacancy.wiring.kept import Kept
from vacancy.wiring.outward import Outward

_WRITING = timedelta(seconds=5)
"""Longest wait for the disk before the command ends without having stored what it saw."""


class Asking:
    """One look at the models, and what the commands make of it."""

    def __init__(self, kept: Kept, environment: Mapping[str, str], console: Console) -> None:
        self._kept = kept
        self._environment = environment
        self._console = console

    def check(self, models: list[str], *, json: bool) -> Exit:
        """One probe of each model and one reading of the page."""
        snapshot = self._look(named(self._kept.preferences, models), with_page=True)
        print_snapshot(snapshot, self._console, json=json)
        return exit_of(snapshot.recommendation)

    def best(self, form: CopyForm, *, json: bool) -> Exit:
        """The recommended model alone on standard output, the reason on standard error."""
        snapshot = self._look(self._kept.preferences.models, with_page=False)
        print_best(snapshot, self._console, form=form, json=json)
        return exit_of(snapshot.recommendation)

    def _look(self, entries: tuple[ModelEntry, ...], *, with_page: bool) -> Snapshot:
        """Ask those entries once, and keep what was learnt unless a running app is the one that writes."""
        kept, preferences = self._kept, self._kept.preferences
        history = kept.history()
        memory = history.open() or Memory()
        if history.problem:
            self._console.note(history.problem)
        try:
            outward = Outward(
                environment=self._environment, label=kept.paths.keyring_label, shapes=history.shapes, clock=kept.clock
            )
            look = asyncio.run(outward.one_look(preferences).take(entries, memory, with_page=with_page))
            if not kept.app_is_running():
                history.save(look.memory)
                history.record(look.events)
        finally:
            history.close(_WRITING)
        listed = replace(preferences, models=entries)
        return compose(look.memory, listed, now=kept.clock.now())


def named(preferences: Preferences, names: list[str]) -> tuple[ModelEntry, ...]:
    """The listed entries that those names mean, every one for no name.

    Raises:
        SettingsError: a name means none of them.
    """
    if not names:
        return preferences.models
    chosen = {entry.key for name in names for entry in _meant(preferences, name)}
    return tuple(entry for entry in preferences.models if entry.key in chosen)


def _meant(preferences: Preferences, name: str) -> list[ModelEntry]:
    found = [entry for entry in preferences.models if name in {entry.id, entry.label, f"{entry.connection}/{entry.id}"}]
    if not found:
        near = nearest(name, [entry.id for entry in preferences.models])
        hint = f'Did you mean "{near}"?' if near else "The settings list the models: vacancy config show"
        raise SettingsError(f'No listed model is called "{name}"', hint)
    return found
