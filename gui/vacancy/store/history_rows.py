"""How facts become rows of the history and rows become facts; every SQL statement on its tables stands here."""

import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import msgspec

from vacancy.domain.catalog import EntryKey
from vacancy.domain.events import Event, Probed, StateChanged
from vacancy.domain.insight import Bucket
from vacancy.domain.memory import Memory
from vacancy.domain.outcome import Kind
from vacancy.domain.probe_shape import Shape
from vacancy.domain.verdict import State

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
MICROSECOND = timedelta(microseconds=1)
_LAST_YEAR = 9000
_PRUNED_MINUTES = 24 * 60
_PRUNED_TRANSITIONS = 1000

_ADD_TO_BUCKET = """
    INSERT INTO buckets (minute, entry, ok, answers, silences, worst, latency_s) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (minute, entry) DO UPDATE SET
        ok = ok + excluded.ok, answers = answers + excluded.answers, silences = silences + excluded.silences,
        worst = coalesce(excluded.worst, worst),
        latency_s = max(coalesce(latency_s, excluded.latency_s), coalesce(excluded.latency_s, latency_s))
"""

_BUCKETS_OF_ENTRY = """
    SELECT minute, ok, answers, silences, worst, latency_s FROM buckets JOIN entries ON entries.id = buckets.entry
    WHERE minute >= ? AND minute < ? AND connection = ? AND model = ? AND effort = ? AND service_tier = ?
    ORDER BY minute
"""

_TRANSITIONS = """
    SELECT connection, model, effort, service_tier, at_us, before, after
    FROM transitions JOIN entries ON entries.id = transitions.entry WHERE at_us >= ? ORDER BY at_us, transitions.id
"""


def put_memory(connection: sqlite3.Connection, memory: Memory) -> None:
    """Replace the one memory."""
    connection.execute("INSERT OR REPLACE INTO memory (only, json) VALUES (1, ?)", (msgspec.json.encode(memory),))


class UnreadableMemoryError(Exception):
    """A memory is stored that this version cannot read and so must not guess at; its text says why, without values."""


def get_memory(connection: sqlite3.Connection) -> Memory | None:
    """The memory; None when there is none.

    Raises:
        UnreadableMemoryError: what is stored is none of ours, or has times that cannot be compared with a clock's.
    """
    row = connection.execute("SELECT json FROM memory").fetchone()
    try:
        memory = msgspec.json.decode(row[0], type=Memory) if row else None
    except (msgspec.DecodeError, TypeError) as error:  # TypeError: what stands there is no text at all
        raise UnreadableMemoryError(str(error)) from error
    if not all(_is_usable(moment) for moment in _moments(msgspec.to_builtins(memory, builtin_types=(datetime,)))):
        raise UnreadableMemoryError("a time has no zone, or is beyond every calendar")
    return memory


def _moments(value: object) -> Iterator[datetime]:
    """Every time anywhere inside a value that was taken apart."""
    match value:
        case datetime():
            yield value
        case dict():
            for inner in value.values():
                yield from _moments(inner)
        case list() | tuple():
            for inner in value:
                yield from _moments(inner)


def _is_usable(moment: datetime) -> bool:
    """It can be compared with the clock, and durations can be added to it."""
    return moment.tzinfo is not None and EPOCH.year <= moment.year <= _LAST_YEAR


def put_shape(connection: sqlite3.Connection, key: EntryKey, shape: Shape) -> None:
    """Remember the wording that a model accepted."""
    row = (_entry_id(connection, key), msgspec.json.encode(shape))
    connection.execute("INSERT OR REPLACE INTO shapes (entry, json) VALUES (?, ?)", row)


def get_shapes(connection: sqlite3.Connection) -> dict[EntryKey, Shape]:
    """All wordings that this version can read."""
    query = "SELECT connection, model, effort, service_tier, json FROM shapes JOIN entries ON entries.id = shapes.entry"
    shapes: dict[EntryKey, Shape] = {}
    for *key, json in connection.execute(query):
        try:
            shapes[EntryKey(*key)] = msgspec.json.decode(json, type=Shape)
        except (msgspec.DecodeError, TypeError):
            continue  # an older wording; the next probe finds a new one
    return shapes


