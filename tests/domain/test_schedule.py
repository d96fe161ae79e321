"""Requests go where an answer changes something, and never sooner than was asked for."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakes.clock import START
from fakes.domain_values import ASTRA, LUNA, SOL, outcome, verdict
from vacancy.domain.health import Health, advance
from vacancy.domain.memory import EntryMemory
from vacancy.domain.outcome import Kind
from vacancy.domain.pace import Pace
from vacancy.domain.recommendation import Action, Because, Recommendation, recommend
from vacancy.domain.schedule import (
    REASK,
    Role,
    due_at,
    next_page_read,
    requests_per_day,
    roles,
    wants_fresh_look,
)
from vacancy.domain.verdict import Doubt, State

FIVE = timedelta(minutes=5)
PACE = Pace(interval=FIVE, reserve_interval=timedelta(minutes=30))
A, FULL, UNKNOWN = State.AVAILABLE, State.AT_CAPACITY, State.UNKNOWN
OK, LOST = Kind.OK, Kind.NETWORK


def seen(*kinds, retry_after_s=None):
    """The health after those kinds at START."""
    health = Health()
    for kind in kinds:
        health = advance(health, outcome(kind, retry_after_s=retry_after_s), START)
    return health


def wait(health, role=Role.IN_USE, *, pace=PACE, chance=0.0, **more):
    """Seconds until the next request."""
    due = due_at(EntryMemory(SOL, health, chance=chance, **more), role, pace, START)
    return (due - START).total_seconds()


@pytest.mark.parametrize(
    ("seconds", "kinds"),
    [
        (270, (OK,)),
        (20, (OK, Kind.AT_CAPACITY)),
        (60, (OK, *[Kind.AT_CAPACITY] * 2)),
        (120, (OK, *[Kind.AT_CAPACITY] * 3)),
        (135, (OK, *[Kind.AT_CAPACITY] * 4)),
        (135, (OK, *[Kind.AT_CAPACITY] * 29)),
        (240, (OK, *[Kind.AT_CAPACITY] * 30)),
        (20, (Kind.AT_CAPACITY,)),
        (20, (Kind.AT_CAPACITY, Kind.AT_CAPACITY, OK)),
        (60, (Kind.AT_CAPACITY, Kind.AT_CAPACITY, OK, OK)),
        (270, (*[Kind.AT_CAPACITY] * 10, OK, OK)),
        (20, (OK, LOST)),
        (60, (OK, LOST, LOST)),
        (135, (LOST, LOST, LOST, LOST)),
        (1800, (Kind.AUTH_FAILED,)),
        (20, (OK, Kind.AUTH_FAILED)),
    ],
)
def test_waits_of_the_model_in_use(seconds, kinds):
    """With an interval of five minutes and no chance, the waits are those of the table."""
    assert seconds == wait(seen(*kinds))


def test_reserve_is_asked_seldom_while_it_works_only():
    """A model in reserve waits its own interval; when it is down its return is news like any other."""
    assert 1620 == wait(seen(OK), Role.RESERVE)
    assert wait(seen(*[Kind.AT_CAPACITY] * 3)) == wait(seen(*[Kind.AT_CAPACITY] * 3), Role.RESERVE)


def test_a_return_that_is_not_proven_is_looked_at_more_often():
    """After an outage that flapping could explain, in use or in reserve, it is asked every minute."""
    short = seen(Kind.AT_CAPACITY, Kind.AT_CAPACITY, OK, OK)
    assert short.proving
    assert [60, 60] == [wait(short, role) for role in (Role.IN_USE, Role.RESERVE)]


def test_an_awaited_model_is_asked_oftener():
    """Somebody waits: twice a minute, however long it is down."""
    assert [20, 28, 28] == [wait(seen(*[Kind.AT_CAPACITY] * times), Role.AWAITED) for times in (1, 2, 9)]


def test_an_awaited_model_with_an_old_success_is_asked_before_it_is_told():
    """A return is told by a young success only, so somebody who waits need not wait for the reserve's turn."""
    verdicts = [verdict(SOL, A), verdict(LUNA, A, current=False)]
    assert Role.AWAITED is roles(verdicts, recommend(verdicts), awaited=frozenset({LUNA}))[LUNA]


