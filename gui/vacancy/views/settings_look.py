"""The settings page of the look: the icon's style with a live preview, the language, and the start at login."""

from dataclasses import replace

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QGridLayout, QSizePolicy, QWidget

from vacancy.desktop.icons import PANELS, color_of
from vacancy.domain.lamp import Lamp
from vacancy.domain.preferences import AppearancePreferences, IconStyle, LanguageChoice, Preferences
from vacancy.views.fields import ChoiceField
from vacancy.views.looks import draw_lamp
from vacancy.views.settings_page import SettingsPage
from vacancy.views.widgets import UNIT, MutedLabel, TextLabel
from vacancy.words import mark, tr

_COLUMNS = 2
_LAMP = 16
_ROUND = 4.0

LAMP_NAMES = {
    Lamp.AVAILABLE: mark("available"),
    Lamp.OTHER: mark("another one works"),
    Lamp.FULL: mark("full"),
    Lamp.LIMITED: mark("your own limit"),
    Lamp.UNSTABLE: mark("unstable or slow"),
    Lamp.FAILING: mark("failing"),
    Lamp.BLOCKED: mark("needs you"),
    Lamp.UNKNOWN: mark("not known"),
    Lamp.OFFLINE: mark("offline"),
    Lamp.PAUSED: mark("paused"),
}
"""What each lamp says, in a word or two; a test holds it to be total."""


class LookPage(SettingsPage):
    """How Vacancy looks, and whether it starts with the desktop.

    Signals: `login_wanted(bool)` at once, because the desktop keeps that and not the file.
    """

    login_wanted = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.style_field = ChoiceField[IconStyle](
            tr("Tray &icon"), tr("Its shape says the state in every style."), _style_texts(), self
        )
        self.preview = LampPreview(self)
        self.language = ChoiceField[LanguageChoice](
            tr("&Language"), tr("Of the windows, the tray and the notifications; the command line stays English."),
            _language_texts(), self,
        )  # fmt: skip
        self.login = QCheckBox(tr("&Start Vacancy when I log in"), self)
        self.login_reason = MutedLabel(tr("Done at once, without Save: your desktop keeps it."), self)
        self.login.setAccessibleDescription(self.login_reason.text())
        self.column((self.style_field, self.preview, self.language, self.login, self.login_reason))
        self.style_field.picked.connect(lambda: self.preview.show_style(self.style_field.value))
        self.login.clicked.connect(self.login_wanted)

    def load(self, preferences: Preferences) -> None:
        """Show how it looks."""
        self.style_field.choose(preferences.appearance.icon_style)
        self.language.choose(preferences.appearance.language)
        self.preview.show_style(preferences.appearance.icon_style)

    def put_into(self, preferences: Preferences) -> Preferences:
        """The settings with this look."""
        return replace(preferences, appearance=AppearancePreferences(self.style_field.value, self.language.value))


class LampPreview(QWidget):
    """Every lamp in one style, on a light and on a dark panel, with its word."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.samples = tuple(_Sample(lamp, self) for lamp in Lamp)
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setHorizontalSpacing(2 * UNIT)
        layout.setVerticalSpacing(UNIT)
        rows = -(-len(self.samples) // _COLUMNS)
        for place, sample in enumerate(self.samples):
            row, column = place % rows, 2 * (place // rows)
            layout.addWidget(sample, row, column)
            layout.addWidget(TextLabel(tr(LAMP_NAMES[sample.lamp]), self, wrap=False), row, column + 1)
        layout.setColumnStretch(2 * _COLUMNS, 1)
        layout.setColumnMinimumWidth(1, 0)

    def show_style(self, style: IconStyle) -> None:
        """Colour all of them in that style."""
        for sample in self.samples:
            sample.show_style(style)


class _Sample(QWidget):
    """One lamp on both panels; its word stands beside it."""

    def __init__(self, lamp: Lamp, parent: QWidget) -> None:
        super().__init__(parent)
        self.lamp = lamp
        self._style = IconStyle.QUIET
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_style(self, style: IconStyle) -> None:
        """Another style."""
        self._style = style
        self.update()

    def sizeHint(self) -> QSize:
        """Two grounds side by side, which grow with the text in whole steps of the drawing's grid."""
        side = self._side()
        return QSize(2 * side + UNIT, side)

    def _side(self) -> int:
        return self._lamp_size() + 3 * UNIT

    def _lamp_size(self) -> int:
        return _LAMP * max(1, round(QFontMetrics(self.font()).height() / _LAMP))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw both."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side, size = self._side(), self._lamp_size()
        for place, ground in enumerate(PANELS):
            left = place * (side + UNIT)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(ground))
            painter.drawRoundedRect(QRect(left, 0, side, side), _ROUND, _ROUND)
            color = color_of(self.lamp, style=self._style, dark_panel=place == 1)
            edge = (side - size) // 2
            draw_lamp(painter, self.lamp, QRect(left + edge, edge, size, size), color)
        painter.end()


def _style_texts() -> tuple[tuple[IconStyle, str], ...]:
    return (
        (IconStyle.QUIET, tr("colour only when something is wrong")),
        (IconStyle.COLOR, tr("always in colour")),
        (IconStyle.CLASSIC, tr("as a traffic light: green, amber, red")),
        (IconStyle.MONO, tr("never in colour")),
    )


def _language_texts() -> tuple[tuple[LanguageChoice, str], ...]:
    # Languages are written in themselves, so that whoever reads no other finds theirs.
    return (
        (LanguageChoice.SYSTEM, tr("the system's")),
        (LanguageChoice.ENGLISH, "English"),
        (LanguageChoice.CHINESE, "简体中文"),
    )
