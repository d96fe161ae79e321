"""Noticing that a file was changed by somebody else, without looking at it again and again."""

import os
from datetime import timedelta
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

QUIET = timedelta(milliseconds=300)
"""Editors write in several steps; the change is told once they rest."""


class FileWatch(QObject):
    """Watches one file, and its folder, because most editors replace the file; of a link, also where it leads.

    Signals:
        changed: The file was written, replaced, made or removed.
    """

    changed = Signal()

    def __init__(self, path: Path, *, quiet: timedelta = QUIET, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path = path
        self._seen = self._stamp()
        self._watcher = QFileSystemWatcher(self)
        self._rest = QTimer(self, singleShot=True, interval=quiet // timedelta(milliseconds=1))
        self._rest.timeout.connect(self._tell)
        self._watcher.fileChanged.connect(self._rest.start)
        self._watcher.directoryChanged.connect(self._rest.start)
        self._follow()

    def _follow(self) -> None:
        """A file that was replaced is no longer watched under its name, and a link may lead elsewhere by now."""
        watched = {*self._watcher.files(), *self._watcher.directories()}
        for wanted in (self._path.parent, self._path, Path(os.path.realpath(self._path)).parent):
            if str(wanted) not in watched and wanted.exists():
                self._watcher.addPath(str(wanted))

    def _tell(self) -> None:
        self._follow()
        stamp = self._stamp()
        if stamp != self._seen:
            self._seen = stamp
            self.changed.emit()

    def _stamp(self) -> tuple[int, int, int] | None:
        try:
            found = self._path.stat()
        except OSError:
            return None
        return (found.st_mtime_ns, found.st_size, found.st_ino)
