"""The head of the panel: the answer in one sentence with the primary button beside it, then why, and how old it is."""

from datetime import datetime, tzinfo

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QCheckBox, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from vacancy.domain.catalog import EntryKey
from vacancy.domain.copy_forms import CopyForm, copy_text
from vacancy.domain.lamp import lamp_for
from vacancy.domain.recommendation import Because
from vacancy.domain.snapshot import Snapshot
from vacancy.views import present, waiting_words
from vacancy.views.copy_button import CopyButton
from vacancy.views.tips import literal_tip
from vacancy.views.widgets import UNIT, Heading, LampView, MutedLabel, TextLabel, button
from vacancy.words import tr

_LAMP = 44
"""As tall as a sentence of two lines."""
_LINES = 2
_MOST_LINES = 3
"""Lines that a sentence may need beside the button."""
_SEAMS = (" - ", "\N{FULLWIDTH COMMA}")
"""What stands between the two halves of a sentence, in one language or the other."""


class Headline(Heading):
    """The sentence as a sign of two lines: what is lost above, what works below. A short one stands in the middle."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setAlignment(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading)
        self._reserve()

    def say(self, text: str) -> None:
        """Show another sentence; a screen reader hears it in one piece."""
        self.setAccessibleName(text)
        seam = next((seam for seam in _SEAMS if seam in text), None)
        super().say(text if seam is None else text.replace(seam, "\n", 1))

    def changeEvent(self, event: QEvent) -> None:
        """Qt: larger words need more room."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._reserve()

    def _reserve(self) -> None:
        self.setMinimumHeight(_LINES * self.fontMetrics().lineSpacing())


