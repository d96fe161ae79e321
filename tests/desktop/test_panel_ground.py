"""The brightness of the panel: where it is looked for, and what is concluded."""

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter

from vacancy.desktop.panel_ground import _agreed, _is_dark, panel_is_dark, strips

pytestmark = pytest.mark.usefixtures("qapp")
SCREEN = QRect(0, 0, 1024, 600)


@pytest.mark.parametrize(
    ("free", "found"),
    [
        (SCREEN, []),
        (QRect(0, 28, 1024, 572), [QRect(0, 0, 1024, 28)]),
        (QRect(0, 0, 1024, 568), [QRect(0, 568, 1024, 32)]),
        (QRect(48, 0, 976, 600), [QRect(0, 0, 48, 600)]),
        (QRect(0, 24, 980, 576), [QRect(0, 0, 1024, 24), QRect(980, 24, 44, 576)]),
    ],
)
def test_panels_are_where_windows_are_not(free, found):
    """On every edge that is kept free, and nowhere where nothing is."""
    assert strips(SCREEN, free) == found


def test_a_second_screen_has_panels_of_its_own():
    """Its place counts from where it begins."""
    screen = QRect(1024, 0, 800, 600)
    assert strips(screen, QRect(1024, 0, 800, 560)) == [QRect(1024, 560, 800, 40)]


@pytest.mark.parametrize(
    ("ground", "dark"), [("#F6F5F4", False), ("#DCDCDC", False), ("#353535", True), ("#000000", True)]
)
@pytest.mark.parametrize("size", [(1024, 28), (28, 600)])
def test_the_ground_decides_not_what_stands_on_it(ground, dark, size):
    """A third of the panel is covered by buttons and text of the other brightness."""
    picture = QImage(*size, QImage.Format.Format_RGB32)
    picture.fill(QColor(ground))
    painter = QPainter(picture)
    for place in range(0, max(size), 12):
        there = QRect(place, 4, 4, 20) if size[0] > size[1] else QRect(4, place, 20, 4)
        painter.fillRect(there, QColor("#F0F0F0" if dark else "#101010"))
    painter.end()
    assert _is_dark(picture) is dark


def test_panels_that_differ_and_pictures_that_fail_say_nothing():
    """The icon may be in any of them."""
    assert _agreed([True, True]) is True
    assert _agreed([False]) is False
    assert _agreed([True, False]) is None
    assert _agreed([]) is None
    assert _is_dark(QImage()) is None


@pytest.mark.real_desktop
def test_a_screen_without_a_panel_says_nothing():
    """Here no window manager keeps any part of the screen free."""
    assert QGuiApplication.platformName() == "xcb"
    assert panel_is_dark({"XDG_CURRENT_DESKTOP": "KDE"}) is None
