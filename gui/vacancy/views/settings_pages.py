"""The smaller settings pages: how often models are asked, the official page, and how Vacancy behaves."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QSpinBox, QVBoxLayout, QWidget

from vacancy.domain import bounds
from vacancy.domain.catalog import ModelEntry
from vacancy.domain.durations import format_duration, parse_duration
from vacancy.domain.preferences import (
    AppearancePreferences,
    IconStyle,
    NotificationPreferences,
    ProbingPreferences,
    QuietHours,
    StatusPagePreferences,
)
from vacancy.domain.prices import Price
from vacancy.views import cost
from vacancy.views.fields import Field, TextField, check_duration, check_optional_url, check_quiet_hours
from vacancy.views.widgets import UNIT, TextLabel
from vacancy.words import tr


class ProbingPage(QWidget):
    """How often and how patiently models are asked, with the effect in numbers.

    Signals: `changed()`.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._models: tuple[ModelEntry, ...] = ()
        self._prices: Mapping[str, Price] = {}
        self.interval = TextField(
            tr("Ask the model in use &every"),
            tr("While all is well. A model that is full is asked sooner, one that needs you later."),
            check_duration(bounds.INTERVAL), self,
        )  # fmt: skip
        self.reserve = TextField(
            tr("Ask the models in &reserve every"),
            tr("Those below it. When one is needed it is asked first, and then recommended."),
            check_duration(bounds.INTERVAL), self,
        )  # fmt: skip
        self.timeout = TextField(
            tr("Wait for an answer at &most"), tr("Then it counts as not reached."),
            check_duration(bounds.TIMEOUT), self,
        )  # fmt: skip
        self.slow = TextField(
            tr("Call it &slow after"), tr("It stays available and is marked."),
            check_duration(bounds.SLOW_AFTER), self,
        )  # fmt: skip
        self.cap = QSpinBox(self)
        self.cap.setRange(0, bounds.MOST_DAILY_REQUESTS)
        cap = Field(tr("Requests a &day at most"), tr("All models together; beyond it nothing is sent."), self.cap)
        self.token_cap = QSpinBox(self)
        self.token_cap.setRange(bounds.LEAST_DAILY_TOKENS, bounds.MOST_DAILY_TOKENS)
        self.token_cap.setSingleStep(bounds.LEAST_DAILY_TOKENS)
        token_cap = Field(
            tr("&Tokens a day at most"), tr("The same; it holds a model that answers more than it was asked for."),
            self.token_cap,
        )  # fmt: skip
        self.effect, self.tokens, self.money = (TextLabel("", self) for _ in range(3))
        _column(
            self, self.interval, self.reserve, self.timeout, self.slow, cap, token_cap, self.effect, self.tokens,
            self.money,
        )  # fmt: skip
        for field in (self.interval, self.reserve, self.timeout, self.slow):
            field.line.textEdited.connect(lambda _text: self._edited())
        for box in (self.cap, self.token_cap):
            box.valueChanged.connect(lambda _value: self._edited())

    def load(self, probing: ProbingPreferences) -> None:
        """Show these settings."""
        self.interval.line.setText(format_duration(probing.interval))
        self.reserve.line.setText(format_duration(probing.reserve_interval))
        self.timeout.line.setText(format_duration(probing.timeout))
        self.slow.line.setText(format_duration(probing.slow_after))
        self.cap.setValue(probing.daily_requests)
        self.token_cap.setValue(probing.daily_tokens)
        self._say_effect()

    def show_models(self, models: Sequence[ModelEntry], prices: Mapping[str, Price]) -> None:
        """Count the effect for these models at these prices."""
        self._models = tuple(models)
        self._prices = prices
        self._say_effect()

    def valid(self) -> bool:
        """Nothing on this page is wrong."""
        return not [field for field in (self.interval, self.reserve, self.timeout, self.slow) if not field.valid()]

    @property
    def probing(self) -> ProbingPreferences:
        """The settings as they stand; ask `valid` first."""
        return ProbingPreferences(
            interval=parse_duration(self.interval.text),
            reserve_interval=parse_duration(self.reserve.text),
            timeout=parse_duration(self.timeout.text),
            slow_after=parse_duration(self.slow.text),
            daily_requests=self.cap.value(),
            daily_tokens=self.token_cap.value(),
        )

    def _edited(self) -> None:
        self._say_effect()
        self.changed.emit()

    def _say_effect(self) -> None:
        if not (self.interval.valid() and self.reserve.valid()):
            for line in (self.effect, self.tokens, self.money):
                line.say("")
            return
        usual = ProbingPreferences(
            interval=parse_duration(self.interval.text), reserve_interval=parse_duration(self.reserve.text)
        )
        asked = [(entry.id, usual.pace_of(entry)) for entry in self._models if not entry.paused]
        paces = [pace for _, pace in asked]
        self.effect.say(cost.requests_line(paces, self.cap.value()))
        self.tokens.say(cost.tokens_line(paces, self.cap.value()))
        self.money.say(cost.money_line(asked, self._prices, self.cap.value()))


