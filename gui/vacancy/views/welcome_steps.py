"""The three steps of Welcome, each a page that knows what was entered on it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QComboBox, QLineEdit, QRadioButton, QVBoxLayout, QWidget

from vacancy.domain.catalog import OFFICIAL_API, Connection, ConnectionKind, KeyKind, KeySource, ModelEntry
from vacancy.domain.preferences import ProbingPreferences
from vacancy.redaction import Secret
from vacancy.views import cost
from vacancy.views.fields import Field, TextField, check_key, check_url
from vacancy.views.model_choice import ModelChoice
from vacancy.views.times import duration
from vacancy.views.widgets import UNIT, MutedLabel, TextLabel
from vacancy.words import tr

LOCAL_URL = "http://localhost:11434/v1"
INTERVALS = tuple(timedelta(minutes=minutes) for minutes in (2, 4, 10, 30, 60))
USUAL_INTERVAL = timedelta(minutes=4)


class Where(Enum):
    """The answers to the first question."""

    OPENAI = "openai"
    GATEWAY = "gateway"
    LOCAL = "local"
    PAGE_ONLY = "page_only"


@dataclass(frozen=True, slots=True)
class Entered:
    """A connection and its key, as they were typed; neither is stored yet."""

    connection: Connection
    key: Secret | None


class WhereStep(QWidget):
    """Step one: which connection, and its key.

    Signals: `changed()` when anything was entered.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._group = QButtonGroup(self)
        self.choices = {where: QRadioButton(text, self) for where, text in _where_texts()}
        self.address = TextField(tr("&Address"), "", check_url, self)
        self.kind = QComboBox(self)
        for kind, text in _KINDS:
            self.kind.addItem(text(), kind)
        self.kind_field = Field(
            tr("&Speaks"), tr("Most gateways and local servers speak Chat Completions; a few have Responses only."),
            self.kind, self,
        )  # fmt: skip
        self.key = TextField(tr("&Key"), "", check_key, self)
        self.key.line.setEchoMode(QLineEdit.EchoMode.Password)
        self.note = MutedLabel("", self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2 * UNIT)
        for choice in self.choices.values():
            self._group.addButton(choice)
            layout.addWidget(choice)
        for part in (self.address, self.kind_field, self.key, self.note):
            layout.addWidget(part)
        layout.addStretch(1)
        self.show_key_place(tr("your desktop's keyring"), safe=True)
        self._group.buttonToggled.connect(self._chosen)
        self.address.line.textEdited.connect(self.changed)
        self.key.line.textEdited.connect(self.changed)
        self.kind.activated.connect(lambda _place: self.changed.emit())
        self.choices[Where.OPENAI].setChecked(True)
        self.setFocusProxy(self.choices[Where.OPENAI])

    @property
    def where(self) -> Where:
        """What was answered."""
        return next(where for where, choice in self.choices.items() if choice.isChecked())

    @property
    def page_only(self) -> bool:
        """No model is to be asked."""
        return self.where is Where.PAGE_ONLY

    def entered(self) -> Entered | None:
        """What was entered; None when something is wrong, which is then said under its field."""
        where = self.where
        wanted = [field for field in (self.address, self.key) if not field.isHidden()]
        faults = [field for field in wanted if not field.valid()]
        if faults:
            faults[0].line.setFocus()
            return None
        url = OFFICIAL_API if where is Where.OPENAI else self.address.text.rstrip("/")
        kind = ConnectionKind.OPENAI if where is Where.OPENAI else _KINDS[self.kind.currentIndex()][0]
        if where is Where.LOCAL:
            return Entered(Connection(where.value, kind, url, KeySource(KeyKind.NONE)), None)
        return Entered(Connection(where.value, kind, url, KeySource(KeyKind.KEYRING)), Secret(self.key.text))

    def show_key_place(self, place: str, *, safe: bool) -> None:
        """Say where a key will be kept."""
        if safe:
            self.key.explain(tr("It will be kept in {place}, and nowhere else.", place=place))
        else:
            self.key.explain(tr("No safe place for keys here: it is kept until Vacancy ends, never in a file."))

    def forget_key(self) -> None:
        """Empty the field that shows dots."""
        self.key.line.clear()

    def complain(self, message: str) -> None:
        """Say why the connection did not answer with models, under the field it belongs to."""
        (self.address if self.key.isHidden() else self.key).complain(message)

    def _chosen(self) -> None:
        where = self.where
        for part in (self.address, self.kind_field):
            part.setVisible(where in {Where.GATEWAY, Where.LOCAL})
        self.address.explain(_ADDRESSES[where]() if where in _ADDRESSES else "")
        self.key.setVisible(where in {Where.OPENAI, Where.GATEWAY})
        if where is Where.LOCAL and not self.address.text:
            self.address.line.setText(LOCAL_URL)
        if where is Where.GATEWAY and self.address.text == LOCAL_URL:
            self.address.line.clear()
        for field in (self.address, self.key):
            field.complain("")
        self.note.say(_note(where))
        self.changed.emit()


