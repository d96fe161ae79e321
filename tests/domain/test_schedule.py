"""Low frequency is a promise, and so is the second look."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakes.clock import START
from fakes.domain_values import outcome
from vacancy.domain.health import Health, advance
from vacancy.domain.outcome import Kind
from vacancy.domain.schedule import Budget, first_check, next_check, next_page_read, requests_per_day

TEN = timedelta(minutes=10)


def seen(*kinds, retry_after_s=None):
    """The health after those kinds at START."""
    health = Health()
    for kind in kinds:
        health = advance(health, outcome(kind, retry_after_s=retry_after_s), START)
    return health


def wait(health, *, interval=TEN, chance=0.0):
    """Seconds until the next check."""
    return (next_check(health, interval=interval, asked_at=START, chance=chance) - START).total_seconds()


FULL, OK, LOST = Kind.AT_CAPACITY, Kind.OK, Kind.NETWORK


@pytest.mark.parametrize(
    ("seconds", "kinds"),
    [
        (540, (OK,)),
        (30, (OK, FULL)),
        (120, (OK, FULL, FULL)),
        (300, (OK, FULL, FULL, FULL)),
        (600, (OK, FULL, FULL, FULL, FULL)),
        (30, (FULL,)),
        (30, (FULL, FULL, OK)),
        (540, (FULL, FULL, OK, OK)),
        (30, (OK, LOST)),
        (120, (OK, LOST, LOST)),
        (600, (LOST, LOST, LOST, LOST)),
        (3600, (Kind.AUTH_FAILED,)),
        (30, (OK, Kind.AUTH_FAILED)),
    ],
)
def test_waits(seconds, kinds):
    """With an interval of ten minutes and no chance, the waits are those of the table."""
    assert seconds == wait(seen(*kinds))


def test_jitter_goes_both_ways_only_while_steady():
    """The steady interval moves by a tenth to both sides; back-off only grows."""
    assert 540 == wait(seen(OK), chance=0.0)
    assert 600 == wait(seen(OK), chance=0.5)
    assert 30 == wait(seen(FULL), chance=0.0)
    assert 33 == pytest.approx(wait(seen(FULL), chance=1.0))


def test_the_longer_of_retry_after_and_back_off_wins():
    """A short Retry-After does not shorten the back-off, a long one lengthens it."""
    assert 30 == wait(seen(FULL, retry_after_s=3.0))
    assert 900 == wait(seen(FULL, retry_after_s=900.0))


def test_no_wait_is_longer_than_the_interval_but_what_was_asked_for():
    """A user who asks every minute is not made to wait five."""
    assert 60 == wait(seen(FULL, FULL, FULL), interval=timedelta(minutes=1))


@given(
    st.lists(st.sampled_from(list(Kind)), min_size=1, max_size=12),
    st.floats(0, 1, exclude_max=True),
    st.one_of(st.none(), st.floats(0, 86400)),
)
def test_never_sooner_than_asked_and_never_at_once(kinds, chance, retry_after_s):
    """Whatever was answered, the next request waits half a minute at least, and as long as it was told to."""
    seconds = wait(seen(*kinds, retry_after_s=retry_after_s), chance=chance)
    assert seconds >= 30
    assert seconds >= (retry_after_s or 0) - 1e-3


def test_after_a_start_young_answers_are_not_asked_for_again():
    """An answer of two minutes ago waits until it is five minutes old, an old one is asked for at once."""
    health = seen(OK)
    planned = START + TEN
    assert START + timedelta(minutes=5) == first_check(health, planned, START + timedelta(minutes=2))
    assert START + timedelta(minutes=7) == first_check(health, planned, START + timedelta(minutes=7))
    assert START == first_check(Health(), None, START)


def test_after_a_start_a_wait_that_was_asked_for_still_holds():
    """Restarting does not shorten what Retry-After asked."""
    health = seen(Kind.RATE_LIMITED, retry_after_s=3600)
    assert START + timedelta(hours=1) == first_check(health, START + timedelta(hours=1), START + timedelta(minutes=10))


def test_an_attempt_in_the_future_is_asked_again():
    """After the clock was set back nothing waits for a time that is an hour away."""
    earlier = START - timedelta(hours=1)
    assert earlier == first_check(seen(OK), START + TEN, earlier)


def test_budget_begins_anew_each_day():
    """A day's requests are counted, and forgotten at midnight."""
    budget = Budget().on(date(2026, 11, 29)).spend(3)
    assert 3 == budget.sent
    assert budget.is_spent(3)
    assert not budget.is_spent(4)
    assert 0 == budget.on(date(2026, 11, 30)).sent


def test_page_reads_back_off():
    """Failures double the wait, an hour is the most, and the page's own wish is kept."""
    five = timedelta(minutes=5)
    assert five == next_page_read(0, interval=five, retry_after_s=None, chance=0.0)
    assert timedelta(minutes=20) == next_page_read(2, interval=five, retry_after_s=None, chance=0.0)
    assert timedelta(hours=1) == next_page_read(9, interval=five, retry_after_s=None, chance=0.0)
    assert timedelta(hours=2) == next_page_read(0, interval=five, retry_after_s=7200, chance=0.0)
    two_hours = timedelta(hours=2)
    assert two_hours == next_page_read(3, interval=two_hours, retry_after_s=None, chance=0.0)


def test_requests_per_day():
    """Two models every ten minutes and one every hour are 312 requests a day."""
    assert 312 == requests_per_day([TEN, TEN, timedelta(hours=1)])
