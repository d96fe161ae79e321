"""The history's database file: its tables, opening it for writing, and what to do when it is not as it should be.

The number in `user_version` is the count of migrations that were applied. A newer number is refused, an older one is
migrated after a backup, and a file that is no database of ours is set aside under a name that says so.
"""

import contextlib
import os
import sqlite3
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path

from vacancy.atomic import private_folder
from vacancy.errors import NewerDataError, StorageError
from vacancy.words import tr

MIGRATIONS = (
    """
    CREATE TABLE entries (
        id INTEGER PRIMARY KEY,
        connection TEXT NOT NULL, model TEXT NOT NULL, effort TEXT NOT NULL, service_tier TEXT NOT NULL,
        UNIQUE (connection, model, effort, service_tier)
    );
    CREATE TABLE buckets (
        minute INTEGER NOT NULL,                 -- minutes since 1970, UTC
        entry INTEGER NOT NULL REFERENCES entries (id),
        ok INTEGER NOT NULL, answers INTEGER NOT NULL, silences INTEGER NOT NULL,
        worst TEXT, latency_s REAL,
        PRIMARY KEY (minute, entry)
    ) WITHOUT ROWID;
    CREATE TABLE transitions (
        id INTEGER PRIMARY KEY,
        at_us INTEGER NOT NULL,                  -- microseconds since 1970, UTC
        entry INTEGER NOT NULL REFERENCES entries (id),
        before TEXT NOT NULL, after TEXT NOT NULL
    );
    CREATE INDEX transitions_at ON transitions (at_us);
    CREATE TABLE shapes (entry INTEGER PRIMARY KEY REFERENCES entries (id), json BLOB NOT NULL);
    CREATE TABLE memory (only INTEGER PRIMARY KEY CHECK (only = 1), json BLOB NOT NULL);
    """,
)

BUSY = timedelta(seconds=5)
"""Longest wait for another process that has the file locked."""
_SIDE_FILES = ("", "-wal", "-shm")


def open_for_writing(
    path: Path, *, migrations: Sequence[str] = MIGRATIONS, busy: timedelta = BUSY
) -> sqlite3.Connection:
    """The database, created or migrated where needed. It may be used from one thread at a time.

    Raises:
        NewerDataError: a newer Vacancy wrote it; it is left alone.
        sqlite3.Error: it cannot be opened; `is_broken` tells whether it is no use any more.
        StorageError: its folder cannot be created.
    """
    private_folder(path.parent)
    with contextlib.suppress(OSError):  # whatever is wrong, SQLite says it better
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    connection = sqlite3.connect(path, timeout=busy.total_seconds(), isolation_level=None, check_same_thread=False)
    try:
        _migrate(connection, path, migrations)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
    except BaseException:
        connection.close()
        raise
    return connection


def open_for_reading(path: Path) -> sqlite3.Connection:
    """The database as another process may have it open; nothing is written.

    Raises:
        NewerDataError: a newer Vacancy wrote it.
        sqlite3.Error: it cannot be opened.
    """
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY.total_seconds(), isolation_level=None
    )
    try:
        _refuse_newer(_version(connection), path, MIGRATIONS)
    except BaseException:
        connection.close()
        raise
    return connection


@contextlib.contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        # SQLite has rolled back by itself after some failures, such as a full disk.
        with contextlib.suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def is_broken(error: sqlite3.Error) -> bool:
    """The file's content is at fault, rather than the disk or another process."""
    code = getattr(error, "sqlite_errorcode", None)
    primary = code & 0xFF if isinstance(code, int) else None
    return primary in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB} or isinstance(error, ForeignDatabaseError)


class ForeignDatabaseError(sqlite3.DatabaseError):
    """The file is a database of something else."""


def set_aside(path: Path, now: datetime) -> Path:
    """Rename a broken database and the files beside it; nothing of it is deleted.

    Raises:
        StorageError: it cannot be renamed.
    """
    aside = path.with_name(f"{path.name}.broken-{now:%Y%m%d-%H%M%S}")
    try:
        for suffix in _SIDE_FILES:
            with contextlib.suppress(FileNotFoundError):
                Path(f"{path}{suffix}").replace(f"{aside}{suffix}")
    except OSError as error:
        raise StorageError(tr("The broken history cannot be set aside"), f"{path}: {error.strerror}") from error
    return aside


def _migrate(connection: sqlite3.Connection, path: Path, migrations: Sequence[str]) -> None:
    version = _version(connection)
    _refuse_newer(version, path, migrations)
    if version == len(migrations):
        return
    if version == 0 and connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        raise ForeignDatabaseError("there are tables and no version")
    if version > 0:
        _back_up(connection, path.with_name(f"{path.name}.before-version-{len(migrations)}"))
    with transaction(connection):
        for statement in _statements(migrations[version:]):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {len(migrations)}")


def _statements(scripts: Sequence[str]) -> Iterator[str]:
    """Single statements, because `executescript` would commit between them."""
    text = ""
    for line in "".join(scripts).splitlines(keepends=True):
        text += line
        if sqlite3.complete_statement(text):
            yield text
            text = ""


def _back_up(connection: sqlite3.Connection, path: Path) -> None:
    path.unlink(missing_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    with contextlib.closing(sqlite3.connect(path)) as copy:
        connection.backup(copy)


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _refuse_newer(version: int, path: Path, migrations: Sequence[str]) -> None:
    if version > len(migrations):
        raise NewerDataError(
            tr("The history was written by a newer Vacancy"),
            tr(
                "{path} is of version {version} and this Vacancy knows up to {most}. Update Vacancy, or move the file "
                "away to begin a new history.",
                path=path,
                version=version,
                most=len(migrations),
            ),
        )
