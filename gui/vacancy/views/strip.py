"""The day strip: the last day of one model, by the hour; told by height and pattern before colour.

A low solid bar means that everything was answered. Trouble stands taller, the taller the more was refused:
solid when the model was full, broken when it failed, dotted for the user's own limits. A gap is not known.
"""

from collections.abc import Sequence
from enum import Enum

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QColor, QPainter, QPalette

from vacancy.domain.insight import Cell
from vacancy.domain.lamp import Lamp
from vacancy.domain.outcome import Kind
from vacancy.views.looks import lamp_color, muted

BARS = 24
_LOW = 0.25
"""Height of a bar without any trouble."""
_GAP_SHARE = 0.4
"""Strength of the dot that stands for an hour of which nothing is known."""


class Pattern(Enum):
    """How a bar is filled: units drawn and units left out, from the bottom up."""

    SOLID = (1, 0)
    BROKEN = (4, 2)
    DOTTED = (1, 1)


def pattern_of(worst: Kind | None) -> Pattern:
    """How trouble of a kind is drawn."""
    match worst:
        case None | Kind.OK | Kind.AT_CAPACITY:
            return Pattern.SOLID
        case Kind.SERVER_ERROR | Kind.OK_BUT_ODD | Kind.NETWORK:
            return Pattern.BROKEN
        case Kind.RATE_LIMITED | Kind.QUOTA_EXHAUSTED | Kind.AUTH_FAILED | Kind.MODEL_UNAVAILABLE | Kind.BAD_REQUEST:
            return Pattern.DOTTED


def height_of(share: float, *, room: int) -> int:
    """Height of a bar in pixels: low when all was answered, the whole room when nothing was."""
    return max(2, round(room * (_LOW + (1 - _LOW) * (1 - share))))


def bar_places(place: QRect, *, mirrored: bool) -> tuple[QRect, ...]:
    """Where the bars of a strip stand, oldest first; time runs as the reader reads, towards the numbers."""
    pitch = max(2, place.width() // BARS)
    air = max(1, pitch // 4)
    left = [place.left() + index * pitch for index in range(BARS)]
    return tuple(QRect(x, place.top(), pitch - air, place.height()) for x in (reversed(left) if mirrored else left))


def hour_at(point: QPoint, place: QRect, *, mirrored: bool) -> int | None:
    """Which bar of a strip is at a point, counted from the oldest; None beside the strip."""
    if place.isEmpty():
        return None
    pitch = max(2, place.width() // BARS)
    number = (point.x() - place.left()) // pitch
    if not 0 <= number < BARS or not place.top() <= point.y() <= place.bottom():
        return None
    return BARS - 1 - number if mirrored else number


def draw_strip(
    painter: QPainter, hours: Sequence[Cell], place: QRect, palette: QPalette, *, mirrored: bool = False
) -> None:
    """Draw a day of hours into `place`, if there is one."""
    if place.isEmpty():
        return
    gap = muted(palette, _GAP_SHARE)
    answered, partly, refused = (lamp_color(lamp, palette) for lamp in (Lamp.AVAILABLE, Lamp.UNSTABLE, Lamp.FULL))
    for hour, bar in zip(hours, bar_places(place, mirrored=mirrored), strict=False):
        if not hour.answers:
            painter.fillRect(bar.left(), bar.bottom(), bar.width(), 1, gap)
        elif hour.ok == hour.answers:
            _draw_bar(painter, hour, bar, answered)
        else:
            _draw_bar(painter, hour, bar, partly if hour.ok else refused)


def _draw_bar(painter: QPainter, hour: Cell, bar: QRect, color: QColor) -> None:
    height = height_of(hour.share or 0.0, room=bar.height())
    unit = max(1, bar.width() // 3)
    drawn, left_out = (unit * count for count in pattern_of(hour.worst if hour.ok < hour.answers else None).value)
    if not left_out:
        drawn = height
    for start in range(0, height, drawn + left_out):
        part = min(drawn, height - start)
        painter.fillRect(bar.left(), bar.bottom() - start - part + 1, bar.width(), part, color)
