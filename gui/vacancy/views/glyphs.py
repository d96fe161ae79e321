"""The small signs on buttons, in the colours of the palette. Each button says the same in words to whoever asks."""

from enum import StrEnum

from PySide6.QtCore import QByteArray
from PySide6.QtGui import QColor, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer

from vacancy.assets import asset

_SIZES = (16, 24, 32, 48, 64)
"""Pixels, up to 200 % text on a screen of twice the scale."""


class Glyph(StrEnum):
    """What a button does; the value is the name of its drawing."""

    COPY = "copy"
    TELL = "tell"
    CHECK = "check"
    PAUSE = "pause"
    RESUME = "resume"
    WHY = "why"
    DOWN = "down"
    """A menu opens."""


def glyph_icon(glyph: Glyph, palette: QPalette) -> QIcon:
    """The sign as an icon for a button of that palette; whoever keeps it asks again when the palette changes."""
    drawing = asset(f"icons/actions/{glyph}.svg").read_text(encoding="utf-8")
    result = QIcon()
    for mode, group in (
        (QIcon.Mode.Normal, QPalette.ColorGroup.Active),
        (QIcon.Mode.Disabled, QPalette.ColorGroup.Disabled),
    ):
        color = palette.color(group, QPalette.ColorRole.ButtonText)
        for size in _SIZES:
            result.addPixmap(_drawn(drawing, size, color), mode)
    return result


def _drawn(drawing: str, size: int, color: QColor) -> QPixmap:
    picture = QPixmap(size, size)
    picture.fill(QColor(0, 0, 0, 0))
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(QByteArray(drawing.replace("currentColor", color.name()).encode())).render(painter)
    painter.end()
    return picture
