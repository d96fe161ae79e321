"""The head of the panel: the answer in one sentence, why, how old it is, and the one primary button."""

from collections.abc import Callable
from datetime import datetime, timedelta, tzinfo

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from vacancy.domain.catalog import EntryKey
from vacancy.domain.lamp import lamp_for
from vacancy.domain.recommendation import Because
from vacancy.domain.snapshot import Snapshot
from vacancy.views import present, waiting_words
from vacancy.views.widgets import MILLISECOND, UNIT, Heading, LampView, MutedLabel, TextLabel, button, scaled
from vacancy.words import shortened, tr

CONFIRMED_FOR = timedelta(seconds=2)
_NAME_ON_BUTTON = 26

Act = Callable[[], None]
"""What the primary button does now."""


class Head(QWidget):
    """The top of the panel.

    Signals: `copy_requested(EntryKey)`, `watch_requested(EntryKey, bool)`, `settings_requested()`,
    `welcome_requested()`.
    """

    copy_requested = Signal(object)
    watch_requested = Signal(object, bool)
    settings_requested = Signal()
    welcome_requested = Signal()

    def __init__(self, *, zone: tzinfo, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._zone = zone
        self._act: Act = self.welcome_requested.emit
        self._preferred: EntryKey | None = None
        self._label = ""
        self._confirmed = QTimer(self)
        self._confirmed.setSingleShot(True)
        self._confirmed.setInterval(CONFIRMED_FOR // MILLISECOND)
        self._confirmed.timeout.connect(self._label_button)
        self._build()

    def show_snapshot(self, snapshot: Snapshot, now: datetime) -> None:
        """Show the answer; the button does what helps most."""
        self.lamp.show_lamp(lamp_for(snapshot))
        self.sentence.say(present.sentence(snapshot))
        self.reason.say(present.explain_recommendation(snapshot, now, self._zone))
        self.age.say(present.age_line(snapshot, now, self._zone))
        self._offer(snapshot)
        self._offer_wait(snapshot, now)

    def confirm_copy(self, key: EntryKey, *, copied: bool) -> None:
        """Say in place whether it was copied; when not, offer the text selected."""
        self._show_by_hand(wanted=not copied)
        if copied:
            self.primary.setText(tr("Copied {model}", model=shortened(key.model, _NAME_ON_BUTTON)))
            self.primary.show()
            self._confirmed.start()
            return
        self.by_hand_text.setText(key.model)
        self.by_hand_text.setFocus()
        self.by_hand_text.selectAll()

    @property
    def room_to_grow(self) -> int:
        """Height that a longer sentence and the offer to wait will need, once something is wrong."""
        lines = self.sentence.fontMetrics().lineSpacing() + self.reason.fontMetrics().lineSpacing()
        return lines + self.tell.sizeHint().height() + 2 * UNIT

    def forget_copy(self) -> None:
        """Nobody looks any more: what was said about the last copy is over."""
        self._show_by_hand(wanted=False)

    def _show_by_hand(self, *, wanted: bool) -> None:
        self.by_hand.setVisible(wanted)
        self.by_hand_text.setVisible(wanted)

    def _build(self) -> None:
        self.lamp = LampView(32, self)
        self.sentence = Heading("", self)
        self.reason = TextLabel("", self)
        self.age = MutedLabel("", self)
        self.primary = button("", "", self)
        self.primary.setFont(scaled(self.font(), 1.0, bold=True))
        self.primary.setDefault(True)
        self.primary.clicked.connect(self._clicked)
        self.tell = QCheckBox(self)
        self.tell.clicked.connect(self._wait_clicked)
        self.tell.hide()
        self.by_hand = TextLabel(tr("Not copied: the desktop refused. The name is selected, press Ctrl+C."), self)
        self.by_hand_text = QLineEdit(self)
        self.by_hand_text.setReadOnly(True)
        self.by_hand_text.setAccessibleName(tr("Name of the model, to be copied by hand"))
        self._show_by_hand(wanted=False)
        words = QVBoxLayout()
        words.setSpacing(UNIT)
        for part in (self.sentence, self.reason, self.age):
            words.addWidget(part)
        top = QHBoxLayout()
        top.setSpacing(3 * UNIT)
        top.addWidget(self.lamp, 0, Qt.AlignmentFlag.AlignTop)
        top.addLayout(words, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2 * UNIT)
        layout.addLayout(top)
        primary = QHBoxLayout()
        primary.addSpacing(self.lamp.sizeHint().width() + 3 * UNIT)
        primary.addWidget(self.primary)
        primary.addStretch(1)
        layout.addLayout(primary)
        wait = QHBoxLayout()
        wait.addSpacing(self.lamp.sizeHint().width() + 3 * UNIT)
        wait.addWidget(self.tell)
        wait.addStretch(1)
        layout.addLayout(wait)
        layout.addWidget(self.by_hand)
        layout.addWidget(self.by_hand_text)

    def _offer(self, snapshot: Snapshot) -> None:
        recommendation = snapshot.recommendation
        if recommendation.key is not None:
            key = recommendation.key
            self._act = lambda: self.copy_requested.emit(key)
            self._label = tr("Copy {model}", model=shortened(key.model, _NAME_ON_BUTTON))
            self.primary.setToolTip(tr("Copy the name {model}", model=key.model))
        elif recommendation.because is Because.NOTHING_LISTED:
            self._act, self._label = self.welcome_requested.emit, tr("Set up Vacancy")
            self.primary.setToolTip(tr("Choose a connection and the models to watch"))
        elif recommendation.because is Because.NEEDS_USER:
            self._act, self._label = self.settings_requested.emit, tr("Open Settings")
            self.primary.setToolTip(tr("Set a key, or choose other models"))
        else:
            self._label = ""
        self.primary.setAccessibleDescription(self.primary.toolTip())
        if not self._confirmed.isActive():
            self._label_button()

    def _offer_wait(self, snapshot: Snapshot, now: datetime) -> None:
        """The preferred model is away: offer to tell when it is back."""
        preferred = snapshot.verdict(snapshot.recommendation.preferred)
        self.tell.setVisible(preferred is not None and waiting_words.is_offered(preferred))
        if preferred is None:
            return
        self._preferred = preferred.key
        text = waiting_words.offer_and_state(preferred, now, self._zone)
        self.tell.setText(text.replace("&", "&&"))
        self.tell.setAccessibleName(text)
        self.tell.setToolTip(tr("It is asked oftener meanwhile, and you are told once"))
        self.tell.setChecked(preferred.awaited)

    def _wait_clicked(self, wanted: bool) -> None:  # noqa: FBT001 - a slot
        self.watch_requested.emit(self._preferred, wanted)

    def _label_button(self) -> None:
        self.primary.setText(self._label)
        self.primary.setVisible(bool(self._label))

    def _clicked(self) -> None:
        self._act()
