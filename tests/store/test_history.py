"""The claims of `store.history`: the writing side, with `store.history_reading` to see what it did."""

import sqlite3
import stat
import subprocess
import sys
import threading
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from vacancy.domain.alerting import AlertMemory, NoticeKind, Owed, Told
from vacancy.domain.budget import Budget
from vacancy.domain.catalog import EntryKey
from vacancy.domain.events import Probed, StateChanged
from vacancy.domain.health import Health, Settled, Sign
from vacancy.domain.incident import Component, ComponentStatus, Incident, Indicator, PageReading, PageState
from vacancy.domain.insight import Bucket
from vacancy.domain.memory import EntryMemory, Memory
from vacancy.domain.outcome import Kind, Outcome, Scope
from vacancy.domain.probe_shape import Endpoint, Shape, TokenField
from vacancy.domain.recommendation import Action, Because, Recommendation
from vacancy.domain.verdict import State
from vacancy.errors import NewerDataError, StorageError
from vacancy.store.history import History
from vacancy.store.history_reading import HistoryReader

NOW = datetime(2026, 11, 29, 16, 20, 30, 123456, tzinfo=UTC)
KEY = EntryKey("openai", "gpt-6.2-sol", "high")
OTHER = EntryKey("openai", "gpt-6-luna")
FULL = Outcome(Kind.AT_CAPACITY, Scope.MODEL, True, "capacity-code", 12.5, "req_1", "Selected model is at capacity")
OK = Outcome(Kind.OK, Scope.MODEL, True, "completed")
LOST = Outcome(Kind.NETWORK, Scope.NETWORK, True, "no-answer")
QUICK = timedelta(milliseconds=1)

MEMORY = Memory(
    entries=(
        EntryMemory(
            KEY,
            Health(Settled.FULL, NOW, Sign.UP, NOW, (True, False), FULL, NOW, NOW, 1.25, LOST, NOW, 3, 1),
            "openai https://api.openai.com/v1 keyring",
            0.25,
            look_by=NOW + timedelta(minutes=5),
        ),
    ),
    page=PageReading(
        PageState.READABLE,
        NOW,
        Indicator.MINOR,
        (Component("1", "Responses", ComponentStatus.PARTIAL_OUTAGE, "APIs"),),
        (Incident("i", "Elevated errors", "investigating", "minor", NOW, NOW, ("1",), ("gpt-6.2-sol",)),),
        "slow",
        1,
        30.0,
    ),
    alerts=AlertMemory((Owed(KEY, State.AT_CAPACITY, NOW),), (Told(NoticeKind.SWITCHED, KEY, NOW),), OTHER),
    budget=Budget(NOW.date(), 42),
    recommendation=Recommendation(Action.SWITCH, Because.PREFERRED_NOT_USABLE, OTHER, KEY),
)


@pytest.fixture
def path(tmp_path):
    """A history file that is not there yet."""
    return tmp_path / "data" / "history.db"


@pytest.fixture
def start():
    """Opens histories that write at once, and closes them at the end."""
    opened = []

    def open_one(path, **options):
        """A history, open."""
        history = History(path, **({"now": lambda: NOW, "gather": QUICK} | options))
        opened.append(history)
        history.open()
        return history

    yield open_one
    for history in opened:
        assert history.close()


def remembered(path):
    """What the next run of the app finds."""
    history = History(path, now=lambda: NOW)
    memory = history.open()
    assert history.close()
    return memory


def probed(outcome=OK, *, key=KEY, at=NOW, total_s=None):
    """One probe."""
    return Probed(key, at, outcome, 1, total_s)


def test_the_whole_memory_survives(path, start):
    """Every field comes back as it was, also in another run."""
    history = start(path)
    history.save(MEMORY)
    assert history.close()
    assert HistoryReader(path).memory() == MEMORY
    assert remembered(path) == MEMORY


def test_the_last_memory_wins(path, start):
    """Of many memories in a row the newest is kept."""
    history = start(path, gather=timedelta(milliseconds=20))
    for sent in range(100):
        history.save(replace(MEMORY, budget=Budget(NOW.date(), sent)))
    assert history.flush()
    assert HistoryReader(path).memory().budget.sent == 99


