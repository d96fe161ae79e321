"""The lock decides which process is the app; a socket only carries messages to it.

The operating system holds the lock for the process, so it goes with the process whatever kills it, and there is no
stale lock to guess about. The file itself stays; who holds it is not written in it.

Somebody who deletes the file, or its folder, under a running app takes away the name of the lock and not the lock: a
second app then finds no file, makes one, and runs beside the first. That is left so. Nothing deletes that folder while
its user is logged in, and watching for it would cost wake-ups all day; what two apps would share, the history and the
settings, is written in transactions and never over a change of somebody else.

fcntl and msvcrt are used directly: it is one call each, and a library would be a dependency for two lines.
"""

import contextlib
import os
import sys
from pathlib import Path

from vacancy.atomic import private_folder
from vacancy.errors import StorageError
from vacancy.words import tr


class InstanceLock:
    """The right to be the app. Held until `release`, or until the process ends."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor: int | None = None

    def try_acquire(self) -> bool:
        """Take the lock if nobody else has it; True also when it was ours already. Never waits.

        Raises:
            StorageError: the file cannot be opened or locked at all, so that nobody can say who holds it.
        """
        if self._descriptor is not None:
            return True
        private_folder(self._path.parent)
        try:
            # Programs that we start do not inherit it: Python's files are closed on exec.
            descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StorageError(tr("The lock file cannot be opened"), f"{self._path}: {error.strerror}") from error
        try:
            is_ours = _lock(descriptor)
        except OSError as error:
            os.close(descriptor)
            raise StorageError(tr("The lock file cannot be locked"), f"{self._path}: {error.strerror}") from error
        if is_ours:
            self._descriptor = descriptor
        else:
            os.close(descriptor)
        return is_ours

    def release(self) -> None:
        """Give the lock up; nothing happens when it is not ours."""
        if self._descriptor is not None:
            descriptor, self._descriptor = self._descriptor, None
            os.close(descriptor)

    @staticmethod
    def is_held(path: Path) -> bool:
        """Whether some process is the app at this moment. False also when nobody can say."""
        lock = InstanceLock(path)
        with contextlib.suppress(StorageError, OSError):
            if not path.exists():
                return False
            if not lock.try_acquire():
                return True
            lock.release()
        return False


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> bool:
        """Lock the first byte, which is what this system can lock."""
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(descriptor: int) -> bool:
        """Lock the open file (flock): unlike a record lock it does not end when the file is closed elsewhere."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
