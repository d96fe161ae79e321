"""Wishes: what the command line wants of the running app, one small file each, in a folder that the app watches.

A file is there whole or not at all, so nobody reads half a wish, and a wish for an app that is just coming up is not
lost. Wishes say which model, never what to do with a key.
"""

import contextlib
import os
from itertools import count
from pathlib import Path

import msgspec

from vacancy.atomic import private_folder, write_bytes
from vacancy.domain.waiting import Wish

_MOST = 100
"""Wishes read at once; a folder that somebody filled must not hold the app up."""


class WishBox:
    """The folder, for both sides."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._numbers = count()

    def prepare(self) -> None:
        """Make the folder, so that it can be watched.

        Raises:
            StorageError: it cannot be made.
        """
        private_folder(self.folder)

    def put(self, wish: Wish) -> None:
        """Wish something.

        Raises:
            StorageError: it cannot be written.
        """
        write_bytes(self.folder / f"{os.getpid()}-{next(self._numbers)}.json", msgspec.json.encode(wish))

    def take(self) -> tuple[Wish, ...]:
        """Every wish that waits, oldest first; each is taken once. What is no wish is removed."""
        found: list[tuple[int, Wish]] = []
        with contextlib.suppress(OSError):
            for path in sorted(self.folder.glob("[!.]*.json"))[:_MOST]:
                with contextlib.suppress(OSError, msgspec.DecodeError):
                    when, text = path.stat().st_mtime_ns, path.read_bytes()
                    path.unlink()
                    found.append((when, msgspec.json.decode(text, type=Wish)))
        return tuple(wish for _, wish in sorted(found, key=lambda each: each[0]))
