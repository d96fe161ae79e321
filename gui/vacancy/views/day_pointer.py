"""The hours of a row's strip, one at a time: under the pointer, or by the arrow keys."""

from datetime import tzinfo

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QToolTip, QWidget

from vacancy.views.announcing import announce
from vacancy.views.day_words import hour_line
from vacancy.views.model_rows import Row
from vacancy.views.row_layout import Columns, RowLayout
from vacancy.views.strip import BARS, bar_places, hour_at


class DayPointer:
    """Tells hours over the widget that the rows are drawn in."""

    def __init__(self, viewport: QWidget, zone: tzinfo) -> None:
        self._viewport = viewport
        self._zone = zone
        self._hour = BARS

    def forget(self) -> None:
        """Another row is current: begin with its newest hour again."""
        self._hour = BARS

    def told_at(self, point: QPoint, row: Row, columns: Columns, layout: RowLayout) -> str | None:
        """What the bar at a point says; None where there is none."""
        strip = self._strip(row, columns, layout)
        number = hour_at(point, strip, mirrored=columns.mirrored)
        return hour_line(row.day.hours[number], self._zone) if number is not None and row.day.hours else None

    def step(self, hours: int, row: Row, columns: Columns, layout: RowLayout) -> str | None:
        """Go so many hours on in the row, back where they are negative, show that hour and say it aloud."""
        if not row.day.hours:
            return None
        self._hour = max(0, min(self._hour + hours, BARS - 1))
        told = hour_line(row.day.hours[self._hour], self._zone)
        bar = bar_places(self._strip(row, columns, layout), mirrored=columns.mirrored)[self._hour]
        QToolTip.showText(self._viewport.mapToGlobal(bar.bottomLeft()), told, self._viewport)
        announce(self._viewport, told)
        return told

    def _strip(self, row: Row, columns: Columns, layout: RowLayout) -> QRect:
        return columns.with_room_for(layout.width_of(row.state)).strip
