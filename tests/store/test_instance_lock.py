"""The claims of `store.instance_lock`."""

import subprocess
import sys

import pytest

from vacancy.errors import StorageError
from vacancy.store.instance_lock import InstanceLock

_HOLDER = """
import sys
from pathlib import Path
from vacancy.store.instance_lock import InstanceLock
lock = InstanceLock(Path(sys.argv[1]))
print(lock.try_acquire(), flush=True)
sys.stdin.readline()
"""


@pytest.fixture
def path(tmp_path):
    """A lock file in a folder that is not there yet."""
    return tmp_path / "run" / "app.lock"


@pytest.fixture
def holder(path):
    """Another process that holds the lock."""
    with subprocess.Popen(
        [sys.executable, "-c", _HOLDER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout.readline() == "True\n"
        yield process
        process.kill()


def test_one_process_holds_the_lock(path, holder):
    """While another process is the app, the lock is refused at once and known to be held."""
    assert InstanceLock(path).try_acquire() is False
    assert InstanceLock.is_held(path)


def test_the_lock_dies_with_its_process(path, holder):
    """After kill -9 nothing stale is left: the next start gets the lock."""
    holder.kill()
    holder.wait()
    assert not InstanceLock.is_held(path)
    lock = InstanceLock(path)
    assert lock.try_acquire()
    lock.release()


def test_asking_does_not_take_or_break_the_lock(path):
    """`is_held` says yes to our own lock and leaves it held; after the release it says no."""
    lock = InstanceLock(path)
    assert not InstanceLock.is_held(path)
    assert lock.try_acquire()
    assert lock.try_acquire()
    assert InstanceLock.is_held(path)
    assert InstanceLock(path).try_acquire() is False
    lock.release()
    lock.release()
    assert not InstanceLock.is_held(path)


def test_of_many_starts_at_once_one_wins(path):
    """Twenty processes that start together give exactly one app."""
    command = [sys.executable, "-c", _HOLDER, str(path)]
    starts = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(20)]
    answers = [process.stdout.readline() for process in starts]
    for process in starts:
        process.communicate("\n", timeout=30)
    assert sorted(answers) == ["False\n"] * 19 + ["True\n"]


def test_a_place_without_locks_is_an_error_of_ours(path):
    """A folder in the file's place is said, instead of two apps or none."""
    path.mkdir(parents=True)
    with pytest.raises(StorageError, match="lock file"):
        InstanceLock(path).try_acquire()
    assert not InstanceLock.is_held(path)


def test_a_path_that_the_system_refuses_is_not_held(tmp_path):
    """When nobody can say, the answer is no, not an exception."""
    assert not InstanceLock.is_held(tmp_path / ("x" * 300) / "app.lock")
