"""The settings page of the connections: where models are, and where the key of each is kept."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QListWidget, QVBoxLayout, QWidget

from vacancy.domain.catalog import OFFICIAL_API, Connection, ConnectionKind, KeyKind, KeySource
from vacancy.domain.inputs import is_connection_name
from vacancy.redaction import Secret
from vacancy.views.fields import Field, TextField, check_key, check_url, check_variable
from vacancy.views.intents import ForgetKey, SetKey, TryConnection
from vacancy.views.widgets import UNIT, ErrorLabel, TextLabel, button
from vacancy.words import plain, tr


class ConnectionsPage(QWidget):
    """The connections. A key is kept at once, everything else with Save.

    Signals: `changed()` when anything was, and `asked(SetKey | ForgetKey | TryConnection)`.
    """

    changed = Signal()
    asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._connections: list[Connection] = []
        self._used: frozenset[str] = frozenset()
        self._key_states: Mapping[str, str] = {}
        self._results: dict[str, str] = {}
        self._build()
        self._connect()

    def load(self, connections: Sequence[Connection]) -> None:
        """Show these connections."""
        self._connections = list(connections)
        self._results.clear()
        self.list.clear()
        self.list.addItems([connection.name for connection in connections])
        self.list.setCurrentRow(0 if connections else -1)
        self._show_current()

    def show_used(self, names: frozenset[str]) -> None:
        """Which connections have models, and so cannot be removed."""
        self._used = names

    def show_key_states(self, states: Mapping[str, str]) -> None:
        """Say of each connection by name whether its key is there, in words of the app."""
        self._key_states = dict(states)
        self._show_key_state()

    def show_result(self, name: str, message: str) -> None:
        """Say what came of a test, of keeping a key or of forgetting it."""
        self._results[name] = message
        self._show_key_state()

    @property
    def connections(self) -> tuple[Connection, ...]:
        """The connections as they stand."""
        return tuple(self._connections)

    def valid(self) -> bool:
        """Nothing that stands in the fields is wrong."""
        if self._current() is None or self._kind() is ConnectionKind.CODEX:
            return True
        fields = [self.address, *([self.variable] if self._key_kind() is KeyKind.ENVIRONMENT else [])]
        return not [field for field in fields if not field.valid()]

    def _build(self) -> None:
        self.list = QListWidget(self)
        self.list.setAccessibleName(tr("Connections"))
        self.name = TextField(tr("New &connection"), tr("A name of your own."), parent=self)
        self.add = button(tr("Add"), tr("Add a connection of that name"), self)
        self.remove = button(tr("Remove"), tr("Remove this connection"), self)
        self.error = ErrorLabel(self)
        self.kind = QComboBox(self)
        for kind, text in _kind_texts():
            self.kind.addItem(text, kind)
        self.address = TextField(tr("&Address"), tr("The base URL, up to and including /v1."), check_url, self)
        self.source = QComboBox(self)
        for source, text in _source_texts():
            self.source.addItem(text, source)
        self.variable = TextField(tr("&Variable"), "", check_variable, self)
        self.key = TextField(tr("Set a new &key"), tr("Kept at once, never shown again."), None, self)
        self.key.line.setEchoMode(QLineEdit.EchoMode.Password)
        self.keep = button(tr("Keep key"), tr("Keep this key in the keyring"), self)
        self.forget = button(tr("Forget key"), tr("Delete the key from the keyring"), self)
        self.test = button(tr("Test"), tr("Ask this connection for its models: one request, no tokens"), self)
        self.state = TextLabel("", self)
        left, right = QVBoxLayout(), QVBoxLayout()
        for side in (left, right):
            side.setSpacing(2 * UNIT)
        left.addWidget(self.list, 1)
        for below in (self.remove, self.name, self.add, self.error):
            left.addWidget(below)
        self.form = QWidget(self)
        form = QVBoxLayout(self.form)
        form.setContentsMargins(0, 0, 0, 0)
        form.setSpacing(2 * UNIT)
        kind_field, self.source_field = Field(tr("&Speaks"), "", self.kind), Field(tr("Key is &in"), "", self.source)
        for part in (kind_field, self.address, self.source_field, self.variable, self.key):
            form.addWidget(part)
        buttons = QHBoxLayout()
        buttons.setSpacing(2 * UNIT)
        for each in (self.keep, self.forget, self.test):
            buttons.addWidget(each)
        buttons.addStretch(1)
        form.addLayout(buttons)
        form.addWidget(self.state)
        right.addWidget(self.form)
        right.addStretch(1)
        layout = QHBoxLayout(self)
        layout.setSpacing(4 * UNIT)
        layout.addLayout(left, 1)
        layout.addLayout(right, 2)

    def _connect(self) -> None:
        self.list.currentRowChanged.connect(lambda _row: self._show_current())
        self.add.clicked.connect(self._add)
        self.name.line.returnPressed.connect(self._add)
        self.remove.clicked.connect(self._remove)
        self.kind.activated.connect(lambda _place: self._edit())
        self.source.activated.connect(lambda _place: self._edit())
        self.address.line.textEdited.connect(lambda _text: self._edit())
        self.variable.line.textEdited.connect(lambda _text: self._edit())
        self.keep.clicked.connect(self._keep)
        self.key.line.returnPressed.connect(self._keep)
        self.forget.clicked.connect(self._forget)
        self.test.clicked.connect(self._try)

    def _current(self) -> Connection | None:
        place = self.list.currentRow()
        return self._connections[place] if 0 <= place < len(self._connections) else None

    def _kind(self) -> ConnectionKind:
        return _kind_texts()[self.kind.currentIndex()][0]

    def _key_kind(self) -> KeyKind:
        return _source_texts()[self.source.currentIndex()][0]

    def _show_current(self) -> None:
        connection = self._current()
        self.form.setVisible(connection is not None)
        self.remove.setEnabled(connection is not None)
        self.key.line.clear()
        if connection is None:
            return
        self.kind.setCurrentIndex([kind for kind, _ in _kind_texts()].index(connection.kind))
        self.source.setCurrentIndex([kind for kind, _ in _source_texts()].index(connection.key.kind))
        self.address.line.setText(connection.base_url)
        self.variable.line.setText(connection.key.variable or "")
        for field in (self.address, self.variable, self.key):
            field.complain("")
        self._show_key_fields()

    def _show_key_fields(self) -> None:
        """Codex on this machine has its own address and login, so there is nothing to enter for it."""
        has_route = self._kind() is not ConnectionKind.CODEX
        kind = self._key_kind()
        for part in (self.address, self.source_field, self.test):
            part.setVisible(has_route)
        self.variable.setVisible(has_route and kind is KeyKind.ENVIRONMENT)
        for part in (self.key, self.keep, self.forget):
            part.setVisible(has_route and kind is KeyKind.KEYRING)
        self._show_key_state()

    def _show_key_state(self) -> None:
        connection = self._current()
        if connection is not None:
            state, result = self._key_states.get(connection.name, ""), self._results.get(connection.name, "")
            self.state.say(plain(result or state, 300))

    def _edit(self) -> None:
        """Take over what stands in the fields, as far as it is right."""
        connection = self._current()
        if connection is None:
            return
        self._show_key_fields()
        if self.valid():
            self._connections[self.list.currentRow()] = self._entered(connection.name)
        self.changed.emit()

    def _entered(self, name: str) -> Connection:
        if self._kind() is ConnectionKind.CODEX:
            return Connection(name, ConnectionKind.CODEX, "", KeySource(KeyKind.NONE))
        kind = self._key_kind()
        variable = self.variable.text if kind is KeyKind.ENVIRONMENT else None
        return Connection(name, self._kind(), self.address.text.rstrip("/"), KeySource(kind, variable))

    def _add(self) -> None:
        name = self.name.text
        error = self._refusal(name)
        self.error.say(error)
        if error:
            return
        self._connections.append(Connection(name, ConnectionKind.OPENAI_CHAT, OFFICIAL_API, KeySource(KeyKind.KEYRING)))
        self.list.addItem(name)
        self.list.setCurrentRow(self.list.count() - 1)
        self.name.line.clear()
        self.changed.emit()

    def _refusal(self, name: str) -> str:
        if not is_connection_name(name):
            return tr("Give a short name without / and #")
        if name in {connection.name for connection in self._connections}:
            return tr("There is a connection of that name already")
        return ""

    def _remove(self) -> None:
        connection = self._current()
        if connection is None:
            return
        if connection.name in self._used:
            self.error.say(tr("Models are watched on it; remove those first"))
            return
        self.error.say("")
        place = self.list.currentRow()
        del self._connections[place]
        self.list.takeItem(place)
        self._show_current()
        self.changed.emit()

    def _keep(self) -> None:
        connection, error = self._current(), check_key(self.key.text)
        self.key.complain(error)
        if connection is not None and not error:
            secret = Secret(self.key.text)
            self.key.line.clear()
            self.asked.emit(SetKey(connection, secret))

    def _forget(self) -> None:
        if (connection := self._current()) is not None:
            self.asked.emit(ForgetKey(connection))

    def _try(self) -> None:
        connection = self._current()
        if connection is not None and self.valid():
            self.show_result(connection.name, tr("Asking {host}…", host=connection.host))
            self.asked.emit(TryConnection(connection))


def _kind_texts() -> tuple[tuple[ConnectionKind, str], ...]:
    return (
        (ConnectionKind.OPENAI, tr("OpenAI (Responses API)")),
        (ConnectionKind.OPENAI_CHAT, tr("Chat Completions, and everything compatible")),
        (ConnectionKind.CODEX, tr("Codex sessions on this machine")),
    )


def _source_texts() -> tuple[tuple[KeyKind, str], ...]:
    return (
        (KeyKind.KEYRING, tr("the desktop's keyring")),
        (KeyKind.ENVIRONMENT, tr("an environment variable")),
        (KeyKind.NONE, tr("no key is needed")),
    )
