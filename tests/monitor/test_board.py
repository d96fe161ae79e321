"""The board files what was seen, counts what it cost, and outlives whoever it tells."""

from dataclasses import replace
from datetime import timedelta

import pytest

from fakes.clock import START, FakeClock
from fakes.domain_values import LUNA, SOL, answered, preferences, refused
from fakes.watching import RememberingKeeper
from vacancy.domain.memory import EntryMemory, Memory
from vacancy.domain.verdict import Hindrance, State
from vacancy.monitor.board import Board

TEN = timedelta(minutes=10)
BOTH = preferences(SOL.model, LUNA.model, interval=TEN, reserve_interval=TEN, daily_requests=5)
FIRST, SECOND = BOTH.models


class Failing:
    """A keeper, and a listener, that fail whenever they are called."""

    def __init__(self):
        self.calls = 0

    def __call__(self, *_):
        """Fail."""
        self.calls += 1
        raise RuntimeError("a fault of ours")

    save = record = __call__


def board(*, settings=BOTH, memory=Memory(), keeper=None, listener=None, clock=None):
    """A board at START."""
    return Board(
        preferences=settings,
        memory=memory,
        keeper=keeper or RememberingKeeper(),
        clock=clock or FakeClock(),
        chance=lambda: 0.5,
        listener=listener or (lambda _: None),
    )


def answered_with(requests_sent):
    """An answer that took so many requests."""
    return replace(answered(SOL.model), requests_sent=requests_sent)


def state_of(watched, key=SOL):
    """What is claimed of one model."""
    return watched.snapshot.verdict(key).state


def test_a_listener_that_fails_ends_nothing(caplog):
    """What was seen is filed and kept although the front end has a fault, which is logged; the next look is told."""
    keeper, listener = RememberingKeeper(), Failing()
    watched = board(keeper=keeper, listener=listener)
    watched.probed(FIRST, answered(SOL.model))
    assert state_of(watched) is State.AVAILABLE
    assert keeper.memories[-1] == watched.memory
    watched.probed(FIRST, refused())
    assert listener.calls == 2
    assert {record.message for record in caplog.records} == {"publish_failed part=listener"}


def test_a_keeper_that_fails_costs_nobody_the_news(caplog):
    """The front end is told although nothing could be kept."""
    told, keeper = [], Failing()
    watched = board(keeper=keeper, listener=told.append)
    watched.probed(FIRST, answered(SOL.model))
    assert [update.snapshot.verdict(SOL).state for update in told] == [State.AVAILABLE]
    assert keeper.calls == 2
    assert {record.message for record in caplog.records} == {"publish_failed part=keeper"}


def test_every_request_of_a_probe_is_counted_against_the_cap():
    """The budget goes down by what a probe really sent, and is spent exactly at the cap."""
    watched = board()
    lefts = [watched.requests_left]
    for requests_sent in (1, 2, 0, 2):
        watched.probed(FIRST, answered_with(requests_sent))
        lefts.append(watched.requests_left)
    assert (lefts, watched.budget_spent) == ([5, 4, 2, 2, 0], True)
    assert watched.snapshot.requests_today == 5


def test_a_budget_that_was_overspent_leaves_nothing_and_not_less():
    """A cap that was lowered meanwhile is no debt."""
    watched = board()
    watched.probed(FIRST, answered_with(7))
    assert (watched.requests_left, watched.budget_spent) == (0, True)


def test_a_new_day_has_a_new_budget():
    """Midnight frees the cap without any event."""
    clock = FakeClock()
    watched = board(clock=clock)
    watched.probed(FIRST, answered_with(5))
    clock.jump(timedelta(days=1))
    assert (watched.requests_left, watched.budget_spent) == (5, False)


def test_what_a_changed_key_had_seen_is_forgotten():
    """Nothing seen with the old key counts, on any model of the connection, and each is asked at once."""
    watched = board()
    watched.probed(FIRST, answered(SOL.model))
    watched.hindered(SECOND, Hindrance.KEY_MISSING)
    watched.forget("openai")
    assert {state_of(watched, key) for key in (SOL, LUNA)} == {State.UNKNOWN}
    assert {watched.snapshot.verdict(key).next_check_at for key in (SOL, LUNA)} == {START}


def test_another_connections_key_forgets_nothing():
    """Only models of that connection are touched."""
    watched = board()
    watched.probed(FIRST, answered(SOL.model))
    watched.forget("elsewhere")
    assert state_of(watched) is State.AVAILABLE


@pytest.mark.parametrize(
    ("age", "asked_afresh"), [(timedelta(minutes=5) - timedelta(seconds=1), False), (timedelta(minutes=5), True)]
)
def test_a_young_answer_need_not_be_asked_for_again(age, asked_afresh):
    """After time passed unseen, models are asked by then unless they were asked within five minutes."""
    clock = FakeClock()
    watched = board(clock=clock)
    watched.probed(FIRST, answered(SOL.model))
    clock.jump(age)
    by = START + age + timedelta(seconds=15)
    watched.look_afresh(by)
    assert (watched.memory.of(SOL).look_by == by) is asked_afresh
    assert watched.memory.of(LUNA) == EntryMemory(LUNA, route=watched.memory.of(LUNA).route, look_by=by, not_before=by)


def test_what_could_not_be_asked_waits_an_interval():
    """A hindrance is shown, costs no request, and is tried again an interval later."""
    watched = board()
    watched.hindered(FIRST, Hindrance.KEYRING_SILENT)
    kept = watched.memory.of(SOL)
    assert (kept.hindrance, kept.not_before) == (Hindrance.KEYRING_SILENT, START + TEN)
    assert (state_of(watched), watched.requests_left) == (State.BLOCKED, 5)


def test_nothing_new_is_neither_told_nor_kept():
    """Publishing twice the same tells once."""
    told, keeper = [], RememberingKeeper()
    watched = board(keeper=keeper, listener=told.append)
    watched.probed(FIRST, answered(SOL.model))
    watched.publish()
    watched.report("The history cannot be written")
    watched.report("The history cannot be written")
    assert (len(told), len(keeper.memories)) == (2, 2)
