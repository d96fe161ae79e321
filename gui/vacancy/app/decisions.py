"""What the user decided: one way in for every change of a setting, from any window or from the file itself."""

import logging
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject

from vacancy.desktop.file_watch import FileWatch
from vacancy.domain.catalog import EntryKey
from vacancy.domain.preferences import Preferences
from vacancy.errors import SettingsError, StorageError, VacancyError
from vacancy.monitor.monitor import Monitor
from vacancy.wiring.world import World

_logger = logging.getLogger(__name__)


class Decisions:
    """Brings new settings to the file and to the monitor, and follows a file that was edited by hand.

    Args:
        world: Where the settings file is; a rehearsal has none, and then settings hold until the end.
        monitor: Lives by the settings.
        changed: Called after every change, and when the file became broken or whole.
        owner: Qt's owner of the watch over the file.
    """

    def __init__(self, world: World, monitor: Monitor, *, changed: Callable[[], None], owner: QObject) -> None:
        self._file = world.settings
        self._monitor = monitor
        self._changed = changed
        self._refused: VacancyError | None = world.broken_settings
        """Why the last change could not be taken; None when it could."""
        self._begun = not self.is_first_run
        if self._file is not None:
            self._watch = FileWatch(self._file.path, parent=owner)
            self._watch.changed.connect(self.reload)

    @property
    def preferences(self) -> Preferences:
        """The settings in force."""
        return self._monitor.preferences

    @property
    def is_first_run(self) -> bool:
        """Nothing was ever set up: there is no settings file."""
        return self._file is not None and not self._file.path.exists()

    @property
    def path(self) -> str:
        """Where the settings are, for people."""
        return "" if self._file is None else str(self._file.path)

    @property
    def problem(self) -> str | None:
        """Why the file or the last change is not in force, in one line."""
        return None if self._refused is None else self._refused.in_one_line

    def take(self, preferences: Preferences) -> VacancyError | None:
        """Write new settings and live by them; what cannot be written changes nothing and is returned."""
        if self._file is not None:
            try:
                preferences = self._file.save(preferences)
            except (SettingsError, StorageError) as error:
                return error
            self._begun = True
        self._live_by(preferences)
        return None

    def pause_model(self, key: EntryKey, paused: bool) -> None:  # noqa: FBT001 - a slot
        """Pause one model, or ask it again."""
        models = tuple(
            replace(entry, paused=paused) if entry.key == key else entry for entry in self.preferences.models
        )
        self._refused = self.take(replace(self.preferences, models=models))
        self._changed()

    def reload(self) -> None:
        """Take what the file says; when it is not right, say so and go on as before."""
        if self._file is None:
            return
        try:
            preferences = self._file.read()
        except SettingsError as error:
            _logger.warning("settings_refused %s", error)
            self._refused = error
            self._changed()
            return
        begins, self._begun = not self._begun, True  # also with a file that has nothing but defaults
        if begins or preferences != self.preferences or self._refused is not None:
            self._live_by(preferences)

    def _live_by(self, preferences: Preferences) -> None:
        self._refused = None
        self._monitor.change_preferences(preferences)
        self._changed()
