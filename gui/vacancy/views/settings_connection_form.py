"""The form of one connection: what it speaks, where it is, where its key is, and its way out."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from vacancy.domain.catalog import OFFICIAL_API, Connection, ConnectionKind, KeyKind, KeySource
from vacancy.redaction import Secret
from vacancy.views.fields import (
    ChoiceField,
    TextField,
    check_key,
    check_path,
    check_program,
    check_proxy,
    check_url,
    check_variable,
)
from vacancy.views.intents import ForgetKey, SetKey, TryConnection
from vacancy.views.path_field import PathField
from vacancy.views.settings_codex import CodexForm
from vacancy.views.widgets import UNIT, TextLabel, button, side_by_side
from vacancy.words import plain, tr

_STATE_LENGTH = 300


class ConnectionForm(QWidget):
    """Everything about one connection but its name. A key is kept at once, everything else with Save.

    Signals: `edited()` when the user changed the connection, `asked(SetKey | ForgetKey | TryConnection)`.
    """

    edited = Signal()
    asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = Connection("", ConnectionKind.OPENAI, OFFICIAL_API, KeySource(KeyKind.NONE))
        self._build()
        self._connect()

    def show_connection(self, connection: Connection) -> None:
        """Show another connection, or the same with other settings."""
        if connection.name != self._shown.name:
            self.key.show_text("")
        self._shown = connection
        self.speaks.choose(connection.kind)
        self.source.choose(connection.key.kind)
        self.address.show_text(connection.base_url)
        self.variable.show_text(connection.key.variable or "")
        self.proxy.show_text(connection.proxy or "")
        self.ca_file.show_text(connection.ca_file or "")
        self.codex.show_connection(connection)
        self._show_fitting()
        self.complain()

    def say(self, state: str) -> None:
        """Say where its key is, or what came of a test."""
        self.state.say(plain(state, _STATE_LENGTH))

    @property
    def connection(self) -> Connection:
        """The connection as it was typed, right or wrong."""
        kind = self.speaks.value
        if kind is ConnectionKind.CODEX:
            return self.codex.put_into(Connection(self._shown.name, kind, "", KeySource(KeyKind.NONE)))
        variable = self.variable.text if self.source.value is KeyKind.ENVIRONMENT else None
        return Connection(
            self._shown.name,
            kind,
            self.address.text.rstrip("/"),
            KeySource(self.source.value, variable),
            proxy=self.proxy.text.rstrip("/") or None,
            ca_file=self.ca_file.text or None,
        )

    def complain(self) -> None:
        """Say below each field what is wrong with it."""
        wrong = faults(self.connection)
        for part, field in (
            ("base_url", self.address), ("key", self.variable), ("proxy", self.proxy), ("ca_file", self.ca_file),
        ):  # fmt: skip
            field.complain(wrong.get(part, ""))
        self.codex.complain()

    def _build(self) -> None:
        self.speaks = ChoiceField[ConnectionKind](
            tr("&Speaks"), _kind_reason(ConnectionKind.OPENAI), _kind_texts(), self
        )
        self.address = TextField(tr("&Address"), tr("The base URL, up to and including /v1."), None, self)
        self.source = ChoiceField[KeyKind](
            tr("Key is &in"), tr("It is never written into the settings file."), _source_texts(), self
        )
        self.variable = TextField(
            tr("&Variable"), tr("Its name; it is read at each start, so it has to be set when you log in."), None, self
        )
        self.key = TextField(tr("Set a new &key"), tr("Kept at once, never shown again."), None, self)
        self.key.line.setEchoMode(QLineEdit.EchoMode.Password)
        self.keep = button(tr("Keep key"), tr("Keep this key in the keyring"), self)
        self.forget = button(tr("Forget key"), tr("Delete the key from the keyring"), self)
        self.codex = CodexForm(self)
        self.test = button(tr("&Test"), tr("Ask this connection for its models: one request, no tokens"), self)
        self.state = TextLabel("", self)
        self.proxy = TextField(
            tr("Pro&xy"),
            tr("Empty: the system's. Such as http://proxy.example:3128; none: no proxy; "
               "env:NAME: a variable that holds it with its password."),
            None, self,
        )  # fmt: skip
        self.ca_file = PathField(
            tr("Own &certificates"), tr("A file to trust beside the system's; empty: none. Companies hand one out."),
            self,
        )  # fmt: skip
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2 * UNIT)
        for part in (self.speaks, self.address, self.source, self.variable, self.key):
            layout.addWidget(part)
        layout.addLayout(side_by_side(self.keep, self.forget))
        layout.addWidget(self.codex)
        layout.addLayout(side_by_side(self.test))
        for below in (self.state, self.proxy, self.ca_file):
            layout.addWidget(below)

    def _connect(self) -> None:
        for choice in (self.speaks, self.source):
            choice.picked.connect(self._edit)
        for field in (self.address, self.variable, self.proxy, self.ca_file):
            field.line.textEdited.connect(self._edit)
        self.codex.edited.connect(self._edit)
        self.keep.clicked.connect(self._keep)
        self.key.line.returnPressed.connect(self._keep)
        self.forget.clicked.connect(lambda: self.asked.emit(ForgetKey(self.connection)))
        self.test.clicked.connect(self._try)

    def _show_fitting(self) -> None:
        """Codex on this machine has its own address, login and way out, so there is nothing to enter for it."""
        is_codex = self.speaks.value is ConnectionKind.CODEX
        kind = self.source.value
        for part in (self.address, self.source, self.proxy, self.ca_file):
            part.setVisible(not is_codex)
        self.variable.setVisible(not is_codex and kind is KeyKind.ENVIRONMENT)
        for keyed in (self.key, self.keep, self.forget):
            keyed.setVisible(not is_codex and kind is KeyKind.KEYRING)
        self.codex.setVisible(is_codex)
        self.speaks.explain(_kind_reason(self.speaks.value))
        tip = (
            tr("Look for Codex, its login and its models; nothing is sent")
            if is_codex
            else tr("Ask this connection for its models: one request, no tokens")
        )
        self.test.setToolTip(tip)
        self.test.setAccessibleDescription(tip)

    def _edit(self) -> None:
        self._show_fitting()
        self.complain()
        self._shown = self.connection
        self.edited.emit()

    def _keep(self) -> None:
        error = check_key(self.key.text)
        self.key.complain(error)
        if not error:
            secret = Secret(self.key.text)
            self.key.line.clear()
            self.asked.emit(SetKey(self.connection, secret))

    def _try(self) -> None:
        self.complain()
        connection = self.connection
        if faults(connection):
            return
        is_codex = connection.kind is ConnectionKind.CODEX
        self.say(tr("Looking for Codex…") if is_codex else tr("Asking {host}…", host=connection.host))
        self.asked.emit(TryConnection(connection))


def faults(connection: Connection) -> dict[str, str]:
    """What is wrong with a connection by the key of the file it stands under; empty when nothing is."""
    if connection.kind is ConnectionKind.CODEX:
        found = {"home": check_path(connection.home or ""), "program": check_program(connection.program or "")}
        return {key: error for key, error in found.items() if error}
    found = {
        "base_url": check_url(connection.base_url),
        "key": check_variable(connection.key.variable or "") if connection.key.kind is KeyKind.ENVIRONMENT else "",
        "proxy": check_proxy(connection.proxy or ""),
        "ca_file": check_path(connection.ca_file or ""),
    }
    wrong = {key: error for key, error in found.items() if error}
    if not wrong and connection.exposes_key:
        error = tr("Over http:// the key would travel in clear text; use https://, or no key")
        wrong["base_url"] = error
    return wrong


def _kind_texts() -> tuple[tuple[ConnectionKind, str], ...]:
    return (
        (ConnectionKind.OPENAI, tr("OpenAI (Responses API)")),
        (ConnectionKind.OPENAI_CHAT, tr("Chat Completions, and everything compatible")),
        (ConnectionKind.CODEX, tr("Codex sessions on this machine")),
    )


def _kind_reason(kind: ConnectionKind) -> str:
    if kind is ConnectionKind.CODEX:
        return tr("What Codex writes down is read; nothing of what was said is kept.")
    return tr("Most gateways and local servers speak Chat Completions.")


def _source_texts() -> tuple[tuple[KeyKind, str], ...]:
    return (
        (KeyKind.KEYRING, tr("the desktop's keyring")),
        (KeyKind.ENVIRONMENT, tr("an environment variable")),
        (KeyKind.NONE, tr("no key is needed")),
    )
