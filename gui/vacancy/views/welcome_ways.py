"""The ways to models that the first run offers. Each is a page that knows what was entered on it."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QLineEdit, QVBoxLayout, QWidget

from vacancy.domain.catalog import OFFICIAL_API, Connection, ConnectionKind, KeyKind, KeySource
from vacancy.redaction import Secret
from vacancy.views.fields import ChoiceField, TextField, check_key, check_url
from vacancy.views.findings import CodexFound, found_line
from vacancy.views.path_field import PathField
from vacancy.views.widgets import UNIT, ErrorLabel, MutedLabel
from vacancy.words import plain, tr

LOCAL_SERVERS = (
    ("Ollama", "http://localhost:11434/v1"),
    ("LM Studio", "http://localhost:1234/v1"),
    ("llama.cpp", "http://localhost:8080/v1"),
    ("vLLM", "http://localhost:8000/v1"),
)
"""Programs that serve models on one's own machine, by their own names, and the address that each one chooses."""
_PATH_LENGTH = 80


class Way(Enum):
    """The answers to the first question; the value is the name that the connection gets."""

    CODEX = "codex"
    OPENAI = "openai"
    GATEWAY = "gateway"
    LOCAL = "local"
    PAGE_ONLY = "page_only"


@dataclass(frozen=True, slots=True)
class Entered:
    """A connection and its key, as they were typed; neither is stored yet."""

    connection: Connection
    key: Secret | None


class WayPage(QWidget):
    """What one way needs to be told.

    Signals: `changed()` when anything was entered; `returned()` when Return was pressed in a field.
    """

    changed = Signal()
    returned = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2 * UNIT)

    def entered(self) -> Entered | None:
        """What was entered; None when something is wrong, which is then said under its field."""
        raise NotImplementedError

    def complain(self, message: str, *, of_key: bool) -> None:
        """Say why this way did not lead to models, under the field that has to change."""
        raise NotImplementedError

    def show_key_place(self, reason: str) -> None:
        """Say where a key will be kept."""

    def forget_key(self) -> None:
        """Forget a key that was typed."""

    def _add(self, *parts: QWidget) -> None:
        for part in parts:
            self._column.addWidget(part)
            if isinstance(part, TextField):
                part.line.textEdited.connect(self.changed)
                part.line.returnPressed.connect(self.returned)


class CodexWay(WayPage):
    """Codex on this machine: its folder is read, no request is sent, and no key is needed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.found = MutedLabel("", self)
        self.folder = PathField(tr("Codex's &folder"), "", self, folders=True)
        self.note = MutedLabel(
            tr(
                "Vacancy reads there what Codex wrote down: its list of models, and how your own turns ended. "
                "Nothing is sent, and nothing of what was said is kept."
            ),
            self,
        )
        self._add(self.found, self.folder, self.note)
        self.show_found(None)

    def show_found(self, found: CodexFound | None, *, write_down: bool = False) -> None:
        """Say what was found where Codex itself looks; the folder is filled in where it has to be written down."""
        if found is None:
            self.found.say(tr("Codex was not found in its usual place."))
            self.folder.explain(tr("Where is it? Codex's own name for this folder is CODEX_HOME."))
            return
        self.found.say(found_line(found))
        self.folder.explain(tr("Leave it empty for the usual place. Codex's own name for it is CODEX_HOME."))
        self.folder.line.setPlaceholderText(plain(found.folder, _PATH_LENGTH))
        if write_down and not self.folder.text:
            self.folder.line.setText(found.folder)

    def entered(self) -> Entered | None:
        """Codex's folder; whether there is a Codex in it shows when it is looked into."""
        if not _all_valid(self.folder):
            return None
        home = self.folder.text or None
        return Entered(Connection(Way.CODEX.value, ConnectionKind.CODEX, "", KeySource(KeyKind.NONE), home=home), None)

    def complain(self, message: str, *, of_key: bool) -> None:
        """There is no Codex in that folder."""
        self.folder.complain(message)
        self.folder.line.setFocus()


class OpenAiWay(WayPage):
    """OpenAI's own API: a key, or the variable that holds one already."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._variable: str | None = None
        self.use_variable = QCheckBox("", self)
        self.use_variable.hide()
        self.variable_error = ErrorLabel(self)
        self.key = _key_field(self)
        self.note = MutedLabel(
            tr(
                "Check asks api.openai.com for the list of your models: one request with your key, no tokens. "
                "Nothing else is sent before you have seen what it will be."
            ),
            self,
        )
        self._add(self.use_variable, self.variable_error, self.key, self.note)
        self.use_variable.toggled.connect(self._chosen)

    def show_variable(self, variable: str | None) -> None:
        """Offer the key that an environment variable holds; None when none does."""
        self._variable = variable
        self.use_variable.setVisible(variable is not None)
        self.use_variable.setText(tr("&Use the key in the variable {variable}", variable=variable or ""))
        reason = tr("It is read at each start and kept nowhere; it has to be set there when you log in too.")
        self.use_variable.setToolTip(reason)
        self.use_variable.setAccessibleDescription(reason)
        self.use_variable.setChecked(variable is not None)

    def entered(self) -> Entered | None:
        """The connection with its key, or with the variable's name."""
        source = self._source()
        if source.kind is KeyKind.KEYRING and not self.key.valid():
            self.key.line.setFocus()
            return None
        typed = Secret(self.key.text) if source.kind is KeyKind.KEYRING else None
        return Entered(Connection(Way.OPENAI.value, ConnectionKind.OPENAI, OFFICIAL_API, source), typed)

    def complain(self, message: str, *, of_key: bool) -> None:
        """The one field, or the tick that stands for it."""
        if self.key.isHidden():
            self.variable_error.say(message)
            self.use_variable.setAccessibleDescription(message)
            self.use_variable.setFocus()
        else:
            self.key.complain(message)
            self.key.line.setFocus()

    def show_key_place(self, reason: str) -> None:
        """Below the key."""
        self.key.explain(reason)

    def forget_key(self) -> None:
        """Empty the field that shows dots."""
        self.key.line.clear()

    def _source(self) -> KeySource:
        if self._variable is not None and self.use_variable.isChecked():
            return KeySource(KeyKind.ENVIRONMENT, self._variable)
        return KeySource(KeyKind.KEYRING)

    def _chosen(self, wanted: bool) -> None:  # noqa: FBT001 - a slot
        self.key.setVisible(not wanted)
        self.variable_error.say("")
        self.changed.emit()


