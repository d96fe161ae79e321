"""The one primary button of the panel, and beside it the menu of forms that it can copy in."""

from collections.abc import Callable
from datetime import timedelta

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QWidget

from vacancy.domain.catalog import EntryKey
from vacancy.domain.copy_forms import CopyForm, copy_text
from vacancy.views.accent import prominent
from vacancy.views.announcing import announce
from vacancy.views.copy_words import add_forms
from vacancy.views.glyphs import Glyph, glyph_icon
from vacancy.views.looks import scaled
from vacancy.views.tips import literal_tip
from vacancy.views.widgets import MILLISECOND, UNIT, button
from vacancy.words import shortened, tr

CONFIRMED_FOR = timedelta(seconds=2)
_TEXT = 26
"""Longest text on the button; what is copied stands whole in its tooltip."""

Act = Callable[[], None]
"""What the button does now."""


class CopyButton(QWidget):
    """Copies the recommended model in the form chosen last; where none is recommended, it does what helps instead.

    Signals: `copy_requested(EntryKey)`, and `form_chosen(CopyForm)` before it when another form was chosen.
    """

    copy_requested = Signal(object)
    form_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.form = CopyForm.ID
        self._key: EntryKey | None = None
        self._act: Act | None = None
        self._label = ""
        self._confirmed = QTimer(self)
        self._confirmed.setSingleShot(True)
        self._confirmed.setInterval(CONFIRMED_FOR // MILLISECOND)
        self._confirmed.timeout.connect(self._say_label)
        self.main = button("", "", self)
        self.main.setDefault(True)
        self.main.clicked.connect(self._clicked)
        self.arrow = QToolButton(self)
        self.arrow.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.arrow.setToolTip(tr("Copy it in another form"))
        self.arrow.setAccessibleName(tr("Copy as"))
        self.arrow.setAccessibleDescription(self.arrow.toolTip())
        self.arrow.clicked.connect(self._show_forms)
        self.menu = QMenu(self)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(1)
        for each in (self.main, self.arrow):
            layout.addWidget(each, 0, Qt.AlignmentFlag.AlignVCenter)
        self._follow_look()

    def offer_copy(self, key: EntryKey) -> None:
        """Copy this model from now on."""
        self._key, self._act = key, None
        text = copy_text(key, self.form)
        self._say(tr("Copy {text}", text=shortened(text, _TEXT)), tr("Copy to the clipboard: {text}", text=text))

    def offer(self, label: str, description: str, act: Act) -> None:
        """Nothing is there to be copied; do this instead."""
        self._key, self._act = None, act
        self._say(label, description)

    def offer_nothing(self) -> None:
        """Nothing would help: there is no button."""
        self._key = self._act = None
        self._say("", "")

    def use_form(self, form: CopyForm) -> None:
        """Copy in this form from now on."""
        self.form = form
        if self._key is not None:
            self.offer_copy(self._key)

    def confirm(self, key: EntryKey) -> None:
        """Say in place, for a moment, what was copied."""
        said = _copied(key, self.form)
        self.main.setText(_escaped(said))
        self.main.show()
        announce(self.main, said)
        self._confirmed.start()

    def forget(self) -> None:
        """What was confirmed is over."""
        self._confirmed.stop()
        self._say_label()

    def changeEvent(self, event: QEvent) -> None:
        """Qt: the sign and the bold words follow the palette and the font."""
        if event.type() in {QEvent.Type.PaletteChange, QEvent.Type.FontChange}:
            self._follow_look()
        super().changeEvent(event)

    def _follow_look(self) -> None:
        palette = prominent(self.palette(), self.style())
        height = self.fontMetrics().height()
        self.main.setFont(scaled(self.font(), 1.0, bold=True))
        self.arrow.setIcon(glyph_icon(Glyph.DOWN, palette))
        self.arrow.setFixedWidth(2 * height)
        for each in (self.main, self.arrow):
            each.setMinimumHeight(2 * height + UNIT)
            each.setPalette(palette)

    def _say(self, label: str, description: str) -> None:
        self._label = label
        self.main.setToolTip(literal_tip(description))
        self.main.setAccessibleDescription(description)
        self.arrow.setVisible(self._key is not None)
        if not self._confirmed.isActive():
            self._say_label()

    def _say_label(self) -> None:
        if self._key is not None:  # wide enough for both, so that nothing moves when it was copied
            self.main.setText(_escaped(_copied(self._key, self.form)))
            wide = self.main.sizeHint().width()
            self.main.setText(_escaped(self._label))
            self.main.setMinimumWidth(max(wide, self.main.sizeHint().width()))
        else:
            self.main.setText(_escaped(self._label))
            self.main.setMinimumWidth(0)
        self.main.setVisible(bool(self._label))

    def _clicked(self) -> None:
        if self._key is not None:
            self.copy_requested.emit(self._key)
        elif self._act is not None:
            self._act()

    def _choose(self, key: EntryKey, form: CopyForm) -> None:
        if form is not self.form:
            self.use_form(form)
            self.form_chosen.emit(form)
        self.copy_requested.emit(key)

    def _show_forms(self) -> None:
        """Offer the forms of the model that is recommended now, also when another one is before one is chosen."""
        if self._key is None:
            return
        key = self._key
        self.menu.clear()
        add_forms(self.menu, key, self.form, lambda form: self._choose(key, form))
        # popup, not exec: it returns at once and runs no loop of its own.
        self.menu.popup(self.arrow.mapToGlobal(self.arrow.rect().bottomLeft()))


def _copied(key: EntryKey, form: CopyForm) -> str:
    return tr("Copied {text}", text=shortened(copy_text(key, form), _TEXT))


def _escaped(text: str) -> str:
    """A text for a button, whose ampersands are no shortcuts."""
    return text.replace("&", "&&")
