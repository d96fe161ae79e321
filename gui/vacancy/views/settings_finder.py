"""Finding models to watch: what a connection offers, searched as one types, or the name that one knows."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from vacancy.domain.catalog import ModelEntry
from vacancy.views.fields import ChoiceField, TextField
from vacancy.views.offered_models import OfferedModels, check_model, offered_order
from vacancy.views.widgets import UNIT, MutedLabel, TextLabel, button, clearable
from vacancy.words import plain, tr, tr_n

_ROWS = 6
"""Lines of the offer that are seen without scrolling."""
_NAME_LENGTH = 40


class ModelFinder(QWidget):
    """A connection, a search, what it offers, and Add.

    Signals: `wanted(str)` with the name of the connection whose models are asked for, `chosen(ModelEntry)`, `done()`.
    """

    wanted = Signal(str)
    chosen = Signal(object)
    done = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.asked_for = ""
        """The connection that was asked for its models and has not answered."""
        self._offers: dict[str, tuple[str, ...]] = {}
        self.title = TextLabel(tr("Add models to watch"), self)
        self.connection = ChoiceField[str](tr("On &connection"), "", (), self)
        self.discover = button(
            tr("&List its models"), tr("Ask the connection for its models: one request, no tokens"), self
        )
        self.search = TextField(
            tr("&Model"), tr("Type to search, or the name as your provider has it; Return adds it."), None, self
        )
        clearable(self.search.line)
        self.offered = OfferedModels(self)
        self.offered.setMinimumHeight(self.fontMetrics().lineSpacing() * _ROWS)
        self.count = MutedLabel("", self)
        self.add = button(tr("A&dd"), tr("Watch this model, as the last in the list"), self)
        self.close_button = button(tr("D&one"), tr("Back to the chosen model"), self)
        self._lay_out()
        self.connection.picked.connect(self._show_offer)
        self.discover.clicked.connect(self._ask)
        self.search.line.textChanged.connect(lambda _text: self._show_offer())
        self.search.line.returnPressed.connect(self._add)
        self.offered.itemActivated.connect(lambda _item: self._add())
        self.add.clicked.connect(self._add)
        self.close_button.clicked.connect(self.done)

    def offer_connections(self, names: Sequence[str]) -> None:
        """The connections on which a model can be added."""
        self.connection.offer([(name, plain(name, _NAME_LENGTH)) for name in names])
        for part in (self.discover, self.add, self.search):
            part.setEnabled(bool(names))
        self._show_offer()

    def show_offer(self, connection: str, models: Sequence[str]) -> None:
        """What a connection offers."""
        self._offers[connection] = offered_order(models)
        self.asked_for = ""
        self.say("")
        self._show_offer()

    def say(self, message: str) -> None:
        """Say below the search what came of asking, or what is wrong."""
        self.search.complain(message)

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2 * UNIT)
        asking, buttons = QHBoxLayout(), QHBoxLayout()
        asking.addWidget(self.discover)
        asking.addWidget(self.count, 1)
        buttons.addWidget(self.add)
        buttons.addStretch(1)
        buttons.addWidget(self.close_button)
        for part in (self.title, self.connection, asking, self.search):
            layout.addLayout(part) if isinstance(part, QHBoxLayout) else layout.addWidget(part)
        layout.addWidget(self.offered, 1)
        layout.addLayout(buttons)

    def _ask(self) -> None:
        self.asked_for = self.connection.value
        self.count.say(tr("Asking…"))
        self.wanted.emit(self.asked_for)

    def _show_offer(self) -> None:
        if not self.search.isEnabled():
            self.count.say(tr("Add a connection first"))
            return
        offer = self._offers.get(self.connection.value)
        self.offered.show_matching(offer or (), self.search.text)
        count = self.offered.count()
        self.count.say(tr_n(count, "{n} model", "{n} models") if offer is not None else "")

    def _add(self) -> None:
        """Watch what is marked in the offer, or what was typed when nothing fits."""
        model = self.offered.wanted(self.search.text)
        error = check_model(model)
        self.say(error)
        if not error:
            self.chosen.emit(ModelEntry(self.connection.value, model))
