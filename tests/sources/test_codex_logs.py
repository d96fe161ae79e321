"""Codex's log tells failures that rollouts lack, and is left as it was found."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import timedelta

import pytest

from fakes.codex_folder import CANARY, NOW
from vacancy.sources.codex_logs import CodexLog

TABLE = """CREATE TABLE logs (id INTEGER PRIMARY KEY AUTOINCREMENT, ts INTEGER NOT NULL, ts_nanos INTEGER NOT NULL,
 level TEXT NOT NULL, target TEXT NOT NULL, feedback_log_body TEXT, module_path TEXT, file TEXT, line INTEGER,
 thread_id TEXT, process_uuid TEXT, estimated_bytes INTEGER NOT NULL DEFAULT 0)"""
TARGET = "codex_core::session::turn"
BODY = (
    'session_loop{{thread_id=th1}}:submission_dispatch{{otel.name="op" submission.id="{turn}"}}:turn{{otel.name='
    '"session_task.turn" thread.id=th1 turn.id={turn} model=gpt-5.5}}:run_turn: Turn error: {said}'
)  # fmt: skip
CAPACITY = "Selected model is at capacity. Please try a different model."
INSERT = "INSERT INTO logs (ts, ts_nanos, level, target, feedback_log_body, thread_id) VALUES (?, ?, 'INFO', ?, ?, ?)"
KILLED = """import os, sqlite3, sys
path, table, insert, body, at = sys.argv[1:]
database = sqlite3.connect(path, isolation_level=None)
database.execute("PRAGMA journal_mode = WAL")
database.execute(table)
database.execute(insert, (int(at), 0, "codex_core::session::turn", body, "th1"))
os.kill(os.getpid(), 9)"""
SINCE = NOW - timedelta(hours=3)


@pytest.fixture
def database(tmp_path):
    """A log as Codex 0.125 writes it, held open as a running Codex holds it."""
    with closing(sqlite3.connect(tmp_path / "logs_2.sqlite", isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute(TABLE)
        yield database


def log(database, body, *, at=NOW, target=TARGET, thread="th1"):
    """Write a line of it."""
    database.execute(INSERT, (int(at.timestamp()), 250_000_000, target, body, thread))


def test_a_failed_turn_is_told_once(database, tmp_path):
    """With its turn, thread, model and time; the next look tells what is new since."""
    reader = CodexLog(tmp_path)
    log(database, BODY.format(turn="t1", said=CAPACITY))
    (logged,) = reader.read(SINCE)
    assert (logged.turn, logged.thread, logged.sighting.model) == ("t1", "th1", "gpt-5.5")
    assert logged.sighting.evidence.codex_error == "server_overloaded"
    assert logged.sighting.evidence.finished_at == NOW + timedelta(milliseconds=250)
    assert logged.sighting.evidence.requests_sent == 0
    assert reader.read(SINCE) == []
    log(database, BODY.format(turn="t2", said="unexpected status 401 Unauthorized: bad key"))
    assert [(each.turn, each.sighting.evidence.status) for each in reader.read(SINCE)] == [("t2", 401)]


def test_what_is_no_failed_turn_is_passed_over(database, tmp_path):
    """Other targets, other lines, turns without a model, and what was long ago."""
    log(database, BODY.format(turn="t1", said=CAPACITY), target="codex_core::other")
    log(database, BODY.format(turn="t1", said=CAPACITY), at=SINCE - timedelta(minutes=1))
    log(database, "post sampling token usage turn_id=t1")
    log(database, f"run_turn: Turn error: {CAPACITY}")
    log(database, None)
    assert CodexLog(tmp_path).read(SINCE) == []


def test_nothing_that_was_said_is_kept(database, tmp_path):
    """A provider's text may quote the user; of it only a sentence of ours remains."""
    log(database, BODY.format(turn="t1", said=f'{{"detail":"{CANARY}"}}'))
    (logged,) = CodexLog(tmp_path).read(SINCE)
    assert "CANARY" not in repr(logged)
    assert logged.sighting.evidence.codex_error == "other"


def test_a_log_in_use_is_left_as_it_was(database, tmp_path):
    """The database and what was written ahead keep every byte."""
    log(database, BODY.format(turn="t1", said=CAPACITY))
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert len(CodexLog(tmp_path).read(SINCE)) == 1
    after = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert before.keys() == after.keys()
    assert {name for name in before if before[name] != after[name]} <= {"logs_2.sqlite-shm"}


