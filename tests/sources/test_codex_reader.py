"""Sessions, log and login of one home become news: each turn once, for the login that it was made with."""

import os
import sqlite3
import time
from contextlib import closing
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fakes.codex_folder import (
    CANARY,
    NOW,
    RECORDED_AT,
    VERSIONS,
    CodexFolder,
    CountingOpener,
    begun,
    born,
    ended,
    limits,
    line,
    recorded,
    said,
)
from vacancy.domain.sighting import Login, SessionNews, SessionTrouble
from vacancy.sources.codex_reader import LOOKBACK, CodexReader
from vacancy.sources.growing_file import TAIL, open_regular

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


@pytest.fixture
def folder(tmp_path):
    """A home of Codex where somebody is logged in with ChatGPT."""
    folder = CodexFolder(tmp_path)
    folder.log_in()
    return folder


def reader_of(folder, *, provider="openai", opener=open_regular):
    """A reader that has read nothing."""
    return CodexReader(folder.home, provider=provider, now=lambda: NOW, opener=opener)


def models(news):
    """The models of its sightings, in order."""
    return [each.model for each in news.sightings]


def turn(name, at=NOW, *, model="gpt-x", **how):
    """A whole turn."""
    return begun(name, at - MINUTE, model=model) + said(name, at) + ended(name, at, **how)


def test_the_last_hours_are_told_at_once_oldest_first(folder):
    """From all files together, with the newest allowance and the login."""
    folder.write(born() + turn("a", NOW - 3 * MINUTE, model="gpt-a") + turn("c", NOW - MINUTE, model="gpt-c"), 1)
    folder.write(born() + turn("b", NOW - 2 * MINUTE, model="gpt-b") + limits(55.0, NOW - MINUTE), 2)
    folder.write(born() + limits(20.0, NOW - HOUR), 3)
    news = reader_of(folder).read()
    assert models(news) == ["gpt-a", "gpt-b", "gpt-c"]
    assert news.usage.windows[0].used_percent == 55.0
    assert (news.login, news.trouble) == (Login.CHATGPT, None)


def test_the_first_news_comes_though_there_is_nothing(folder):
    """It says that the files can be read, and as whom Codex asks; then nothing is new."""
    reader = reader_of(folder)
    assert reader.read() == SessionNews(login=Login.CHATGPT)
    assert reader.read() is None


def test_each_turn_is_told_once(folder):
    """Whether nothing changed, something did, or the file was put away meanwhile."""
    reader = reader_of(folder)
    path = folder.write(born() + turn("a", model="gpt-a"))
    assert models(reader.read()) == ["gpt-a"]
    assert reader.read() is None
    folder.write(turn("b", model="gpt-b"))
    assert models(reader.read([path])) == ["gpt-b"]
    away = folder.home / "archived_sessions" / path.name
    away.parent.mkdir()
    path.rename(away)
    assert reader.read() is None
    with away.open("ab") as file:
        file.write(turn("c", model="gpt-c"))
    assert models(reader.read()) == ["gpt-c"]


def test_a_file_that_was_written_anew_tells_only_what_is_new(folder):
    """As an editor or a tool for backups does."""
    reader = reader_of(folder)
    path = folder.write(born() + turn("a", model="gpt-a"))
    reader.read()
    path.unlink()
    folder.write(born() + turn("a", model="gpt-a") + turn("b", model="gpt-b"))
    assert models(reader.read()) == ["gpt-b"]


def test_what_ended_before_the_last_hours_is_not_told(folder):
    """But what is left of the allowance is, however long ago."""
    folder.write(born() + turn("a", NOW - LOOKBACK - MINUTE) + limits(99.0, NOW - LOOKBACK - MINUTE))
    news = reader_of(folder).read()
    assert news.sightings == ()
    assert news.usage.windows[0].used_percent == 99.0


def test_a_turn_that_began_far_before_the_end_of_a_large_file_is_told(folder):
    """Its model, and whom the session asks, are looked for before what is read."""
    long = born() + begun("a", NOW - HOUR, model="gpt-a") + said(size=3 * TAIL) + said() * 20
    folder.write(long + ended("a", model="x"), 1)
    folder.write(long.replace(b'"openai"', b'"ollama"') + ended("b"), 2)
    assert models(reader_of(folder).read()) == ["gpt-a"]


