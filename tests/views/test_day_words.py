"""The day strip in words."""

from dataclasses import replace
from datetime import UTC
from zoneinfo import ZoneInfo

import pytest

from fakes.snapshots import strip
from vacancy.domain.insight import CELL, Cell, hours
from vacancy.domain.outcome import Kind
from vacancy.views.day_words import day_line, hour_line, troubles


def test_the_day_is_told_in_words():
    """Answered, troubled and unknown half hours are counted apart."""
    assert day_line(strip("oF.o")) == "Last 24 h, in half hours: 24 answered, 12 with trouble, 12 not known"
    assert day_line(strip(".")) == "Last 24 h: nothing known"


@pytest.mark.parametrize(
    ("ok", "answers", "worst", "said"),
    [
        (0, 0, None, "15:00-16:00: nothing known"),
        (12, 12, None, "15:00-16:00: 12 of 12 answered"),
        (0, 6, Kind.AT_CAPACITY, "15:00-16:00: full, 0 of 6 answered"),
        (1, 6, Kind.RATE_LIMITED, "15:00-16:00: your limit reached, 1 of 6 answered"),
    ],
)
def test_every_bar_has_its_words(ok, answers, worst, said):
    """Which hour, what was the matter, and how much was answered all the same."""
    start = strip()[0].start.replace(hour=15, minute=0)
    assert hour_line(Cell(start, ok, answers, worst), UTC) == said


@pytest.mark.parametrize("kind", sorted(set(Kind) - {Kind.OK}))
def test_every_cause_has_a_word_of_its_own(kind):
    """No trouble that is known is told as a mere refusal."""
    assert not hour_line(Cell(strip()[0].start, 0, 1, kind), UTC).endswith(": refused, 0 of 1 answered")


def test_hours_are_those_of_the_local_clock():
    """Nobody lives in UTC."""
    start = strip()[0].start.replace(hour=15, minute=0)
    assert hour_line(Cell(start, 1, 1), ZoneInfo("Asia/Shanghai")).startswith("23:00-00:00: ")


def test_troubles_are_told_in_spans_the_newest_first():
    """Neighbouring hours of one cause are one span, of many the last few are told; a quiet day has none."""
    cells = strip("FF" + "o" * 32 + "FFFFooXXooFFoo")
    midnight = cells[0].start.replace(hour=0, minute=0)
    day = hours(tuple(replace(cell, start=midnight + CELL * number) for number, cell in enumerate(cells)))
    assert troubles(day, UTC) == "22:00-23:00: full · 20:00-21:00: failing · 17:00-19:00: full"
    assert troubles(hours(strip("o")), UTC) == ""
    assert troubles(hours(strip(".")), UTC) == ""