def test_a_log_that_nobody_has_open_is_left_alone(tmp_path, database):
    """Reading it makes no file beside it."""
    log(database, BODY.format(turn="t1", said=CAPACITY))
    database.close()
    before = {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in tmp_path.iterdir()}
    assert len(CodexLog(tmp_path).read(SINCE)) == 1
    assert before == {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in tmp_path.iterdir()}
    assert before.keys() == {"logs_2.sqlite"}


def test_a_log_whose_writer_was_killed_is_read(tmp_path):
    """What it wrote ahead is there, and stays."""
    arguments = [str(tmp_path / "logs_2.sqlite"), TABLE, INSERT, BODY.format(turn="t1", said=CAPACITY)]
    subprocess.run([sys.executable, "-c", KILLED, *arguments, str(int(NOW.timestamp()))], check=False, timeout=20)
    wal = (tmp_path / "logs_2.sqlite-wal").read_bytes()
    assert wal
    assert [each.turn for each in CodexLog(tmp_path).read(SINCE)] == ["t1"]
    assert (tmp_path / "logs_2.sqlite-wal").read_bytes() == wal


@pytest.mark.parametrize("content", [b"", b"no database at all" * 100, b"SQLite format 3\0" + b"\xff" * 4096])
def test_what_is_no_log_is_passed_over(tmp_path, content):
    """An empty, a strange and a broken file."""
    (tmp_path / "logs_2.sqlite").write_bytes(content)
    assert CodexLog(tmp_path).read(SINCE) == []


def test_no_log_is_no_trouble(tmp_path):
    """`codex exec` writes none."""
    assert CodexLog(tmp_path).read(SINCE) == []


def test_a_log_of_another_version_is_passed_over(tmp_path):
    """Another table, or other columns."""
    with closing(sqlite3.connect(tmp_path / "logs_2.sqlite")) as database:
        database.execute("CREATE TABLE logs (id INTEGER, message TEXT)")
    assert CodexLog(tmp_path).read(SINCE) == []


@pytest.mark.parametrize("end", ["", "-wal"])
def test_a_pipe_is_not_waited_for(tmp_path, end):
    """In the place of the log, or of what SQLite keeps beside it, it would hold the reading for ever."""
    if end:
        with closing(sqlite3.connect(tmp_path / "logs_2.sqlite")) as database:
            database.execute(TABLE)
    os.mkfifo(tmp_path / f"logs_2.sqlite{end}")
    assert CodexLog(tmp_path).read(SINCE) == []


@pytest.mark.parametrize(
    "odd",
    [
        "CREATE TABLE logs AS SELECT 'z' AS id",
        "CREATE VIEW logs AS WITH RECURSIVE x(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM x) SELECT id FROM x",
    ],
)
def test_a_log_that_is_made_to_trap_is_given_up(tmp_path, odd):
    """Ids that cannot be compared, and rows without an end."""
    with closing(sqlite3.connect(tmp_path / "logs_2.sqlite")) as database:
        database.execute(odd)
        database.commit()
    assert CodexLog(tmp_path).read(SINCE) == []


def test_a_locked_log_is_read_later(database, tmp_path):
    """Where even readers are shut out, the next look tries again though the file did not change."""
    log(database, BODY.format(turn="t1", said=CAPACITY))
    database.execute("PRAGMA journal_mode = DELETE")
    reader = CodexLog(tmp_path)
    with closing(sqlite3.connect(tmp_path / "logs_2.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        # What a log in use has beside it; one without is read as a file that cannot change, and no lock matters.
        (tmp_path / "logs_2.sqlite-wal").touch()
        (tmp_path / "logs_2.sqlite-shm").touch()
        assert reader.read(SINCE) == []
        other.execute("ROLLBACK")
    assert [each.turn for each in reader.read(SINCE)] == ["t1"]


def test_a_log_that_was_made_anew_is_read_from_its_beginning(database, tmp_path):
    """Numbers that are lower than the last one seen are another log's."""
    reader = CodexLog(tmp_path)
    for turn in ("t1", "t2", "t3"):
        log(database, BODY.format(turn=turn, said=CAPACITY))
    assert len(reader.read(SINCE)) == 3
    database.execute("DELETE FROM logs")
    database.execute("DELETE FROM sqlite_sequence")
    log(database, BODY.format(turn="t4", said=CAPACITY))
    assert [each.turn for each in reader.read(SINCE)] == ["t4"]
