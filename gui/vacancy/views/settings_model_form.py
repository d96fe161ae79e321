"""The form of one watched model: its name, its options, its interval and its price."""

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from vacancy.domain.bounds import INTERVAL
from vacancy.domain.catalog import ModelEntry
from vacancy.domain.durations import format_duration, parse_duration
from vacancy.domain.inputs import is_one_line
from vacancy.domain.prices import Price
from vacancy.views.fields import TextField, check_duration, check_price
from vacancy.views.settings_page import all_valid
from vacancy.views.widgets import UNIT, TextLabel
from vacancy.words import plain, tr

_LONGEST_LABEL, _LONGEST_OPTION = 80, 40
_check_interval = check_duration(INTERVAL)


class ModelForm(QWidget):
    """What is special about one model.

    Signals: `edited()`.
    """

    edited = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: ModelEntry | None = None
        self.title = TextLabel("", self)
        self.label = TextField(tr("&Name shown"), tr("Empty: the model's own name."), _check_label, self)
        self.effort = TextField(
            tr("Reasoning e&ffort"),
            tr("Such as low or high; empty: the provider's own. With another one it is watched anew."),
            _check_option, self,
        )  # fmt: skip
        self.tier = TextField(
            tr("Service &tier"), tr("Such as flex or priority; empty: the provider's own."), _check_option, self
        )
        self.interval = TextField(
            tr("Ask &every"), tr("Such as 20m. Empty: as often as the others."), _check_optional_interval, self
        )
        self.price = TextField(
            tr("P&rice of a million tokens"), tr("Sent / answered, such as 1.25 / 10 USD. Empty: unknown."),
            check_price, self,
        )  # fmt: skip
        self.paused = _tick(tr("&Paused: it is not asked"), tr("Nothing is sent to this model."), self)
        self.muted = _tick(
            tr("&Quiet: nothing is told of it"), tr("Its loss and its return are shown, and not notified."), self
        )
        self._fields = (self.label, self.effort, self.tier, self.interval, self.price)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 2 * UNIT, 0)
        layout.setSpacing(2 * UNIT)
        layout.addWidget(self.title)
        for field in self._fields:
            layout.addWidget(field)
            field.line.textEdited.connect(self.edited)
        for box in (self.paused, self.muted):
            layout.addWidget(box)
            box.clicked.connect(self.edited)
        layout.addStretch(1)

    def show_entry(self, entry: ModelEntry, price: Price | None) -> None:
        """Show a model; what stands there already keeps its cursor."""
        self._shown = entry
        self.title.say(plain(entry.id, _LONGEST_LABEL))
        self.label.show_text(entry.label or "")
        self.effort.show_text(entry.effort or "")
        self.tier.show_text(entry.service_tier or "")
        self.interval.show_text(format_duration(entry.interval) if entry.interval else "")
        self.price.show_text("" if price is None else str(price))
        self.paused.setChecked(entry.paused)
        self.muted.setChecked(entry.muted)

    def valid(self) -> bool:
        """Nothing in it is wrong."""
        return self._shown is None or all_valid(self._fields)

    def entry_of(self, entry: ModelEntry) -> ModelEntry:
        """That model with what stands here, as far as it is right."""
        interval = entry.interval
        if self.interval.valid():
            interval = parse_duration(self.interval.text) if self.interval.text else None
        return replace(
            entry,
            label=(self.label.text or None) if self.label.valid() else entry.label,
            effort=(self.effort.text or None) if self.effort.valid() else entry.effort,
            service_tier=(self.tier.text or None) if self.tier.valid() else entry.service_tier,
            interval=interval,
            paused=self.paused.isChecked(),
            muted=self.muted.isChecked(),
        )

    def price_or(self, known: Price | None) -> Price | None:
        """The price as it stands; the known one while what stands there is wrong."""
        if not self.price.valid():
            return known
        return Price.parse(self.price.text) if self.price.text else None


def _tick(text: str, reason: str, parent: QWidget) -> QCheckBox:
    box = QCheckBox(text, parent)
    box.setToolTip(reason)
    box.setAccessibleDescription(reason)
    return box


def _check_optional_interval(text: str) -> str:
    return _check_interval(text) if text else ""


def _check_label(text: str) -> str:
    return "" if not text or is_one_line(text, _LONGEST_LABEL) else tr("Give one short line")


def _check_option(text: str) -> str:
    return "" if not text or (is_one_line(text, _LONGEST_OPTION) and " " not in text) else tr("Give one short word")
