"""Figures measured on the drawings as panels get them: contrast, colours for every eye, shapes without colour."""

import json
import os
import subprocess
import sys
from collections import Counter
from itertools import combinations, product

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor

from fakes.colors import SIGHTS, apart, ciede2000, contrast
from vacancy.desktop.icons import RIM_OF_DARK, RIM_OF_LIGHT, SIZES, icon, pixmap
from vacancy.domain.lamp import Lamp
from vacancy.domain.preferences import IconStyle

pytestmark = pytest.mark.usefixtures("qapp")

BARS = {False: ("#DCDCDC", "#FFFFFF"), True: ("#272727", "#000000")}
"""Usual panels, light and dark: the ones that Windows, macOS, GNOME, Plasma and Xfce come with lie between them."""
ANY = ("#333333", "#484848", "#555555", "#666666", "#808080", "#A1A1AA", "#B45309", "#3465A4")
"""Panels that people choose: greys, the accents of desktops, and the very grey and brown of a lamp."""
AT_A_SCALE = """
import json
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication
from vacancy.desktop.icons import RIM_OF_LIGHT, SIZES, _outlined, color_of, icon, pixmap
from vacancy.domain.lamp import Lamp
from vacancy.domain.preferences import IconStyle

app = QApplication([])
made = icon(Lamp.FULL, style=IconStyle.COLOR)
color = color_of(Lamp.FULL, style=IconStyle.COLOR, dark_panel=True)
seen = {}
for size in SIZES[:3]:
    given = made.pixmap(QSize(size, size)).toImage()
    given.setDevicePixelRatio(1)
    drawn = _outlined(pixmap(Lamp.FULL, given.width(), color), given.width(), RIM_OF_LIGHT).toImage()
    seen[size] = [given.width(), given == drawn]
print(json.dumps(seen))
"""
"""Asks for an icon as Qt's tray does, and compares it with the drawing of that size."""
RIMS = {RIM_OF_DARK.lower(), RIM_OF_LIGHT.lower()}
ONE_OF_EACH_TONE = (Lamp.AVAILABLE, Lamp.UNSTABLE, Lamp.FULL, Lamp.UNKNOWN)
LEAST_APART = {IconStyle.COLOR: 13, IconStyle.CLASSIC: 10}
"""Of the two closest colours for any eye; green, amber and red cannot come further apart and still be called so."""
LEAST_PIXELS = {16: 32, 22: 56}
"""Of ink that two lamps do not share, wherever one is laid over the other."""


def image(lamp, size, *, style, dark_panel, incident=False):
    """A lamp as the panel gets it."""
    made = icon(lamp, style=style, dark_panel=dark_panel, incident=incident)
    return made.pixmap(QSize(size, size), 1.0).toImage()


def solid(picture):
    """The colours of the pixels that hide the panel, with their numbers."""
    places = product(range(picture.width()), range(picture.height()))
    return Counter(color.name() for x, y in places if (color := picture.pixelColor(x, y)).alpha() == 255)


def glyph(picture):
    """The colour that most of the picture has, its rim apart."""
    return max((number, color) for color, number in solid(picture).items() if color not in RIMS)[1]


def inked(lamp, size):
    """Which pixels are drawn when there is nothing but ink and no ink."""
    picture = pixmap(lamp, size, QColor("#000000")).toImage()
    return {(x, y) for x, y in product(range(size), repeat=2) if picture.pixelColor(x, y).alphaF() > 0.5}


def moved(spots):
    """The same spots, in place and a pixel away in every direction."""
    return [{(x + dx, y + dy) for x, y in spots} for dx, dy in product((-1, 0, 1), repeat=2)]


def show(capsys, lines):
    """Show measured figures to whoever runs the test."""
    with capsys.disabled():
        print("\n  " + "\n  ".join(lines))  # noqa: T201 - measured figures are for reading


def test_the_measure_is_the_published_one():
    """Three of the pairs that were published with the formula come out as there."""
    pairs = (
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 2.4900, -0.0010), (50, -2.4900, 0.0009), 7.1792),
        ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    )
    assert [round(ciede2000(one, other), 4) for one, other, _ in pairs] == [distance for *_, distance in pairs]


