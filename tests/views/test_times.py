"""Times as people read them."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from vacancy.views import times

NOW = datetime(2026, 11, 29, 14, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0, "just now"), (4, "just now"), (5, "5 s ago"), (40, "40 s ago"), (59.9, "59 s ago"), (60, "1 min ago"),
        (3599, "59 min ago"), (3600, "1 h ago"), (10800, "3 h ago"), (47 * 3600, "47 h ago"), (48 * 3600, "2 days ago"),
    ],
)  # fmt: skip
def test_an_age_is_told_in_its_largest_fitting_unit(seconds, said):
    """Never rounded up: an age is not claimed before it is reached."""
    assert times.age(timedelta(seconds=seconds)) == said


def test_an_age_that_lies_in_the_future_is_just_now():
    """A clock that was set back makes no negative ages."""
    assert times.age(timedelta(seconds=-30)) == "just now"


@pytest.mark.parametrize(
    ("at", "said"),
    [
        (NOW - timedelta(minutes=59), "59 min ago"),
        (NOW - timedelta(hours=1), "at 13:30"),
        (NOW - timedelta(days=1), "at 28 Nov 14:30"),
        (datetime(2025, 12, 31, 8, 5, tzinfo=UTC), "at 31 Dec 2025 08:05"),
    ],
)
def test_after_an_hour_the_clock_time_is_told(at, said):
    """With the date on another day, and the year in another year."""
    assert times.ago(at, NOW, UTC) == said


def test_the_day_is_the_one_of_the_local_zone():
    """23:30 UTC yesterday is today in Shanghai, so no date is shown there."""
    at = datetime(2026, 11, 28, 23, 30, tzinfo=UTC)
    assert times.clock(at, NOW, ZoneInfo("Asia/Shanghai")) == "07:30"
    assert times.clock(at, NOW, UTC) == "28 Nov 23:30"


@pytest.mark.parametrize(
    ("left", "said"),
    [
        (timedelta(seconds=-5), "now"), (timedelta(0), "now"), (timedelta(seconds=40), "in 40 s"),
        (timedelta(minutes=6), "in 6 min"), (timedelta(hours=2), "at 16:30"),
    ],
)  # fmt: skip
def test_the_next_check_is_told_as_a_wait(left, said):
    """A check that is due is "now", whatever the clock says."""
    assert times.next_check(NOW + left, NOW, UTC) == said


def test_nothing_is_a_dash():
    """A column is never empty."""
    assert times.next_check(None, NOW, UTC) == "-"
    assert times.latency(None) == "-"


@pytest.mark.parametrize(("seconds", "said"), [(0.04, "0.0 s"), (1.24, "1.2 s"), (9.94, "9.9 s"), (12.3, "12 s")])
def test_latency_shows_tenths_below_ten_seconds(seconds, said):
    """From ten seconds on a fraction helps nobody."""
    assert times.latency(seconds) == said
