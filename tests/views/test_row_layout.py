"""The columns of a row."""

from dataclasses import fields
from itertools import combinations

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QFont

from vacancy.views.row_layout import GAP, RowLayout
from vacancy.words import Language, speak


@pytest.fixture(params=[9.0, 18.0])
def layout(qapp, request):
    """The layout in a font of ordinary size, and at 200 %."""
    font = QFont(qapp.font())
    font.setPointSizeF(request.param)
    return RowLayout(font)


def parts(columns):
    """The places of a row by their names."""
    return {field.name: getattr(columns, field.name) for field in fields(columns) if field.type is QRect}


@pytest.mark.parametrize("mirrored", [False, True])
def test_no_part_covers_another(layout, mirrored):
    """All within the row, side by side or one below the other, from either side."""
    place = QRect(0, 100, 1000, layout.height)
    places = parts(layout.columns(place, mirrored=mirrored))
    assert all(place.contains(part) for part in places.values())
    assert [names for names in combinations(places, 2) if places[names[0]].intersects(places[names[1]])] == []


def test_columns_do_not_depend_on_what_stands_in_them(layout):
    """They line up from row to row, and a taller row keeps them."""
    one = parts(layout.columns(QRect(0, 0, 1000, layout.height)))
    other = parts(layout.columns(QRect(0, 300, 1000, layout.airiest)))
    assert {name: part.left() for name, part in one.items()} == {name: part.left() for name, part in other.items()}
    assert {name: part.width() for name, part in one.items()} == {name: part.width() for name, part in other.items()}


def test_the_strip_gives_way_to_words_that_are_longer_than_their_column(layout):
    """Half as tall it stays, above them; words that fit change nothing."""
    columns = layout.columns(QRect(0, 0, 1000, layout.height))
    room = columns.state.width()
    assert columns.with_room_for(room) is columns
    given = columns.with_room_for(room + 1)
    assert given.state.right() == columns.strip.right()
    assert not given.strip.intersects(given.state)
    assert given.strip.height() >= layout.line // 2


def test_a_strip_never_takes_the_room_of_a_name(layout):
    """In a narrow window there is none, and the words reach to the numbers."""
    wide, narrow = (layout.columns(QRect(0, 0, width * layout.average, layout.height)) for width in (80, 45))
    assert wide.strip.width() > 0
    assert narrow.strip.isEmpty()
    assert narrow.recent.left() - narrow.name.right() <= GAP + 1
    assert narrow.with_room_for(10_000).state.right() < narrow.recent.left()


def test_numbers_have_room_in_every_language(layout):
    """The column of times is as wide as the longest that is said."""
    try:
        for language in Language:
            speak(language)
            other = RowLayout(layout.font)
            columns = other.columns(QRect(0, 0, 1000, other.height))
            assert columns.when.width() >= other.width_of("00:00")
            assert columns.recent.width() >= other.width_of("00.0 s")
    finally:
        speak(Language.ENGLISH)
