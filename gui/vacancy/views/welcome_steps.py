"""The three steps of Welcome: how models are reached, which ones, and what will be sent."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QRadioButton, QVBoxLayout, QWidget

from vacancy.domain.catalog import Connection, ConnectionKind, KeyKind, ModelEntry
from vacancy.domain.preferences import Preferences
from vacancy.domain.probe_shape import QUESTION
from vacancy.views import cost
from vacancy.views.fields import ChoiceField
from vacancy.views.findings import Findings
from vacancy.views.model_choice import ModelChoice
from vacancy.views.times import duration
from vacancy.views.welcome_ways import (
    WAY_PAGES,
    CodexWay,
    Entered,
    OpenAiWay,
    Way,
    WayPage,
    way_name,
)
from vacancy.views.widgets import UNIT, MutedLabel, TextLabel
from vacancy.words import plain, tr

INTERVALS = tuple(timedelta(minutes=minutes) for minutes in (2, 4, 10, 30, 60))
USUAL_INTERVAL = timedelta(minutes=4)
_PATH_LENGTH = 80


class WhereStep(QWidget):
    """Step one: how models are reached.

    Signals: `changed()` when anything was entered; `returned()` when Return was pressed in a field.
    """

    changed = Signal()
    returned = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._touched = False
        """Somebody answered; what is found afterwards does not change the answer."""
        self._group = QButtonGroup(self)
        self.choices = {way: QRadioButton(way_name(way), self) for way in Way}
        self.pages: Mapping[Way, WayPage] = {way: page(self) for way, page in WAY_PAGES.items()}
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2 * UNIT)
        for choice in self.choices.values():
            self._group.addButton(choice)
            layout.addWidget(choice)
            choice.clicked.connect(self._touch)
        layout.addSpacing(UNIT)
        for page in self.pages.values():
            layout.addWidget(page)
            page.changed.connect(self._touch)
            page.changed.connect(self.changed)
            page.returned.connect(self.returned)
        layout.addStretch(1)
        self._group.buttonToggled.connect(self._chosen)
        self.choose(Way.OPENAI)

    @property
    def way(self) -> Way:
        """What was answered."""
        return next(way for way, choice in self.choices.items() if choice.isChecked())

    @property
    def page(self) -> WayPage:
        """The fields of the answer."""
        return self.pages[self.way]

    def choose(self, way: Way) -> None:
        """Answer with this way."""
        self.choices[way].setChecked(True)
        self.setFocusProxy(self.choices[way])

    def show_findings(self, findings: Findings) -> None:
        """Offer what is on this machine already; an answer that was given meanwhile stays."""
        codex, openai = self.pages[Way.CODEX], self.pages[Way.OPENAI]
        touched = self._touched
        if isinstance(codex, CodexWay) and isinstance(openai, OpenAiWay):
            codex.show_found(findings.codex, write_down=findings.codex_is_elsewhere)
            openai.show_variable(findings.variable)
        self._touched = touched
        if findings.codex is not None and not touched:
            self.choose(Way.CODEX)
            self.setFocus()

    def show_key_place(self, place: str, *, safe: bool) -> None:
        """Say where a key will be kept."""
        reason = _place_of_key(place, safe=safe)
        for page in self.pages.values():
            page.show_key_place(reason)

    def forget_key(self) -> None:
        """Forget every key that was typed."""
        for page in self.pages.values():
            page.forget_key()

    def _touch(self) -> None:
        self._touched = True

    def _chosen(self) -> None:
        for way, page in self.pages.items():
            page.setVisible(way is self.way)
        self.setFocusProxy(self.choices[self.way])
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

    def __init__(self, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self._entered: Entered | None = None
        self._models: tuple[str, ...] = ()
        self._key_place = tr("The key is kept in your desktop's keyring, and nowhere else.")
        spans = [(interval, tr("every {span}", span=duration(interval))) for interval in INTERVALS]
        self.often = ChoiceField[timedelta](
            tr("&Ask"), tr("More often notices sooner and sends more; a model that is full is asked sooner anyway."),
            spans, self,
        )  # fmt: skip
        usual = preferences.probing.interval
        self.often.choose(usual if usual in INTERVALS else USUAL_INTERVAL)
        self.lines = tuple(TextLabel("", self) for _ in range(_MOST_LINES))
        self.page = MutedLabel("", self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2 * UNIT)
        layout.addWidget(self.often)
        for line in (*self.lines, self.page):
            layout.addWidget(line)
        layout.addStretch(1)
        self.often.picked.connect(self._say)

    @property
    def interval(self) -> timedelta:
        """How often the model in use will be asked."""
        return self.often.value if self._is_asking else self._preferences.probing.interval

    def show_choice(self, entered: Entered | None, models: tuple[str, ...]) -> None:
        """Say what those models on that connection come to; without one the status page alone is read."""
        self._entered, self._models = entered, models
        self._say()

    def show_key_place(self, place: str, *, safe: bool) -> None:
        """Where the key will be kept is part of what is to be seen before Start."""
        self._key_place = _place_of_key(place, safe=safe)
        self._say()

    @property
    def _is_asking(self) -> bool:
        """Requests will be sent to models."""
        return self._entered is not None and self._entered.connection.kind is not ConnectionKind.CODEX

    def _say(self) -> None:
        self.often.setVisible(self._is_asking)
        texts = self._texts()
        for place, label in enumerate(self.lines):
            label.say(texts[place] if place < len(texts) else "")
        self.page.say(self._page_line())

    def _texts(self) -> tuple[str, ...]:
        if self._entered is None:
            return (tr("No model is asked, so nothing is claimed about any."),)
        connection = self._entered.connection
        return self._codex_texts(connection) if not self._is_asking else self._asking_texts(connection)

    def _codex_texts(self, connection: Connection) -> tuple[str, ...]:
        where = tr("its usual folder") if connection.home is None else plain(connection.home, _PATH_LENGTH)
        return (
            tr("No model is asked: Vacancy reads what Codex writes down in {folder}.", folder=where),
            tr("So it knows a model as well as your last turn with it did, and that at no cost."),
            tr("No key is read or kept; Codex stays logged in as it is."),
        )

    def _asking_texts(self, connection: Connection) -> tuple[str, ...]:
        probing = replace(self._preferences.probing, interval=self.interval)
        models = [(model, probing.pace_of(ModelEntry(connection.name, model))) for model in self._models]
        paces = [pace for _, pace in models]
        prices, cap = self._preferences.prices, probing.daily_requests
        is_priced = any(model in prices for model in self._models)
        return (
            cost.sends_line(len(models), paces[0]) if paces else "",
            tr('The question is "{question}", nothing of yours. It goes to {host} alone.',
               question=QUESTION, host=connection.host),
            cost.requests_line(paces, cap),
            cost.tokens_line(paces, cap),
            cost.money_line(models, prices, cap) if is_priced else cost.price_line(),
            self._key_line(connection),
        )  # fmt: skip

    def _key_line(self, connection: Connection) -> str:
        match connection.key.kind:
            case KeyKind.KEYRING:
                return self._key_place
            case KeyKind.ENVIRONMENT:
                return tr("The key is read from {variable} at each start, and kept nowhere.",
                          variable=connection.key.variable)  # fmt: skip
            case KeyKind.NONE:
                return tr("No key is sent.")

    def _page_line(self) -> str:
        page = self._preferences.status_page
        if not page.url:
            return tr("No status page is read. All of this can be changed in the settings.")
        return tr("The official status page is read every {span}, without any key. All of this can be changed.",
                  span=duration(page.interval))  # fmt: skip


_MOST_LINES = 6


def _place_of_key(place: str, *, safe: bool) -> str:
    if safe:
        return tr("The key is kept in {place}, and nowhere else.", place=place)
    return tr("No safe place for keys here: the key is kept until Vacancy ends, never in a file.")
