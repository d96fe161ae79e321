"""The lamps as pictures: one drawing per lamp, told by its shape, filled with the colour that the place asks for.

Every lamp is drawn twice, on a grid of 16 and on one of 22 units, because whole edges at 16 pixels are no whole
edges at 22. The other sizes are multiples of a grid, or a grid with a rim.
"""

from enum import Enum
from functools import cache
from itertools import product

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from vacancy.assets import asset
from vacancy.domain.lamp import Lamp
from vacancy.domain.preferences import IconStyle

SIZES = (16, 22, 24, 32, 44, 48, 64)
"""Pixels of a tray icon. Nothing larger: all of them travel to the panel in one answer."""
MASK_POINTS = 18
"""Side of an icon in the menu bar of macOS."""

_GRIDS = (16, 22)
_INCIDENT = "incident"


class Tone(Enum):
    """What a colour says; a shape always says it too."""

    OK = "ok"
    DEGRADED = "degraded"
    DOWN = "down"
    UNKNOWN = "unknown"


TONES = {
    Lamp.AVAILABLE: Tone.OK,
    Lamp.OTHER: Tone.DEGRADED,
    Lamp.FULL: Tone.DOWN,
    Lamp.LIMITED: Tone.DEGRADED,
    Lamp.UNSTABLE: Tone.DEGRADED,
    Lamp.FAILING: Tone.DOWN,
    Lamp.BLOCKED: Tone.DOWN,
    Lamp.UNKNOWN: Tone.UNKNOWN,
    Lamp.OFFLINE: Tone.UNKNOWN,
    Lamp.PAUSED: Tone.UNKNOWN,
}

# Measured on the drawings by tests/desktop/test_icon_figures.py: contrast of at least 3:1 on common panels, and apart
# from each other with every kind of colour blindness. Blue stands for fine, because green and red are the pair that
# most people confuse.
ON_LIGHT = {Tone.OK: "#0369A1", Tone.DEGRADED: "#B45309", Tone.DOWN: "#8B0A1A", Tone.UNKNOWN: "#6B7280"}
ON_DARK = {Tone.OK: "#38BDF8", Tone.DEGRADED: "#FDE047", Tone.DOWN: "#F4511E", Tone.UNKNOWN: "#A1A1AA"}
# The traffic light that people are used to, as far apart as green, amber and red can be for whoever confuses them.
CLASSIC_ON_LIGHT = {Tone.OK: "#15803D", Tone.DEGRADED: "#C2410C", Tone.DOWN: "#8B0A1A", Tone.UNKNOWN: "#6B7280"}
CLASSIC_ON_DARK = {Tone.OK: "#34D399", Tone.DEGRADED: "#FACC15", Tone.DOWN: "#EF4444", Tone.UNKNOWN: "#A1A1AA"}
_MONO_ON_LIGHT = "#1F2328"
_MONO_ON_DARK = "#F4F4F5"
PANELS = ("#F2F2F2", "#202124")
"""The grounds of a light and of a dark panel, where one has to be shown."""
RIM_OF_LIGHT, RIM_OF_DARK = "#000000", "#FFFFFF"
"""The rim of a glyph: what is known of a panel may be wrong, and one of the two stands out on any panel."""

_QUIET = frozenset({Lamp.AVAILABLE, Lamp.OTHER})
"""Lamps that stay without colour in the quiet style: a listed model is available."""


def color_of(lamp: Lamp, *, style: IconStyle, dark_panel: bool) -> QColor:
    """The colour of a lamp on a panel of that brightness."""
    if style is IconStyle.MONO or (style is IconStyle.QUIET and lamp in _QUIET):
        return QColor(_MONO_ON_DARK if dark_panel else _MONO_ON_LIGHT)
    if style is IconStyle.CLASSIC:
        return QColor((CLASSIC_ON_DARK if dark_panel else CLASSIC_ON_LIGHT)[TONES[lamp]])
    return QColor((ON_DARK if dark_panel else ON_LIGHT)[TONES[lamp]])


