"""The claims of `store.history_schema`."""

import sqlite3
from contextlib import closing

import pytest

from vacancy.errors import NewerDataError
from vacancy.store.history_schema import MIGRATIONS, open_for_reading, open_for_writing, transaction

_NEXT = "ALTER TABLE transitions ADD COLUMN why TEXT; -- a comment; with a semicolon\nCREATE TABLE more (x INTEGER);\n"


@pytest.fixture
def path(tmp_path):
    """A database of version 1."""
    open_for_writing(tmp_path / "history.db").close()
    return tmp_path / "history.db"


def tables(path):
    """The names of the tables and the version of a database."""
    with closing(sqlite3.connect(path)) as connection:
        names = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        return names, connection.execute("PRAGMA user_version").fetchone()[0]


def test_a_new_file_has_every_table(path):
    """The version is the number of migrations that made it."""
    assert tables(path) == ({"entries", "buckets", "transitions", "shapes", "memory"}, len(MIGRATIONS))


def test_a_migration_is_preceded_by_a_backup(path):
    """An older file is copied as it was, and then brought to the newest version."""
    with closing(open_for_writing(path, migrations=(*MIGRATIONS, _NEXT))) as connection:
        connection.execute("SELECT why FROM transitions")
    assert tables(path)[1] == len(MIGRATIONS) + 1
    backup = path.with_name(f"history.db.before-version-{len(MIGRATIONS) + 1}")
    assert "more" in tables(path)[0]
    assert "more" not in tables(backup)[0]
    assert backup.stat().st_mode & 0o777 == 0o600


def test_a_migration_is_whole_or_not_at_all(path):
    """When a later statement fails, the earlier ones are taken back and the version stays."""
    with pytest.raises(sqlite3.OperationalError):
        open_for_writing(path, migrations=(*MIGRATIONS, _NEXT + "CREATE TABLE more (x);\n"))
    assert "more" not in tables(path)[0]
    assert tables(path)[1] == len(MIGRATIONS)
    open_for_writing(path).close()


def test_an_older_program_refuses_a_newer_file(path):
    """Neither reading nor writing goes on with a file whose tables are not known."""
    open_for_writing(path, migrations=(*MIGRATIONS, _NEXT)).close()
    with pytest.raises(NewerDataError):
        open_for_writing(path)
    with pytest.raises(NewerDataError):
        open_for_reading(path)


def test_a_failed_transaction_leaves_nothing(path):
    """An error in the middle takes everything back, and the connection can be used again."""
    with closing(open_for_writing(path)) as connection:
        with pytest.raises(sqlite3.IntegrityError), transaction(connection):
            connection.executemany("INSERT INTO memory VALUES (1, ?)", [("first",), ("second",)])
        assert connection.execute("SELECT count(*) FROM memory").fetchone() == (0,)
        with transaction(connection):
            connection.execute("INSERT INTO memory VALUES (1, 'x')")
        assert connection.execute("SELECT count(*) FROM memory").fetchone() == (1,)


def test_a_reader_cannot_write(path):
    """The command line's connection changes nothing, whatever it is told."""
    with closing(open_for_reading(path)) as connection, pytest.raises(sqlite3.OperationalError, match="readonly"):
        connection.execute("DELETE FROM memory")
