"""The row of buttons at the foot of the panel."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QWidget

from vacancy.desktop.tray_menu import PAUSES
from vacancy.domain.snapshot import Snapshot
from vacancy.views.widgets import UNIT, button
from vacancy.words import tr


class PanelButtons(QWidget):
    """Check now, Pause or Resume, and the ways to other windows. The buttons speak for themselves.

    Signals: `pause_requested(timedelta | None)` with None for "until I resume", which a menu asks first.
    """

    pause_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.check = button(tr("Check now"), tr("Ask every model once, now (F5)"), self)
        self.pause = button(tr("Pause"), tr("Send nothing for a while"), self)
        self.resume = button(tr("Resume"), tr("Ask the models again"), self)
        self.explain = button(tr("Explain an error…"), tr("Paste an error and read what it means"), self)
        self.settings = button(tr("Settings"), tr("Models, connections and how often they are asked"), self)
        self.resume.hide()
        self.pause_menu = QMenu(self)
        for english, span in PAUSES:
            self.pause_menu.addAction(tr(english)).triggered.connect(
                lambda _checked=False, span=span: self.pause_requested.emit(span)
            )
        self.pause.setMenu(self.pause_menu)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2 * UNIT)
        for each in (self.check, self.pause, self.resume):
            row.addWidget(each)
        row.addStretch(1)
        row.addWidget(self.explain)
        row.addWidget(self.settings)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Offer what can be done now."""
        self.check.setEnabled(bool(snapshot.models) and not snapshot.paused)
        self._swap(self.resume if snapshot.paused else self.pause)

    def _swap(self, wanted: QPushButton) -> None:
        """Show Pause or Resume; whoever had the focus on the one has it on the other."""
        other = self.pause if wanted is self.resume else self.resume
        had_focus = other.hasFocus()
        other.hide()
        wanted.show()
        if had_focus:
            wanted.setFocus()
