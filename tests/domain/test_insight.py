"""A day is forty-eight cells, and what was not seen is a gap."""

from datetime import timedelta

import pytest

from fakes.clock import START
from vacancy.domain.insight import CELL, DAY_CELLS, HOUR, Bucket, Cell, day_strip, hours
from vacancy.domain.outcome import Kind

DAY = timedelta(days=1)


def test_empty_day_is_all_gaps():
    """No bucket, no claim."""
    strip = day_strip((), START)
    assert DAY_CELLS == len(strip)
    assert all(cell.share is None for cell in strip)


def test_buckets_fall_into_their_half_hours():
    """Answers add up within a cell; what is older than a day is left out."""
    minute = timedelta(minutes=1)
    strip = day_strip(
        [
            Bucket(START - timedelta(days=2), ok=9, answers=9),
            Bucket(START - CELL, ok=1, answers=1),
            Bucket(START - minute, ok=0, answers=1, worst=Kind.AT_CAPACITY),
        ],
        START,
    )
    assert (1, 2, Kind.AT_CAPACITY) == (strip[-3].ok, strip[-3].answers, strip[-3].worst)
    assert 0.5 == strip[-3].share
    assert 2 == sum(cell.answers for cell in strip)


def test_silence_is_a_gap():
    """A minute without an answer is no failure of the model."""
    assert day_strip([Bucket(START, silences=3)], START)[-2].share is None


@pytest.mark.parametrize("minutes", [0, 17, 59])
def test_cells_stand_on_the_hours_of_the_clock(minutes):
    """Whatever the minute, the last cell ends with the hour that is on: no bar changes its place within an hour."""
    minute = timedelta(minutes=1)
    first = START + HOUR - DAY
    now = START + minutes * minute
    strip = day_strip([Bucket(first - minute, ok=1, answers=1), Bucket(START + HOUR, ok=1, answers=1)], now)
    assert [first + CELL * index for index in range(48)] == [cell.start for cell in strip]
    assert not any(cell.answers for cell in strip)
    assert 1 == day_strip([Bucket(first, ok=1, answers=1)], now)[0].answers
    assert 1 == day_strip([Bucket(START, ok=1, answers=1)], now)[-2].answers


def test_half_hours_are_joined_in_pairs():
    """Their answers are added, the newer trouble names the pair, and a gap beside an answer is no gap."""
    full = Cell(START, 0, 6, Kind.AT_CAPACITY)
    failing = Cell(START + CELL, 1, 6, Kind.SERVER_ERROR)
    assert (Cell(START, 1, 12, Kind.SERVER_ERROR),) == hours((full, failing))
    assert (full,) == hours((full, Cell(START + CELL)))
    assert hours((Cell(START), Cell(START + CELL)))[0].share is None
