"""The drawings: exact sizes, room for a rim, colour where it is wanted. Figures are in test_icon_figures."""

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor

from vacancy.desktop.icons import MASK_POINTS, SIZES, TONES, color_of, icon, mask_icon, pixmap
from vacancy.domain.lamp import Lamp
from vacancy.domain.preferences import IconStyle

pytestmark = pytest.mark.usefixtures("qapp")

BLACK = QColor("#000000")


def inked(lamp, size):
    """Which pixels of a lamp are more drawn than not."""
    image = pixmap(lamp, size, BLACK).toImage()
    return {(x, y) for x in range(size) for y in range(size) if image.pixelColor(x, y).alphaF() > 0.5}


def test_every_lamp_has_a_tone():
    """No lamp is coloured by accident."""
    assert set(TONES) == set(Lamp)


@pytest.mark.parametrize("lamp", Lamp)
@pytest.mark.parametrize("size", [16, 22])
def test_a_lamp_leaves_room_for_its_rim(lamp, size):
    """The outermost pixels stay clear, so that a rim is never cut off."""
    edge = {0, size - 1}
    assert not {(x, y) for x, y in inked(lamp, size) if x in edge or y in edge}


@pytest.mark.parametrize("size", SIZES)
def test_straight_edges_fall_on_whole_pixels(size):
    """The bars of the pause are drawn without any half pixel, in every size."""
    image = pixmap(Lamp.PAUSED, size, BLACK).toImage()
    assert {image.pixelColor(x, y).alpha() for x in range(size) for y in range(size)} == {0, 255}


@pytest.mark.parametrize("lamp", Lamp)
def test_an_icon_brings_every_size_drawn(lamp):
    """A panel of any size finds a picture made for it."""
    made = icon(lamp, style=IconStyle.QUIET)
    assert sorted(size.width() for size in made.availableSizes()) == list(SIZES)


@pytest.mark.parametrize("dark", [True, False])
def test_quiet_is_without_colour_while_a_model_is_available(dark):
    """The quiet style keeps colour for what is wrong."""
    quiet = {lamp for lamp in Lamp if color_of(lamp, style=IconStyle.QUIET, dark_panel=dark).saturation() < 60}
    assert {Lamp.AVAILABLE, Lamp.OTHER} <= quiet
    assert not quiet & {Lamp.FULL, Lamp.FAILING, Lamp.BLOCKED, Lamp.LIMITED, Lamp.UNSTABLE}


def test_mono_is_one_colour_for_all():
    """Where the user wants no colour there is none."""
    assert len({color_of(lamp, style=IconStyle.MONO, dark_panel=True).name() for lamp in Lamp}) == 1


@pytest.mark.parametrize("lamp", Lamp)
def test_the_incident_mark_changes_the_lower_right_only(lamp):
    """The mark is seen, and the lamp is still the same one."""
    plain = icon(lamp, style=IconStyle.COLOR, dark_panel=True).pixmap(QSize(16, 16), 1.0).toImage()
    marked = icon(lamp, style=IconStyle.COLOR, dark_panel=True, incident=True).pixmap(QSize(16, 16), 1.0).toImage()
    changed = {(x, y) for x in range(16) for y in range(16) if plain.pixel(x, y) != marked.pixel(x, y)}
    assert changed
    assert all(x >= 11 and y >= 5 for x, y in changed)


def test_a_menu_bar_that_colours_icons_gets_a_mask():
    """MacOS gets a black shape to colour, for its 18 points, plain and for sharp screens."""
    made = mask_icon(Lamp.AVAILABLE)
    assert made.isMask()
    assert [size.width() for size in made.availableSizes()] == [MASK_POINTS, 2 * MASK_POINTS]
    picture = made.pixmap(QSize(MASK_POINTS, MASK_POINTS), 2.0)
    assert (picture.width(), picture.devicePixelRatio()) == (2 * MASK_POINTS, 2)
    assert picture.toImage().pixelColor(MASK_POINTS, MASK_POINTS) == BLACK


def test_classic_is_a_traffic_light():
    """Green for available, amber for what may pass, red for what is down, by hue."""
    for dark in (False, True):
        hues = {
            lamp: color_of(lamp, style=IconStyle.CLASSIC, dark_panel=dark).hue()
            for lamp in (Lamp.AVAILABLE, Lamp.UNSTABLE, Lamp.FAILING)
        }
        assert 100 < hues[Lamp.AVAILABLE] < 165
        assert 15 < hues[Lamp.UNSTABLE] < 60
        assert hues[Lamp.FAILING] > 345 or hues[Lamp.FAILING] < 10
