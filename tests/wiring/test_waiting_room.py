"""What waits on one machine share: the wishes, the turn and the memory, each through the disk."""

import pytest

from fakes.domain_values import SOL
from vacancy.domain.budget import Budget
from vacancy.domain.events import StateChanged
from vacancy.domain.memory import Memory
from vacancy.domain.verdict import State
from vacancy.domain.waiting import Verb, Wish
from vacancy.monitor.clock import SystemClock
from vacancy.store.history_reading import HistoryReader
from vacancy.store.instance_lock import InstanceLock
from vacancy.store.paths import Paths
from vacancy.store.wishes import WishBox
from vacancy.wiring.kept import Kept
from vacancy.wiring.waiting_room import DiskRoom


@pytest.fixture
def paths(tmp_path):
    """The places of a user who has nothing yet."""
    return Paths.resolve(tmp_path / "base", {})


@pytest.fixture
def enter(paths):
    """Another process that waits; each is closed at the end."""
    rooms = []

    def enter_one():
        rooms.append(DiskRoom(Kept(paths), {}))
        return rooms[-1]

    yield enter_one
    for room in rooms:
        room.end_turn()
        room.close()


def test_a_wish_is_where_the_app_looks(enter, paths):
    """The app's box gives it out as it was put in."""
    wish = Wish(Verb.LOOK, SOL)
    enter().wish(wish)
    assert (wish,) == WishBox(paths.wishes).take()


def test_one_asks_at_a_time(enter):
    """The turn is one process's until that one ends it."""
    one, other = enter(), enter()
    assert one.take_turn()
    assert not other.take_turn()
    one.end_turn()
    assert other.take_turn()


def test_what_one_keeps_the_next_one_knows(enter, paths):
    """Memory and history are on the disk when `keep` returns, before the turn ends and the room is closed."""
    memory = Memory(budget=Budget(None, 7))
    change = StateChanged(SOL, SystemClock().now(), State.UNKNOWN, State.AT_CAPACITY)
    enter().keep(memory, (change,))
    assert memory == enter().memory()
    assert (change,) == HistoryReader(paths.history_file).transitions(since=change.at)


def test_beside_the_app_nothing_is_opened(enter, paths):
    """Who only looks and wishes makes no history, and has no problem with one."""
    app = InstanceLock(paths.lock_file)
    assert app.try_acquire()
    room = enter()
    assert room.app_is_running()
    room.wish(Wish(Verb.LOOK, SOL))
    assert Memory() == room.memory()
    assert room.problem is None
    room.close()
    app.release()
    assert not room.app_is_running()
    assert not paths.history_file.exists()


def test_a_history_that_cannot_be_written_is_told(enter, paths):
    """The wait goes on without it, and says why."""
    room = enter()
    paths.prepare()
    paths.history_file.write_text("no database at all, " * 100)
    room.keep(Memory(), ())
    assert room.problem is not None
