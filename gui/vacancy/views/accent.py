"""The look of the one primary button of a window: the user's accent, dark enough for the words on it."""

from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QStyle

READABLE = 4.5
"""Least contrast of text, by WCAG."""
_LINEAR_BELOW = 0.04045
"""Where sRGB's curve begins."""
_FUSION_LIGHTENS = 175
"""Per cent: the lightest that the Fusion style makes of a button's colour, with some reserve."""
_STEPS = 20
"""Of a tenth each, which is enough from white to black."""
_LIGHT_FROM = 128


def contrast(one: QColor, other: QColor) -> float:
    """The contrast of two opaque colours as WCAG 2 measures it, from 1 to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(color: QColor) -> float:
    red, green, blue = (
        part / 12.92 if part <= _LINEAR_BELOW else ((part + 0.055) / 1.055) ** 2.4
        for part in (color.redF(), color.greenF(), color.blueF())
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def prominent(palette: QPalette, style: QStyle) -> QPalette:
    """The palette for the one primary button, in the user's accent, where the style takes its colours from there.

    Native styles colour a default button themselves, and may draw their own ground under our text.
    """
    result = QPalette(palette)
    if style.name() != "fusion":
        return result
    text = palette.color(QPalette.ColorGroup.Active, QPalette.ColorRole.HighlightedText)
    ground = _readable_under(text, palette.color(QPalette.ColorGroup.Active, QPalette.ColorRole.Highlight))
    for group in (QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive):
        result.setColor(group, QPalette.ColorRole.Button, ground)
        result.setColor(group, QPalette.ColorRole.ButtonText, text)
    return result


def _readable_under(text: QColor, ground: QColor) -> QColor:
    """The ground, as much darker as light text needs; Fusion shades it towards the light before it writes on it."""
    if text.lightness() < _LIGHT_FROM:
        return ground
    for _ in range(_STEPS):
        if contrast(text, ground.lighter(_FUSION_LIGHTENS)) >= READABLE:
            break
        ground = ground.darker(110)
    return ground