def test_every_lamp_stands_out_on_panels_of_known_brightness(capsys):
    """The glyph without its rim has a contrast of 3:1, in every style, on light and dark panels."""
    worst = {}
    for style, dark, lamp, size in product(IconStyle, BARS, Lamp, (16, 22)):
        color = glyph(image(lamp, size, style=style, dark_panel=dark, incident=True))
        for bar in BARS[dark]:
            found = (contrast(color, bar), lamp.value)
            worst[style, bar] = min(found, worst.get((style, bar), found))
    show(capsys, [f"{style:8} on {bar}: {ratio:5.2f}:1 ({lamp})" for (style, bar), (ratio, lamp) in worst.items()])
    assert min(worst.values())[0] >= 3


@pytest.mark.parametrize(
    ("bar", "least"), [(bar, 3) for bars in BARS.values() for bar in bars] + [(bar, 2.4) for bar in ANY]
)
@pytest.mark.parametrize("dark_panel", [None, True, False])
def test_every_lamp_stands_out_where_the_panel_is_another_one(bar, least, dark_panel):
    """Glyph or rim has 3:1 with usual panels and 2.4:1 with the worst grey; with each other they have 4.5:1."""
    rim = RIM_OF_DARK if dark_panel is False else RIM_OF_LIGHT
    for style, lamp in product(IconStyle, Lamp):
        color = glyph(image(lamp, 16, style=style, dark_panel=dark_panel))
        assert max(contrast(color, bar), contrast(rim, bar)) >= least, (style, lamp)
        assert contrast(color, rim) >= 4.5, (style, lamp)


@pytest.mark.parametrize("style", LEAST_APART)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_colours_are_apart_for_every_eye(style, dark, capsys):
    """No two tones meet with full sight or with any kind of colour blindness."""
    drawn = {lamp: glyph(image(lamp, 16, style=style, dark_panel=dark)) for lamp in ONE_OF_EACH_TONE}
    closest = {
        sight: min(
            (apart(drawn[one], drawn[other], sight), one.value, other.value) for one, other in combinations(drawn, 2)
        )
        for sight in SIGHTS
    }
    panel = "dark" if dark else "light"
    figures = [f"{sight} {distance:.1f} ({one}, {other})" for sight, (distance, one, other) in closest.items()]
    show(capsys, [f"{style} on {panel}, closest: " + ", ".join(figures)])
    assert min(closest.values())[0] >= LEAST_APART[style]


@pytest.mark.parametrize("size", LEAST_PIXELS)
def test_lamps_are_told_apart_by_shape_alone(size, capsys):
    """In black and white every pair differs in many pixels, also when one is shifted by a pixel."""
    ink = {lamp: inked(lamp, size) for lamp in Lamp}
    differ = {
        (one, other): min(len(ink[one] ^ there) for there in moved(ink[other])) for one, other in combinations(Lamp, 2)
    }
    nearest = sorted(differ.items(), key=lambda pair: pair[1])[:6]
    listed = ", ".join(f"{one}/{other} {pixels}" for (one, other), pixels in nearest)
    show(capsys, [f"pixels that differ at {size}, nearest pairs: {listed}"])
    assert nearest[0][1] >= LEAST_PIXELS[size]


@pytest.mark.parametrize("lamp", Lamp)
@pytest.mark.parametrize("size", SIZES)
def test_the_ink_ends_on_whole_pixels(lamp, size):
    """A drawing's outermost row and column of ink are strong: nothing fades out over the grid."""
    picture = pixmap(lamp, size, QColor("#000000")).toImage()
    alphas = {(x, y): picture.pixelColor(x, y).alphaF() for x, y in product(range(size), repeat=2)}
    drawn = [spot for spot, alpha in alphas.items() if alpha > 0.15]
    for axis in (0, 1):
        ends = [spot[axis] for spot in drawn]
        for end in (min(ends), max(ends)):
            assert max(alphas[spot] for spot in drawn if spot[axis] == end) > 0.5, (axis, end)


@pytest.mark.parametrize("scale", ["1.25", "1.5", "2"])
def test_a_sharp_screen_gets_drawings_of_its_own(scale):
    """What Qt asks for at that scale is drawn for it: the small sizes come out as drawn, not scaled from others."""
    done = subprocess.run(
        [sys.executable, "-c", AT_A_SCALE],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "QT_SCALE_FACTOR": scale},
        capture_output=True,
        text=True,
        timeout=30,
        check=True,
    )
    assert json.loads(done.stdout) == {str(size): [round(size * float(scale)), True] for size in SIZES[:3]}
