"""The day strip."""

import pytest

from fakes.snapshots import strip
from vacancy.domain.outcome import Kind
from vacancy.views.day_words import day_line
from vacancy.views.strip import HOURS, Pattern, height_of, hours, pattern_of


def test_half_hours_are_joined_in_pairs():
    """Their answers are added, and a gap beside an answer is no gap."""
    joined = hours(strip("oF"))
    assert len(joined) == HOURS
    assert (joined[0].ok, joined[0].answers, joined[0].worst) == (6, 12, Kind.AT_CAPACITY)
    assert hours(strip("o."))[0].share == 1.0
    assert hours(strip("."))[0].share is None


def test_trouble_stands_taller_than_none():
    """Height alone tells, without colour."""
    heights = [height_of(share, room=12) for share in (1.0, 0.5, 0.0)]
    assert heights == sorted(set(heights))
    assert heights[-1] == 12


@pytest.mark.parametrize("kind", Kind)
def test_every_cause_has_a_pattern(kind):
    """Full is solid, failing broken, the user's own limits dotted."""
    assert pattern_of(kind) in Pattern


def test_the_patterns_tell_full_failing_and_own_limits_apart():
    """Three causes that call for three actions."""
    assert len({pattern_of(Kind.AT_CAPACITY), pattern_of(Kind.SERVER_ERROR), pattern_of(Kind.RATE_LIMITED)}) == 3


def test_the_day_is_told_in_words():
    """Answered, troubled and unknown half hours are counted apart."""
    assert day_line(strip("oF.o")) == "Last 24 h, in half hours: 24 answered, 12 with trouble, 12 not known"
    assert day_line(strip(".")) == "Last 24 h: nothing known"
