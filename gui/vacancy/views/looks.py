"""Colours and fonts of all windows.

Colours come from the palette or from the measured tones of the lamps, so that light, dark and high contrast work
and change while a window is open.
"""

from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QFont, QPainter, QPalette

from vacancy.desktop.icons import color_of, pixmap
from vacancy.domain.lamp import Lamp
from vacancy.domain.preferences import IconStyle

_MUTED = 0.72
"""Share of the text colour in secondary text; 4.5:1 and more on the usual light and dark palettes."""
_DARK_BELOW = 128


def is_dark(palette: QPalette) -> bool:
    """Whether text of this palette is light on dark."""
    return palette.color(QPalette.ColorRole.Window).lightness() < _DARK_BELOW


def muted(palette: QPalette, share: float = _MUTED) -> QColor:
    """The colour of secondary text on a window, or of something quieter still that is no text."""
    text, ground = palette.color(QPalette.ColorRole.WindowText), palette.color(QPalette.ColorRole.Window)
    return blend(text, ground, share)


def blend(over: QColor, under: QColor, share: float) -> QColor:
    """A colour between two, opaque, so that its contrast can be known."""
    return QColor.fromRgbF(
        over.redF() * share + under.redF() * (1 - share),
        over.greenF() * share + under.greenF() * (1 - share),
        over.blueF() * share + under.blueF() * (1 - share),
    )


def lamp_color(lamp: Lamp, palette: QPalette) -> QColor:
    """The colour of a lamp inside our windows, where the state is always coloured."""
    return color_of(lamp, style=IconStyle.COLOR, dark_panel=is_dark(palette))


def draw_lamp(painter: QPainter, lamp: Lamp, place: QRect, color: QColor) -> None:
    """Draw a lamp into a square, sharp on screens of any scale."""
    ratio = painter.device().devicePixelRatio()
    picture = pixmap(lamp, round(place.width() * ratio), color)
    picture.setDevicePixelRatio(ratio)
    painter.drawPixmap(place.topLeft(), picture)


def tabular(font: QFont) -> QFont:
    """The font with figures of one width, so that changing numbers do not move their neighbours."""
    result = QFont(font)
    result.setFeature(QFont.Tag("tnum"), 1)
    return result


def scaled(font: QFont, factor: float, *, bold: bool = False) -> QFont:
    """The font in another size, whether it was given in points or in pixels."""
    result = QFont(font)
    if font.pointSizeF() > 0:
        result.setPointSizeF(font.pointSizeF() * factor)
    else:
        result.setPixelSize(round(font.pixelSize() * factor))
    result.setBold(bold)
    return result


def bold() -> QFont:
    """For the one button that leads on: heavier, and in every other way as the text around it is or becomes."""
    result = QFont()
    result.setBold(True)
    return result
