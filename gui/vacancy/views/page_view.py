"""The line about the official page, and the incidents that are open on it."""

from datetime import datetime, tzinfo

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from vacancy.domain.incident import PageReading, PageState
from vacancy.views import present
from vacancy.views.tips import literal_tip
from vacancy.views.widgets import UNIT, MutedLabel, TextLabel, button
from vacancy.words import tr, tr_n

SHOWN = 3
"""Incidents shown; a page in trouble lists many, and the panel is no copy of it."""


class PageLine(MutedLabel):
    """What the page says, quietly; that it cannot be read is said aloud, since then nobody warns."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._aloud = False
        super().__init__("", parent)

    def say_aloud(self, *, aloud: bool) -> None:
        """In the colour of ordinary text, or in that of secondary text."""
        if aloud is not self._aloud:
            self._aloud = aloud
            self.follow_palette()

    def tint(self, palette: QPalette) -> QColor:
        """The colour of the text on that palette."""
        return palette.color(QPalette.ColorRole.WindowText) if self._aloud else super().tint(palette)


class PageView(QWidget):
    """What the page says; the labels are kept and edited, never rebuilt.

    Signals: `page_requested()`, to see the page itself; never in a rehearsal, whose page is nowhere.
    """

    page_requested = Signal()

    def __init__(self, *, zone: tzinfo, demo: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._zone = zone
        self._demo = demo
        self.line = PageLine(self)
        self.open = button(tr("Open page"), tr("Open the status page in the browser"), self)
        self.open.clicked.connect(self.page_requested)
        self.unopened = TextLabel("", self)
        self.incidents = tuple(TextLabel("", self) for _ in range(SHOWN))
        self.more = MutedLabel("", self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(UNIT)
        row = QHBoxLayout()
        row.setSpacing(2 * UNIT)
        row.addWidget(self.line, 1)
        row.addWidget(self.open, 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(row)
        for part in (self.unopened, *self.incidents, self.more):
            part.say("")
            layout.addWidget(part)

    def say_opened(self, url: str, *, opened: bool) -> None:
        """Give the address to be opened by hand where no browser could be started."""
        self.unopened.say("" if opened else tr("No browser could be started. The page is {url}", url=url))

    @property
    def room_to_grow(self) -> int:
        """Height that the first incident will need."""
        return 0 if self.incidents[0].text() else self.line.fontMetrics().lineSpacing() + UNIT

    def show_reading(self, reading: PageReading, now: datetime) -> None:
        """Show the newest reading with its age; incidents that name the user's models come first."""
        self.line.say(present.page_line(reading, now, self._zone))
        self.line.say_aloud(aloud=reading.state is PageState.UNREACHABLE)
        self.line.setToolTip(literal_tip(reading.problem or ""))
        self.open.setVisible(reading.state is not PageState.OFF and not self._demo)
        ordered = sorted(reading.incidents, key=lambda incident: not incident.models)
        lines = [present.incident_line(incident, now, self._zone) for incident in ordered[:SHOWN]]
        for label, text in zip(self.incidents, [*lines, *[""] * (SHOWN - len(lines))], strict=True):
            label.say(text)
        left = len(ordered) - len(lines)
        self.more.say(tr_n(left, "and {n} more on the page", "and {n} more on the page") if left else "")
