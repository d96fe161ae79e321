"""The settings page of the models: their order, and what is special about each."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from vacancy.domain.bounds import INTERVAL
from vacancy.domain.catalog import ModelEntry
from vacancy.domain.durations import format_duration, parse_duration
from vacancy.domain.prices import Price
from vacancy.views.fields import Field, TextField, check_duration, check_price
from vacancy.views.widgets import UNIT, ErrorLabel, button
from vacancy.words import plain, tr

_TOKEN = Qt.ItemDataRole.UserRole
_check_interval = check_duration(INTERVAL)


def _check_optional_interval(text: str) -> str:
    return _check_interval(text) if text else ""


class ModelsPage(QWidget):
    """The watched models, best first.

    Signals: `changed()` when anything was.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries: dict[int, ModelEntry] = {}
        self.prices: dict[str, Price] = {}
        """Prices by the model's id, as they stand; also of models that are not listed."""
        self._loading = False
        self._build()
        self._connect()

    def load(
        self,
        models: Sequence[ModelEntry],
        connections: Sequence[str],
        prices: Mapping[str, Price] = MappingProxyType({}),
    ) -> None:
        """Show these models with their prices, and the connections on which another one can be added."""
        self._loading = True
        self.prices = dict(prices)
        self.list.clear()
        self._entries = dict(enumerate(models))
        for token, entry in self._entries.items():
            self.list.addItem(_item(token, entry))
        self.offer_connections(connections)
        self._loading = False
        self.list.setCurrentRow(0 if models else -1)
        self._show_current()

    def offer_connections(self, connections: Sequence[str]) -> None:
        """Follow the page of the connections."""
        chosen = self.connection.currentText()
        self.connection.clear()
        self.connection.addItems(list(connections))
        self.connection.setCurrentIndex(max(0, self.connection.findText(chosen)))
        self.add.setEnabled(bool(connections))

    @property
    def models(self) -> tuple[ModelEntry, ...]:
        """The models as they stand, in their order."""
        return tuple(self._entries[self.list.item(place).data(_TOKEN)] for place in range(self.list.count()))

    def valid(self) -> bool:
        """Nothing on this page is wrong."""
        return self.interval.valid() and self.price.valid()

    def _build(self) -> None:
        self.list = QListWidget(self)
        self.list.setAccessibleName(tr("Watched models, best first"))
        self.list.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.list.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.up = button(tr("↑ Up"), tr("Prefer this model more (Ctrl+Up)"), self)
        self.down = button(tr("↓ Down"), tr("Prefer this model less (Ctrl+Down)"), self)
        self.remove = button(tr("Remove"), tr("Do not watch this model any more (Delete)"), self)
        self.label = TextField(tr("&Name shown"), tr("Empty: the model's own name."), parent=self)
        self.interval = TextField(
            tr("Ask &every"), tr("Such as 20m. Empty: as often as the others."), _check_optional_interval, self
        )
        self.price = TextField(
            tr("P&rice of a million tokens"),
            tr("Sent / answered, such as 1.25 / 10 USD. Empty: unknown."),
            check_price,
            self,
        )
        self.paused = QCheckBox(tr("&Paused: send nothing to this model"), self)
        self.muted = QCheckBox(tr("&Quiet: do not tell me of its loss and return"), self)
        self.connection = QComboBox(self)
        connection = Field(tr("On &connection"), "", self.connection, self)
        self.id = TextField(tr("Add a &model"), "", parent=self)
        self.id.line.setPlaceholderText(tr("its name, such as gpt-6-luna"))
        self.add = button(tr("Add"), tr("Watch this model, as the last in the list"), self)
        self.error = ErrorLabel(self)
        steps = _row(self.up, self.down, self.remove)
        left, right = QVBoxLayout(), QVBoxLayout()
        for side in (left, right):
            side.setSpacing(2 * UNIT)
        left.addWidget(self.list, 1)
        left.addLayout(steps)
        for part in _widgets(self.label, self.interval, self.price, self.paused, self.muted):
            right.addWidget(part)
        right.addStretch(1)
        for part in _widgets(self.id, connection, self.add, self.error):
            right.addWidget(part)
        layout = QHBoxLayout(self)
        layout.setSpacing(4 * UNIT)
        layout.addLayout(left, 1)
        layout.addLayout(right, 1)

    def _connect(self) -> None:
        self.list.currentRowChanged.connect(lambda _row: self._show_current())
        self.list.model().rowsMoved.connect(lambda *_moved: self.changed.emit())
        self.up.clicked.connect(lambda: self._move(-1))
        self.down.clicked.connect(lambda: self._move(+1))
        self.remove.clicked.connect(self._remove)
        self.add.clicked.connect(self._add)
        self.id.line.returnPressed.connect(self._add)
        self.label.line.textEdited.connect(lambda _text: self._edit())
        self.interval.line.textEdited.connect(lambda _text: self._edit())
        self.price.line.textEdited.connect(lambda _text: self._edit_price())
        self.paused.clicked.connect(self._edit)
        self.muted.clicked.connect(self._edit)
        for key, slot in (
            ("Delete", self._remove),
            ("Ctrl+Up", lambda: self._move(-1)),
            ("Ctrl+Down", lambda: self._move(+1)),
        ):
            QShortcut(QKeySequence(key), self.list, slot, context=Qt.ShortcutContext.WidgetShortcut)

    def _current(self) -> ModelEntry | None:
        place = self.list.currentRow()
        return None if place < 0 else self._entries[self.list.item(place).data(_TOKEN)]

    def _show_current(self) -> None:
        if self._loading:
            return
        entry = self._current()
        for part in _widgets(
            self.label, self.interval, self.price, self.paused, self.muted, self.up, self.down, self.remove
        ):
            part.setEnabled(entry is not None)
        self.label.line.setText((entry.label or "") if entry else "")
        self.interval.line.setText(format_duration(entry.interval) if entry and entry.interval else "")
        self.paused.setChecked(entry is not None and entry.paused)
        self.muted.setChecked(entry is not None and entry.muted)
        price = self.prices.get(entry.id) if entry else None
        self.price.line.setText("" if price is None else str(price))
        self.interval.complain("")
        self.price.complain("")

    def _edit(self) -> None:
        """Take over what stands in the fields, as far as it is right."""
        place, entry = self.list.currentRow(), self._current()
        if entry is None:
            return
        interval = entry.interval
        if self.interval.valid():
            interval = parse_duration(self.interval.text) if self.interval.text else None
        edited = replace(
            entry,
            label=self.label.text or None,
            interval=interval,
            paused=self.paused.isChecked(),
            muted=self.muted.isChecked(),
        )
        item = self.list.item(place)
        self._entries[item.data(_TOKEN)] = edited
        item.setText(_text(edited))
        self.changed.emit()

    def _edit_price(self) -> None:
        """The price holds for the model wherever it is listed."""
        entry = self._current()
        if entry is None:
            return
        if self.price.valid():
            self.prices.pop(entry.id, None)
            if self.price.text:
                self.prices[entry.id] = Price.parse(self.price.text)
        self.changed.emit()

    def _move(self, step: int) -> None:
        place = self.list.currentRow()
        if place < 0 or not 0 <= place + step < self.list.count():
            return
        self.list.insertItem(place + step, self.list.takeItem(place))
        self.list.setCurrentRow(place + step)
        self.changed.emit()

    def _remove(self) -> None:
        if self.list.currentRow() >= 0:
            self.list.takeItem(self.list.currentRow())
            self.changed.emit()

    def _add(self) -> None:
        entry = ModelEntry(self.connection.currentText(), self.id.text)
        error = self._refusal(entry)
        self.error.say(error)
        if error:
            return
        token = max(self._entries, default=-1) + 1
        self._entries[token] = entry
        self.list.addItem(_item(token, entry))
        self.list.setCurrentRow(self.list.count() - 1)
        self.id.line.clear()
        self.changed.emit()

    def _refusal(self, entry: ModelEntry) -> str:
        if not entry.connection:
            return tr("Add a connection first")
        if not entry.id or " " in entry.id or not entry.id.isprintable():
            return tr("Give the model's name as your provider lists it; it has no spaces")
        if entry.key in {known.key for known in self.models}:
            return tr("This model is watched already")
        return ""


def _text(entry: ModelEntry) -> str:
    values = {"name": plain(entry.name, 60), "connection": entry.connection}
    return tr("{name} · {connection} · paused", **values) if entry.paused else tr("{name} · {connection}", **values)


def _item(token: int, entry: ModelEntry) -> QListWidgetItem:
    item = QListWidgetItem(_text(entry))
    item.setData(_TOKEN, token)
    return item


def _widgets(*parts: QWidget) -> tuple[QWidget, ...]:
    """Widgets of several kinds as what they have in common."""
    return parts


def _row(*parts: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(2 * UNIT)
    for part in parts:
        row.addWidget(part)
    row.addStretch(1)
    return row