class StatusPagePage(QWidget):
    """Which official page is read, and how often.

    Signals: `changed()`.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.url = TextField(
            tr("&Address"), tr("A page of incident.io or Statuspage; empty: no page is read."), check_optional_url, self
        )
        self.interval = TextField(
            tr("Read it &every"),
            tr("Without any key; pages change slowly."),
            check_duration(bounds.PAGE_INTERVAL),
            self,
        )
        _column(self, self.url, self.interval)
        for field in (self.url, self.interval):
            field.line.textEdited.connect(lambda _text: self.changed.emit())

    def load(self, page: StatusPagePreferences) -> None:
        """Show these settings."""
        self.url.line.setText(page.url)
        self.interval.line.setText(format_duration(page.interval))

    def valid(self) -> bool:
        """Nothing on this page is wrong."""
        return not [field for field in (self.url, self.interval) if not field.valid()]

    @property
    def page(self) -> StatusPagePreferences:
        """The settings as they stand; ask `valid` first."""
        return StatusPagePreferences(self.url.text.rstrip("/"), parse_duration(self.interval.text))


class BehaviourPage(QWidget):
    """Notifications, the look of the icon, and the start.

    Signals: `changed()`, and `login_wanted(bool)` at once, because the desktop keeps that and not the file.
    """

    changed = Signal()
    login_wanted = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.recovered = QCheckBox(tr("Tell me when a model that was &full or failing is back"), self)
        self.switched = QCheckBox(tr("Tell me when my first choice cannot be &used and another one works"), self)
        self.nothing_works = QCheckBox(tr("Tell me when &nothing that I listed works any more"), self)
        self.needs_user = QCheckBox(tr("Tell me when a &key is refused or money ran out"), self)
        self.incidents = QCheckBox(tr("Tell me when the status &page names one of my models"), self)
        self.quiet_hours = TextField(
            tr("&Quiet hours"),
            tr("Such as 22:00-07:00; empty: none. What you wait for is told at any hour, the rest afterwards."),
            check_quiet_hours, self,
        )  # fmt: skip
        self.style_box = QComboBox(self)
        for style, text in _style_texts():
            self.style_box.addItem(text, style)
        look = Field(tr("Tray &icon"), tr("Its shape says the state in every style."), self.style_box)
        self.login = QCheckBox(tr("&Start Vacancy when I log in"), self)
        told = (self.recovered, self.switched, self.nothing_works, self.needs_user, self.incidents)
        _column(self, *told, self.quiet_hours, look, self.login)
        for box in told:
            box.clicked.connect(self.changed)
        self.quiet_hours.line.textEdited.connect(lambda _text: self.changed.emit())
        self.style_box.activated.connect(lambda _place: self.changed.emit())
        self.login.clicked.connect(self.login_wanted)

    def load(self, notifications: NotificationPreferences, appearance: AppearancePreferences) -> None:
        """Show these settings."""
        self.recovered.setChecked(notifications.recovered)
        self.switched.setChecked(notifications.switched)
        self.nothing_works.setChecked(notifications.nothing_works)
        self.needs_user.setChecked(notifications.needs_user)
        self.incidents.setChecked(notifications.incidents)
        self.quiet_hours.line.setText("" if notifications.quiet_hours is None else str(notifications.quiet_hours))
        self.style_box.setCurrentIndex([style for style, _ in _style_texts()].index(appearance.icon_style))

    def valid(self) -> bool:
        """Nothing on this page is wrong."""
        return self.quiet_hours.valid()

    @property
    def notifications(self) -> NotificationPreferences:
        """What is told; ask `valid` first."""
        hours = self.quiet_hours.text
        return NotificationPreferences(
            recovered=self.recovered.isChecked(),
            switched=self.switched.isChecked(),
            nothing_works=self.nothing_works.isChecked(),
            needs_user=self.needs_user.isChecked(),
            incidents=self.incidents.isChecked(),
            quiet_hours=QuietHours.parse(hours) if hours else None,
        )

    @property
    def appearance(self) -> AppearancePreferences:
        """How it looks."""
        return AppearancePreferences(_style_texts()[self.style_box.currentIndex()][0])


def _style_texts() -> tuple[tuple[IconStyle, str], ...]:
    return (
        (IconStyle.QUIET, tr("colour only when something is wrong")),
        (IconStyle.COLOR, tr("always in colour")),
        (IconStyle.MONO, tr("never in colour")),
    )


def _column(page: QWidget, *parts: QWidget) -> None:
    layout = QVBoxLayout(page)
    layout.setSpacing(3 * UNIT)
    for part in parts:
        layout.addWidget(part)
    layout.addStretch(1)
