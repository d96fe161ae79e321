"""The line about the official page, and the incidents that are open on it."""

from datetime import datetime, tzinfo

from PySide6.QtWidgets import QVBoxLayout, QWidget

from vacancy.domain.incident import PageReading
from vacancy.views import present
from vacancy.views.widgets import UNIT, MutedLabel, TextLabel
from vacancy.views.words import tr_n

SHOWN = 3
"""Incidents shown; a page in trouble lists many, and the panel is no copy of it."""


class PageView(QWidget):
    """What the page says; the labels are kept and edited, never rebuilt."""

    def __init__(self, *, zone: tzinfo, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._zone = zone
        self.line = MutedLabel("", self)
        self.incidents = tuple(TextLabel("", self) for _ in range(SHOWN))
        self.more = MutedLabel("", self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(UNIT)
        for part in (self.line, *self.incidents, self.more):
            part.say("")
            layout.addWidget(part)

    def show_reading(self, reading: PageReading, now: datetime) -> None:
        """Show the newest reading with its age; incidents that name the user's models come first."""
        self.line.say(present.page_line(reading, now, self._zone))
        self.line.setToolTip(reading.problem or "")
        ordered = sorted(reading.incidents, key=lambda incident: not incident.models)
        lines = [present.incident_line(incident, now, self._zone) for incident in ordered[:SHOWN]]
        for label, text in zip(self.incidents, [*lines, *[""] * (SHOWN - len(lines))], strict=True):
            label.say(text)
        left = len(ordered) - len(lines)
        self.more.say(tr_n(left, "and {n} more on the page", "and {n} more on the page") if left else "")
