"""Small widgets that all windows share, and the one frame that they stand in.

Colours come from the palette or from the measured tones of the lamps, so that light, dark and high contrast work
and change while a window is open. Lengths come from the font, so that larger text has room.
"""

from datetime import timedelta

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeySequence, QPainter, QPaintEvent, QPalette, QShortcut
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from vacancy.desktop.icons import color_of, pixmap
from vacancy.domain.lamp import Lamp
from vacancy.domain.preferences import IconStyle
from vacancy.views.reading_order import visit_as_read
from vacancy.words import tr

MILLISECOND = timedelta(milliseconds=1)
"""What Qt's timers count in."""
UNIT = 4
"""Distances are multiples of it, in device-independent pixels."""
MARGIN = 4 * UNIT
_MUTED = 0.72
"""Share of the text colour in secondary text; 4.5:1 and more on the usual light and dark palettes."""
_DARK_BELOW = 128
_HEADING = 1.3
_PAGE_SHARE = 0.6
"""Share of the screen's height that a page may ask for before it scrolls."""


def is_dark(palette: QPalette) -> bool:
    """Whether text of this palette is light on dark."""
    return palette.color(QPalette.ColorRole.Window).lightness() < _DARK_BELOW


def muted(palette: QPalette, share: float = _MUTED) -> QColor:
    """The colour of secondary text on a window, or of something quieter still that is no text."""
    text, ground = palette.color(QPalette.ColorRole.WindowText), palette.color(QPalette.ColorRole.Window)
    return blend(text, ground, share)


def blend(over: QColor, under: QColor, share: float) -> QColor:
    """A colour between two, opaque, so that its contrast can be known."""
    return QColor.fromRgbF(
        over.redF() * share + under.redF() * (1 - share),
        over.greenF() * share + under.greenF() * (1 - share),
        over.blueF() * share + under.blueF() * (1 - share),
    )


def lamp_color(lamp: Lamp, palette: QPalette) -> QColor:
    """The colour of a lamp inside our windows, where the state is always coloured."""
    return color_of(lamp, style=IconStyle.COLOR, dark_panel=is_dark(palette))


def draw_lamp(painter: QPainter, lamp: Lamp, place: QRect, color: QColor) -> None:
    """Draw a lamp into a square, sharp on screens of any scale."""
    ratio = painter.device().devicePixelRatio()
    picture = pixmap(lamp, round(place.width() * ratio), color)
    picture.setDevicePixelRatio(ratio)
    painter.drawPixmap(place.topLeft(), picture)


def tabular(font: QFont) -> QFont:
    """The font with figures of one width, so that changing numbers do not move their neighbours."""
    result = QFont(font)
    result.setFeature(QFont.Tag("tnum"), 1)
    return result


def scaled(font: QFont, factor: float, *, bold: bool = False) -> QFont:
    """The font in another size, whether it was given in points or in pixels."""
    result = QFont(font)
    if font.pointSizeF() > 0:
        result.setPointSizeF(font.pointSizeF() * factor)
    else:
        result.setPixelSize(round(font.pixelSize() * factor))
    result.setBold(bold)
    return result


def bold() -> QFont:
    """For the one button that leads on: heavier, and in every other way as the text around it is or becomes."""
    result = QFont()
    result.setBold(True)
    return result


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
    """A text in a colour made from the palette, which follows it."""

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
        return muted(palette)


class MutedLabel(TintedLabel):
    """Secondary text."""


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


class Scroll(QScrollArea):
    """Room for a page that large text may make taller than the screen; without need it shows no bars and no frame."""

    def __init__(self, page: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._page = page
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(page)
        self.viewport().setAutoFillBackground(False)
        page.setAutoFillBackground(False)

    def sizeHint(self) -> QSize:
        """The whole page; labels that wrap guess badly, so only its width is taken from there."""
        return QSize(self._page.sizeHint().width(), self.minimumSizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """The page's width, and its height as far as it takes a fair share of the screen."""
        width = self._page.minimumSizeHint().width() + self.verticalScrollBar().sizeHint().width()
        share = int(self.screen().availableSize().height() * _PAGE_SHARE)
        return QSize(width, min(self._height_needed(), share))

    def _height_needed(self) -> int:
        layout = self._page.layout()
        if layout is None or not layout.hasHeightForWidth():
            return self._page.minimumSizeHint().height()
        # Before it is shown the viewport has a width of no meaning.
        width = self.viewport().width() if self.isVisible() else self._page.sizeHint().width()
        return layout.totalMinimumHeightForWidth(width)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Qt: the page has more or fewer words than before."""
        done = super().eventFilter(watched, event)
        if watched is self._page and event.type() is QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return done


def grow_to_fit(window: QWidget, layout: QVBoxLayout) -> None:
    """Make a window larger when its words need more lines than it has; never smaller than the user made it.

    A window that is on its way to be shown waits for the event that says it is: Qt drops the news of a resize that
    happens before, and would leave the words in the room they had.
    """
    if not window.isVisible():
        return
    layout.activate()
    width = max(window.width(), layout.minimumSize().width())
    height = max(layout.totalMinimumHeightForWidth(width), layout.minimumSize().height())
    height = min(height, window.screen().availableSize().height())
    if window.height() < height or window.width() < width:
        window.resize(width, max(window.height(), height))


class FramedWindow(QWidget):
    """A window with a title sentence, its content, and one row of buttons; Esc closes it. Never modal."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setWindowTitle(title)
        self.heading = Heading("", self)
        self.content = QVBoxLayout()
        self.content.setSpacing(2 * UNIT)
        self.buttons = QHBoxLayout()
        self.buttons.setSpacing(2 * UNIT)
        self._column = layout = QVBoxLayout(self)
        layout.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        layout.setSpacing(3 * UNIT)
        layout.addWidget(self.heading)
        layout.addLayout(self.content, 1)
        layout.addLayout(self.buttons)
        QShortcut(QKeySequence(Qt.Key.Key_Escape), self, self.close)

    def event(self, event: QEvent) -> bool:
        """Grow with the words, whenever the layout has heard of new ones."""
        done = super().event(event)
        if event.type() in {QEvent.Type.LayoutRequest, QEvent.Type.Resize, QEvent.Type.Show}:
            grow_to_fit(self, self._column)
        if event.type() in {QEvent.Type.LayoutRequest, QEvent.Type.Show}:
            visit_as_read(self)
        return done

    def wide(self, characters: int) -> int:
        """The width of that many average characters, which grows with the text."""
        return QFontMetrics(self.font()).averageCharWidth() * characters
