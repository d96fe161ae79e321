"""The one frame that windows stand in, which grows with the words, and room for pages that are taller than a screen."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QFontMetrics, QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from vacancy.views.reading_order import visit_as_read
from vacancy.views.widgets import MARGIN, UNIT, Heading

_PATIENCE = 3
"""Times that one size is asked for in a row."""
_PAGE_SHARE = 0.6
"""Share of the screen's height that a page may ask for before it scrolls."""


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


class Growing:
    """Makes a window larger when its words need more room than it has; never smaller than the user made it.

    Where somebody else decides on sizes, as tiling window managers do, a size that was refused a few times is not
    asked for again until the words need another one: each refusal comes back as a resize, and would be answered for
    ever.
    """

    def __init__(self, window: QWidget, layout: QVBoxLayout) -> None:
        self._window = window
        self._layout = layout
        self._asked = QSize()
        self._refusals = 0

    def fit(self) -> None:
        """Grow now, if need be.

        A window that is on its way to be shown waits for the event that says it is: Qt drops the news of a resize that
        happens before, and would leave the words in the room they had.
        """
        window, layout = self._window, self._layout
        if not window.isVisible():
            return
        layout.activate()
        width = max(window.width(), layout.minimumSize().width())
        height = max(layout.totalMinimumHeightForWidth(width), layout.minimumSize().height())
        height = max(min(height, window.screen().availableSize().height()), window.height())
        wanted = QSize(width, height)
        if wanted == window.size():
            self._refusals = 0
        elif self._may_ask(wanted):
            window.resize(wanted)

    def _may_ask(self, wanted: QSize) -> bool:
        self._refusals = self._refusals + 1 if wanted == self._asked else 0
        self._asked = wanted
        return self._refusals < _PATIENCE


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
        layout = QVBoxLayout(self)
        layout.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        layout.setSpacing(3 * UNIT)
        layout.addWidget(self.heading)
        layout.addLayout(self.content, 1)
        layout.addLayout(self.buttons)
        self._growing = Growing(self, layout)
        QShortcut(QKeySequence(Qt.Key.Key_Escape), self, self.close)

    def event(self, event: QEvent) -> bool:
        """Grow with the words, whenever the layout has heard of new ones."""
        done = super().event(event)
        if event.type() in {QEvent.Type.LayoutRequest, QEvent.Type.Resize, QEvent.Type.Show}:
            self._growing.fit()
        if event.type() in {QEvent.Type.LayoutRequest, QEvent.Type.Show}:
            visit_as_read(self)
        return done

    def wide(self, characters: int) -> int:
        """The width of that many average characters, which grows with the text as far as the screen has room."""
        room = self.screen().availableSize().width() - 2 * MARGIN
        return min(QFontMetrics(self.font()).averageCharWidth() * characters, room)
