"""How bright the panel is that the tray icon stands on, as far as a program can find out.

No tray tells it. On X11 the panel is the part of the screen that windows leave free, and can be looked at; the look
stays in memory. Plasma's panel follows the colours of the desktop. Elsewhere nobody knows, and most panels are dark.
"""

from collections import Counter
from collections.abc import Mapping
from itertools import product

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QScreen

_SAMPLES = QSize(160, 6)
"""What is looked at of a panel; its ground has more of it than any icon, text or button."""
_DARK_BELOW = 128


def panel_is_dark(environment: Mapping[str, str]) -> bool | None:
    """Whether the panel is dark; None when it cannot be known. Takes a few milliseconds."""
    if QGuiApplication.platformName() == "xcb":
        return _agreed([_is_dark(_picture(screen, strip)) for screen, strip in _panels()])
    if "KDE" in environment.get("XDG_CURRENT_DESKTOP", "").split(":"):
        return QGuiApplication.styleHints().colorScheme() is not Qt.ColorScheme.Light
    return None


def strips(screen: QRect, free: QRect) -> list[QRect]:
    """The parts along the edges of a screen that windows leave free, which is where its panels are."""
    left, right = free.left() - screen.left(), screen.right() - free.right()
    top, bottom = free.top() - screen.top(), screen.bottom() - free.bottom()
    found = (
        QRect(screen.left(), screen.top(), screen.width(), top),
        QRect(screen.left(), free.bottom() + 1, screen.width(), bottom),
        QRect(screen.left(), free.top(), left, free.height()),
        QRect(free.right() + 1, free.top(), right, free.height()),
    )
    return [strip for strip in found if not strip.isEmpty()]


def _panels() -> list[tuple[QScreen, QRect]]:
    screens = QGuiApplication.screens()
    return [(screen, strip) for screen in screens for strip in strips(screen.geometry(), screen.availableGeometry())]


def _picture(screen: QScreen, place: QRect) -> QImage:
    here = place.translated(-screen.geometry().topLeft())
    return screen.grabWindow(0, here.x(), here.y(), here.width(), here.height()).toImage()


def _is_dark(picture: QImage) -> bool | None:
    if picture.isNull():
        return None
    samples = picture.scaled(_SAMPLES if picture.width() > picture.height() else _SAMPLES.transposed())
    places = product(range(samples.width()), range(samples.height()))
    colors = Counter(samples.pixel(x, y) for x, y in places)
    return QColor(colors.most_common(1)[0][0]).lightness() < _DARK_BELOW


def _agreed(answers: list[bool | None]) -> bool | None:
    """What all panels have in common: the icon may be in any of them."""
    return answers[0] if len(set(answers)) == 1 else None
