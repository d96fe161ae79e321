"""Reading the history, in this process or another one, while the app writes it."""

import contextlib
import logging
import sqlite3
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import TypeVar

from vacancy.domain.catalog import EntryKey
from vacancy.domain.events import StateChanged
from vacancy.domain.insight import Bucket
from vacancy.domain.memory import Memory
from vacancy.errors import StorageError
from vacancy.store import history_rows as rows
from vacancy.store.history_schema import open_for_reading
from vacancy.words import tr

_log = logging.getLogger(__name__)

T = TypeVar("T")

_DAY = timedelta(days=1)


class HistoryReader:
    """Questions to the history file. Each opens the file, asks and closes it; a missing file is an empty history.

    Every method raises StorageError when the file cannot be read, and NewerDataError when a newer Vacancy wrote it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def memory(self) -> Memory | None:
        """What the app last knew; None when it never kept anything, or what it kept cannot be read."""
        try:
            return self._ask(rows.get_memory, None)
        except rows.UnreadableMemoryError as error:
            _log.warning("memory_unreadable file=%s reason=%s", self._path, error)
            return None

    def day(self, key: EntryKey, now: datetime) -> tuple[Bucket, ...]:
        """The minutes of one entry within the last 24 hours, oldest first; for `domain.insight.day_strip`."""
        return self.buckets(key, since=now - _DAY, until=now)

    def buckets(self, key: EntryKey, *, since: datetime, until: datetime) -> tuple[Bucket, ...]:
        """The minutes of one entry that begin in a span of time, oldest first."""
        return self._ask(lambda connection: rows.get_buckets(connection, key, since=since, until=until), ())

    def transitions(self, *, since: datetime, key: EntryKey | None = None) -> tuple[StateChanged, ...]:
        """The changes of one entry or of all since a time, oldest first."""
        return self._ask(lambda connection: rows.get_transitions(connection, since=since, key=key), ())

    def _ask(self, question: Callable[[sqlite3.Connection], T], nothing: T) -> T:
        try:
            if not self._path.exists() or self._path.stat().st_size == 0:
                return nothing
            with contextlib.closing(open_for_reading(self._path)) as connection:
                return question(connection)
        except (sqlite3.Error, OSError) as error:
            raise StorageError(tr("The history cannot be read"), f"{self._path}: {_words(error)}") from error


def _words(error: sqlite3.Error | OSError) -> str:
    """The reason alone, where the error itself repeats the file."""
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)
