"""Where the parts of a row stand: columns that depend on the font alone, so that numbers never jump."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QStyle

from vacancy.views import times
from vacancy.views.looks import scaled, tabular
from vacancy.views.strip import BARS
from vacancy.views.widgets import UNIT
from vacancy.words import tr

GAP = 3 * UNIT
_PAD = 2 * UNIT
_NAME = 12
"""Characters of a name that a strip may not take."""
_AIRIER = 1.75
"""How much taller than it needs a row may become where there is room."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Where the parts of one row stand."""

    lamp: QRect
    name: QRect
    state: QRect
    """Below the name."""
    strip: QRect
    """Empty where a narrow window has no room for names beside it."""
    recent: QRect
    when: QRect
    line: int
    """Height of one of its two lines."""
    mirrored: bool

    def with_room_for(self, words_width: int) -> "Columns":
        """The same row, whose state reaches below the strip when it is that wide: words are never cut for a picture."""
        if words_width <= self.state.width():
            return self
        strip = QRect(self.strip.left(), self.strip.top(), self.strip.width(), self.line - UNIT)
        return replace(self, strip=strip, state=self.state.united(self.strip.translated(0, self.line)))


class RowLayout:
    """The columns of all rows in one font, measured once, in the language that is spoken."""

    def __init__(self, font: QFont) -> None:
        self.font = tabular(font)
        self.bold = scaled(self.font, 1.0, bold=True)
        self.small = scaled(self.font, 0.9)
        metrics = QFontMetrics(self.font)
        self.line = metrics.lineSpacing()
        self.height = 2 * self.line + 2 * _PAD
        self.average = metrics.averageCharWidth()
        self._lamp = 16 * max(1, round(metrics.height() / 16))
        self._strip = BARS * max(4, round(self.line / 4))
        self._numbers = _room(metrics, (tr("{ok} of {of}", ok=10, of=10), "00.0 s"))
        self._when = _room(metrics, _widest_times())

    @property
    def airiest(self) -> int:
        """The tallest that a row may become."""
        return int(self.height * _AIRIER)

    def width_of(self, text: str) -> int:
        """How wide a text is in an ordinary line."""
        return QFontMetrics(self.font).horizontalAdvance(text)

    def columns(self, place: QRect, *, mirrored: bool = False) -> Columns:
        """The columns of the row at `place`; the words take what the others leave."""
        block = 2 * self.line
        inner = QRect(place.left() + UNIT, place.center().y() - block // 2 + 1, place.width() - 2 * UNIT, block)
        when = QRect(inner.right() - self._when + 1, inner.top(), self._when, block)
        recent = QRect(when.left() - GAP - self._numbers, inner.top(), self._numbers, block)
        lamp = QRect(inner.left(), inner.top() + (self.line - self._lamp) // 2, self._lamp, self._lamp)
        left = lamp.right() + 1 + 2 * UNIT
        wide = self._strip if recent.left() - 2 * GAP - self._strip - left >= self.average * _NAME else 0
        strip = QRect(recent.left() - (GAP + wide if wide else 0), inner.top() + UNIT, wide, block - 2 * UNIT)
        words = QRect(left, inner.top(), max(0, strip.left() - GAP - left), self.line)
        direction = Qt.LayoutDirection.RightToLeft if mirrored else Qt.LayoutDirection.LeftToRight

        def seen(part: QRect) -> QRect:
            return QStyle.visualRect(direction, place, part)

        return Columns(
            lamp=seen(lamp),
            name=seen(words),
            state=seen(words.translated(0, self.line)),
            strip=seen(strip),
            recent=seen(recent),
            when=seen(when),
            line=self.line,
            mirrored=mirrored,
        )


def _room(metrics: QFontMetrics, texts: tuple[str, ...]) -> int:
    """The width in which none of the texts is elided, which looks at the parts of a pixel that a width leaves out."""
    return max(metrics.horizontalAdvance(text) for text in texts) + 1


def _widest_times() -> tuple[str, ...]:
    """What the column of times may have to hold, in the language that is spoken."""
    noon, hour = datetime(2026, 11, 28, 12, tzinfo=UTC), timedelta(minutes=59)
    return (
        times.asked(noon - hour, noon, UTC),
        times.asked(noon - timedelta(days=9), noon, UTC),
        times.next_check(noon + hour, noon, UTC),
        times.next_check(noon + 2 * hour, noon, UTC),
    )
