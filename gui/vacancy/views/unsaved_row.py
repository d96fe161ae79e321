"""The question about what was not saved: a row in the window, never a box in front of it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from vacancy.views.widgets import UNIT, TextLabel, button
from vacancy.words import tr


class UnsavedRow(QWidget):
    """Not saved: save, discard, or keep editing.

    Signals: `save_wanted()`, `discarded()`.
    """

    save_wanted = Signal()
    discarded = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.is_saving = False
        """Save was chosen here, so the window closes when it is done."""
        self.is_discarding = False
        self.save = button(tr("Save and close"), tr("Write these settings, then close"), self)
        self.discard = button(tr("Discard"), tr("Close, and forget what was changed"), self)
        self.stay = button(tr("Keep editing"), tr("Go on (Esc)"), self)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2 * UNIT)
        layout.addWidget(TextLabel(tr("Not saved:"), self, wrap=False))
        for each in (self.save, self.discard, self.stay):
            layout.addWidget(each)
        layout.addStretch(1)
        self.hide()
        self.save.clicked.connect(self._save)
        self.discard.clicked.connect(self._discard)
        self.stay.clicked.connect(self.hide)

    def ask_or_hide(self, *, can_save: bool) -> None:
        """Ask, with the keyboard on the first answer; asked a second time, go on editing."""
        if not self.isHidden():
            self.hide()
            return
        self.show_possible(can_save=can_save)
        self.show()
        (self.save if can_save else self.stay).setFocus()

    def show_possible(self, *, can_save: bool) -> None:
        """Offer Save only where it would be taken."""
        self.save.setEnabled(can_save)

    def _save(self) -> None:
        self.is_saving = True
        self.save_wanted.emit()
        self.is_saving = False

    def _discard(self) -> None:
        self.is_discarding = True
        self.discarded.emit()
        self.is_discarding = False
