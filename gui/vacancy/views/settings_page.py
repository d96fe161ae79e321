"""What every page of the settings can do, and the column that most of them are."""

from collections.abc import Iterable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vacancy.domain.preferences import Preferences
from vacancy.views.fields import ChoiceField, TextField
from vacancy.views.framed_window import Scroll
from vacancy.views.widgets import UNIT

_LEAST_LINES = 10
"""Of a form that scrolls beside a list."""


class SettingsPage(QWidget):
    """A part of the settings as a form.

    Signals: `changed()` when the user changed anything.
    """

    changed = Signal()

    def load(self, preferences: Preferences) -> None:
        """Show these settings; what is shown already keeps its place and its cursor."""
        raise NotImplementedError

    def valid(self) -> bool:
        """Nothing on this page is wrong; what is, is said under its field."""
        return True

    def put_into(self, preferences: Preferences) -> Preferences:
        """The settings with what stands on this page; ask `valid` first."""
        raise NotImplementedError

    def column(self, parts: Iterable[QWidget]) -> None:
        """Stand the parts below each other, and hear of every change in their fields."""
        layout = QVBoxLayout(self)
        layout.setSpacing(3 * UNIT)
        for part in parts:
            layout.addWidget(part)
            if isinstance(part, TextField):
                part.line.textEdited.connect(self.changed)
            elif isinstance(part, ChoiceField):
                part.picked.connect(self.changed)
        layout.addStretch(1)


def all_valid(fields: Iterable[TextField]) -> bool:
    """Every field is right; each that is not says so."""
    return not [field for field in fields if not field.valid()]


def inner_scroll(part: QWidget, page: QWidget) -> Scroll:
    """Room for a form beside a list: it scrolls by itself, so that the list and its buttons stay in sight."""
    scroll = Scroll(part, page)
    scroll.setMinimumHeight(page.fontMetrics().lineSpacing() * _LEAST_LINES)
    return scroll
