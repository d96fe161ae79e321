"""Everything that the app watches with, as one value: of this machine, or of a rehearsal."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from vacancy.domain.catalog import EntryKey
from vacancy.domain.insight import Bucket
from vacancy.domain.memory import Memory
from vacancy.domain.preferences import Preferences
from vacancy.errors import NewerDataError, SettingsError
from vacancy.monitor.ports import Clock, Keeper
from vacancy.store.paths import Paths
from vacancy.store.settings import SettingsFile
from vacancy.store.ui_state import UiState
from vacancy.store.wishes import WishBox
from vacancy.wiring.kept import Kept
from vacancy.wiring.outward import Outward
from vacancy.wiring.rehearsal import SPEED, NothingKept, Rehearsal
from vacancy.wiring.switchboard import Switchboard

CLOSING = timedelta(seconds=3)
"""Longest wait for the disk at the end."""

Day = Callable[[EntryKey, datetime], tuple[Bucket, ...]]
"""The minutes of one entry within the 24 hours before a moment; blocks on the disk, and raises StorageError."""


@dataclass(frozen=True, slots=True)
class World:
    """The parts behind the app."""

    preferences: Preferences
    memory: Memory
    clock: Clock
    outward: Outward
    keeper: Keeper
    problem: Callable[[], str | None]
    """What is wrong with Vacancy's own files, in one line; None while all is well."""
    close: Callable[[], object]
    """Writes what waits; blocks `CLOSING` at most."""
    settings: SettingsFile | None = None
    """None in a rehearsal, which has nothing to set."""
    day: Day | None = None
    windows: UiState | None = None
    """What the windows remember; None in a rehearsal, which remembers nothing."""
    keys_changed_file: Path | None = None
    """Touched by the command line when it changed a key."""
    wishes: WishBox | None = None
    """What the command line wants of the app."""
    switchboard: Switchboard | None = None
    """Switches other tools; None in a rehearsal, which touches none."""
    broken_settings: SettingsError | None = None
    """The settings file is not right: the defaults hold, and nothing is written over it."""


def real_world(paths: Paths, environment: Mapping[str, str]) -> World:
    """This machine's settings, history, keyring and network. A broken file is a problem to show, never the end.

    Raises:
        StorageError: the folders cannot be made.
    """
    kept = Kept(paths)
    history = kept.history()
    newer = ""
    try:
        memory = history.open()
    except NewerDataError as error:
        memory, newer = None, error.in_one_line
    broken: SettingsError | None = None
    try:
        preferences = kept.preferences
    except SettingsError as error:
        preferences, broken = Preferences(), error
    return World(
        preferences=preferences,
        memory=memory or Memory(),
        clock=kept.clock,
        outward=Outward(
            environment=environment,
            label=paths.keyring_label,
            shapes=history.shapes,
            clock=kept.clock,
        ),
        keeper=history,
        problem=lambda: newer or history.problem,
        close=lambda: history.close(CLOSING),
        settings=kept.settings,
        day=kept.reader.day,
        windows=UiState(paths.windows_file),
        keys_changed_file=paths.keys_changed_file,
        wishes=WishBox(paths.wishes),
        switchboard=Switchboard(paths, environment, kept.clock.now),
        broken_settings=broken,
    )


def rehearsed_world(environment: Mapping[str, str], *, speed: float = SPEED) -> World:
    """The simulated provider and page; nothing outside is touched."""
    rehearsal = Rehearsal(environment, speed=speed)
    return World(
        preferences=rehearsal.preferences,
        memory=Memory(),
        clock=rehearsal.clock,
        outward=rehearsal.outward,
        keeper=NothingKept(),
        day=rehearsal.day,
        problem=lambda: None,
        close=lambda: None,
    )
