"""Small widgets that all windows share. Lengths come from the font, so that larger text has room."""

from datetime import timedelta

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from vacancy.domain.lamp import Lamp
from vacancy.views.looks import draw_lamp, lamp_color, muted, scaled
from vacancy.words import tr

MILLISECOND = timedelta(milliseconds=1)
"""What Qt's timers count in."""
UNIT = 4
"""Distances are multiples of it, in device-independent pixels."""
MARGIN = 4 * UNIT
_HEADING = 1.3


class LampView(QWidget):
    """One lamp beside a text that says the same in words; a screen reader reads the text only."""

    def __init__(self, units: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lamp = Lamp.UNKNOWN
        self._units = units
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_lamp(self, lamp: Lamp) -> None:
        """Show another lamp; nothing is drawn when it is the same."""
        if lamp is not self._lamp:
            self._lamp = lamp
            self.update()

    @property
    def lamp(self) -> Lamp:
        """What is shown."""
        return self._lamp

    def sizeHint(self) -> QSize:
        """A square that grows with the text, in whole steps of the drawing's grid."""
        steps = max(1, round(QFontMetrics(self.font()).height() / 16))
        return QSize(self._units * steps, self._units * steps)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the lamp."""
        painter = QPainter(self)
        draw_lamp(painter, self._lamp, self.rect(), lamp_color(self._lamp, self.palette()))
        painter.end()


class TextLabel(QLabel):
    """A text for people: never markup, whoever wrote it; it wraps instead of being cut."""

    def __init__(self, text: str = "", parent: QWidget | None = None, *, wrap: bool = True) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(wrap)
        if wrap:
            self.setMinimumWidth(1)

    def say(self, text: str) -> None:
        """Show another text, and take no room for none."""
        if text != self.text():
            self.setText(text)
        self.setVisible(bool(text))


class Heading(TextLabel):
    """The title sentence of a window: larger than the text of what it stands in, also when that changes."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._enlarge()
        if parent is not None:
            # A size of its own is inherited from nobody, so nobody but the parent tells of a new one.
            parent.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Qt: the parent's text has another size or face."""
        if event.type() is QEvent.Type.FontChange:
            self._enlarge()
        return super().eventFilter(watched, event)

    def _enlarge(self) -> None:
        parent = self.parentWidget()
        self.setFont(scaled(parent.font() if parent else self.font(), _HEADING, bold=True))


class TintedLabel(TextLabel):
    """A text in a colour made from the palette, which follows it; subclasses know the colour."""

    def __init__(self, text: str = "", parent: QWidget | None = None, *, wrap: bool = True) -> None:
        super().__init__(text, parent, wrap=wrap)
        self.follow_palette()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette of the application."""
        if event.type() in {QEvent.Type.PaletteChange, QEvent.Type.ParentChange}:
            self.follow_palette()
        super().changeEvent(event)

    def follow_palette(self) -> None:
        """Take the colour that this text has on the palette of its window."""
        parent = self.parentWidget()
        color = self.tint(parent.palette() if parent else QPalette())
        palette = self.palette()
        if palette.color(QPalette.ColorRole.WindowText) != color:  # setting it tells about a change of palette again
            palette.setColor(QPalette.ColorRole.WindowText, color)
            self.setPalette(palette)

    def tint(self, palette: QPalette) -> QColor:
        """The colour of the text on that palette."""
        raise NotImplementedError


class MutedLabel(TintedLabel):
    """Secondary text."""

    def tint(self, palette: QPalette) -> QColor:
        """The colour of secondary text, measured on the usual light and dark palettes."""
        return muted(palette)


class ErrorLabel(TintedLabel):
    """What is wrong with the field above it; takes no room while nothing is."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.hide()

    def tint(self, palette: QPalette) -> QColor:
        """The tone of what is down, measured on light and dark."""
        return lamp_color(Lamp.FAILING, palette)


class Separator(QFrame):
    """A quiet line between two parts of a window."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.HLine)
        self.setFrameShadow(QFrame.Shadow.Plain)
        self.setForegroundRole(QPalette.ColorRole.Mid)


def button(text: str, description: str, parent: QWidget | None = None) -> QPushButton:
    """A button that says in its text what it does, and explains itself to whoever asks."""
    made = QPushButton(text, parent)
    made.setToolTip(description)
    made.setAccessibleDescription(description)
    made.setAutoDefault(True)
    return made


def side_by_side(*parts: QWidget) -> QHBoxLayout:
    """Parts in a row, each as wide as it needs, with what is left of the room behind them."""
    row = QHBoxLayout()
    row.setSpacing(2 * UNIT)
    for part in parts:
        row.addWidget(part)
    row.addStretch(1)
    return row


def clearable(line: QLineEdit) -> None:
    """Let a line be emptied by a button in it, which Qt leaves without a name."""
    line.setClearButtonEnabled(True)
    for clear in line.findChildren(QToolButton):
        clear.setAccessibleName(tr("Clear the search"))


class NameList(QListWidget):
    """A list of names; while it is empty it is not enabled, for nobody could see the focus in it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        rows = self.model()
        for changed in (rows.rowsInserted, rows.rowsRemoved, rows.modelReset):
            changed.connect(self._follow_count)
        self._follow_count()

    def _follow_count(self) -> None:
        self.setEnabled(self.count() > 0)