def test_without_a_file_there_is_nothing_and_reading_creates_nothing(path):
    """A first `vacancy status` finds no memory, and leaves no file."""
    reader = HistoryReader(path)
    assert (reader.memory(), reader.day(KEY, NOW), reader.transitions(since=NOW)) == (None, (), ())
    assert not path.parent.exists()


def test_probes_become_minutes(path, start):
    """Answers, successes and silences are counted per minute; silence is never among the answers."""
    history = start(path)
    history.record([probed(total_s=1.5), probed(FULL), probed(LOST), probed(total_s=2.5), probed(key=OTHER)])
    history.record([probed(LOST, at=NOW - timedelta(minutes=5))])
    assert history.flush()
    history.record([probed(total_s=0.5)])
    assert history.flush()
    minute = NOW.replace(second=0, microsecond=0)
    assert HistoryReader(path).day(KEY, NOW) == (
        Bucket(minute - timedelta(minutes=5), 0, 0, 1),
        Bucket(minute, 3, 4, 1, Kind.AT_CAPACITY, 2.5),
    )
    assert [bucket.ok for bucket in HistoryReader(path).day(OTHER, NOW)] == [1]


def test_the_day_is_the_last_24_hours(path, start):
    """Older minutes and minutes of other models are not part of a model's day."""
    history = start(path)
    history.record([probed(at=NOW - timedelta(hours=hours)) for hours in (0, 23, 25)])
    assert history.flush()
    assert [NOW - bucket.minute < timedelta(hours=24) for bucket in HistoryReader(path).day(KEY, NOW)] == [True, True]
    assert HistoryReader(path).day(replace(KEY, effort=""), NOW) == ()


def test_changes_of_state_are_kept_exactly(path, start):
    """A change comes back to the microsecond, for one model or for all, in the order of time."""
    later = StateChanged(OTHER, NOW, State.UNKNOWN, State.AVAILABLE)
    earlier = StateChanged(KEY, NOW - timedelta(days=1), State.AVAILABLE, State.AT_CAPACITY)
    history = start(path)
    history.record([later, earlier])
    assert history.flush()
    reader = HistoryReader(path)
    assert reader.transitions(since=NOW - timedelta(days=2)) == (earlier, later)
    assert reader.transitions(since=NOW - timedelta(days=2), key=KEY) == (earlier,)
    assert reader.transitions(since=NOW) == (later,)


def test_probe_shapes_are_known_at_once_and_survive(path, start):
    """A wording that a model accepted answers from memory, and is there in the next run."""
    shape = Shape(Endpoint.CHAT, TokenField.MAX_TOKENS, 16, "low", temperature=1.0)
    history = start(path)
    assert history.shapes.get(KEY) is None
    history.shapes.put(KEY, shape)
    assert history.shapes.get(KEY) == shape
    assert history.close()
    assert start(path).shapes.get(KEY) == shape


_READER = """
import sys, time
from pathlib import Path
from vacancy.store.history_reading import HistoryReader
path = Path(sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
print(HistoryReader(path).memory().budget.sent, flush=True)
"""


