"""What is kept on this machine: settings, memory, history. No network and no keyring are touched from here."""

from functools import cached_property

from vacancy.domain.memory import Memory
from vacancy.domain.preferences import Preferences
from vacancy.monitor.clock import SystemClock
from vacancy.store.history import History
from vacancy.store.history_reading import HistoryReader
from vacancy.store.instance_lock import InstanceLock
from vacancy.store.paths import Paths
from vacancy.store.settings import SettingsFile


class Kept:
    """One user's files, opened as they are asked for."""

    def __init__(self, paths: Paths) -> None:
        self.paths = paths
        self.clock = SystemClock()
        self.settings = SettingsFile(paths.config_file)
        self.reader = HistoryReader(paths.history_file)

    @cached_property
    def preferences(self) -> Preferences:
        """The settings, as they were at the first look.

        Raises:
            SettingsError: the file is not right.
        """
        return self.settings.read()

    def stored_memory(self) -> Memory:
        """What was remembered last; an empty memory when nothing is stored.

        Raises:
            StorageError: what is stored cannot be read.
        """
        return self.reader.memory() or Memory()

    def app_is_running(self) -> bool:
        """The tray app runs on these files, and so is the one that writes."""
        return InstanceLock.is_held(self.paths.lock_file)

    def history(self) -> History:
        """The writing side of the history; whoever takes it opens and closes it.

        Raises:
            StorageError: its folder cannot be made.
        """
        self.paths.prepare()
        return History(self.paths.history_file, now=self.clock.now)
