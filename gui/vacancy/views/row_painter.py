"""Draws a row of the panel: its lamp, two lines of words, the strip of the last day, and the numbers."""

from PySide6.QtCore import QObject, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QSizePolicy, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from vacancy.views.looks import blend, draw_lamp, lamp_color, muted
from vacancy.views.model_rows import ROW, AnyIndex, Row
from vacancy.views.row_layout import Columns, RowLayout
from vacancy.views.strip import draw_strip
from vacancy.views.times import NOTHING
from vacancy.words import tr

_HOVER = 0.08
"""Share of the text colour in the ground of the row under the pointer."""
_WIDTH = 50
"""Characters that a row asks for."""


class RowPainter(QStyledItemDelegate):
    """Draws a `Row`. What is elided or covered stands whole in the tooltip."""

    def __init__(self, layout: RowLayout, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.layout = layout
        """Exchanged with the font."""
        self.row_height = layout.height
        """At least what the layout needs."""
        self.actions_place = -1
        """The place whose numbers give way to the row's buttons; -1 for none."""

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        """Two lines and the air round them."""
        return QSize(self.layout.average * _WIDTH, self.row_height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Draw one row."""
        row = index.data(ROW)
        if not isinstance(row, Row):
            return
        place: QRect = option.rect
        palette: QPalette = option.palette
        state: QStyle.StateFlag = option.state
        direction: Qt.LayoutDirection = option.direction
        mirrored = direction is Qt.LayoutDirection.RightToLeft
        painter.save()
        _draw_ground(painter, place, palette, state)
        columns = self.layout.columns(place, mirrored=mirrored).with_room_for(self.layout.width_of(row.state))
        self._draw_words(painter, row, columns, palette)
        draw_strip(painter, row.day.hours, columns.strip, palette, mirrored=mirrored)
        if index.row() != self.actions_place:
            self._draw_numbers(painter, row, columns, palette)
        painter.restore()

    def _draw_words(self, painter: QPainter, row: Row, columns: Columns, palette: QPalette) -> None:
        draw_lamp(painter, row.lamp, columns.lamp, lamp_color(row.lamp, palette))
        text = palette.color(QPalette.ColorRole.WindowText)
        pen = _Pen(painter, columns)
        pen.write(row.name, columns.name, font=self.layout.bold, color=text, elide=Qt.TextElideMode.ElideMiddle)
        pen.write(row.state, columns.state, font=self.layout.font, color=text)

    def _draw_numbers(self, painter: QPainter, row: Row, columns: Columns, palette: QPalette) -> None:
        """The part that gives way to the row's buttons."""
        text, quiet = palette.color(QPalette.ColorRole.WindowText), muted(palette)
        pen = _Pen(painter, columns)
        for column, above, below in (
            (columns.recent, row.recent, row.latency),
            (columns.when, row.age, row.next_check),
        ):
            pen.write(above, column, font=self.layout.font, color=text, right=True)
            if below != NOTHING:
                pen.write(below, column, font=self.layout.font, color=quiet, right=True, line=1)


class ColumnHeads(QWidget):
    """What the columns of the rows below are, in a quiet line over them; a screen reader hears it in each row.

    Args:
        rows: The widget that the rows are drawn in, which a scroll bar makes narrower than this one.
        parent: Owner.
    """

    def __init__(self, rows: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = rows
        self.day, self.answered, self.asked = tr("last 24 h"), tr("answered"), tr("asked, next")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Qt: one line."""
        return QSize(0, self.fontMetrics().lineSpacing())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Qt: write over the columns, as wide as the words need."""
        layout = RowLayout(self.font())
        mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        columns = layout.columns(QRect(0, 0, self._rows.width(), self.height()), mirrored=mirrored)
        painter = QPainter(self)
        painter.setPen(muted(self.palette()))
        painter.setFont(layout.small)
        metrics = QFontMetrics(layout.small)
        for text, column, at_end in (
            (self.day if columns.strip.width() else "", columns.strip, False),
            (self.answered, columns.recent, True),
            (self.asked, columns.when, True),
        ):
            width = max(metrics.horizontalAdvance(text) + 1, column.width())
            at_right = at_end is not mirrored
            left = column.right() + 1 - width if at_right else column.left()
            side = Qt.AlignmentFlag.AlignRight if at_right else Qt.AlignmentFlag.AlignLeft
            place = QRect(left, 0, width, self.height())
            painter.drawText(place, side | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignBottom, text)
        painter.end()


class _Pen:
    """Writes single lines, elided where they do not fit, on the side where the reader begins or on the other."""

    def __init__(self, painter: QPainter, columns: Columns) -> None:
        self._painter = painter
        self._mirrored = columns.mirrored
        self._line = columns.line

    def write(  # one line of text in one place
        self,
        text: str,
        place: QRect,
        *,
        font: QFont,
        color: QColor,
        line: int = 0,
        right: bool = False,
        elide: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        where = QRect(place.left(), place.top() + line * self._line, place.width(), self._line)
        side = Qt.AlignmentFlag.AlignRight if right is not self._mirrored else Qt.AlignmentFlag.AlignLeft
        self._painter.setFont(font)
        self._painter.setPen(color)
        elided = QFontMetrics(font).elidedText(text, elide, where.width())
        self._painter.drawText(where, side | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter, elided)


def _draw_ground(painter: QPainter, place: QRect, palette: QPalette, state: QStyle.StateFlag) -> None:
    if state & QStyle.StateFlag.State_MouseOver:
        text, ground = palette.color(QPalette.ColorRole.WindowText), palette.color(QPalette.ColorRole.Window)
        painter.fillRect(place, blend(text, ground, _HOVER))
    if state & QStyle.StateFlag.State_HasFocus:
        painter.setPen(palette.color(QPalette.ColorRole.Highlight))
        painter.drawRect(place.adjusted(0, 0, -1, -1))
        painter.drawRect(place.adjusted(1, 1, -2, -2))
