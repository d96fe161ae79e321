"""Draws a row of the panel in two lines, in columns that depend on the font alone, so that numbers never jump."""

from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QSizePolicy, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from vacancy.views.model_rows import ROW, AnyIndex, Row
from vacancy.views.strip import WIDTH, draw_strip
from vacancy.views.widgets import UNIT, blend, draw_lamp, lamp_color, muted, scaled, tabular
from vacancy.words import tr

_PAD = 2 * UNIT
_GAP = 2 * UNIT
_HOVER = 0.08
"""Share of the text colour in the ground of the row under the pointer."""
_WIDEST_TIMES = ("in 59 min", "59 min ago", "28 Nov 00:00")
_WIDEST_NUMBER = "10 of 10"


@dataclass(frozen=True, slots=True)
class Columns:
    """Where the parts of a row stand."""

    lamp: QRect
    name: QRect
    state: QRect
    """Below name and strip together: the words that say most have the most room."""
    strip: QRect
    recent: QRect
    when: QRect

    def covered_from(self, left: int) -> "Columns":
        """The same row with less room for its words, because something else begins there."""
        room = max(0, left - UNIT - self.name.left())
        words = QRect(self.name.left(), self.name.top(), room, self.name.height())
        return replace(self, name=words, state=words)


def columns(place: QRect, font: QFont) -> Columns:
    """The columns of a row; the name takes what the others leave."""
    metrics = QFontMetrics(tabular(font))
    side = 16 * max(1, round(metrics.height() / 16))
    inner = place.adjusted(UNIT, _PAD, -UNIT, -_PAD)
    when_width = max(metrics.horizontalAdvance(text) for text in _WIDEST_TIMES)
    recent_width = metrics.horizontalAdvance(_WIDEST_NUMBER)
    when = QRect(inner.right() - when_width + 1, inner.top(), when_width, inner.height())
    recent = QRect(when.left() - _GAP - recent_width, inner.top(), recent_width, inner.height())
    strip = QRect(recent.left() - _GAP - WIDTH, inner.top() + 2, WIDTH, metrics.ascent() - 1)
    lamp = QRect(inner.left(), inner.top() + (metrics.height() - side) // 2, side, side)
    left = lamp.right() + 1 + _PAD
    name = QRect(left, inner.top(), max(0, strip.left() - _GAP - left), inner.height())
    state = QRect(left, inner.top(), max(0, recent.left() - _GAP - left), inner.height())
    return Columns(lamp, name, state, strip, recent, when)


class RowPainter(QStyledItemDelegate):
    """Draws a `Row`. What is elided stands whole in the tooltip."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.actions_place = -1
        """The place whose strip and numbers are covered by the row's buttons; -1 for none."""
        self.actions_left = 0
        """Where those buttons begin."""

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        """Two lines and the air round them."""
        font: QFont = option.font
        metrics = QFontMetrics(font)
        return QSize(metrics.averageCharWidth() * 50, 2 * metrics.lineSpacing() + 2 * _PAD)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Draw one row."""
        row = index.data(ROW)
        if not isinstance(row, Row):
            return
        place: QRect = option.rect
        palette: QPalette = option.palette
        font: QFont = option.font
        state: QStyle.StateFlag = option.state
        painter.save()
        self._draw_ground(painter, place, palette, state)
        parts = columns(place, font)
        if index.row() == self.actions_place:
            self._draw_words(painter, row, parts.covered_from(self.actions_left), font=font, palette=palette)
        else:
            self._draw_words(painter, row, parts, font=font, palette=palette)
            self._draw_numbers(painter, row, parts, font=font, palette=palette)
        painter.restore()

    def _draw_ground(self, painter: QPainter, place: QRect, palette: QPalette, state: QStyle.StateFlag) -> None:
        if state & QStyle.StateFlag.State_MouseOver:
            text, ground = palette.color(QPalette.ColorRole.WindowText), palette.color(QPalette.ColorRole.Window)
            painter.fillRect(place, blend(text, ground, _HOVER))
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(palette.color(QPalette.ColorRole.Highlight))
            painter.drawRect(place.adjusted(0, 0, -1, -1))
            painter.drawRect(place.adjusted(1, 1, -2, -2))

    def _draw_words(self, painter: QPainter, row: Row, parts: Columns, *, font: QFont, palette: QPalette) -> None:
        draw_lamp(painter, row.lamp, parts.lamp, lamp_color(row.lamp, palette))
        text, quiet = palette.color(QPalette.ColorRole.WindowText), muted(palette)
        pen = _Pen(painter, tabular(font))
        pen.write(row.name, parts.name, line=0, color=text, bold=True, elide=Qt.TextElideMode.ElideMiddle)
        pen.write(row.state, parts.state, line=1, color=text)
        pen.write(row.age, parts.when, line=0, color=text, right=True)
        pen.write(row.next_check, parts.when, line=1, color=quiet, right=True)

    def _draw_numbers(self, painter: QPainter, row: Row, parts: Columns, *, font: QFont, palette: QPalette) -> None:
        """The part that gives way to the row's buttons."""
        pen = _Pen(painter, tabular(font))
        pen.write(row.recent, parts.recent, line=0, color=palette.color(QPalette.ColorRole.WindowText), right=True)
        pen.write(row.latency, parts.recent, line=1, color=muted(palette), right=True)
        draw_strip(painter, row.strip, parts.strip, palette)


class ColumnHeads(QWidget):
    """What the numbers of the rows below are, in a quiet line over them; a screen reader hears it in each row.

    Args:
        rows: The widget that the rows are drawn in, which a scroll bar makes narrower than this one.
        parent: Owner.
    """

    def __init__(self, rows: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = rows
        self.answered, self.asked = tr("answered, took"), tr("asked, next")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Qt: one line."""
        return QSize(0, self.fontMetrics().lineSpacing())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Qt: write over the columns, as wide as the words need."""
        parts = columns(QRect(0, 0, self._rows.width(), self.height()), self.font())
        painter = QPainter(self)
        painter.setPen(muted(self.palette()))
        metrics = self.fontMetrics()
        for text, column in ((self.answered, parts.recent), (self.asked, parts.when)):
            width = metrics.horizontalAdvance(text) + 1
            place = QRect(column.right() + 1 - width, 0, width, self.height())
            painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
        painter.end()


class _Pen:
    """Writes single lines, elided where they do not fit."""

    def __init__(self, painter: QPainter, font: QFont) -> None:
        self._painter = painter
        self._font = font

    def write(  # one line of text in one place
        self,
        text: str,
        place: QRect,
        *,
        line: int,
        color: QColor,
        bold: bool = False,
        right: bool = False,
        elide: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        font = scaled(self._font, 1.0, bold=bold)
        metrics = QFontMetrics(font)
        height = QFontMetrics(self._font).lineSpacing()
        where = QRect(place.left(), place.top() + line * height, place.width(), height)
        side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        self._painter.setFont(font)
        self._painter.setPen(color)
        elided = metrics.elidedText(text, elide, where.width())
        self._painter.drawText(where, side | Qt.AlignmentFlag.AlignVCenter, elided)