def test_a_needed_model_is_asked_at_once():
    """It is to be recommended, so it is asked as soon as its last answer is not the answer any more."""
    assert REASK.total_seconds() == wait(seen(OK), Role.NEEDED)


def test_a_covered_model_is_not_asked():
    """Another model finds out when the account works again."""
    assert due_at(EntryMemory(SOL, seen(OK)), Role.COVERED, PACE, START) is None


def test_jitter_goes_both_ways_only_while_steady():
    """The steady interval moves by a tenth to both sides; every other wait only grows."""
    assert [270, 300] == [wait(seen(OK), chance=chance) for chance in (0.0, 0.5)]
    assert [20, pytest.approx(22)] == [wait(seen(Kind.AT_CAPACITY), chance=chance) for chance in (0.0, 1.0)]


def test_the_longer_of_retry_after_and_back_off_wins():
    """A short Retry-After does not shorten the back-off, a long one lengthens it, whoever waits or needs it."""
    full = Kind.AT_CAPACITY
    assert 20 == wait(seen(full, retry_after_s=3.0))
    assert 900 == wait(seen(full, retry_after_s=900.0))
    assert 900 == wait(seen(full, full, retry_after_s=900.0), Role.AWAITED)


def test_no_wait_is_longer_than_the_interval_but_what_was_asked_for():
    """A user who asks every minute is not made to wait longer while the model is down."""
    assert 27 == wait(seen(*[Kind.AT_CAPACITY] * 4), pace=Pace(timedelta(minutes=1), FIVE))


def test_news_bring_the_next_look_forward_once():
    """Asked to look by a moment it is due then, but never within twenty seconds or before Retry-After."""
    health = seen(OK)
    assert 60 == wait(health, look_by=START + timedelta(seconds=60))
    assert 20 == wait(health, look_by=START + timedelta(seconds=5))
    assert 270 == wait(health, look_by=START - timedelta(seconds=5))
    limited = seen(Kind.RATE_LIMITED, retry_after_s=600)
    assert 600 == wait(limited, look_by=START + timedelta(seconds=60))


def test_what_could_not_be_sent_is_not_tried_before():
    """Without a key there is nothing to do until later."""
    assert 3600 == wait(seen(OK), not_before=START + timedelta(hours=1))
    assert 3600 == wait(Health(), not_before=START + timedelta(hours=1))


def test_an_attempt_in_the_future_is_asked_again():
    """After the clock was set back nothing waits for a time that is an hour away."""
    earlier = START - timedelta(hours=1)
    assert earlier == due_at(EntryMemory(SOL, seen(OK)), Role.IN_USE, PACE, earlier)


@given(
    st.lists(st.sampled_from(list(Kind)), min_size=1, max_size=12),
    st.floats(0, 1, exclude_max=True),
    st.one_of(st.none(), st.floats(0, 86400)),
    st.sampled_from([role for role in Role if role is not Role.COVERED]),
    st.one_of(st.none(), st.integers(-60, 600)),
)
def test_never_sooner_than_asked_and_never_at_once(kinds, chance, retry_after_s, role, news):
    """Whatever was answered, the next request waits twenty seconds at least, and as long as it was told to."""
    look_by = None if news is None else START + timedelta(seconds=news)
    seconds = wait(seen(*kinds, retry_after_s=retry_after_s), role, chance=chance, look_by=look_by)
    assert seconds >= REASK.total_seconds()
    assert seconds >= (retry_after_s or 0) - 1e-3


def given_roles(*states, stale=(), because=None, **more):
    """The roles of the three models in those states."""
    verdicts = [
        verdict(key, state, current=state is A and key not in stale)
        for key, state in zip((SOL, LUNA, ASTRA), states, strict=False)
    ]
    found = recommend(verdicts)
    if because is not None:
        found = Recommendation(Action.STAY, because, SOL, SOL)
    return list(roles(verdicts, found, **more).values())


IN_USE, RESERVE, NEEDED, AWAITED, COVERED = Role.IN_USE, Role.RESERVE, Role.NEEDED, Role.AWAITED, Role.COVERED


