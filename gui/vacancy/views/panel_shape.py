"""How large the panel is: fitted to its words until the user chooses a size, and never smaller than its words need."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vacancy.views.framed_window import Growing

WIDTH_IN_CHARACTERS = 92


class PanelShape:
    """Keeps what the user made of the size apart from what the words made of it."""

    def __init__(self, window: QWidget, column: QVBoxLayout) -> None:
        self._window = window
        self._column = column
        self._growing = Growing(window, column)
        self._ours = QSize()
        """The size that was last chosen here; another one was chosen by the user."""
        self._kept = False

    def restore(self, size: QSize) -> None:
        """Take the size that the user left it in, as far as the screen has room."""
        self._kept = True
        self._take(size)

    def fit(self, room_to_grow: int) -> None:
        """The size of an opening: all that there is to say, and room for what will be said when something is wrong."""
        if self._kept:
            return
        width = min(
            self._window.fontMetrics().averageCharWidth() * WIDTH_IN_CHARACTERS,
            self._window.screen().availableSize().width(),
        )
        width = max(width, self._column.minimumSize().width())
        self._window.resize(width, self._window.height())
        self._column.activate()  # in that width the head decides where its button stands
        self._take(QSize(width, self._column.totalHeightForWidth(width) + room_to_grow))

    def grow(self) -> None:
        """More words came, or the window is narrower: it grows where they would be cut."""
        before = self._window.size()
        self._growing.fit()
        if before == self._ours:
            self._ours = self._window.size()

    def chosen_by_user(self) -> QSize | None:
        """The size, when it is another one than was given here; it is kept from then on."""
        size = self._window.size()
        if size == self._ours:
            return None
        self._kept, self._ours = True, size
        return size

    def _take(self, size: QSize) -> None:
        room = self._window.screen().availableSize()
        self._window.resize(size.boundedTo(room).expandedTo(self._window.minimumSizeHint()))
        self._ours = self._window.size()