class Head(QWidget):
    """The top of the panel.

    Signals: `copy_requested(EntryKey)`, `form_chosen(CopyForm)`, `use_requested(EntryKey)`,
    `watch_requested(EntryKey, bool)`, `settings_requested()`, `welcome_requested()`.
    """

    copy_requested = Signal(object)
    form_chosen = Signal(object)
    use_requested = Signal(object)
    watch_requested = Signal(object, bool)
    settings_requested = Signal()
    welcome_requested = Signal()

    def __init__(self, *, zone: tzinfo, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._zone = zone
        self._preferred: EntryKey | None = None
        self._recommended: EntryKey | None = None
        self._build()

    def show_snapshot(self, snapshot: Snapshot, now: datetime) -> None:
        """Show the answer; the button does what helps most."""
        self.lamp.show_lamp(lamp_for(snapshot))
        self.sentence.say(present.sentence(snapshot))
        self.reason.say(present.explain_recommendation(snapshot, now, self._zone))
        self.age.say(present.age_line(snapshot, now, self._zone))
        self._offer(snapshot)
        self._offer_wait(snapshot, now)
        self._place_button()

    def set_switch_offer(self, text: str, tooltip: str = "") -> None:
        """Offer to switch a tool to the recommended model, in these words; no words take the offer away."""
        self.use.setText(text.replace("&", "&&"))
        self.use.setToolTip(literal_tip(tooltip))
        self.use.setAccessibleDescription(tooltip)
        self._show_use()

    def use_form(self, form: CopyForm) -> None:
        """Copy in this form from now on."""
        self.copy.use_form(form)

    def confirm_copy(self, key: EntryKey, *, copied: bool) -> None:
        """Say in place whether it was copied; when not, offer the text selected."""
        self._show_by_hand(wanted=not copied)
        if copied:
            self.copy.confirm(key)
            return
        self.by_hand_text.setText(copy_text(key, self.copy.form))
        self.by_hand_text.setFocus()
        self.by_hand_text.selectAll()

    @property
    def room_to_grow(self) -> int:
        """Height that a longer reason and the offer to wait will need, once something is wrong."""
        longer = self.reason.fontMetrics().lineSpacing()
        waiting = 0 if self.tell.isVisibleTo(self) else self.tell.sizeHint().height() + 2 * UNIT
        return longer + waiting

    def forget_copy(self) -> None:
        """Nobody looks any more: what was said about the last copy is over."""
        self._show_by_hand(wanted=False)
        self.copy.forget()

    def _show_by_hand(self, *, wanted: bool) -> None:
        self.by_hand.setVisible(wanted)
        self.by_hand_text.setVisible(wanted)

    def _show_use(self) -> None:
        self.use.setVisible(bool(self.use.text()) and self._recommended is not None)

    def _build(self) -> None:
        self.lamp = LampView(_LAMP, self)
        self.sentence = Headline(self)
        self.copy = CopyButton(self)
        self.copy.copy_requested.connect(self.copy_requested)
        self.copy.form_chosen.connect(self.form_chosen)
        self.primary = self.copy.main
        self.reason = TextLabel("", self)
        self.age = MutedLabel("", self)
        self.tell = QCheckBox(self)
        self.tell.clicked.connect(self._wait_clicked)
        self.tell.hide()
        self.use = button("", "", self)
        self.use.clicked.connect(lambda: self.use_requested.emit(self._recommended))
        self.use.hide()
        self.by_hand = TextLabel(tr("Not copied: the desktop refused. The text is selected, press Ctrl+C."), self)
        self.by_hand_text = QLineEdit(self)
        self.by_hand_text.setReadOnly(True)
        self.by_hand_text.setAccessibleName(tr("What was to be copied, to be copied by hand"))
        self._show_by_hand(wanted=False)
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: where a narrow window leaves the sentence no room beside the button, the button goes below it."""
        super().resizeEvent(event)
        self._place_button()

    def _place_button(self) -> None:
        beside = self.width() - self.lamp.sizeHint().width() - self.copy.sizeHint().width() - 6 * UNIT
        fits = self.sentence.heightForWidth(beside) <= _MOST_LINES * self.sentence.fontMetrics().lineSpacing()
        direction = QBoxLayout.Direction.LeftToRight if fits else QBoxLayout.Direction.TopToBottom
        if direction is not self._answer.direction():
            self._answer.setDirection(direction)
            self._answer.setAlignment(self.copy, Qt.AlignmentFlag(0) if fits else Qt.AlignmentFlag.AlignLeading)
            self._layout.activate()  # at once, for whoever asks how tall this is now

    def _arrange(self) -> None:
        self._answer = answer = QHBoxLayout()
        answer.setSpacing(3 * UNIT)
        answer.addWidget(self.sentence, 1)
        answer.addWidget(self.copy)
        wait = QHBoxLayout()
        wait.setSpacing(3 * UNIT)
        wait.addWidget(self.tell)
        wait.addStretch(1)
        wait.addWidget(self.use)
        words = QVBoxLayout()
        words.setSpacing(UNIT)
        words.addLayout(answer)
        words.addWidget(self.reason)
        words.addWidget(self.age)
        words.addLayout(wait)
        words.addWidget(self.by_hand)
        words.addWidget(self.by_hand_text)
        self._layout = layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(3 * UNIT)
        layout.addWidget(self.lamp, 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(words, 1)

    def _offer(self, snapshot: Snapshot) -> None:
        recommendation = snapshot.recommendation
        self._recommended = recommendation.key
        if recommendation.key is not None:
            self.copy.offer_copy(recommendation.key)
        elif recommendation.because is Because.NOTHING_LISTED:
            description = tr("Choose a connection and the models to watch")
            self.copy.offer(tr("Set up Vacancy"), description, self.welcome_requested.emit)
        elif recommendation.because is Because.NEEDS_USER:
            description = tr("Set a key, or choose other models")
            self.copy.offer(tr("Open Settings"), description, self.settings_requested.emit)
        else:
            self.copy.offer_nothing()
        self._show_use()

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
        self.tell.setToolTip(waiting_words.tip(preferred))
        self.tell.setChecked(preferred.awaited)

    def _wait_clicked(self, wanted: bool) -> None:  # noqa: FBT001 - a slot
        self.watch_requested.emit(self._preferred, wanted)