def test_the_end_of_such_a_turn_may_be_written_later(folder):
    """Looking back starts where reading began, not where it has got to."""
    path = folder.write(born() + begun("a", NOW - HOUR, model="gpt-a") + said(size=2 * TAIL) + said() * 20)
    reader = reader_of(folder)
    assert reader.read().sightings == ()
    folder.write(said(size=2 * TAIL) + ended("a"))
    assert models(reader.read([path])) == ["gpt-a"]


def test_half_a_gigabyte_of_sessions_costs_next_to_nothing(folder):
    """Only ends are read, of what was written lately, and nothing twice."""
    for number in range(50):
        path = folder.write(born() + begun("a"), number, day=NOW - number * timedelta(days=1) / 7)
        os.truncate(path, 10_000_000)
        folder.write(
            b"\n" + turn(f"t{number}"), number, day=NOW - number * timedelta(days=1) / 7, written_at=NOW - HOUR
        )
        if number >= 4:
            os.utime(path, (0, 0))
    opener = CountingOpener()
    reader = reader_of(folder, opener=opener)
    began = time.monotonic()
    assert len(reader.read().sightings) == 4
    assert time.monotonic() - began < 2
    assert opener.bytes_read <= 4 * 2 * TAIL
    opener.bytes_read = 0
    assert reader.read() is None
    assert opener.bytes_read == 0
    grown = folder.write(turn("new"), 0, day=NOW)
    assert models(reader.read([grown])) == ["gpt-x"]
    assert opener.bytes_read == len(turn("new"))


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(1, 9000), max_size=12))
def test_how_it_was_written_makes_no_difference(tmp_path_factory, steps):
    """Any split of the same bytes into writes, each followed by a look, gives the same sightings."""
    content = born() + turn("a", NOW - MINUTE, model="gpt-a") + turn("b", error="server_overloaded") + limits(12.0)
    content = content.replace(CANARY.encode(), "CANARY ü€😀".encode())  # several bytes a letter
    content += recorded("0.171.0", "capacity_after_a_tool")
    folder = CodexFolder(tmp_path_factory.mktemp("split"))
    path = folder.write(b"")
    reader = reader_of(folder)
    found = [*reader.read().sightings]
    at = 0
    for step in (*steps, len(content)):
        folder.write(content[at : at + step])
        at += step
        news = reader.read([path])
        found += [] if news is None else news.sightings
    assert sorted((each.model, each.evidence.codex_error or "ok") for each in found) == [
        ("gpt-5.5", "server_overloaded"), ("gpt-a", "ok"), ("gpt-x", "server_overloaded"),
    ]  # fmt: skip


PIECES = st.sampled_from([recorded(version, "capacity_after_a_tool") for version in VERSIONS])


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(PIECES, st.integers(0, 20_000), st.binary(max_size=30), st.integers(0, 2000)), max_size=4))
def test_a_damaged_rollout_harms_nothing(tmp_path_factory, pieces):
    """Bytes changed, lost and put in between; nothing of what was said comes out, and what follows is read."""
    folder = CodexFolder(tmp_path_factory.mktemp("damaged"))
    for content, at, put, lost in pieces:
        folder.write(content[:at] + put + content[at + lost :])
    folder.write(b"\n" + born() + turn("whole", model="gpt-whole"))
    news = reader_of(folder, provider="openai").read()
    assert "CANARY" not in repr(news)
    assert models(news)[-1:] == ["gpt-whole"] or b'"model_provider' in folder.path().read_bytes()


def test_nothing_that_was_said_is_kept_or_logged(folder, caplog):
    """It appears in no news, no log, and in nothing that the reader holds on to."""
    caplog.set_level("DEBUG")
    for number, version in enumerate(VERSIONS):
        for at, name in enumerate(("answered_with_a_tool", "usage_limit", "not_with_this_login", "cut_off")):
            folder.write(recorded(version, name), 10 * number + at)
    folder.write(b'{"broken": "' + CANARY.encode() + b'\n{"timestamp":"task_complete"' + said() + said()[:-9], 99)
    reader = reader_of(folder)
    news = reader.read()
    assert len(news.sightings) == 13
    assert "CANARY" not in repr(news)
    assert "CANARY" not in caplog.text
    held = [session._file._pending for session in reader._sessions.values()]
    assert sum(map(len, held)) == len(said()[:-9]), "only the line that is not written to its end"


