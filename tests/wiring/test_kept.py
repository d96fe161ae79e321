"""What lies on this machine's disk, opened as it is asked for."""

from dataclasses import replace
from datetime import timedelta

import pytest

from vacancy.domain.budget import Budget
from vacancy.domain.memory import Memory
from vacancy.domain.preferences import Preferences
from vacancy.errors import SettingsError, StorageError
from vacancy.store.instance_lock import InstanceLock
from vacancy.store.paths import Paths
from vacancy.wiring.kept import Kept


@pytest.fixture
def kept(tmp_path):
    """The files of a user who has none yet."""
    return Kept(Paths.resolve(tmp_path / "base", {}))


def test_looking_creates_nothing(kept, tmp_path):
    """A first `vacancy status` leaves no trace on the disk."""
    assert kept.preferences == Preferences()
    assert kept.stored_memory() == Memory()
    assert not kept.app_is_running()
    assert not (tmp_path / "base").exists()


def test_what_one_process_writes_the_next_one_reads(kept):
    """The memory goes through the file."""
    history = kept.history()
    history.open()
    memory = Memory(budget=Budget(kept.clock.today(), 7))
    history.save(memory)
    assert history.close()
    assert Kept(kept.paths).stored_memory() == memory


def test_the_settings_are_those_of_the_first_look(kept):
    """One command lives by one set of settings, whatever is saved meanwhile."""
    first = kept.preferences
    Kept(kept.paths).settings.save(replace(first, probing=replace(first.probing, interval=timedelta(minutes=7))))
    assert kept.preferences == first
    assert Kept(kept.paths).preferences.probing.interval == timedelta(minutes=7)


def test_the_app_runs_as_long_as_its_lock_is_held(kept):
    """Whoever holds it is the one that writes."""
    lock = InstanceLock(kept.paths.lock_file)
    assert lock.try_acquire()
    assert kept.app_is_running()
    lock.release()
    assert not kept.app_is_running()


def test_broken_files_are_errors_of_ours(kept):
    """The settings name their faults, and the history its file."""
    kept.paths.prepare()
    kept.paths.config_file.parent.mkdir(parents=True, exist_ok=True)
    kept.paths.config_file.write_text("no TOML [")
    kept.paths.history_file.write_bytes(b"no database" * 100)
    with pytest.raises(SettingsError):
        _ = kept.preferences
    with pytest.raises(StorageError, match=r"history\.db"):
        kept.stored_memory()
