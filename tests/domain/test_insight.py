"""A day is forty-eight cells, and what was not seen is a gap."""

from datetime import timedelta

from fakes.clock import START
from vacancy.domain.insight import CELL, DAY_CELLS, Bucket, day_strip
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
    assert (1, 2, Kind.AT_CAPACITY) == (strip[-1].ok, strip[-1].answers, strip[-1].worst)
    assert 0.5 == strip[-1].share
    assert 2 == sum(cell.answers for cell in strip)


def test_silence_is_a_gap():
    """A minute without an answer is no failure of the model."""
    assert day_strip([Bucket(START - CELL, silences=3)], START)[-1].share is None


def test_cells_follow_each_other_up_to_now():
    """The first begins 24 hours ago; a bucket before it or after the last one belongs to no cell."""
    minute = timedelta(minutes=1)
    strip = day_strip([Bucket(START - DAY - minute, ok=1, answers=1), Bucket(START, ok=1, answers=1)], START)
    assert [START - DAY + CELL * index for index in range(48)] == [cell.start for cell in strip]
    assert not any(cell.answers for cell in strip)
    assert 1 == day_strip([Bucket(START - DAY, ok=1, answers=1)], START)[0].answers