def test_another_provider_is_another_route(folder):
    """Turns that were asked of somebody else are not this route's, and the provider is a matter of choice."""
    folder.write(born("ollama") + turn("a", model="gpt-a"), 1)
    folder.write(born("openai") + turn("b", model="gpt-b"), 2)
    assert models(reader_of(folder).read()) == ["gpt-b"]
    assert models(reader_of(folder, provider="ollama").read()) == ["gpt-a"]


def test_what_another_login_asked_is_not_told(folder):
    """Turns and allowance from before the login was written down were another's, perhaps."""
    folder.write(born() + turn("a", NOW - HOUR, model="gpt-a") + limits(100.0, NOW - HOUR))
    folder.log_in("apikey", written_at=NOW - 2 * MINUTE)
    reader = reader_of(folder)
    news = reader.read()
    assert (news.sightings, news.usage, news.login) == ((), None, Login.API_KEY)
    path = folder.write(turn("b", NOW - MINUTE, model="gpt-b"))
    assert models(reader.read([path])) == ["gpt-b"]
    folder.log_in("chatgpt", written_at=NOW + MINUTE)
    folder.write(turn("c", NOW, model="gpt-c"))
    assert reader.read([path]) == SessionNews(login=Login.CHATGPT)


def test_a_login_that_is_just_being_written_is_no_other(folder):
    """Codex writes its file anew when it renews its tokens."""
    reader = reader_of(folder)
    reader.read()
    (folder.home / "auth.json").write_text('{"auth_mode": "cha')
    assert reader.read() is None
    folder.log_in()
    assert reader.read() is None


def log_failure(folder, turn, thread, *, said="Selected model is at capacity."):
    """Write a failed turn into Codex's log."""
    with closing(sqlite3.connect(folder.home / "logs_2.sqlite", isolation_level=None)) as database:
        database.execute(
            "CREATE TABLE IF NOT EXISTS logs (id INTEGER PRIMARY KEY AUTOINCREMENT, ts, ts_nanos, level, target,"
            " feedback_log_body, thread_id)"
        )
        body = f"turn{{thread.id={thread} turn.id={turn} model=gpt-log}}:run_turn: Turn error: {said}"
        values = (int(NOW.timestamp()), 0, "codex_core::session::turn", body, thread)
        database.execute(
            "INSERT INTO logs (ts, ts_nanos, target, feedback_log_body, thread_id) VALUES (?, ?, ?, ?, ?)", values
        )


def test_the_log_tells_what_the_rollouts_lack(folder):
    """A turn whose failure was not written down, and one of a thread that keeps no rollout."""
    path = folder.write(born() + turn("old", said=None))
    log_failure(folder, "old", path.stem[-36:])
    log_failure(folder, "ephemeral", "no-such-thread")
    assert models(reader_of(folder).read()) == ["gpt-log", "gpt-log"]


def test_a_failure_is_told_once_whichever_tells_it_first(folder):
    """The rollout first or the log first."""
    path = folder.write(born() + turn("a", error="server_overloaded"))
    reader = reader_of(folder)
    assert models(reader.read()) == ["gpt-x"]
    log_failure(folder, "a", path.stem[-36:])
    assert reader.read([]) is None
    log_failure(folder, "b", path.stem[-36:])
    assert models(reader.read([])) == ["gpt-log"]
    folder.write(turn("b", error="server_overloaded"))
    assert reader.read([path]) is None


def test_the_log_of_another_provider_is_not_told(folder):
    """The log does not say whom a turn asked; the rollout of its thread does."""
    path = folder.write(born("ollama") + turn("a", error="server_overloaded"))
    log_failure(folder, "a", path.stem[-36:])
    assert reader_of(folder).read().sightings == ()


