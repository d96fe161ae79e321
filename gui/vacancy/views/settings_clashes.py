"""Settings that the window and the file both changed: told on the page they are on, and decided there."""

from collections.abc import Iterable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vacancy.domain.merging import Clash
from vacancy.views.clash_words import both, headline
from vacancy.views.widgets import UNIT, ErrorLabel, Separator, TextLabel, button, side_by_side
from vacancy.words import tr


class ClashRows(QWidget):
    """One row a clash: what it is about, both values, and a button for each.

    Signals: `kept(Clash)` when the window's value shall hold, `taken(Clash)` when the file's.
    """

    kept = Signal(object)
    taken = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: list[_Row] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(3 * UNIT, 3 * UNIT, 3 * UNIT, 0)
        self._column.setSpacing(2 * UNIT)
        self.hide()

    def show_clashes(self, clashes: Iterable[Clash]) -> None:
        """Show these, and take no room for none."""
        for row in self.rows:
            self._column.removeWidget(row)
            row.deleteLater()
        self.rows = [_Row(clash, self) for clash in clashes]
        for row in self.rows:
            row.keep.clicked.connect(lambda _checked=False, clash=row.clash: self.kept.emit(clash))
            row.take.clicked.connect(lambda _checked=False, clash=row.clash: self.taken.emit(clash))
            self._column.addWidget(row)
        self.setVisible(bool(self.rows))


class _Row(QWidget):
    """One clash."""

    def __init__(self, clash: Clash, parent: QWidget) -> None:
        super().__init__(parent)
        self.clash = clash
        title = ErrorLabel(self)
        title.say(headline(clash))
        values = TextLabel(both(clash), self)
        self.keep = button(tr("Keep mine"), both(clash), self)
        self.take = button(tr("Take the file's"), both(clash), self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(UNIT)
        layout.addWidget(title)
        layout.addWidget(values)
        layout.addLayout(side_by_side(self.keep, self.take))
        layout.addWidget(Separator(self))
