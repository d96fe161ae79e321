"""The window for a pasted error: a box for the text, and below it what it means and what to do."""

from collections.abc import Callable
from datetime import timedelta

from PySide6.QtCore import QSize, QTimer, Signal
from PySide6.QtGui import QShowEvent, QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from vacancy.views.explanation import Explanation
from vacancy.views.framed_window import FramedWindow
from vacancy.views.widgets import MILLISECOND, Heading, MutedLabel, TextLabel, button
from vacancy.words import plain, tr

SETTLED_AFTER = timedelta(milliseconds=250)
"""How long nobody types before the text is judged."""
CONFIRMED_FOR = timedelta(seconds=2)
_WIDTH_IN_CHARACTERS = 76
_LINES = 8

Explain = Callable[[str], Explanation | None]
"""What a text means; None where there is nothing to judge. Quick, pure, and total."""


class ExplainWindow(FramedWindow):
    """Answers while the user types or pastes. What is in the box is sent nowhere and kept nowhere.

    Signals: `copy_requested(str)` with both lines of the answer.
    """

    copy_requested = Signal(str)

    def __init__(self, explain: Explain, parent: QWidget | None = None) -> None:
        super().__init__(tr("Vacancy - Explain an error"), parent)
        self._explain = explain
        self._found: Explanation | None = None
        self._settled = QTimer(self, singleShot=True, interval=SETTLED_AFTER // MILLISECOND)
        self._settled.timeout.connect(self.judge)
        self._confirmed = QTimer(self, singleShot=True, interval=CONFIRMED_FOR // MILLISECOND)
        self._confirmed.timeout.connect(self._label_copy)
        self.heading.say(tr("What does this error mean?"))
        self._build()
        self._add_buttons()
        self.judge()

    def confirm_copy(self, *, copied: bool) -> None:
        """Say in place whether the clipboard has it."""
        self.copy.setText(tr("Copied") if copied else tr("Not copied"))
        self._confirmed.start()

    def _build(self) -> None:
        self.box = QPlainTextEdit(self)
        self.box.setAccessibleName(tr("The error"))
        self.box.setPlaceholderText(tr("Paste it here: a message, a line of a log, JSON, or a whole answer"))
        self.box.setTabChangesFocus(True)
        # Breaking words anywhere takes Qt seconds for a line without spaces, and the square of it for a longer one.
        self.box.setWordWrapMode(QTextOption.WrapMode.WordWrap)
        self.box.setMinimumSize(self.wide(_WIDTH_IN_CHARACTERS), self.fontMetrics().lineSpacing() * _LINES)
        self.box.textChanged.connect(self._settled.start)
        self.answer = Heading("", self)
        self.advice = TextLabel("", self)
        self.said = MutedLabel("", self)
        self.content.addWidget(self.box, 1)
        for part in (self.answer, self.advice, self.said):
            self.content.addWidget(part)

    def _add_buttons(self) -> None:
        self.copy = button(tr("Copy answer"), tr("Copy both lines of the answer"), self)
        self.close_button = button(tr("Close"), tr("Close this window (Esc)"), self)
        self.copy.clicked.connect(self._ask_to_copy)
        self.close_button.clicked.connect(self.close)
        self.buttons.addWidget(self.copy)
        self.buttons.addStretch(1)
        self.buttons.addWidget(self.close_button)

    def judge(self) -> None:
        """Answer what stands in the box, now."""
        self._found = found = self._explain(self.box.toPlainText())
        self.copy.setEnabled(found is not None)
        if found is None:
            self.answer.say("")
            self.advice.say("")
            self.said.say(tr("It is judged here, and neither sent nor kept."))
            return
        self.answer.say(found.title)
        self.advice.say(found.advice)
        said = found.outcome.detail
        self.said.say(tr("They said: {said}", said=plain(said)) if said else "")

    def _ask_to_copy(self) -> None:
        if self._found is not None:
            self.copy_requested.emit(str(self._found))

    def _label_copy(self) -> None:
        self.copy.setText(tr("Copy answer"))

    def showEvent(self, event: QShowEvent) -> None:
        """Be ready for a paste at once."""
        super().showEvent(event)
        self.box.setFocus()
        self.box.selectAll()

    def sizeHint(self) -> QSize:
        """As wide as a line of an error, as tall as the words need."""
        return QSize(self.wide(_WIDTH_IN_CHARACTERS), super().sizeHint().height())