def test_no_home_is_said_until_it_is_there(tmp_path):
    """Codex was never used here, or its folder is elsewhere; a file is no home."""
    reader = CodexReader(tmp_path / "codex", provider="openai", now=lambda: NOW)
    assert reader.read().trouble is SessionTrouble.NO_HOME
    assert reader.read() is None
    (tmp_path / "codex").write_text("no folder")
    assert reader.read() is None
    (tmp_path / "codex").unlink()
    folder = CodexFolder(tmp_path)
    folder.write(born() + turn("a"))
    news = reader.read()
    assert (news.trouble, models(news)) == (None, ["gpt-x"])


def test_a_folder_that_may_not_be_listed_is_said(folder, caplog):
    """And then that it may be again."""
    folder.sessions.rmdir()
    folder.sessions.symlink_to(folder.sessions)
    reader = reader_of(folder)
    assert reader.read().trouble is SessionTrouble.UNREADABLE
    assert reader.read() is None
    assert caplog.text.count("codex_sessions_unreadable") == 1
    folder.sessions.unlink()
    assert reader.read() == SessionNews()


def test_files_that_may_not_be_read_are_said(folder):
    """Only where none may be: some belong to another user, perhaps."""
    denied = {folder.write(born() + turn("a", model="gpt-a"), 1)}

    def open_some(path):
        if path in denied:
            raise PermissionError(13, "Permission denied")
        return open_regular(path)

    reader = reader_of(folder, opener=open_some)
    assert reader.read().trouble is SessionTrouble.UNREADABLE
    assert reader.read(denied) is None
    assert reader.read() is None
    other = folder.write(born() + turn("b", model="gpt-b"), 2)
    news = reader.read([other])
    assert (news.trouble, models(news)) == (None, ["gpt-b"])
    denied.clear()
    assert models(reader.read()) == ["gpt-a"], "it may be read since"


def test_files_that_vanish_and_strange_ones_are_passed_over(folder, tmp_path):
    """Gone since they were named, a folder and a pipe under a rollout's name, a link to nowhere, packed ones."""
    kept = folder.write(born() + turn("a"))
    strange = [folder.path(number) for number in range(2, 6)]
    strange[0].mkdir()
    os.mkfifo(strange[1])
    strange[2].symlink_to(tmp_path / "nowhere")
    packed = kept.with_suffix(".jsonl.zst")
    packed.write_bytes(b"\x28\xb5\x2f\xfd")
    reader = reader_of(folder)
    assert models(reader.read()) == ["gpt-x"]
    assert reader.read([*strange, packed]) is None


def test_a_linked_rollout_is_read(folder, tmp_path):
    """Some keep their sessions elsewhere."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_bytes(born() + turn("a"))
    folder.write(b"").unlink()
    folder.path().symlink_to(elsewhere)
    assert models(reader_of(folder).read()) == ["gpt-x"]


def test_what_is_remembered_is_bounded(folder):
    """Files that were not written for long are followed no more."""
    reader = reader_of(folder)
    for number in range(250):
        path = folder.write(born() + turn(f"t{number}"), number)
        assert len(reader.read([path]).sightings) == 1
    assert len(reader._sessions) == 200


def test_recorded_sessions_are_told_in_order(folder):
    """All that one version wrote down in a row, as it lies on a user's disk."""
    names = ("answered_with_a_tool", "capacity_after_a_tool", "capacity_503", "usage_limit", "cut_off")
    for number, name in enumerate(names):
        folder.write(recorded("0.171.0", name), number, written_at=RECORDED_AT)
    news = reader_of(folder).read()
    assert [each.evidence.codex_error for each in news.sightings] == [
        None, "server_overloaded", "server_overloaded", "usage_limit_exceeded", "other",
    ]  # fmt: skip
    assert news.usage.windows[0].used_percent == 100.0


def test_an_early_success_and_the_end_are_told_apart(folder):
    """A file that is read anew tells neither again."""
    early = line("token_usage_record", NOW, turn_id="a", usage={})
    content = born() + begun("a", NOW - 2 * MINUTE) + early + ended("a")
    path = folder.write(content)
    reader = reader_of(folder)
    assert models(reader.read()) == ["gpt-x", "gpt-x"]
    path.unlink()
    folder.write(content + b" ")
    assert reader.read() is None
