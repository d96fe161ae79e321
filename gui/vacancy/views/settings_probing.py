"""The settings page of asking: how often, how patiently and how much at most, with the effect in numbers."""

from dataclasses import replace

from PySide6.QtWidgets import QSpinBox, QWidget

from vacancy.domain import bounds
from vacancy.domain.durations import format_duration, parse_duration
from vacancy.domain.preferences import Preferences, ProbingPreferences
from vacancy.views import cost
from vacancy.views.fields import Field, TextField, check_duration
from vacancy.views.settings_page import SettingsPage, all_valid
from vacancy.views.widgets import TextLabel
from vacancy.words import tr


class ProbingPage(SettingsPage):
    """The intervals, the patience and the caps; below them what a day brings and costs."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = Preferences()
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
        self.cap, self.token_cap = QSpinBox(self), QSpinBox(self)
        self.cap.setRange(0, bounds.MOST_DAILY_REQUESTS)
        self.token_cap.setRange(bounds.LEAST_DAILY_TOKENS, bounds.MOST_DAILY_TOKENS)
        self.token_cap.setSingleStep(bounds.LEAST_DAILY_TOKENS)
        for box in (self.cap, self.token_cap):
            box.setGroupSeparatorShown(True)
        cap = Field(tr("Requests a &day at most"), tr("All models together; beyond it nothing is sent."), self.cap)
        token_cap = Field(
            tr("&Tokens a day at most"), tr("The same; it holds a model that answers more than it was asked for."),
            self.token_cap,
        )  # fmt: skip
        self.effect, self.tokens, self.money = (TextLabel("", self) for _ in range(3))
        self.column((
            self.effect, self.tokens, self.money, self.interval, self.reserve, cap, token_cap, self.timeout, self.slow,
        ))  # fmt: skip
        self.changed.connect(self._say_effect)
        for box in (self.cap, self.token_cap):
            box.valueChanged.connect(self._spun)
        self._loading = False

    def load(self, preferences: Preferences) -> None:
        """Show the settings for probing."""
        self._loading = True
        probing = preferences.probing
        self.interval.show_text(format_duration(probing.interval))
        self.reserve.show_text(format_duration(probing.reserve_interval))
        self.timeout.show_text(format_duration(probing.timeout))
        self.slow.show_text(format_duration(probing.slow_after))
        self.cap.setValue(probing.daily_requests)
        self.token_cap.setValue(probing.daily_tokens)
        self._loading = False
        self.count_for(preferences)

    def count_for(self, preferences: Preferences) -> None:
        """Count the effect for the models and prices of these settings."""
        self._shown = preferences
        self._say_effect()

    def valid(self) -> bool:
        """Nothing on this page is wrong."""
        return all_valid((self.interval, self.reserve, self.timeout, self.slow))

    def put_into(self, preferences: Preferences) -> Preferences:
        """The settings with these for probing."""
        return replace(
            preferences,
            probing=ProbingPreferences(
                interval=parse_duration(self.interval.text),
                reserve_interval=parse_duration(self.reserve.text),
                timeout=parse_duration(self.timeout.text),
                slow_after=parse_duration(self.slow.text),
                daily_requests=self.cap.value(),
                daily_tokens=self.token_cap.value(),
            ),
        )

    def _spun(self) -> None:
        if not self._loading:
            self.changed.emit()

    def _say_effect(self) -> None:
        if not (self.interval.valid() and self.reserve.valid()):
            for line in (self.effect, self.tokens, self.money):
                line.say("")
            return
        usual = ProbingPreferences(
            interval=parse_duration(self.interval.text), reserve_interval=parse_duration(self.reserve.text)
        )
        asked = [(entry.id, usual.pace_of(entry)) for entry in self._shown.asked_models]
        paces = [pace for _, pace in asked]
        self.effect.say(cost.requests_line(paces, self.cap.value()))
        self.tokens.say(cost.tokens_line(paces, self.cap.value()))
        self.money.say(cost.money_line(asked, self._shown.prices, self.cap.value()))