class GatewayWay(WayPage):
    """Something that speaks as OpenAI does, at an address of its own and with a key of its own."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.address = TextField(tr("&Address"), tr("The base URL, up to and including /v1"), check_url, self)
        self.key = _key_field(self)
        self.protocol = _protocol_field(self)
        self._add(self.address, self.key, self.protocol, _address_note(self))
        self.protocol.picked.connect(self.changed)

    def entered(self) -> Entered | None:
        """The connection as typed, with its key."""
        if not _all_valid(self.address, self.key):
            return None
        url = self.address.text.rstrip("/")
        connection = Connection(Way.GATEWAY.value, self.protocol.value, url, KeySource(KeyKind.KEYRING))
        return Entered(connection, Secret(self.key.text))

    def complain(self, message: str, *, of_key: bool) -> None:
        """Under the key when it was refused, else under the address."""
        field = self.key if of_key else self.address
        field.complain(message)
        field.line.setFocus()

    def show_key_place(self, reason: str) -> None:
        """Below the key."""
        self.key.explain(reason)

    def forget_key(self) -> None:
        """Empty the field that shows dots."""
        self.key.line.clear()


class LocalWay(WayPage):
    """A server of one's own, which asks for no key."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        servers = [*((url, name) for name, url in LOCAL_SERVERS), ("", tr("Another one"))]
        self.server = ChoiceField[str](tr("Se&rver"), tr("Fills in the address that it usually has"), servers, self)
        self.address = TextField(tr("&Address"), tr("The base URL, up to and including /v1"), check_url, self)
        self.address.line.setText(LOCAL_SERVERS[0][1])
        self.protocol = _protocol_field(self)
        self._add(self.server, self.address, self.protocol, _address_note(self))
        self.server.picked.connect(self._fill_in)
        self.address.line.textEdited.connect(self._name_server)
        self.protocol.picked.connect(self.changed)

    def entered(self) -> Entered | None:
        """The connection as typed."""
        if not _all_valid(self.address):
            return None
        url = self.address.text.rstrip("/")
        return Entered(Connection(Way.LOCAL.value, self.protocol.value, url, KeySource(KeyKind.NONE)), None)

    def complain(self, message: str, *, of_key: bool) -> None:
        """Under the address: there is nothing else that could be wrong."""
        self.address.complain(message)
        self.address.line.setFocus()

    def _fill_in(self) -> None:
        self.address.show_text(self.server.value)
        self.changed.emit()

    def _name_server(self, address: str) -> None:
        """The server follows from the address, so that the two never contradict each other."""
        given = address.strip().rstrip("/")
        self.server.choose(given if given in {url for _, url in LOCAL_SERVERS} else "")


class PageOnlyWay(WayPage):
    """No model at all: what the provider says about itself."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._add(
            MutedLabel(
                tr("Vacancy then shows what OpenAI says about itself, which is often later than what happens."), self
            )
        )

    def entered(self) -> None:
        """Nothing can be."""

    def complain(self, message: str, *, of_key: bool) -> None:
        """Nothing can be wrong."""


def _protocol_field(parent: QWidget) -> ChoiceField[ConnectionKind]:
    """Which protocol is spoken at an address of one's own, the usual one first."""
    kinds = ((ConnectionKind.OPENAI_CHAT, tr("Chat Completions")), (ConnectionKind.OPENAI, tr("Responses")))
    return ChoiceField(tr("&Protocol"), tr("Most speak Chat Completions; a few have Responses only."), kinds, parent)


def _key_field(parent: QWidget) -> TextField:
    """A field for a key, which shows dots."""
    field = TextField(tr("&Key"), "", check_key, parent)
    field.line.setEchoMode(QLineEdit.EchoMode.Password)
    return field


WAY_PAGES: dict[Way, Callable[[QWidget], WayPage]] = {
    Way.CODEX: CodexWay,
    Way.OPENAI: OpenAiWay,
    Way.GATEWAY: GatewayWay,
    Way.LOCAL: LocalWay,
    Way.PAGE_ONLY: PageOnlyWay,
}
"""Every way in the order offered."""


def way_name(way: Way) -> str:
    """The answer, in words."""
    match way:
        case Way.CODEX:
            return tr("&Codex on this machine, with its own login and no API key")
        case Way.OPENAI:
            return tr("&OpenAI, with an API key")
        case Way.GATEWAY:
            return tr("A compatible &gateway, with its address and key")
        case Way.LOCAL:
            return tr("A server on this &machine or network, without a key")
        case Way.PAGE_ONLY:
            return tr("Just the official &status page, no key")


def _all_valid(*fields: TextField) -> bool:
    """Check every field; the first one that is wrong gets the focus."""
    faults = [field for field in fields if not field.valid()]
    if faults:
        faults[0].line.setFocus()
    return not faults


def _address_note(parent: QWidget) -> MutedLabel:
    return MutedLabel(tr("Check asks that address for its list of models: one request, no tokens."), parent)
