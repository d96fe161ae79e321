"""Tells which files below some folders were written, without looking at them again and again.

The operating system tells (inotify, FSEvents, ReadDirectoryChangesW), to threads of watchdog's that sleep meanwhile.
Where it does not - a network folder, no watches left - whoever waits is woken at intervals to look himself.
"""

import asyncio
import logging
import sys
import threading
import warnings
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

from watchdog.events import (
    DirCreatedEvent,
    FileCreatedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver, ObservedWatch

_logger = logging.getLogger(__name__)

QUIET = timedelta(milliseconds=300)
"""A program writes in many small steps; they are told together."""
_SELDOM = timedelta(minutes=1)
"""What the system forgot to tell is found so late at most."""
_MEANWHILE = timedelta(seconds=10)
"""While a folder is not there."""
_OFTEN = timedelta(seconds=2)
"""Where the system does not tell."""
_WRITES: list[type[FileSystemEvent]] = [FileCreatedEvent, FileModifiedEvent, FileMovedEvent, DirCreatedEvent]
"""Not that a file was opened or read: we do so ourselves."""


class FolderWatch:
    """Watches folders from the moment it is told to, until it is stopped.

    `cover` blocks for moments and may be called from any one thread at a time; the rest belongs to the loop.

    Args:
        matters: Whether a file, or a new folder, of that name matters; called in a thread of its own.
        observer: Makes what asks the system.
    """

    def __init__(self, matters: Callable[[Path], bool], *, observer: Callable[[], BaseObserver] = Observer) -> None:
        self._matters = matters
        self._new_observer = observer
        self._loop = asyncio.get_running_loop()
        self._rang = asyncio.Event()
        self._written: set[Path] = set()
        self._observer: BaseObserver | None = None
        self._watches: dict[Path, tuple[tuple[int, int], ObservedWatch]] = {}
        self._refused: set[Path] = set()
        self._stopped = threading.Event()
        self._telling = threading.Lock()
        """Held to tell the loop, so that nobody does once this is stopped: a loop of Qt's that is gone would crash."""
        self._pause = _OFTEN
        self._covering = threading.Lock()
        """Held while folders are taken up, and while what asks the system is stopped."""

    def cover(self, folders: dict[Path, bool]) -> bool:
        """Watch these folders, with what is below them where it says so; those that are watched already go on.

        A folder that is not there, or cannot be watched, is tried again with the next call.

        Returns:
            Whether one is watched only since now, so that something may have been missed before.
        """
        try:
            with self._covering:
                return not self._stopped.is_set() and self._covered(folders)
        finally:
            if self._stopped.is_set():  # meanwhile, by the loop
                self._end()

    def _covered(self, folders: dict[Path, bool]) -> bool:
        if self._observer is None:
            # WORKAROUND(https://github.com/gorakhargosh/watchdog/pull/1278): several folders made at once, one in the
            # other, are watched twice, which is harmless; it warns on standard error.
            warnings.filterwarnings("ignore", "Callback with id", RuntimeWarning)
            self._observer = self._new_observer()
            self._observer.start()
        known = dict(self._watches)
        pauses = [self._watch(self._observer, folder, below=below) for folder, below in folders.items()]
        self._pause = min(pauses)
        return any(self._watches[folder] != known.get(folder) for folder in self._watches)

    async def written(self) -> frozenset[Path] | None:
        """The files and new folders that were written since the last time, once writing rests.

        None when it is time to look at all of them.
        """
        try:
            await asyncio.wait_for(self._rang.wait(), self._pause.total_seconds())
        except TimeoutError:
            return None
        await asyncio.sleep(QUIET.total_seconds())
        self._rang.clear()
        written, self._written = frozenset(self._written), set()
        return written

    def stop(self) -> None:
        """Watch nothing any more. Returns at once; the threads end by themselves, and tell the loop nothing more."""
        with self._telling:
            self._stopped.set()
        self._end()

    def _end(self) -> None:
        """Stop what asks the system, once. While `cover` is at it, nothing: that does so itself, when it is done.

        An observer that is stopped while it takes up a folder leaves a thread behind that never ends.
        """
        if self._covering.acquire(blocking=False):
            try:
                observer, self._observer = self._observer, None
                if observer is not None:
                    observer.stop()
            finally:
                self._covering.release()

    def _watch(self, observer: BaseObserver, folder: Path, *, below: bool) -> timedelta:
        """Watch one folder, and say how long its changes can be waited for without looking."""
        try:
            found = folder.stat()
        except OSError:
            self._forget(observer, folder)
            return _MEANWHILE
        identity = (found.st_dev, found.st_ino)
        if folder not in self._watches or self._watches[folder][0] != identity:
            self._forget(observer, folder)
            try:
                watch = observer.schedule(_Teller(self._tell), str(folder), recursive=below, event_filter=_WRITES)
            except OSError as error:
                self._refuse(folder, error)
                return _OFTEN
            self._watches[folder] = (identity, watch)
        return _SELDOM if _tells_every_write() else _OFTEN

    def _refuse(self, folder: Path, error: OSError) -> None:
        if folder not in self._refused:
            self._refused.add(folder)
            _logger.warning("folder_not_watched reason=%s", error.strerror)

    def _forget(self, observer: BaseObserver, folder: Path) -> None:
        known = self._watches.pop(folder, None)
        if known is not None:
            with suppress(KeyError, OSError):  # it ended with its folder
                observer.unschedule(known[1])

    def _tell(self, path: Path) -> None:
        """Called in watchdog's thread."""
        if not self._matters(path):
            return
        with self._telling, suppress(RuntimeError):  # a loop that ended without stopping this
            if not self._stopped.is_set():
                self._loop.call_soon_threadsafe(self._heard, path)

    def _heard(self, path: Path) -> None:
        self._written.add(path)
        self._rang.set()


class _Teller(FileSystemEventHandler):
    def __init__(self, tell: Callable[[Path], None]) -> None:
        self._tell = tell

    def on_any_event(self, event: FileSystemEvent) -> None:
        for path in (event.src_path, event.dest_path):
            if path:
                self._tell(Path(path if isinstance(path, str) else path.decode(errors="surrogateescape")))


def _tells_every_write() -> bool:
    """Windows tells of a file that is kept open only now and then."""
    return sys.platform != "win32"
