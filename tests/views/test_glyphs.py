"""The signs on buttons."""

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon, QPalette

from vacancy.views.glyphs import Glyph, glyph_icon

LIGHT, DARK = QPalette(QColor("#efefef")), QPalette(QColor("#2b2b2e"))


def inked(icon, size, mode=QIcon.Mode.Normal):
    """The pixels of a sign that can be seen, and the strongest of their colours."""
    image = icon.pixmap(QSize(size, size), 1.0, mode).toImage()
    pixels = {(x, y): image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())}
    strongest = max(pixels.values(), key=lambda color: color.alpha())
    return frozenset(place for place, color in pixels.items() if color.alpha() > 127), strongest


@pytest.mark.parametrize("size", [16, 32])
def test_every_sign_is_told_by_its_shape(qapp, size):
    """No two are alike at the size of ordinary text."""
    shapes = [inked(glyph_icon(glyph, LIGHT), size)[0] for glyph in Glyph]
    assert all(shapes)
    assert all(len(one ^ other) > size for number, one in enumerate(shapes) for other in shapes[:number])


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_signs_have_the_colour_of_the_words_on_buttons(qapp, palette):
    """On light and dark, and paler where nothing can be done."""
    icon = glyph_icon(Glyph.CHECK, palette)
    assert inked(icon, 32)[1].name() == palette.buttonText().color().name()
    disabled = palette.color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.ButtonText)
    assert inked(icon, 32, QIcon.Mode.Disabled)[1].name() == disabled.name()
