"""The history: written by one thread off the probing path, read by whoever likes through a connection of their own.

Calls of `save`, `record` and `shapes.put` only put values into a box and return. The thread empties the box about
half a second after the first of them, in one transaction, so that `vacancy status` in another process sees what the
app knows. Nothing here can stop the app: what cannot be written is dropped, said once in the log and in `problem`,
and tried again with the next values.
"""

import contextlib
import logging
import sqlite3
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

from vacancy.domain.catalog import EntryKey
from vacancy.domain.events import Event
from vacancy.domain.memory import Memory
from vacancy.domain.probe_shape import Shape
from vacancy.errors import NewerDataError, StorageError
from vacancy.store import history_rows as rows
from vacancy.store.history_schema import BUSY, is_broken, open_for_writing, set_aside, transaction
from vacancy.words import tr

_log = logging.getLogger(__name__)

GATHER = timedelta(milliseconds=500)
"""How long values are gathered before they are written together."""
CLOSE_TIMEOUT = timedelta(seconds=5)
"""Longest wait for the disk at the end; a program that does not quit is worse than a lost minute."""
KEEP_BUCKETS = timedelta(days=90)
KEEP_TRANSITIONS = timedelta(days=365)
PRUNE_EVERY = timedelta(hours=1)
_MOST_WAITING = 10_000
"""Events that may wait for the disk; of more, the newest are dropped."""


@dataclass(slots=True)
class _Box:
    """What waits to be written."""

    memory: Memory | None = None
    events: list[Event] = field(default_factory=list)
    shapes: dict[EntryKey, Shape] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return self.memory is not None or bool(self.events) or bool(self.shapes)


