"""The drawings: exact sizes, told apart by shape, visible on every panel."""

from itertools import combinations

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor

from vacancy.desktop.icons import ON_DARK, ON_LIGHT, OUTLINE, SIZES, TONES, color_of, icon, mask_icon, pixmap
from vacancy.domain.lamp import Lamp
from vacancy.domain.preferences import IconStyle

pytestmark = pytest.mark.usefixtures("qapp")

PANELS = ("#000000", "#272727", "#DCDCDC", "#FFFFFF")
BLACK = QColor("#000000")


def inked(lamp, size):
    """Which pixels of a lamp are more drawn than not."""
    image = pixmap(lamp, size, BLACK).toImage()
    return {(x, y) for x in range(size) for y in range(size) if image.pixelColor(x, y).alphaF() > 0.5}


def luminance(color):
    """Relative luminance after WCAG 2."""
    channels = (
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
        for channel in (color.redF(), color.greenF(), color.blueF())
    )
    return sum(weight * channel for weight, channel in zip((0.2126, 0.7152, 0.0722), channels, strict=True))


def contrast(one, other):
    """Contrast ratio after WCAG 2."""
    high, low = sorted((luminance(QColor(one)), luminance(QColor(other))), reverse=True)
    return (high + 0.05) / (low + 0.05)


def strongest(picture, size, panel):
    """The best contrast with the panel that a good part of the drawing has."""
    image = picture.pixmap(QSize(size, size), 1.0).toImage()
    solid = [image.pixelColor(x, y) for x in range(size) for y in range(size)]
    ratios = sorted((contrast(color, panel) for color in solid if color.alpha() == 255), reverse=True)
    return ratios[len(ratios) // 5]


def test_every_lamp_has_a_tone():
    """No lamp is coloured by accident."""
    assert set(TONES) == set(Lamp)


@pytest.mark.parametrize("size", [16, 22])
@pytest.mark.parametrize(("one", "other"), list(combinations(Lamp, 2)))
def test_two_lamps_differ_by_shape_alone(one, other, size):
    """In one colour, at the smallest sizes, at least an eighth of the ink is elsewhere."""
    first, second = inked(one, size), inked(other, size)
    assert len(first ^ second) >= max(len(first), len(second)) / 8


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


@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize("style", IconStyle)
@pytest.mark.parametrize("lamp", Lamp)
def test_without_knowing_the_panel_something_always_stands_out(lamp, style, panel):
    """By glyph or rim, a fifth of the picture has a contrast of 3:1 on black, dark, light and white."""
    assert strongest(icon(lamp, style=style, incident=True), 16, panel) >= 3


@pytest.mark.parametrize(("palette", "panel"), [(ON_LIGHT, "#DCDCDC"), (ON_LIGHT, "#FFFFFF"), (ON_DARK, "#272727"),
                                                (ON_DARK, "#000000"), (ON_DARK, OUTLINE)])  # fmt: skip
def test_every_tone_stands_out_on_its_panels(palette, panel):
    """Each colour has a contrast of 3:1 on the panels it is for, and on its own rim."""
    assert min(contrast(color, panel) for color in palette.values()) >= 3


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
    """MacOS gets a black shape to colour."""
    made = mask_icon(Lamp.FULL)
    assert made.isMask()
    assert made.pixmap(QSize(16, 16), 1.0).toImage().pixelColor(8, 8) == BLACK
