"""The settings page of the user's absence: how much is asked while nobody looks, or while it would cost."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QVBoxLayout, QWidget

from vacancy.domain.presence import LESS, PresencePreferences, Restraint
from vacancy.views.fields import Field
from vacancy.views.widgets import UNIT, TextLabel
from vacancy.words import tr


class PresencePage(QWidget):
    """What a locked screen, an idle machine, a battery and a metered network change.

    Signals: `changed()`.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.locked, self.idle = _choice(self), _choice(self)
        self.on_battery, self.metered = _choice(self), _choice(self)
        back = TextLabel(
            tr("When you unlock the screen, or the machine wakes or is online again, all are asked once. "
               "While it sleeps or is offline nothing is sent."),
            self,
        )  # fmt: skip
        fields = (
            Field(tr("While the screen is &locked"), _less(), self.locked),
            Field(tr("While nobody touches the &machine"), tr("For as long as your desktop calls idle."), self.idle),
            Field(tr("On &battery"), tr("A few hundred small questions a day are hardly felt."), self.on_battery),
            Field(tr("On a metered &network"), tr("A question is a few kilobytes, the page more."), self.metered),
        )
        layout = QVBoxLayout(self)
        layout.setSpacing(3 * UNIT)
        for part in (*fields, back):
            layout.addWidget(part)
        layout.addStretch(1)
        for box in (self.locked, self.idle, self.on_battery, self.metered):
            box.activated.connect(lambda _place: self.changed.emit())

    def load(self, presence: PresencePreferences) -> None:
        """Show these settings."""
        for box, restraint in (
            (self.locked, presence.locked), (self.idle, presence.idle),
            (self.on_battery, presence.on_battery), (self.metered, presence.metered),
        ):  # fmt: skip
            box.setCurrentIndex([offered for offered, _ in _restraint_texts()].index(restraint))

    @property
    def presence(self) -> PresencePreferences:
        """The settings as they stand."""
        return PresencePreferences(
            locked=_chosen(self.locked),
            idle=_chosen(self.idle),
            on_battery=_chosen(self.on_battery),
            metered=_chosen(self.metered),
        )


def _choice(parent: QWidget) -> QComboBox:
    box = QComboBox(parent)
    for restraint, text in _restraint_texts():
        box.addItem(text, restraint)
    return box


def _chosen(box: QComboBox) -> Restraint:
    return _restraint_texts()[box.currentIndex()][0]


def _less() -> str:
    return tr("Less: one question instead of {n}, and none to the models in reserve. What you wait for is asked as "
              "ever.", n=LESS)  # fmt: skip


def _restraint_texts() -> tuple[tuple[Restraint, str], ...]:
    return (
        (Restraint.NONE, tr("ask as ever")),
        (Restraint.LESS, tr("ask less")),
        (Restraint.PAUSE, tr("ask nothing")),
    )
