"""Where a window opens beside the tray icon."""

import pytest
from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtGui import QCursor, QGuiApplication
from PySide6.QtWidgets import QWidget

from vacancy.desktop.placing import GAP, Room, anchor, placed, rooms
from vacancy.desktop.raising import raise_window

SIZE = QSize(560, 480)
HD = QRect(0, 0, 1920, 1080)
BELOW = Room(HD, QRect(0, 0, 1920, 1040))
ABOVE = Room(HD, QRect(0, 32, 1920, 1048))
AT_LEFT = Room(HD, QRect(48, 0, 1872, 1080))
AT_RIGHT = Room(HD, QRect(0, 0, 1872, 1080))
TO_THE_LEFT = Room(QRect(-1280, -200, 1280, 1024), QRect(-1280, -200, 1280, 984))
"""A second screen with negative coordinates and a panel of its own, as one left of the first has."""


def icon(x, y):
    """A tray icon with its centre about there."""
    return QRect(x - 11, y - 11, 22, 22)


@pytest.mark.parametrize(
    ("room", "clicked", "corner"),
    [
        (BELOW, icon(960, 1060), QPoint(960 - 1 - 280, 1040 - GAP - 480)),
        (ABOVE, icon(960, 16), QPoint(960 - 1 - 280, 32 + GAP)),
        (AT_LEFT, icon(24, 540), QPoint(48 + GAP, 540 - 1 - 240)),
        (AT_RIGHT, icon(1896, 540), QPoint(1872 - GAP - 560, 540 - 1 - 240)),
    ],
    ids=["below", "above", "left", "right"],
)
def test_it_opens_inwards_of_the_panel(room, clicked, corner):
    """Touching no panel, in the middle of the icon, wherever the panel is."""
    assert placed(SIZE, clicked, [room]) == corner


@pytest.mark.parametrize("x", [5, 1915])
@pytest.mark.parametrize("room", [BELOW, ABOVE])
def test_at_a_corner_it_stays_whole(room, x):
    """An icon at the end of the panel, where most are, moves the window inwards."""
    corner = placed(SIZE, icon(x, 1060 if room is BELOW else 16), [room])
    assert room.free.adjusted(GAP, GAP, -GAP, -GAP).contains(QRect(corner, SIZE))


@pytest.mark.parametrize("number", [0, 1])
def test_it_opens_on_the_screen_of_the_icon(number):
    """Also on one with negative coordinates, and never on the one beside it."""
    screens = [BELOW, TO_THE_LEFT]
    clicked = icon(1800, 1060) if number == 0 else icon(-40, 800)
    assert screens[number].free.contains(QRect(placed(SIZE, clicked, screens), SIZE))


def test_a_panel_that_hides_itself_is_not_covered():
    """Nothing is reserved for it, so the icon's own place decides."""
    hides = Room(HD, HD)
    assert placed(SIZE, icon(960, 1060), [hides]).y() == 1060 - 11 - GAP - 480


def test_a_place_between_the_screens_belongs_to_the_nearest():
    """Screens of different scales leave gaps in the coordinates that they share."""
    far = Room(QRect(3000, 0, 1000, 1000), QRect(3000, 0, 1000, 960))
    assert far.free.contains(QRect(placed(SIZE, icon(2900, 980), [BELOW, far]), SIZE))


def test_what_is_larger_than_the_screen_shows_its_beginning():
    """The answer is at the top."""
    small = Room(QRect(100, 100, 400, 300), QRect(100, 100, 400, 260))
    assert placed(SIZE, icon(300, 380), [small]) == QPoint(100 + GAP, 100 + GAP)


def test_without_a_screen_there_is_no_place():
    """As while the only monitor is being plugged in."""
    assert placed(SIZE, icon(0, 0), []) is None


def test_a_known_icon_is_the_anchor(qapp):
    """Whatever the platform; without one it is the pointer on X11, and nothing elsewhere."""
    assert anchor(icon(5, 5)) == icon(5, 5)
    expected = QRect(QCursor.pos(), QSize(1, 1)) if QGuiApplication.platformName() == "xcb" else None
    assert anchor(QRect()) == expected


def test_a_window_opens_beside_and_stays_where_the_user_moved_it(qtbot):
    """Only opening places it; a second click brings it to the front as it stands."""
    window = QWidget()
    window.resize(200, 100)
    qtbot.addWidget(window)
    (room, *_) = rooms()
    corner = QRect(room.whole.bottomRight() - QPoint(30, 30), QSize(22, 22))
    raise_window(window, beside=corner)
    assert room.free.contains(window.frameGeometry())
    assert window.frameGeometry().bottom() < corner.top()
    window.move(10, 10)
    raise_window(window, beside=corner)
    assert window.pos() == QPoint(10, 10)