def add_event(connection: sqlite3.Connection, event: Event) -> None:
    """Add one event to what is kept of it: a probe to its minute, a change to the list of changes."""
    entry = _entry_id(connection, event.key)
    match event:
        case Probed():
            silent = event.outcome.kind is Kind.NETWORK
            worst = None if event.succeeded or silent else event.outcome.kind.value
            latency_s = event.total_s if event.succeeded else None
            row = ((event.at - EPOCH) // MINUTE, entry, event.succeeded, not silent, silent, worst, latency_s)
            connection.execute(_ADD_TO_BUCKET, row)
        case StateChanged():
            connection.execute(
                "INSERT INTO transitions (at_us, entry, before, after) VALUES (?, ?, ?, ?)",
                ((event.at - EPOCH) // MICROSECOND, entry, event.before.value, event.after.value),
            )


def get_buckets(
    connection: sqlite3.Connection, key: EntryKey, *, since: datetime, until: datetime
) -> tuple[Bucket, ...]:
    """The minutes of one entry that begin in a span of time, oldest first."""
    span = -((EPOCH - since) // MINUTE), -((EPOCH - until) // MINUTE)  # rounded up: minutes that begin within it
    rows = connection.execute(_BUCKETS_OF_ENTRY, (*span, *_key_row(key)))
    return tuple(
        Bucket(EPOCH + minute * MINUTE, ok, answers, silences, _kind(worst), latency_s)
        for minute, ok, answers, silences, worst, latency_s in rows
    )


def get_transitions(
    connection: sqlite3.Connection, *, since: datetime, key: EntryKey | None = None
) -> tuple[StateChanged, ...]:
    """The changes of one entry or of all, oldest first."""
    rows = connection.execute(_TRANSITIONS, ((since - EPOCH) // MICROSECOND,))
    changes = (
        StateChanged(EntryKey(*names), EPOCH + at_us * MICROSECOND, _state(before), _state(after))
        for *names, at_us, before, after in rows
    )
    return tuple(change for change in changes if key is None or change.key == key)


def prune(connection: sqlite3.Connection, *, buckets_before: datetime, transitions_before: datetime) -> None:
    """Forget a bounded part of what is too old, so that neither a long absence nor a wrong clock costs much at once."""
    connection.execute(
        "DELETE FROM buckets WHERE minute < min(?, (SELECT min(minute) FROM buckets) + ?)",
        ((buckets_before - EPOCH) // MINUTE, _PRUNED_MINUTES),
    )
    connection.execute(
        "DELETE FROM transitions WHERE id IN (SELECT id FROM transitions WHERE at_us < ? ORDER BY at_us LIMIT ?)",
        ((transitions_before - EPOCH) // MICROSECOND, _PRUNED_TRANSITIONS),
    )


_ENTRY_ID = "SELECT id FROM entries WHERE connection = ? AND model = ? AND effort = ? AND service_tier = ?"


def _entry_id(connection: sqlite3.Connection, key: EntryKey) -> int:
    row = connection.execute(_ENTRY_ID, _key_row(key)).fetchone()
    if row is None:
        insert = "INSERT INTO entries (connection, model, effort, service_tier) VALUES (?, ?, ?, ?) RETURNING id"
        row = connection.execute(insert, _key_row(key)).fetchone()
    return int(row[0])


def _key_row(key: EntryKey) -> tuple[str, str, str, str]:
    return key.connection, key.model, key.effort, key.service_tier


def _kind(word: str | None) -> Kind | None:
    return Kind(word) if word in _KINDS else None


def _state(word: str) -> State:
    return State(word) if word in _STATES else State.UNKNOWN


_KINDS = frozenset(kind.value for kind in Kind)
_STATES = frozenset(state.value for state in State)