class ModelsStep(QWidget):
    """Step two: which models, in which order.

    Signals: `changed()` when the choice or its order changed.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.choice = ModelChoice(self)
        self.choice.changed.connect(self.changed)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2 * UNIT)
        layout.addWidget(
            TextLabel(tr("Vacancy recommends the first one that has room. Two or three are enough."), self)
        )
        layout.addWidget(self.choice, 1)
        self.setFocusProxy(self.choice.search)

    @property
    def chosen(self) -> tuple[str, ...]:
        """The models to watch, best first."""
        return self.choice.chosen

    def offer(self, models: Sequence[str]) -> None:
        """Show what the connection offers."""
        self.choice.offer(models)


class ReviewStep(QWidget):
    """Step three: what will be sent and what it costs, with the one choice that changes it."""

    def __init__(self, *, daily_requests: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cap = daily_requests
        self._models = 0
        self._host = ""
        self.often = QComboBox(self)
        for interval in INTERVALS:
            self.often.addItem(tr("every {span}", span=duration(interval)), interval)
        self.often.setCurrentIndex(INTERVALS.index(USUAL_INTERVAL))
        self.often_field = Field(
            tr("&Ask"), tr("More often notices sooner and sends more; a model that is full is asked sooner anyway."),
            self.often, self,
        )  # fmt: skip
        self.lines = tuple(TextLabel("", self) for _ in range(4))
        self.page = MutedLabel("", self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2 * UNIT)
        layout.addWidget(self.often_field)
        for line in (*self.lines, self.page):
            layout.addWidget(line)
        layout.addStretch(1)
        self.often.currentIndexChanged.connect(self._say)

    @property
    def interval(self) -> timedelta:
        """How often each model will be asked."""
        return INTERVALS[self.often.currentIndex()]

    def show_choice(self, host: str | None, models: int) -> None:
        """Say what that many models at a host come to; no host means the status page alone."""
        self._host, self._models = host or "", models
        self._say()

    def _say(self) -> None:
        self.often_field.setVisible(bool(self._models))
        for label, text in zip(self.lines, self._texts(), strict=True):
            label.say(text)
        self.page.say(
            tr("The official status page is read every 5 minutes, without any key. All of this can be changed.")
        )

    def _texts(self) -> tuple[str, str, str, str]:
        if not self._models:
            return tr("No model is asked, so nothing is claimed about any."), "", "", ""
        pace = ProbingPreferences(self.interval).pace_of(ModelEntry("", ""))
        paces = [pace] * self._models
        return (
            tr("{what} It goes to {host} alone.", what=cost.sends_line(self._models, pace), host=self._host),
            cost.requests_line(paces, self._cap),
            cost.tokens_line(paces, self._cap),
            cost.price_line(),
        )


def _where_texts() -> tuple[tuple[Where, str], ...]:
    return (
        (Where.OPENAI, tr("&OpenAI, with an API key")),
        (Where.GATEWAY, tr("A compatible &gateway, with its address and key")),
        (Where.LOCAL, tr("A server on this &machine or network, without a key")),
        (Where.PAGE_ONLY, tr("Just the official &status page, no key")),
    )


_KINDS: tuple[tuple[ConnectionKind, Callable[[], str]], ...] = (
    (ConnectionKind.OPENAI_CHAT, lambda: tr("Chat Completions")),
    (ConnectionKind.OPENAI, lambda: tr("Responses")),
)
"""What can be spoken at an address of one's own, the usual one first."""

_ADDRESSES: Mapping[Where, Callable[[], str]] = {
    Where.GATEWAY: lambda: tr("The base URL, up to and including /v1"),
    Where.LOCAL: lambda: tr(
        "Up to and including /v1. Usual ports: Ollama 11434, LM Studio 1234, llama.cpp 8080, vLLM 8000."
    ),
}


def _note(where: Where) -> str:
    match where:
        case Where.OPENAI:
            return tr(
                "Check asks api.openai.com for the list of your models: one request, no tokens. "
                "Later each model is asked by the Responses API."
            )
        case Where.GATEWAY | Where.LOCAL:
            return tr("Check asks that address for its list of models: one request, no tokens.")
        case Where.PAGE_ONLY:
            return tr("Vacancy then shows what OpenAI says about itself, which is often later than what happens.")
