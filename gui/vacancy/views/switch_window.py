"""The window that shows what a switch would change, before anything is written, and says what became of it."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFontDatabase, QShowEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from vacancy.views import switch_words
from vacancy.views.framed_window import FramedWindow
from vacancy.views.looks import bold
from vacancy.views.switch_words import SwitchOffer
from vacancy.views.widgets import ErrorLabel, MutedLabel, TextLabel, button
from vacancy.words import plain, tr

_WIDTH_IN_CHARACTERS = 70
_MOST_LINES = 12
_READ_BY_MOUSE_AND_KEYBOARD = (
    Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
)
"""Read only as such shows no cursor, and then nobody sees that it has the focus."""
_PATH = 200
_KEEPS_TOGETHER = "\N{WORD JOINER}"
"""A line may break after a slash, but not in the name of a command such as /model."""


class SwitchWindow(FramedWindow):
    """Asks once, and stays to say what was done.

    Signals: `agreed()`, after which the app writes; `undo_requested()`.
    """

    agreed = Signal()
    undo_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Vacancy - Switch"), parent)
        self.file = MutedLabel("", self)
        self.lines = QPlainTextEdit(self)
        self.lines.setReadOnly(True)
        self.lines.setTextInteractionFlags(_READ_BY_MOUSE_AND_KEYBOARD)
        self.lines.setTabChangesFocus(True)
        self.lines.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.lines.setAccessibleName(tr("The lines that change"))
        self.notes = TextLabel("", self)
        self.refusal = ErrorLabel(self)
        self.content.addWidget(self.file)
        self.content.addWidget(self.lines, 1)
        self.content.addWidget(self.notes)
        self.content.addWidget(self.refusal)
        self.content.addStretch(0)
        self._add_buttons()

    def ask(self, offer: SwitchOffer) -> None:
        """Show a change, and wait for agreement."""
        self.heading.say(switch_words.question(offer))
        self.file.say(tr("This changes in {file}:", file=plain(offer.file, _PATH)))
        self.lines.setPlainText(offer.diff)
        rows = min(offer.diff.count("\n") + 2, _MOST_LINES)
        self.lines.setMinimumHeight(self.lines.fontMetrics().lineSpacing() * rows + 2 * self.lines.frameWidth())
        self.lines.show()
        self._conclude(notes=offer.notes, may_agree=True, may_undo=False)

    def say_done(self, sentence: str, notes: tuple[str, ...] = ()) -> None:
        """It is written, and can be taken back."""
        self._answer(sentence, notes, may_undo=True)

    def say(self, sentence: str) -> None:
        """Nothing is left to do or to take back: it is set already, or was put back."""
        self._answer(sentence, (), may_undo=False)

    def refuse(self, title: str, message: str) -> None:
        """It cannot be done, and nothing was changed."""
        self._answer(title, (), may_undo=False)
        self.refusal.say(message)

    def _answer(self, sentence: str, notes: tuple[str, ...], *, may_undo: bool) -> None:
        self.heading.say(sentence)
        self.file.say("")
        self.lines.hide()
        self._conclude(notes=notes, may_agree=False, may_undo=may_undo)

    def _conclude(self, *, notes: tuple[str, ...], may_agree: bool, may_undo: bool) -> None:
        self.refusal.say("")
        self.notes.say("\n".join(notes).replace(" /", f" /{_KEEPS_TOGETHER}"))
        # Without the lines their room is left below the words.
        self.content.setStretch(self.content.count() - 1, 0 if may_agree else 1)
        self.switch.setVisible(may_agree)
        self.undo.setVisible(may_undo)
        self.close_button.setText(tr("Cancel") if may_agree else tr("Close"))
        (self.switch if may_agree else self.close_button).setFocus()

    def _add_buttons(self) -> None:
        self.switch = button(tr("Switch"), tr("Write this change; a copy of the file is kept"), self)
        self.switch.setFont(bold())
        self.undo = button(tr("Undo"), tr("Put the file back as it was"), self)
        self.close_button = button(tr("Cancel"), tr("Close this window (Esc)"), self)
        self.switch.clicked.connect(self.agreed)
        self.undo.clicked.connect(self.undo_requested)
        self.close_button.clicked.connect(self.close)
        self.buttons.addStretch(1)
        for each in (self.switch, self.undo, self.close_button):
            self.buttons.addWidget(each)

    def showEvent(self, event: QShowEvent) -> None:
        """Whoever presses Enter agrees to what is shown, whoever presses Esc does not."""
        super().showEvent(event)
        (self.switch if self.switch.isVisible() else self.close_button).setFocus()

    def sizeHint(self) -> QSize:
        """As wide as a line of settings, as tall as the words need."""
        return QSize(self.wide(_WIDTH_IN_CHARACTERS), super().sizeHint().height())
