"""The settings page of the connections: the list, what can be added with one click, and the form of the chosen one."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from vacancy.domain.catalog import OFFICIAL_API, Connection, ConnectionKind, KeyKind, KeySource
from vacancy.domain.inputs import is_connection_name
from vacancy.domain.preferences import Preferences
from vacancy.views.fields import TextField
from vacancy.views.intents import ForgetKey, SetKey, TryConnection
from vacancy.views.settings_connection_form import ConnectionForm, faults
from vacancy.views.settings_page import SettingsPage, inner_scroll
from vacancy.views.welcome_ways import LOCAL_SERVERS
from vacancy.views.widgets import UNIT, ErrorLabel, NameList, button
from vacancy.words import plain, tr

_NAME_LENGTH = 40


class ConnectionsPage(SettingsPage):
    """The connections. A key is kept at once, everything else with Save.

    Signals: `asked(SetKey | ForgetKey | TryConnection)`; `renamed(str, str)` when a new connection got another name.
    """

    asked = Signal(object)
    renamed = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._connections: list[Connection] = []
        self._known: frozenset[str] = frozenset()
        """Names that are in the file, under which keys and history are filed, so they stay."""
        self._keyed: frozenset[str] = frozenset()
        """Those under which a key was kept here, before anything else of them was saved."""
        self._used: frozenset[str] = frozenset()
        self._key_states: Mapping[str, str] = {}
        self._results: dict[str, str] = {}
        self._build()
        self._connect()

    def load(self, preferences: Preferences) -> None:
        """Show these connections; the chosen one stays chosen."""
        current = self._current()
        self._connections = list(preferences.connections)
        names = [connection.name for connection in self._connections]
        self.list.clear()
        self.list.addItems([plain(name, _NAME_LENGTH) for name in names])
        chosen = names.index(current.name) if current is not None and current.name in names else 0
        self.list.setCurrentRow(chosen if names else -1)
        self._show_current()

    def put_into(self, preferences: Preferences) -> Preferences:
        """The settings with these connections."""
        return replace(preferences, connections=tuple(self._connections))

    def valid(self) -> bool:
        """No connection is wrong; of those that are not shown the first that is gets named."""
        return not self._incomplete() and not self._refusal(self.name.text)

    def _incomplete(self) -> list[str]:
        wrong = [connection.name for connection in self._connections if faults(connection)]
        current = self._current()
        hidden = next((name for name in wrong if current is None or name != current.name), None)
        self.wrong.say("" if hidden is None else tr("{name} is not complete yet", name=plain(hidden, _NAME_LENGTH)))
        return wrong

    def show_saved_names(self, names: Iterable[str]) -> None:
        """Which connections are in the file, and so are called what they are called."""
        self._known = frozenset(names)
        self._show_current()

    def show_used(self, names: frozenset[str]) -> None:
        """Which connections have models, and so cannot be removed."""
        self._used = names

    def show_key_states(self, states: Mapping[str, str]) -> None:
        """Say of each connection by name whether its key is there, in words of the app."""
        self._key_states = dict(states)
        self._say_state()

    def show_result(self, name: str, message: str) -> None:
        """Say what came of a test, of keeping a key or of forgetting it."""
        self._results[name] = message
        self._say_state()

    @property
    def connections(self) -> tuple[Connection, ...]:
        """The connections as they stand, right or wrong."""
        return tuple(self._connections)

    def _build(self) -> None:
        self.list = NameList(self)
        self.list.setAccessibleName(tr("Connections"))
        self.add = button(tr("A&dd…"), tr("Add a connection: OpenAI, Codex, a gateway or a server of your own"), self)
        self.presets = QMenu(self)
        for text, preset in _presets():
            self.presets.addAction(text).setData(preset)
        self.add.setMenu(self.presets)
        self.remove = button(tr("&Remove"), tr("Remove this connection (Delete)"), self)
        self.error, self.wrong = ErrorLabel(self), ErrorLabel(self)
        self.name = TextField(tr("&Name"), tr("Your own; it is fixed once it was saved."), None, self)
        self.form = ConnectionForm(self)
        left = QVBoxLayout()
        left.setSpacing(2 * UNIT)
        buttons = QHBoxLayout()
        buttons.addWidget(self.add)
        buttons.addWidget(self.remove)
        left.addWidget(self.list, 1)
        left.addLayout(buttons)
        left.addWidget(self.error)
        left.addWidget(self.wrong)
        chosen = QWidget(self)
        right = QVBoxLayout(chosen)
        right.setContentsMargins(0, 0, 2 * UNIT, 0)
        right.setSpacing(2 * UNIT)
        right.addWidget(self.name)
        right.addWidget(self.form)
        right.addStretch(1)
        layout = QHBoxLayout(self)
        layout.setSpacing(4 * UNIT)
        layout.addLayout(left, 1)
        layout.addWidget(inner_scroll(chosen, self), 2)

    def _connect(self) -> None:
        self.list.currentRowChanged.connect(lambda _row: self._show_current())
        self.presets.triggered.connect(lambda action: self._add(action.data()))
        self.remove.clicked.connect(self._remove)
        QShortcut(QKeySequence("Delete"), self.list, self._remove, context=Qt.ShortcutContext.WidgetShortcut)
        self.name.line.textEdited.connect(lambda _text: self._rename())
        self.form.edited.connect(self._edit)
        self.form.asked.connect(self._ask)

    def _current(self) -> Connection | None:
        place = self.list.currentRow()
        return self._connections[place] if 0 <= place < len(self._connections) else None

    def _show_current(self) -> None:
        connection = self._current()
        self.form.setVisible(connection is not None)
        self.name.setVisible(connection is not None and connection.name not in self._known | self._keyed)
        self.remove.setEnabled(connection is not None)
        self.error.say("")
        if connection is None:
            return
        self.name.show_text(connection.name)
        self.form.show_connection(connection)
        self._say_state()
        self._incomplete()

    def _say_state(self) -> None:
        connection = self._current()
        if connection is not None:
            name = connection.name
            self.form.say(self._results.get(name) or self._key_states.get(name, ""))

    def _edit(self) -> None:
        if self._current() is not None:
            self._connections[self.list.currentRow()] = self.form.connection
            self.changed.emit()

    def _ask(self, intent: SetKey | ForgetKey | TryConnection) -> None:
        """Hand it on; a key is filed under the name, which stays from then on."""
        if isinstance(intent, SetKey):
            self._keyed |= {intent.connection.name}
            self.name.hide()
        self.asked.emit(intent)

    def _add(self, preset: Connection) -> None:
        name = self._free_name(preset.name)
        self._connections.append(replace(preset, name=name))
        self.list.addItem(name)
        self.list.setCurrentRow(self.list.count() - 1)
        field = self.form.codex.home if preset.kind is ConnectionKind.CODEX else self.form.address
        field.line.setFocus()
        self.changed.emit()

    def _free_name(self, wanted: str) -> str:
        names = {connection.name for connection in self._connections}
        number = 1
        while (name := wanted if number == 1 else f"{wanted}-{number}") in names:
            number += 1
        return name

    def _rename(self) -> None:
        connection, name = self._current(), self.name.text
        if connection is None:
            return
        self.name.complain(self._refusal(name))
        if not self._refusal(name):
            renamed = replace(connection, name=name)
            self._connections[self.list.currentRow()] = renamed
            self.list.currentItem().setText(plain(name, _NAME_LENGTH))
            self.form.show_connection(renamed)
            self.renamed.emit(connection.name, name)
        self.changed.emit()

    def _refusal(self, name: str) -> str:
        """Why the chosen connection may not be called so."""
        if self._current() is None:
            return ""
        if not is_connection_name(name):
            return tr("Give a short name without / and #")
        others = {each.name for place, each in enumerate(self._connections) if place != self.list.currentRow()}
        return tr("There is a connection of that name already") if name in others else ""

    def _remove(self) -> None:
        connection = self._current()
        if connection is None:
            return
        if connection.name in self._used:
            self.error.say(tr("Models are watched on it; remove those first"))
            return
        place = self.list.currentRow()
        del self._connections[place]
        self.list.takeItem(place)
        self._show_current()
        self.changed.emit()


def _presets() -> tuple[tuple[str, Connection], ...]:
    """What people have, with everything filled in that is the same for all of them."""
    keyring, none = KeySource(KeyKind.KEYRING), KeySource(KeyKind.NONE)
    chat = ConnectionKind.OPENAI_CHAT
    servers = tuple(
        (tr("{server} on this machine", server=server), Connection(server.lower().replace(" ", "-"), chat, url, none))
        for server, url in LOCAL_SERVERS
    )
    return (
        (tr("OpenAI, with an API key"), Connection("openai", ConnectionKind.OPENAI, OFFICIAL_API, keyring)),
        (tr("Codex on this machine"), Connection("codex", ConnectionKind.CODEX, "", none)),
        (tr("A compatible gateway"), Connection("gateway", chat, "", keyring)),
        *servers,
        (tr("Another server of your own"), Connection("server", chat, "http://localhost:8000/v1", none)),
    )
