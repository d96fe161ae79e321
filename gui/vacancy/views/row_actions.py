"""What can be done with one row of the panel: as buttons in the row, and as a menu."""

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QWidget

from vacancy.domain.copy_forms import CopyForm
from vacancy.views.copy_words import add_forms
from vacancy.views.glyphs import Glyph, glyph_icon
from vacancy.views.model_rows import Row
from vacancy.views.tips import literal_tip
from vacancy.words import shortened, tr

_NAME = 60
"""Longest model name in the menu."""


class RowActions(QWidget):
    """Copy, wait, check, pause and explain, for the row that has the pointer or the focus."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.tell, self.copy, self.check, self.pause, self.why = (QToolButton(self) for _ in range(5))
        self.all_buttons = (self.tell, self.copy, self.check, self.pause, self.why)
        self._resumes = False
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for each in self.all_buttons:
            each.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            each.setAutoRaise(True)
            layout.addWidget(each)
        self.tell.setCheckable(True)
        self._paint_signs()
        self.hide()

    def show_for(self, row: Row) -> None:
        """Name the buttons after the row, for those who hear them and those who point at them."""
        if row.paused is not self._resumes:
            self._resumes = row.paused
            self._paint_signs()
        self.check.setEnabled(not row.paused)  # paused means that nothing is sent
        self.tell.setVisible(row.may_wait)
        self.tell.setChecked(row.awaited)
        for each, words in (
            (self.copy, tr("Copy {model}", model=row.key.model)),
            (self.check, tr("Ask {name} once, now", name=row.name)),
            (self.pause, _pause_words(row)),
            (self.tell, row.offer),
            (self.why, tr("Why: all that is known of {name}", name=row.name)),
        ):
            each.setAccessibleName(words)
            each.setToolTip(literal_tip(words))

    @property
    def has_focus(self) -> bool:
        """One of the buttons has the focus."""
        return any(each.hasFocus() for each in self.all_buttons)

    def changeEvent(self, event: QEvent) -> None:
        """Qt: the signs follow the palette and the size of the text."""
        if event.type() in {QEvent.Type.PaletteChange, QEvent.Type.FontChange}:
            self._paint_signs()
        super().changeEvent(event)

    def _paint_signs(self) -> None:
        side = 16 * max(1, round(self.fontMetrics().height() / 16))
        for each, glyph in (
            (self.copy, Glyph.COPY),
            (self.tell, Glyph.TELL),
            (self.check, Glyph.CHECK),
            (self.pause, Glyph.RESUME if self._resumes else Glyph.PAUSE),
            (self.why, Glyph.WHY),
        ):
            each.setIcon(glyph_icon(glyph, self.palette()))
            each.setIconSize(QSize(side, side))


class RowMenu(QMenu):
    """Everything that can be done with a row, in words. It goes away with its closing.

    Signals: `copy_chosen(CopyForm | None)` with None for the form in use, `check_chosen()`, `pause_chosen()`,
    `tell_chosen()`, `why_chosen()`.
    """

    copy_chosen = Signal(object)
    check_chosen = Signal()
    pause_chosen = Signal()
    tell_chosen = Signal()
    why_chosen = Signal()

    def __init__(self, row: Row, form: CopyForm, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        copy = self.addAction(tr("Copy {model}", model=shortened(row.key.model, _NAME)).replace("&", "&&"))
        copy.triggered.connect(lambda: self.copy_chosen.emit(None))
        self.forms = self.addMenu(tr("Copy as"))
        add_forms(self.forms, row.key, form, self.copy_chosen.emit)
        check = self.addAction(tr("Check now"))
        check.setEnabled(not row.paused)
        check.triggered.connect(self.check_chosen)
        pause = self.addAction(tr("Resume") if row.paused else tr("Pause"))
        pause.triggered.connect(self.pause_chosen)
        if row.may_wait:
            tell = self.addAction(row.offer.replace("&", "&&"))
            tell.setCheckable(True)
            tell.setChecked(row.awaited)
            tell.triggered.connect(self.tell_chosen)
        why = self.addAction(tr("Why?"))
        why.triggered.connect(self.why_chosen)


def _pause_words(row: Row) -> str:
    return tr("Ask {name} again", name=row.name) if row.paused else tr("Stop asking {name}", name=row.name)
