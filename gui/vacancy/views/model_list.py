"""The list of models in the panel, with the buttons of the row that has the pointer or the focus."""

from collections.abc import Mapping
from datetime import datetime, tzinfo

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QKeySequence, QMouseEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHBoxLayout, QListView, QMenu, QToolButton, QWidget

from vacancy.domain.catalog import EntryKey
from vacancy.domain.insight import Cell
from vacancy.domain.snapshot import Snapshot
from vacancy.views.model_rows import AnyIndex, ModelRows, Row
from vacancy.views.row_painter import RowPainter, columns
from vacancy.words import tr

ROWS_NEEDED = 3
"""Rows that are always in sight, if there are as many."""
ROWS_WANTED = 6
"""Rows in sight before the list scrolls, where the screen has room for them."""
_SCREEN_SHARE = 0.4
"""Share of the screen's height that rows may take without being asked."""


class ModelList(QListView):
    """The models in the user's order.

    Signals: `copy_requested(EntryKey)`, `check_requested(EntryKey)`, `pause_requested(EntryKey, bool)`,
    `watch_requested(EntryKey, bool)`.
    Return and Ctrl+C copy, the context menu has everything, Tab goes to the buttons of the current row.
    """

    copy_requested = Signal(object)
    check_requested = Signal(object)
    pause_requested = Signal(object, bool)
    watch_requested = Signal(object, bool)

    def __init__(self, *, zone: tzinfo, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = ModelRows(zone, self)
        self._painter = RowPainter(self)
        self.setModel(self.rows)
        self.setItemDelegate(self._painter)
        self.setAccessibleName(tr("Models, best first"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setMouseTracking(True)
        self.viewport().setBackgroundRole(QPalette.ColorRole.Window)
        self.actions_bar = RowActions(self.viewport())
        self.actions_bar.copy.clicked.connect(self._copy)
        self.actions_bar.check.clicked.connect(self._check)
        self.actions_bar.pause.clicked.connect(self._pause)
        self.actions_bar.tell.clicked.connect(self._tell)
        for each in self.actions_bar.all_buttons:
            each.installEventFilter(self)

    def show_snapshot(self, snapshot: Snapshot, now: datetime) -> None:
        """Show what is claimed; the current row stays on its model when the order changes."""
        current, count = self.rows.row(self.currentIndex().row()), self.rows.rowCount()
        self.rows.show_snapshot(snapshot, now)
        if self.rows.rowCount() != count:
            self.updateGeometry()
        place = None if current is None else self.rows.place_of(current.key)
        if place is not None and place != self.currentIndex().row():
            self.setCurrentIndex(self.rows.index(place))
        self._place_actions(self._painter.actions_place)

    def show_strips(self, strips: Mapping[EntryKey, tuple[Cell, ...]]) -> None:
        """Show the last day of each model."""
        self.rows.show_strips(strips)

    def sizeHint(self) -> QSize:
        """Room for the rows there are, up to the number that a panel should show without scrolling."""
        row = self.sizeHintForRow(0) if self.rows.rowCount() else 0
        return QSize(super().sizeHint().width(), row * min(max(1, self.rows.rowCount()), ROWS_WANTED))

    def minimumSizeHint(self) -> QSize:
        """Whole rows, so that words which grow make the window grow and push none of them out of sight."""
        if not self.rows.rowCount():
            return QSize(0, 0)
        row = self.sizeHintForRow(0)
        fitting = int(self.screen().availableSize().height() * _SCREEN_SHARE) // row
        return QSize(0, row * min(self.rows.rowCount(), max(ROWS_NEEDED, min(ROWS_WANTED, fitting))))

    def _row(self) -> Row | None:
        place = self._painter.actions_place
        return self.rows.row(place if place >= 0 else self.currentIndex().row())

    def _copy(self) -> None:
        if (row := self._row()) is not None:
            self.copy_requested.emit(row.key)

    def _check(self) -> None:
        if (row := self._row()) is not None:
            self.check_requested.emit(row.key)

    def _pause(self) -> None:
        if (row := self._row()) is not None:
            self.pause_requested.emit(row.key, not row.paused)

    def _tell(self) -> None:
        if (row := self._row()) is not None:
            self.watch_requested.emit(row.key, not row.awaited)

    def _place_actions(self, place: int) -> None:
        """Show the buttons in a row, over its strip and numbers; -1 hides them."""
        row = self.rows.row(place)
        before, self._painter.actions_place = self._painter.actions_place, -1 if row is None else place
        if row is None:
            self.actions_bar.hide()
        else:
            where = self.visualRect(self.rows.index(place))
            parts = columns(where, self.font())
            self.actions_bar.show_for(row)
            size = self.actions_bar.sizeHint()
            top = where.center().y() - size.height() // 2
            self._painter.actions_left = parts.recent.right() + 1 - size.width()
            self.actions_bar.setGeometry(self._painter.actions_left, top, size.width(), size.height())
            self.actions_bar.show()
        if before != place:
            self.viewport().update()

    def _follow_focus(self) -> None:
        inside = self.hasFocus() or self.actions_bar.has_focus
        self._place_actions(self.currentIndex().row() if inside else -1)

    def currentChanged(self, current: AnyIndex, previous: AnyIndex) -> None:
        """Qt: the keyboard or a click went to another row."""
        super().currentChanged(current, previous)
        if self.hasFocus():
            self._place_actions(current.row())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Qt: the row under the pointer has the buttons."""
        super().mouseMoveEvent(event)
        self._place_actions(self.indexAt(event.position().toPoint()).row())

    def leaveEvent(self, event: QEvent) -> None:
        """Qt: without a pointer the buttons go back to the row with the focus."""
        super().leaveEvent(event)
        self._follow_focus()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Qt: arriving by keyboard puts the focus on a row."""
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and self.rows.rowCount():
            self.setCurrentIndex(self.rows.index(0))
        self._follow_focus()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Qt: the buttons stay while the focus is on them."""
        super().focusOutEvent(event)
        self._follow_focus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Qt: the focus came to or left one of the buttons."""
        if event.type() in {QEvent.Type.FocusIn, QEvent.Type.FocusOut}:
            self._follow_focus()
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Return and Ctrl+C copy the current model; every other key keeps its meaning."""
        if event.matches(QKeySequence.StandardKey.Copy) or event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._copy()
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: the columns moved, and the buttons with them."""
        super().resizeEvent(event)
        self._place_actions(self._painter.actions_place)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Qt: everything that can be done with a row, by the menu key too."""
        by_mouse = event.reason() is QContextMenuEvent.Reason.Mouse
        index = self.indexAt(event.pos()) if by_mouse else self.currentIndex()
        row = self.rows.row(index.row())
        if row is None:
            return
        self.setCurrentIndex(index)
        where = event.globalPos() if by_mouse else self.viewport().mapToGlobal(self._below(index))
        self.menu_for(row).popup(where)

    def menu_for(self, row: Row) -> QMenu:
        """The menu of a row; it goes away with its closing."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(tr("Copy {model}", model=row.key.model)).triggered.connect(
            lambda: self.copy_requested.emit(row.key)
        )
        check = menu.addAction(tr("Check now"))
        check.setEnabled(not row.paused)
        check.triggered.connect(lambda: self.check_requested.emit(row.key))
        menu.addAction(tr("Resume") if row.paused else tr("Pause")).triggered.connect(
            lambda: self.pause_requested.emit(row.key, not row.paused)
        )
        if row.may_wait:
            tell = menu.addAction(row.offer.replace("&", "&&"))
            tell.setCheckable(True)
            tell.setChecked(row.awaited)
            tell.triggered.connect(lambda: self.watch_requested.emit(row.key, not row.awaited))
        return menu

    def _below(self, index: QModelIndex) -> QPoint:
        return self.visualRect(index).bottomLeft()


class RowActions(QWidget):
    """Copy, Check and Pause for one row, and the wait for a model that is away."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.copy, self.check, self.pause, self.tell = (QToolButton(self) for _ in range(4))
        self.all_buttons = (self.tell, self.copy, self.check, self.pause)
        self.setAutoFillBackground(True)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for each in self.all_buttons:
            each.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            each.setAutoRaise(True)
            layout.addWidget(each)
        self.copy.setText(tr("Copy"))
        self.check.setText(tr("Check"))
        self.tell.setText(tr("Tell me"))
        self.tell.setCheckable(True)
        self.hide()

    def show_for(self, row: Row) -> None:
        """Name the buttons after the row, for those who hear them."""
        self.pause.setText(tr("Resume") if row.paused else tr("Pause"))
        self.check.setEnabled(not row.paused)  # paused means that nothing is sent
        self.tell.setVisible(row.may_wait)
        self.tell.setChecked(row.awaited)
        for each, words in (
            (self.copy, tr("Copy the name {model}", model=row.key.model)),
            (self.check, tr("Ask {name} once, now", name=row.name)),
            (self.pause, _pause_words(row)),
            (self.tell, row.offer),
        ):
            each.setAccessibleName(words)
            each.setToolTip(words)

    @property
    def has_focus(self) -> bool:
        """One of the buttons has the focus."""
        return any(each.hasFocus() for each in self.all_buttons)


def _pause_words(row: Row) -> str:
    return tr("Ask {name} again", name=row.name) if row.paused else tr("Stop asking {name}", name=row.name)