class History:
    """Keeps memory, events and probe shapes in one SQLite file; a `monitor.ports.Keeper`.

    `open` first, then everything else from any thread, then `close`.

    Args:
        path: The database file.
        now: The wall clock, aware; for pruning and for the name of a file that is set aside.
        gather: How long values are gathered before they are written.
        busy: Longest wait for another process that has the file locked.
    """

    def __init__(
        self, path: Path, *, now: Callable[[], datetime], gather: timedelta = GATHER, busy: timedelta = BUSY
    ) -> None:
        self.path = path
        self.shapes = ShapeMemory(self._put_shape)
        self._now = now
        self._gather = gather
        self._busy = busy
        self._connection: sqlite3.Connection | None = None
        self._notice: str | None = None
        self._failure: sqlite3.Error | StorageError | None = None
        self._pruned_at: datetime | None = None
        self._box = _Box()
        self._changed = threading.Condition()
        self._writing = False
        self._closing = False
        self._thread = threading.Thread(target=self._work, name="history", daemon=True)

    @property
    def problem(self) -> str | None:
        """What the user should know about the history, in one line; None while all is well."""
        failure = self._failure
        return self._notice if failure is None else tr("The history cannot be written: {why}", why=_reason(failure))

    def open(self) -> Memory | None:
        """Open the file and start the thread. Called once, before the loop runs; takes some milliseconds.

        A broken file is set aside and a new one begun; when neither can be done the app goes on without a history.
        Both are said by `problem`.

        Returns:
            What was remembered, None for nothing.

        Raises:
            NewerDataError: a newer Vacancy wrote the file. It is left alone and the history stays closed.
        """
        memory = self._attempt(self._read_start)
        if isinstance(self._failure, NewerDataError):
            raise self._failure
        self._thread.start()
        return memory

    def save(self, memory: Memory) -> None:
        """Keep the memory; a newer one replaces an older one that is still waiting to be written."""
        with self._changed:
            self._box.memory = memory
            self._changed.notify_all()

    def record(self, events: Iterable[Event]) -> None:
        """Add events to the history."""
        with self._changed:
            self._box.events.extend(events)
            del self._box.events[_MOST_WAITING:]
            self._changed.notify_all()

    def flush(self, timeout: timedelta = CLOSE_TIMEOUT) -> bool:
        """Wait until everything given so far was written or dropped; False when that took too long."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._box and not self._writing, timeout.total_seconds())

    def close(self, timeout: timedelta = CLOSE_TIMEOUT) -> bool:
        """Write what waits and end the thread; False when it did not end in time, and then it dies with the process."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        if self._thread.is_alive():
            self._thread.join(timeout.total_seconds())
        return not self._thread.is_alive()

    def _put_shape(self, key: EntryKey, shape: Shape) -> None:
        with self._changed:
            self._box.shapes[key] = shape
            self._changed.notify_all()

    def _work(self) -> None:
        """The thread."""
        while box := self._next_box():
            self._attempt(partial(self._write, box))
            with self._changed:
                self._writing = False
                self._changed.notify_all()
        if self._connection is not None:
            with contextlib.suppress(sqlite3.Error):
                self._connection.close()

    def _next_box(self) -> _Box:
        """What to write next, gathered for a while; an empty box when the history was closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._box or self._closing)
            self._changed.wait_for(lambda: self._closing, self._gather.total_seconds())
            box, self._box = self._box, _Box()
            self._writing = bool(box)
            return box

    def _read_start(self, connection: sqlite3.Connection) -> Memory | None:
        self.shapes.learn(rows.get_shapes(connection))
        try:
            return rows.get_memory(connection)
        except rows.UnreadableMemoryError as error:
            self._notice = tr("What was remembered could not be read, so Vacancy begins with nothing.")
            _log.warning("memory_unreadable file=%s reason=%s", self.path, error)
            return None

    def _write(self, box: _Box, connection: sqlite3.Connection) -> None:
        with transaction(connection):
            if box.memory is not None:
                rows.put_memory(connection, box.memory)
            for key, shape in box.shapes.items():
                rows.put_shape(connection, key, shape)
            for event in box.events:
                rows.add_event(connection, event)
            self._prune(connection)

    def _prune(self, connection: sqlite3.Connection) -> None:
        now = self._now()
        if self._pruned_at is None or abs(now - self._pruned_at) >= PRUNE_EVERY:
            self._pruned_at = now
            rows.prune(connection, buckets_before=now - KEEP_BUCKETS, transitions_before=now - KEEP_TRANSITIONS)

    def _attempt(self, use: Callable[[sqlite3.Connection], Memory | None]) -> Memory | None:
        """Use the database; after a failure the result is None and `problem` says why."""
        try:
            result = self._use(use)
        except (sqlite3.Error, StorageError) as error:
            if self._failure is None:
                _log.warning("history_failed file=%s reason=%s", self.path, _reason(error))
            self._failure = error
            return None
        self._failure = None
        return result

    def _use(self, use: Callable[[sqlite3.Connection], Memory | None]) -> Memory | None:
        try:
            return use(self._opened())
        except sqlite3.Error as error:
            if not is_broken(error):
                raise
        self._begin_anew()
        return use(self._opened())

    def _opened(self) -> sqlite3.Connection:
        if self._connection is None:
            self._connection = open_for_writing(self.path, busy=self._busy)
        return self._connection

    def _begin_anew(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        aside = set_aside(self.path, self._now())
        self._notice = tr(
            "The history could not be read. It was set aside as {name} and a new one was begun.", name=aside.name
        )
        _log.warning("history_set_aside file=%s", aside)


def _reason(error: sqlite3.Error | StorageError) -> str:
    return error.message if isinstance(error, StorageError) else str(error)


class ShapeMemory:
    """The wording of the probe that each model accepted; a copy in memory answers, the history keeps it."""

    def __init__(self, put: Callable[[EntryKey, Shape], None]) -> None:
        self._put = put
        self._shapes: dict[EntryKey, Shape] = {}

    def get(self, key: EntryKey) -> Shape | None:
        """The wording that worked last; None for a model of which nothing is known."""
        return self._shapes.get(key)

    def put(self, key: EntryKey, shape: Shape) -> None:
        """Remember the wording that worked."""
        if self._shapes.get(key) != shape:
            self._shapes[key] = shape
            self._put(key, shape)

    def learn(self, shapes: dict[EntryKey, Shape]) -> None:
        """Take over what was kept."""
        self._shapes |= shapes
