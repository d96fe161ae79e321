"""Where a window opens that belongs to the tray icon: beside it, where anybody tells where that is."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtGui import QCursor, QGuiApplication

GAP = 4
"""Between the window and what it stands beside, in device-independent pixels."""


@dataclass(frozen=True, slots=True)
class Room:
    """One screen, in the coordinates that all screens share; they may be negative."""

    whole: QRect
    free: QRect
    """Without the bars and panels of the desktop."""


class _Side(Enum):
    """The edge of the screen that the icon is at."""

    LEFT = auto()
    TOP = auto()
    RIGHT = auto()
    BOTTOM = auto()


def anchor(icon: QRect) -> QRect | None:
    """What to open beside after a click on the tray; None where windows are placed by the desktop alone.

    Args:
        icon: Where the icon is; empty where nobody tells, which is so wherever a panel draws it for us.
    """
    if not icon.isEmpty():
        return icon
    # The pointer still is where it clicked. Wayland tells nobody where that is, and lets nobody place a window.
    return QRect(QCursor.pos(), QSize(1, 1)) if QGuiApplication.platformName() == "xcb" else None


def rooms() -> tuple[Room, ...]:
    """The screens there are."""
    return tuple(Room(screen.geometry(), screen.availableGeometry()) for screen in QGuiApplication.screens())


def placed(size: QSize, beside: QRect, screens: Sequence[Room]) -> QPoint | None:
    """The top left corner of a window of that size, frame included, beside something; None without any screen.

    It stands inwards of the edge that the anchor is at, on the screen that has most to do with the anchor, and is
    whole as far as that screen has room.
    """
    if not screens:
        return None
    center = beside.center()
    room = min(screens, key=lambda screen: _distance(center, screen.whole))
    free = room.free
    x = center.x() - size.width() // 2
    y = center.y() - size.height() // 2
    match _side(center, room):
        case _Side.BOTTOM:
            y = min(free.bottom() + 1, beside.top()) - GAP - size.height()
        case _Side.TOP:
            y = max(free.top(), beside.bottom() + 1) + GAP
        case _Side.LEFT:
            x = max(free.left(), beside.right() + 1) + GAP
        case _Side.RIGHT:
            x = min(free.right() + 1, beside.left()) - GAP - size.width()
    inside = free.adjusted(GAP, GAP, -GAP, -GAP)
    return QPoint(
        _within(x, size.width(), inside.left(), inside.right()),
        _within(y, size.height(), inside.top(), inside.bottom()),
    )


def _side(point: QPoint, room: Room) -> _Side:
    """The edge that a point is at: the bar it lies in, else the edge of the screen that is nearest."""
    free, whole = room.free, room.whole
    outside = {
        _Side.BOTTOM: point.y() - free.bottom(),
        _Side.TOP: free.top() - point.y(),
        _Side.RIGHT: point.x() - free.right(),
        _Side.LEFT: free.left() - point.x(),
    }
    deepest = max(outside, key=lambda side: outside[side])
    if outside[deepest] > 0:
        return deepest
    left = {
        _Side.BOTTOM: whole.bottom() - point.y(),
        _Side.TOP: point.y() - whole.top(),
        _Side.RIGHT: whole.right() - point.x(),
        _Side.LEFT: point.x() - whole.left(),
    }
    return min(left, key=lambda side: left[side])


def _distance(point: QPoint, area: QRect) -> int:
    across = max(area.left() - point.x(), 0, point.x() - area.right())
    down = max(area.top() - point.y(), 0, point.y() - area.bottom())
    return across + down


def _within(start: int, length: int, first: int, last: int) -> int:
    """The start moved so that the whole length lies between first and last; its beginning does in any case."""
    return max(first, min(start, last + 1 - length))
