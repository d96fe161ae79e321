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
from vacancy.domain.waiting import Verb, Wish
from vacancy.errors import NewerDataError, SettingsError, StorageError
from vacancy.monitor.one_look import Look
from vacancy.store.history import History
from vacancy.store.settings_faults import nearest
from vacancy.store.wishes import WishBox
from vacancy.wiring.kept import Kept
from vacancy.wiring.outward import Outward

_WRITING = timedelta(seconds=8)
"""Longest wait for the disk before the command ends without having stored what it saw; beyond SQLite's own wait."""


class Asking:
    """One look at the models, and what the commands make of it."""

    def __init__(self, kept: Kept, environment: Mapping[str, str], console: Console) -> None:
        self._kept = kept
        self._environment = environment
        self._console = console

    def check(self, models: list[str], *, json: bool) -> Exit:
        """One probe of each model and one reading of the page."""
        entries = named(self._kept.preferences, models)
        snapshot = self._look(entries, with_page=True, by_name=bool(models))
        if models:
            self._note_only_read(entries)
        print_snapshot(snapshot, self._console, config_file=self._kept.paths.config_file, json=json)
        return exit_of(snapshot.recommendation)

    def best(self, form: CopyForm, *, json: bool) -> Exit:
        """The recommended model alone on standard output, the reason on standard error."""
        snapshot = self._look(self._kept.preferences.models, with_page=False)
        print_best(snapshot, self._console, form=form, json=json)
        return exit_of(snapshot.recommendation)

    def _look(self, entries: tuple[ModelEntry, ...], *, with_page: bool, by_name: bool = False) -> Snapshot:
        """Ask those entries once, and keep what was learnt unless a running app is the one that writes."""
        kept, preferences = self._kept, self._kept.preferences
        history = kept.history()
        memory, may_store = self._open(history)
        known = history.problem
        outward = Outward(
            environment=self._environment,
            label=kept.paths.keyring_label,
            shapes=history.shapes,
            clock=kept.clock,
        )
        try:
            looking = outward.one_look(preferences).take(entries, memory, with_page=with_page, named=by_name)
            look = asyncio.run(looking)
            if kept.app_is_running():
                self._hand_over(look)
            elif may_store:
                history.save(look.memory)
                history.record(look.events)
        finally:
            written = history.close(_WRITING)
        self._note_unstored(history, known, written=written)
        listed = replace(preferences, models=entries)
        return compose(look.memory, listed, now=kept.clock.now())

    def _note_only_read(self, entries: tuple[ModelEntry, ...]) -> None:
        """Say it when a model that was named was not asked: what is told of it is as old as Codex's last turn."""
        for name in dict.fromkeys(entry.connection for entry in entries):
            if not self._kept.preferences.connection(name).may_be_asked:
                self._console.note(
                    f"Codex's own record was read, and Codex was not asked: "
                    f'ask = "on_demand" under [connections.{name}] allows it.'
                )

    def _hand_over(self, look: Look) -> None:
        """The running app is the one that writes: it counts what was sent, and files what was seen."""
        box = WishBox(self._kept.paths.wishes)
        try:
            for key, evidence in look.evidence:
                box.put(Wish(Verb.SEEN, key, evidence=evidence))
        except StorageError as error:
            self._console.note(f"{error.in_one_line} The running app does not know of this look.")

    def _open(self, history: History) -> tuple[Memory, bool]:
        """What was remembered, and whether what is learnt may be stored; what is wrong with the file is said."""
        try:
            memory = history.open()
        except NewerDataError as error:
            self._console.note(f"{error.in_one_line} Nothing of this look is stored.")
            return Memory(), False
        if history.problem:
            self._console.note(history.problem)
        return memory or Memory(), True

    def _note_unstored(self, history: History, known: str | None, *, written: bool) -> None:
        """Say it when the answer that follows will be missing from `vacancy status`."""
        if not written:
            self._console.note("The disk did not take what was seen in time; it may not be stored.")
        elif history.problem and history.problem != known:
            self._console.note(history.problem)


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