@pytest.mark.parametrize(
    ("expected", "states", "more"),
    [
        ([IN_USE, RESERVE, RESERVE], (A, A, A), {}),
        ([IN_USE, IN_USE, RESERVE], (FULL, A, A), {}),
        ([IN_USE, IN_USE, IN_USE], (FULL, FULL, FULL), {}),
        ([IN_USE, NEEDED, IN_USE], (FULL, A, A), {"stale": {LUNA, ASTRA}}),
        ([IN_USE, IN_USE, IN_USE], (FULL, A, A), {"stale": {LUNA}}),
        ([IN_USE, RESERVE, RESERVE], (A, A, A), {"stale": {LUNA, ASTRA}}),
        ([AWAITED, IN_USE, RESERVE], (FULL, A, A), {"awaited": frozenset({SOL})}),
        ([IN_USE, RESERVE, RESERVE], (A, A, A), {"awaited": frozenset({SOL})}),
    ],
)
def test_roles(expected, states, more):
    """Who is in use, in reserve, needed or waited for follows from the claims, in the user's order."""
    assert expected == given_roles(*states, **more)


def test_a_substitute_is_confirmed_while_the_pick_is_in_doubt():
    """When the pick gave one bad answer, the next in line is asked before it is needed."""
    verdicts = [
        verdict(SOL, State.UNSTABLE, doubt=Doubt.CONFIRMING, current=True),
        verdict(LUNA, A, current=False),
    ]
    before = Recommendation(Action.STAY, Because.PREFERRED_AVAILABLE, SOL, SOL)
    assert NEEDED is roles(verdicts, recommend(verdicts, before))[LUNA]


def test_a_fresh_look_is_wanted_after_five_minutes():
    """After a start an answer of four minutes is young, one of six is not, and one from the future neither."""
    assert [False, True, True] == [
        wants_fresh_look(seen(OK), START + timedelta(minutes=minutes)) for minutes in (4, 6, -1)
    ]
    assert wants_fresh_look(Health(), START)


def test_a_fresh_look_is_wanted_where_no_answer_came():
    """A network that was lost a minute ago answered nothing, however young the attempt is."""
    assert wants_fresh_look(seen(OK, LOST), START + timedelta(minutes=1))


@pytest.mark.parametrize(
    ("times", "kinds", "role"),
    [
        (4, (OK,), Role.IN_USE),
        (4, (OK, Kind.AT_CAPACITY), Role.IN_USE),
        (4, [Kind.AT_CAPACITY] * 9, Role.IN_USE),
        (4, [Kind.AT_CAPACITY, Kind.AT_CAPACITY, OK, OK], Role.IN_USE),
        (4, (OK, LOST), Role.IN_USE),
        (1, [Kind.AT_CAPACITY] * 9, Role.AWAITED),
        (1, (OK,), Role.NEEDED),
    ],
)
def test_less_is_a_longer_wait_for_whatever_nobody_waits_for(times, kinds, role):
    """Every wait is four times as long, but for what is awaited, or about to be recommended."""
    health = seen(*kinds)
    assert times * wait(health, role) == wait(health, role, pace=replace(PACE, stretch=4))


def test_less_leaves_the_reserve_alone_whatever_it_said():
    """A model in reserve is asked neither for the first time nor for news while less is asked."""
    for entry in (EntryMemory(SOL), EntryMemory(SOL, seen(OK), look_by=START), EntryMemory(SOL, seen(LOST))):
        assert due_at(entry, Role.RESERVE, replace(PACE, stretch=4), START) is None
        assert due_at(entry, Role.RESERVE, PACE, START) is not None


def test_page_reads_back_off():
    """Failures double the wait, an hour is the most, and the page's own wish is kept."""
    assert FIVE == next_page_read(0, interval=FIVE, retry_after_s=None, chance=0.0)
    assert timedelta(minutes=20) == next_page_read(2, interval=FIVE, retry_after_s=None, chance=0.0)
    assert timedelta(hours=1) == next_page_read(9, interval=FIVE, retry_after_s=None, chance=0.0)
    assert timedelta(hours=2) == next_page_read(0, interval=FIVE, retry_after_s=7200, chance=0.0)
    two_hours = timedelta(hours=2)
    assert two_hours == next_page_read(3, interval=two_hours, retry_after_s=None, chance=0.0)


def test_requests_per_day():
    """One model every five minutes and two in reserve every half hour are 384 requests a day."""
    assert 384 == requests_per_day([PACE, PACE, PACE])
