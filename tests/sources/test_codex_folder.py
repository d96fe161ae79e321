"""The newest rollouts are found by entries of the newest days alone."""

from datetime import timedelta
from pathlib import Path

import pytest

from fakes.codex_folder import NOW, CodexFolder
from vacancy.sources.codex_folder import is_rollout, recent_rollouts, thread_of

DAY = timedelta(days=1)


@pytest.fixture
def folder(tmp_path):
    """A home of Codex."""
    return CodexFolder(tmp_path)


def test_what_was_written_lately_comes_newest_first(folder):
    """From whatever day of the newest, and not more than was asked for."""
    old = folder.write(b"x", 1, written_at=NOW - DAY)
    new = folder.write(b"x", 2, written_at=NOW)
    resumed = folder.write(b"x", 3, day=NOW - 3 * DAY, written_at=NOW - DAY / 24)
    assert recent_rollouts(folder.home, NOW - DAY / 8, most=9) == [new, resumed]
    assert recent_rollouts(folder.home, NOW - 2 * DAY, most=2) == [new, resumed]
    assert recent_rollouts(folder.home, NOW - 2 * DAY, most=9) == [new, resumed, old]


def test_the_newest_file_comes_in_any_case(folder):
    """It says how much of the allowance was left."""
    newest = folder.write(b"x", 1, written_at=NOW - 5 * DAY)
    folder.write(b"x", 2, written_at=NOW - 6 * DAY)
    assert recent_rollouts(folder.home, NOW, most=9) == [newest]


def test_only_entries_of_the_newest_days_are_looked_at(folder):
    """Years of sessions cost no more than a week of them."""
    days = [folder.write(b"x", day=NOW - number * DAY).parent for number in range(400)]
    found = recent_rollouts(folder.home, NOW - DAY, most=999)
    assert [path.parent for path in found] == days[:7]


def test_what_was_put_away_is_found(folder):
    """In a folder without days; the last ones by name are the newest."""
    kept = folder.write(b"x", 1)
    away = folder.home / "archived_sessions" / kept.name
    away.parent.mkdir()
    kept.rename(away)
    assert recent_rollouts(folder.home, NOW - DAY, most=9) == [away]


def test_other_files_and_folders_are_passed_over(folder):
    """Packed rollouts, folders without a number, files where folders should be."""
    packed = folder.write(b"x").with_suffix(".jsonl.zst")
    folder.path().rename(packed)
    (folder.sessions / "notes").mkdir()
    (folder.sessions / "2027").write_text("no folder")
    (folder.sessions / "2026/12").symlink_to(folder.sessions)
    assert recent_rollouts(folder.home, NOW - DAY, most=9) == []


def test_no_sessions_are_no_trouble(tmp_path):
    """Codex was never used, or its folder is not there."""
    assert recent_rollouts(tmp_path, NOW, most=9) == []
    assert recent_rollouts(tmp_path / "gone", NOW, most=9) == []


def test_a_folder_that_cannot_be_listed_is_said(folder):
    """A link that leads to itself stands for every reason, as the tests may run as root."""
    folder.sessions.rmdir()
    folder.sessions.symlink_to(folder.sessions)
    with pytest.raises(OSError, match="symbolic links"):
        recent_rollouts(folder.home, NOW, most=9)


def test_a_rollout_is_known_by_its_name():
    """And so is its thread."""
    name = "rollout-2026-11-29T20-59-06-01a2291a-b5f8-7ec2-bc50-bcdcc315b2eb.jsonl"
    assert is_rollout(Path("sessions") / name)
    assert thread_of(Path(name)) == "01a2291a-b5f8-7ec2-bc50-bcdcc315b2eb"
    assert not is_rollout(Path(name + ".zst"))
    assert not is_rollout(Path("history.jsonl"))
