"""The day strip, as it is drawn."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QColor, QImage, QPainter, QPalette

from fakes.snapshots import strip
from vacancy.domain.insight import Cell, hours
from vacancy.domain.outcome import Kind
from vacancy.views.strip import BARS, Pattern, bar_places, draw_strip, height_of, hour_at, pattern_of

PLACE = QRect(0, 0, 4 * BARS, 26)


def grey(pattern, *, dark=False, mirrored=False):
    """A strip as somebody sees it who sees no colours."""
    image = QImage(PLACE.size(), QImage.Format.Format_RGB32)
    palette = QPalette(QColor("#2b2b2e" if dark else "#efefef"))
    image.fill(palette.window().color())
    painter = QPainter(image)
    draw_strip(painter, hours(strip(pattern)), PLACE, palette, mirrored=mirrored)
    painter.end()
    return image.convertToFormat(QImage.Format.Format_Grayscale8)


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


@pytest.mark.parametrize("dark", [False, True])
def test_a_day_reads_without_colours(dark):
    """Answered, full, failing, limited and not known are five pictures in greys too."""
    pictures = [grey(pattern, dark=dark) for pattern in ("o", "F", "X", "B", ".", "h")]
    assert all(one != other for number, one in enumerate(pictures) for other in pictures[:number])


def test_the_bars_stand_side_by_side_and_in_their_order():
    """Twenty-four of one width, air between them; time runs towards the numbers, whichever side they are on."""
    places = bar_places(PLACE, mirrored=False)
    assert len(places) == BARS
    assert all(one.right() + 1 < other.left() for one, other in pairwise(places))
    assert list(bar_places(PLACE, mirrored=True)) == list(reversed(places))


@pytest.mark.parametrize("mirrored", [False, True])
def test_the_hour_under_the_pointer_is_the_one_that_is_drawn_there(mirrored):
    """Also in the air beside a bar; beside the strip there is none."""
    for number, place in enumerate(bar_places(PLACE, mirrored=mirrored)):
        assert hour_at(place.center(), PLACE, mirrored=mirrored) == number
        assert hour_at(QPoint(place.right() + 1, 3), PLACE, mirrored=mirrored) == number
    assert hour_at(QPoint(-1, 3), PLACE, mirrored=mirrored) is None
    assert hour_at(QPoint(4 * BARS, 3), PLACE, mirrored=mirrored) is None
    assert hour_at(QPoint(5, 26), PLACE, mirrored=mirrored) is None


def test_the_newest_hour_is_at_the_end():
    """On the right, or on the left for those who read from there."""
    newest_full = tuple(Cell(cell.start) for cell in strip("."))[:-2] + strip("F")[-2:]
    for mirrored, inked in ((False, range(92, 95)), (True, range(3))):
        image = QImage(PLACE.size(), QImage.Format.Format_RGB32)
        image.fill(QColor("#efefef"))
        painter = QPainter(image)
        draw_strip(painter, hours(newest_full), PLACE, QPalette(QColor("#efefef")), mirrored=mirrored)
        painter.end()
        columns = [x for x in range(PLACE.width()) if image.pixelColor(x, 2) != QColor("#efefef")]
        assert columns == list(inked)
