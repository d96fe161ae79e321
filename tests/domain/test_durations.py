"""The claims of `store.durations`."""

from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vacancy.domain.durations import format_duration, parse_duration


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("30s", 30), ("10m", 600), ("2h", 7200), ("1h30m", 5400), ("7d", 604800), ("500ms", 0.5), (" 1h 30m ", 5400)],
)
def test_durations_are_read_as_people_write_them(text, seconds):
    """Each unit of the interface, alone and together, is read."""
    assert parse_duration(text) == timedelta(seconds=seconds)


@pytest.mark.parametrize(
    "text", ["", "10", "m", "10 m", "-5m", "1.5h", "10M", "30m1h", "5m5m", "ten minutes", "\u0663m"]
)
def test_what_is_no_duration_is_refused(text):
    """Nothing is guessed: no unit, a wrong order, a sign or a fraction is an error."""
    with pytest.raises(ValueError, match="duration"):
        parse_duration(text)


@settings(deadline=None)  # the machine may be busy
@given(st.integers(min_value=0, max_value=10**9))
def test_formatting_and_reading_are_inverse(milliseconds):
    """Every duration to the millisecond comes back from its text."""
    duration = timedelta(milliseconds=milliseconds)
    assert parse_duration(format_duration(duration)) == duration


def test_the_shortest_text_is_chosen():
    """What is written into the file looks as a person would write it."""
    assert [format_duration(timedelta(minutes=minutes)) for minutes in (0, 10, 90, 120)] == ["0s", "10m", "1h30m", "2h"]
