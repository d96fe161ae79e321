"""The day strip: the last 24 hours of one model, by the hour; told by height and pattern before colour.

A low solid bar means that everything was answered. Trouble stands taller, the taller the more was refused:
solid when the model was full, broken when it failed, dotted for the user's own limits. A gap is not known.
"""

from collections.abc import Sequence
from enum import Enum

from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QPainter, QPalette

from vacancy.domain.insight import Cell
from vacancy.domain.lamp import Lamp
from vacancy.domain.outcome import Kind
from vacancy.views.widgets import lamp_color

HOURS = 24
PITCH = 3
"""Pixels from one bar to the next; the last is air."""
WIDTH = HOURS * PITCH
_LOW = 0.25
"""Height of a bar without any trouble."""


class Pattern(Enum):
    """How a bar is filled: pixels drawn and pixels left out, from the bottom up."""

    SOLID = (1, 0)
    BROKEN = (2, 2)
    DOTTED = (1, 1)


def hours(cells: Sequence[Cell]) -> tuple[Cell, ...]:
    """The half hours joined in pairs, which is what a strip has room for."""
    return tuple(_join(*cells[index : index + 2]) for index in range(0, len(cells), 2))


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


def draw_strip(painter: QPainter, cells: Sequence[Cell], place: QRect, palette: QPalette) -> None:
    """Draw the strip, its newest hour at the right end of `place`."""
    bars = hours(cells)
    left = place.right() + 1 - len(bars) * PITCH
    for index, cell in enumerate(bars):
        x = left + index * PITCH
        if cell.share is None:
            painter.fillRect(x, place.bottom(), 1, 1, palette.color(QPalette.ColorRole.Mid))
            continue
        _draw_bar(painter, cell, QRect(x, place.top(), PITCH - 1, place.height()), _color(cell, palette))


def _draw_bar(painter: QPainter, cell: Cell, place: QRect, color: QColor) -> None:
    height = height_of(cell.share or 0.0, room=place.height())
    drawn, left_out = pattern_of(cell.worst if cell.ok < cell.answers else None).value
    for start in range(0, height, drawn + left_out):
        part = min(drawn, height - start)
        painter.fillRect(place.left(), place.bottom() - start - part + 1, place.width(), part, color)


def _color(cell: Cell, palette: QPalette) -> QColor:
    if cell.ok == cell.answers:
        return lamp_color(Lamp.AVAILABLE, palette)
    return lamp_color(Lamp.UNSTABLE if cell.ok else Lamp.FULL, palette)


def _join(first: Cell, *rest: Cell) -> Cell:
    for cell in rest:
        first = Cell(first.start, first.ok + cell.ok, first.answers + cell.answers, cell.worst or first.worst)
    return first