def test_another_process_reads_while_the_app_writes(path, start):
    """`vacancy status` sees what was saved although the app has the file open, without closing or checkpointing."""
    history = start(path)
    history.save(MEMORY)
    with subprocess.Popen(
        [sys.executable, "-c", _READER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as reader:
        assert reader.stdout.readline() == "ready\n"
        assert history.flush()
        output, _ = reader.communicate("go\n", timeout=30)
    assert output == "42\n"


def test_a_save_is_visible_within_a_second(path, start):
    """Values are gathered for half a second and no longer."""
    history = start(path, gather=timedelta(milliseconds=500))
    history.save(MEMORY)
    assert history.flush(timedelta(seconds=1))
    assert HistoryReader(path).memory() == MEMORY


def test_many_values_are_one_transaction(path, start):
    """What comes within the gathering time is written together, so a burst of probes costs one write."""
    history = start(path, gather=timedelta(milliseconds=100))
    for _ in range(50):
        history.record([probed()])
        history.save(MEMORY)
    assert history.flush()
    with closing(sqlite3.connect(path)) as connection:
        frames = path.with_name("history.db-wal").stat().st_size // (
            connection.execute("PRAGMA page_size").fetchone()[0] + 24
        )
    assert frames < 60


def test_the_files_are_private(path, start):
    """What models somebody uses is nobody else's business."""
    history = start(path)
    history.save(MEMORY)
    assert history.flush()
    assert {stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()} == {0o600}


@pytest.mark.parametrize("content", [b"this is no database" * 100, b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_broken_file_is_set_aside(path, start, content, caplog):
    """A file that is no database is renamed, not deleted; it is named once, and a new history begins."""
    path.parent.mkdir()
    path.write_bytes(content)
    history = start(path)
    aside = path.with_name("history.db.broken-20261129-162030")
    assert aside.read_bytes() == content
    assert aside.name in history.problem
    history.save(MEMORY)
    assert history.flush()
    assert HistoryReader(path).memory() == MEMORY
    assert aside.name in history.problem
    assert [record.levelname for record in caplog.records] == ["WARNING"]


def test_a_database_of_something_else_is_set_aside(path, start):
    """A database that is not ours is not written into."""
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE photos (name TEXT)")
    history = start(path)
    assert "set aside" in history.problem
    with closing(sqlite3.connect(path.with_name("history.db.broken-20261129-162030"))) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("photos",)]


def test_damage_inside_the_file_is_met_and_set_aside(path, start):
    """A file with a good head and bad pages is found out in use: what was being written goes to a new file."""
    history = start(path)
    history.record([probed(at=NOW - timedelta(minutes=minutes)) for minutes in range(3000)])
    assert history.close()
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * (path.stat().st_size - 4096))
    again = start(path)
    again.save(MEMORY)
    again.record([probed()])
    assert again.flush()
    assert "set aside" in again.problem
    assert HistoryReader(path).memory() == MEMORY


def test_a_newer_history_is_left_alone(path, start):
    """A file of a newer version is refused by both sides, and not one byte of it changes."""
    start(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
    before = path.read_bytes()
    with pytest.raises(NewerDataError, match="version 99"):
        History(path, now=lambda: NOW).open()
    with pytest.raises(NewerDataError):
        HistoryReader(path).memory()
    assert path.read_bytes() == before
    assert not list(path.parent.glob("*broken*"))


def test_a_memory_of_another_make_is_no_memory(path, start):
    """A stored memory that does not fit its types is not guessed at; it counts as none."""
    history = start(path)
    history.save(MEMORY)
    assert history.close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE memory SET json = replace(json, '\"full\"', '\"brim\"')")
    assert HistoryReader(path).memory() is None
    assert remembered(path) is None


def test_a_memory_that_is_no_text_is_no_memory(path, start):
    """A number where JSON belongs counts as nothing remembered, for the memory and for the shapes."""
    history = start(path)
    history.save(MEMORY)
    history.shapes.put(KEY, Shape(Endpoint.CHAT, TokenField.MAX_TOKENS, 16, "low"))
    assert history.close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE memory SET json = 5")
        connection.execute("UPDATE shapes SET json = 5")
    assert HistoryReader(path).memory() is None
    again = start(path)
    assert again.shapes.get(KEY) is None


@pytest.mark.parametrize("moment", ["2026-11-29T16:20:30", "9999-12-31T00:00:00Z"])
def test_a_memory_with_times_that_cannot_be_used_is_no_memory(path, start, moment, caplog):
    """A time without a zone, or at the end of all calendars, would fail in a comparison: nothing is remembered."""
    history = start(path)
    history.save(MEMORY)
    assert history.close()
    caplog.clear()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE memory SET json = json_set(json, '$.entries[0].health.since', ?)", (moment,))
    assert HistoryReader(path).memory() is None
    again = History(path, now=lambda: NOW)
    assert again.open() is None
    assert again.problem == "What was remembered could not be read, so Vacancy begins with nothing."
    assert again.close()
    assert [record.message.partition(" ")[0] for record in caplog.records] == ["memory_unreadable"] * 2


def test_a_file_that_the_system_refuses_is_an_error_of_ours(tmp_path):
    """Whatever the system says about the path, it arrives with the path and the reason."""
    with pytest.raises(StorageError, match="File name too long"):
        HistoryReader(tmp_path / ("x" * 300) / "history.db").memory()


def test_reading_what_is_no_history_is_an_error_of_ours(path):
    """The command line gets a StorageError with the file's name, never a foreign exception."""
    path.parent.mkdir()
    path.write_bytes(b"this is no database" * 100)
    with pytest.raises(StorageError, match=r"history\.db"):
        HistoryReader(path).memory()
    assert path.exists()


def test_a_locked_file_costs_values_and_nothing_else(path, caplog):
    """While another process holds the file, callers do not wait, one warning is logged, and it heals by itself."""
    history = History(path, now=lambda: NOW, gather=QUICK, busy=timedelta(milliseconds=10))
    history.open()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        for _ in range(3):
            history.record([probed()])
            assert history.flush()
        assert "locked" in history.problem
        other.execute("ROLLBACK")
    history.save(MEMORY)
    assert history.flush()
    assert history.problem is None
    assert HistoryReader(path).memory() == MEMORY
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert history.close()


_FULL_DISK = """
import resource, sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from vacancy.domain.memory import Memory
from vacancy.store.history import History
history = History(Path(sys.argv[1]), now=lambda: datetime.now(UTC), gather=timedelta(milliseconds=1))
history.open()
history.save(Memory())
history.flush()
print(history.problem)
limits = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
history.save(Memory())
history.flush()
print(history.problem)
resource.setrlimit(resource.RLIMIT_FSIZE, limits)
history.save(Memory())
history.flush()
print(history.problem, history.close())
"""


def test_a_full_disk_is_said_and_survived(path):
    """A disk that takes nothing more is a line in `problem`, and when there is room again the history goes on."""
    run = subprocess.run(
        [sys.executable, "-c", _FULL_DISK, str(path)], capture_output=True, text=True, check=True, timeout=30
    )
    before, full, after = run.stdout.splitlines()
    assert (before, after) == ("None", "None True")
    assert full.startswith("The history cannot be written: ")


def test_a_folder_that_cannot_be_made_is_survived(tmp_path):
    """Without any place for the file the app runs without a history, and says so."""
    (tmp_path / "data").write_text("in the way")
    history = History(tmp_path / "data" / "history.db", now=lambda: NOW, gather=QUICK)
    assert history.open() is None
    history.save(MEMORY)
    assert history.flush()
    assert str(tmp_path / "data") in history.problem
    assert history.close()


def test_old_minutes_and_changes_are_forgotten(path, start):
    """Minutes go after 90 days and changes after a year, a bounded part at a time."""
    days = (400, 100, 80, 0)
    facts = [event for day in days for event in (probed(at=NOW - timedelta(days=day)), _changed(day))]
    clock = [NOW - timedelta(days=1000)]
    history = start(path, now=lambda: clock[0])
    history.record(facts)
    assert history.flush()
    for hours in range(3):
        clock[0] = NOW + timedelta(hours=hours)
        history.save(MEMORY)
        assert history.flush()
    reader = HistoryReader(path)
    buckets = reader.buckets(KEY, since=NOW - timedelta(days=500), until=NOW)
    assert [(NOW - bucket.minute).days for bucket in buckets] == [80, 0]
    assert [(NOW - change.at).days for change in reader.transitions(since=NOW - timedelta(days=500))] == [100, 80, 0]


def _changed(days):
    """A change that many days ago."""
    return StateChanged(KEY, NOW - timedelta(days=days), State.AVAILABLE, State.AT_CAPACITY)


def test_a_clock_far_in_the_future_does_not_empty_the_history(path, start):
    """A wrong clock costs one day's minutes per hour at most, so that mending it saves the rest."""
    history = start(path, now=lambda: NOW + timedelta(days=4000))
    history.record([probed(at=NOW - timedelta(days=day)) for day in range(10)])
    assert history.flush()
    history.save(MEMORY)
    assert history.flush()
    assert len(HistoryReader(path).buckets(KEY, since=NOW - timedelta(days=30), until=NOW)) >= 8


def test_any_thread_may_give_values(path, start):
    """Values from several threads at once are all counted."""
    history = start(path)
    threads = [threading.Thread(target=lambda: [history.record([probed()]) for _ in range(50)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert history.close()
    assert [bucket.answers for bucket in HistoryReader(path).day(KEY, NOW)] == [200]


def test_closing_twice_and_closing_unopened_are_fine(path):
    """Whatever way the app ends, closing does not fail."""
    history = History(path, now=lambda: NOW)
    assert history.close()
    opened = History(path, now=lambda: NOW, gather=timedelta(seconds=30))
    opened.open()
    opened.save(MEMORY)
    assert opened.close()
    assert opened.close()
    assert HistoryReader(path).memory() == MEMORY
