"""The settings page of the models: their order, what is special about each, and how others are found."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QListWidgetItem,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from vacancy.domain.catalog import ModelEntry
from vacancy.domain.preferences import Preferences
from vacancy.views.settings_finder import ModelFinder
from vacancy.views.settings_model_form import ModelForm
from vacancy.views.settings_page import SettingsPage, inner_scroll
from vacancy.views.widgets import UNIT, ErrorLabel, NameList, button, side_by_side
from vacancy.words import plain, tr

_TOKEN = Qt.ItemDataRole.UserRole
_NAME_LENGTH = 60


class ModelsPage(SettingsPage):
    """The watched models, best first.

    Signals: `offer_wanted(str)` with the name of a connection whose models are asked for.
    """

    offer_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries: dict[int, ModelEntry] = {}
        """By a token that stays with the row wherever it is dragged."""
        self._prices = dict(Preferences().prices)
        """By the model's id, as they stand; also of models that are not listed."""
        self._loading = False
        self._build()
        self._connect()

    def load(self, preferences: Preferences) -> None:
        """Show these models with their prices; the chosen one stays chosen."""
        current = self._current()
        self._loading = True
        self._prices = dict(preferences.prices)
        self.list.clear()
        self._entries = dict(enumerate(preferences.models))
        for token, entry in self._entries.items():
            self.list.addItem(_item(token, entry))
        self.offer_connections([connection.name for connection in preferences.connections])
        keys = [entry.key for entry in preferences.models]
        chosen = keys.index(current.key) if current is not None and current.key in keys else 0
        self.list.setCurrentRow(chosen if keys else -1)
        self._loading = False
        self._show_current()

    def put_into(self, preferences: Preferences) -> Preferences:
        """The settings with these models and prices."""
        return replace(preferences, models=self.models, prices=dict(self._prices))

    def valid(self) -> bool:
        """Nothing on this page is wrong."""
        keys = [entry.key for entry in self.models]
        is_twice = len(set(keys)) < len(keys)
        self.error.say(tr("The same model is listed twice; its effort or its tier must differ") if is_twice else "")
        return self.form.valid() and not is_twice

    def offer_connections(self, names: Sequence[str]) -> None:
        """Follow the page of the connections."""
        self.finder.offer_connections(names)

    def rename_connection(self, old: str, new: str) -> None:
        """Follow a connection that is called otherwise now."""
        for token, entry in self._entries.items():
            if entry.connection == old:
                self._entries[token] = replace(entry, connection=new)
        for place in range(self.list.count()):
            item = self.list.item(place)
            item.setText(_text(self._entries[item.data(_TOKEN)]))

    def show_offer(self, connection: str, models: Sequence[str]) -> None:
        """Which models a connection lists."""
        self.finder.show_offer(connection, models)

    def show_no_offer(self, connection: str, message: str) -> None:
        """Why a connection lists none, where its models are looked for."""
        if connection == self.finder.asked_for:
            self.finder.say(message)

    def open_finder(self) -> None:
        """Turn to the finder."""
        self.side.setCurrentWidget(self._finder_room)
        self.finder.search.line.setFocus()

    @property
    def models(self) -> tuple[ModelEntry, ...]:
        """The models as they stand, in their order."""
        return tuple(self._entries[self.list.item(place).data(_TOKEN)] for place in range(self.list.count()))

    def _build(self) -> None:
        self.list = NameList(self)
        self.list.setAccessibleName(tr("Watched models, best first"))
        self.list.setAccessibleDescription(tr("Alt+Up and Alt+Down move a model"))
        self.list.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.list.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.up = button(tr("↑ Up"), tr("Prefer this model more (Alt+Up)"), self)
        self.down = button(tr("↓ Down"), tr("Prefer this model less (Alt+Down)"), self)
        self.remove = button(tr("Remo&ve"), tr("Do not watch this model any more (Delete)"), self)
        self.add = button(tr("&Add…"), tr("Find another model to watch"), self)
        self.error = ErrorLabel(self)
        self.form, self.finder = ModelForm(self), ModelFinder(self)
        self.side = QStackedWidget(self)
        self._form_room, self._finder_room = inner_scroll(self.form, self), inner_scroll(self.finder, self)
        self.side.addWidget(self._form_room)
        self.side.addWidget(self._finder_room)
        left = QVBoxLayout()
        left.setSpacing(2 * UNIT)
        left.addWidget(self.list, 1)
        left.addLayout(side_by_side(self.up, self.down))
        left.addLayout(side_by_side(self.add, self.remove))
        left.addWidget(self.error)
        layout = QHBoxLayout(self)
        layout.setSpacing(4 * UNIT)
        layout.addLayout(left, 1)
        layout.addWidget(self.side, 1)

    def _connect(self) -> None:
        self.list.currentRowChanged.connect(lambda _row: self._show_current())
        self.list.itemClicked.connect(lambda _item: self.side.setCurrentWidget(self._form_room))
        self.list.model().rowsMoved.connect(lambda *_moved: self.changed.emit())
        self.up.clicked.connect(lambda: self._move(-1))
        self.down.clicked.connect(lambda: self._move(+1))
        self.remove.clicked.connect(self._remove)
        self.add.clicked.connect(self.open_finder)
        self.form.edited.connect(self._edit)
        self.finder.wanted.connect(self.offer_wanted)
        self.finder.chosen.connect(self._add)
        self.finder.done.connect(lambda: self.side.setCurrentWidget(self._form_room))
        for key, slot in (
            ("Delete", self._remove), ("Alt+Up", lambda: self._move(-1)), ("Alt+Down", lambda: self._move(+1)),
            ("Ctrl+Up", lambda: self._move(-1)), ("Ctrl+Down", lambda: self._move(+1)),
        ):  # fmt: skip
            QShortcut(QKeySequence(key), self.list, slot, context=Qt.ShortcutContext.WidgetShortcut)

    def _current(self) -> ModelEntry | None:
        place = self.list.currentRow()
        return None if place < 0 else self._entries[self.list.item(place).data(_TOKEN)]

    def _show_current(self) -> None:
        if self._loading:
            return
        entry = self._current()
        for part in (self.up, self.down, self.remove):
            part.setEnabled(entry is not None)
        if entry is None:
            self.side.setCurrentWidget(self._finder_room)
        else:
            self.form.show_entry(entry, self._prices.get(entry.id))
        self.form.setEnabled(entry is not None)

    def _edit(self) -> None:
        """Take over what stands in the fields, as far as it is right; a price holds wherever the model is listed."""
        entry, item = self._current(), self.list.currentItem()
        if entry is None:
            return
        edited = self.form.entry_of(entry)
        self._entries[item.data(_TOKEN)] = edited
        price = self.form.price_or(self._prices.get(entry.id))
        self._prices.pop(entry.id, None)
        if price is not None:
            self._prices[entry.id] = price
        item.setText(_text(edited))
        self.changed.emit()

    def _move(self, step: int) -> None:
        place = self.list.currentRow()
        if place < 0 or not 0 <= place + step < self.list.count():
            return
        self._loading = True
        self.list.insertItem(place + step, self.list.takeItem(place))
        self.list.setCurrentRow(place + step)
        self._loading = False
        self.changed.emit()

    def _remove(self) -> None:
        if self.list.currentRow() >= 0:
            self.list.takeItem(self.list.currentRow())
            self.changed.emit()

    def _add(self, entry: ModelEntry) -> None:
        if entry.key in {known.key for known in self.models}:
            self.finder.say(tr("This model is watched already"))
            return
        token = max(self._entries, default=-1) + 1
        self._entries[token] = entry
        self.list.addItem(_item(token, entry))
        self.list.setCurrentRow(self.list.count() - 1)
        self.changed.emit()


def _text(entry: ModelEntry) -> str:
    values = {"name": plain(entry.name, _NAME_LENGTH), "connection": plain(entry.connection, _NAME_LENGTH)}
    return tr("{name} · {connection} · paused", **values) if entry.paused else tr("{name} · {connection}", **values)


def _item(token: int, entry: ModelEntry) -> QListWidgetItem:
    item = QListWidgetItem(_text(entry))
    item.setData(_TOKEN, token)
    return item
