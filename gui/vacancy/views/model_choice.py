"""Choosing and ordering models: what is offered on the left, what is watched on the right, best first."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from vacancy.views.offered_models import OfferedModels, check_model, offered_order
from vacancy.views.widgets import UNIT, ErrorLabel, MutedLabel, NameList, TextLabel, button, clearable
from vacancy.words import tr, tr_n

ROWS_IN_SIGHT = 9
"""Models offered that are seen without scrolling."""


class ModelChoice(QWidget):
    """Two lists. Every step has a button, a double click or a drag, and a key.

    Signals: `changed()` when the watched models or their order changed.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._offer: tuple[str, ...] = ()
        self._build()
        self._connect()

    @property
    def chosen(self) -> tuple[str, ...]:
        """The watched model ids, best first."""
        return tuple(self.watched.item(place).text() for place in range(self.watched.count()))

    def offer(self, models: Sequence[str]) -> None:
        """Show what the connection offers; what was chosen before stays chosen."""
        self._offer = offered_order(models)
        self._filter()

    def _build(self) -> None:
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(tr("Search, or type a model's name"))
        self.search.setAccessibleName(tr("Search models, or type the name of one that is not listed"))
        clearable(self.search)
        self.offered = OfferedModels(self)
        self.offered.setMinimumHeight(self.fontMetrics().lineSpacing() * ROWS_IN_SIGHT)
        self.watched = NameList(self)
        self.watched.setAccessibleName(tr("Models to watch, best first"))
        self.watched.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.watched.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.count = MutedLabel("", self, wrap=False)
        self.error = ErrorLabel(self)
        self.add = button(tr("Add →"), tr("Watch this model (Return)"), self)
        self.remove = button(tr("← Remove"), tr("Do not watch this model (Delete)"), self)
        self.up = button(tr("↑ Up"), tr("Prefer this model more (Ctrl+Up)"), self)
        self.down = button(tr("↓ Down"), tr("Prefer this model less (Ctrl+Down)"), self)
        between = QVBoxLayout()
        between.setSpacing(UNIT)
        between.addStretch(1)
        for each in (self.add, self.remove, self.up, self.down):
            between.addWidget(each)
        between.addStretch(1)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(2 * UNIT)
        heading = QHBoxLayout()
        heading.addWidget(TextLabel(tr("Offered"), self, wrap=False))
        heading.addStretch(1)
        heading.addWidget(self.count)
        grid.addLayout(heading, 0, 0)
        grid.addWidget(TextLabel(tr("Watched, best first"), self, wrap=False), 0, 2)
        grid.addWidget(self.search, 1, 0)
        grid.addWidget(self.offered, 2, 0)
        grid.addLayout(between, 1, 1, 2, 1)
        grid.addWidget(self.watched, 1, 2, 2, 1)
        grid.addWidget(self.error, 3, 0, 1, 3)
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(2, 1)

    def _connect(self) -> None:
        self.search.textChanged.connect(self._filter)
        self.search.returnPressed.connect(self._add)
        self.add.clicked.connect(self._add)
        self.offered.itemActivated.connect(self._add)
        self.remove.clicked.connect(self._remove)
        self.up.clicked.connect(lambda: self._move(-1))
        self.down.clicked.connect(lambda: self._move(+1))
        self.watched.model().rowsMoved.connect(self._order_changed)
        self.watched.model().rowsInserted.connect(self._order_changed)
        self.watched.model().rowsRemoved.connect(self._order_changed)
        self.watched.currentRowChanged.connect(lambda _place: self._say_what_can_be_done())
        self.offered.currentRowChanged.connect(lambda _place: self._say_what_can_be_done())
        for key, slot in (
            ("Delete", self._remove), ("Ctrl+Up", lambda: self._move(-1)), ("Ctrl+Down", lambda: self._move(+1)),
        ):  # fmt: skip
            QShortcut(QKeySequence(key), self.watched, slot, context=Qt.ShortcutContext.WidgetShortcut)

    def _filter(self) -> None:
        chosen, typed = set(self.chosen), self.search.text().strip()
        self.offered.show_matching((model for model in self._offer if model not in chosen), typed)
        self.count.setText(tr_n(self.offered.count(), "{n} model", "{n} models"))
        self._say_what_can_be_done()

    def _add(self) -> None:
        """Watch what is current, or what was typed when the connection does not offer it."""
        wanted = self.offered.wanted(self.search.text().strip())
        if not wanted or wanted in self.chosen:
            return
        error = check_model(wanted)
        self.error.say(error)
        if error:
            return
        self.watched.addItem(wanted)
        self.watched.setCurrentRow(self.watched.count() - 1)
        self.search.clear()
        self._filter()

    def _remove(self) -> None:
        if self.watched.currentRow() >= 0:
            self.watched.takeItem(self.watched.currentRow())
            self._filter()

    def _move(self, step: int) -> None:
        place = self.watched.currentRow()
        if place < 0 or not 0 <= place + step < self.watched.count():
            return
        item = self.watched.takeItem(place)
        self.watched.insertItem(place + step, item)
        self.watched.setCurrentRow(place + step)

    def _order_changed(self, *_details: QModelIndex | int) -> None:
        self._say_what_can_be_done()
        self.changed.emit()

    def _say_what_can_be_done(self) -> None:
        """A button that would do nothing looks so."""
        place, count = self.watched.currentRow(), self.watched.count()
        self.add.setEnabled(self.offered.currentRow() >= 0 or bool(self.search.text().strip()))
        self.remove.setEnabled(0 <= place < count)
        self.up.setEnabled(0 < place < count)
        self.down.setEnabled(0 <= place < count - 1)