def icon(lamp: Lamp, *, style: IconStyle, dark_panel: bool | None = None, incident: bool = False) -> QIcon:
    """The tray icon in all sizes.

    Args:
        lamp: What it says.
        style: How it is coloured.
        dark_panel: Brightness of the panel, which asks for a light glyph with a dark rim, or the other way round.
            None when nobody knows, which is drawn as for a dark one: most are.
        incident: Whether to add the mark of an official incident.
    """
    dark = dark_panel is not False
    color, rim = color_of(lamp, style=style, dark_panel=dark), QColor(RIM_OF_LIGHT if dark else RIM_OF_DARK)
    result = QIcon()
    for size in _sizes_at(QGuiApplication.instance().devicePixelRatio()):  # type: ignore[union-attr] # there is one
        picture = _with_incident(lamp, size, color) if incident else pixmap(lamp, size, color)
        result.addPixmap(_outlined(picture, size, rim))
    return result


def mask_icon(lamp: Lamp, *, incident: bool = False) -> QIcon:
    """The tray icon for a menu bar that colours it itself (macOS): black and clear, plain and for sharp screens."""
    black = QColor(Qt.GlobalColor.black)
    result = QIcon()
    for ratio in (1, 2):
        size = MASK_POINTS * ratio
        picture = _with_incident(lamp, size, black) if incident else pixmap(lamp, size, black)
        picture.setDevicePixelRatio(ratio)
        result.addPixmap(picture)
    result.setIsMask(True)
    return result


def _sizes_at(ratio: float) -> list[int]:
    """The sizes to draw where Qt asks for each of them times this ratio; it would scale what is missing."""
    asked_for = {round(size * ratio) for size in SIZES[:3]}
    return sorted({*SIZES, *(size for size in asked_for if size <= SIZES[-1])})


def pixmap(lamp: Lamp, size: int, color: QColor) -> QPixmap:
    """One lamp on a transparent square of `size` device pixels."""
    return _drawing(lamp.value, size, color)


def _with_incident(lamp: Lamp, size: int, color: QColor) -> QPixmap:
    """The lamp with the mark at its lower right, set off by a gap."""
    picture = pixmap(lamp, size, color)
    mark = _drawing(_INCIDENT, size, color)
    painter = QPainter(picture)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationOut)
    painter.drawPixmap(0, 0, _spread(mark, _rim(size)))
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
    painter.drawPixmap(0, 0, mark)
    painter.end()
    return picture


def _outlined(picture: QPixmap, size: int, rim: QColor) -> QPixmap:
    """The picture on a rim that also fills its gaps."""
    result = _spread(_tinted(picture, rim), _rim(size))
    painter = QPainter(result)
    painter.drawPixmap(0, 0, picture)
    painter.end()
    return result


def _rim(size: int) -> int:
    """Width of a rim or gap: one unit of the grid, in whole pixels."""
    return max(1, size // _GRIDS[0])


def _spread(picture: QPixmap, width: int) -> QPixmap:
    """The picture grown by `width` pixels in every direction, with round corners."""
    result = _blank(picture.width())
    painter = QPainter(result)
    around = range(-width, width + 1)
    for dx, dy in product(around, around):
        if dx * dx + dy * dy <= width * (width + 1):
            painter.drawPixmap(dx, dy, picture)
    painter.end()
    return result


def _tinted(picture: QPixmap, color: QColor) -> QPixmap:
    result = QPixmap(picture)
    painter = QPainter(result)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    painter.fillRect(result.rect(), color)
    painter.end()
    return result


def _drawing(name: str, size: int, color: QColor) -> QPixmap:
    grid = max(_GRIDS, key=lambda units: (size // units * units, units))
    side = size // grid * grid if size >= grid else size
    picture = _blank(size)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    rim = (size - side) // 2  # whole, so that edges stay whole where the rest is odd
    place = QRectF(rim, rim, side, side)
    template = _template(name, grid)
    QSvgRenderer(QByteArray(template.replace("currentColor", color.name()).encode())).render(painter, place)
    painter.end()
    return picture


@cache
def _template(name: str, grid: int) -> str:
    return asset(f"icons/{grid}/{name}.svg").read_text(encoding="utf-8")


def _blank(size: int) -> QPixmap:
    picture = QPixmap(size, size)
    picture.fill(Qt.GlobalColor.transparent)
    return picture
