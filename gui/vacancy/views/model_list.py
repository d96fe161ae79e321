"""The list of models in the panel, with the buttons of the row that has the pointer or the focus."""

from collections.abc import Mapping
from datetime import datetime, tzinfo

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QToolTip, QWidget

from vacancy.domain.catalog import EntryKey
from vacancy.domain.copy_forms import CopyForm
from vacancy.domain.insight import Cell
from vacancy.domain.snapshot import Snapshot
from vacancy.views.day_pointer import DayPointer
from vacancy.views.model_rows import AnyIndex, ModelRows, Row
from vacancy.views.row_actions import RowActions, RowMenu
from vacancy.views.row_layout import Columns, RowLayout
from vacancy.views.row_painter import RowPainter
from vacancy.words import tr

ROWS_WANTED = 6
"""Rows in sight before the list scrolls, where the screen has room for them."""
_SCREEN_SHARE = 0.3
"""Share of the screen's height that rows may take without being asked."""


class ModelList(QListView):
    """The models in the user's order. Few rows share the height that the window leaves them, within limits.

    Signals: `copy_requested(EntryKey)`, `copy_as_requested(EntryKey, CopyForm)`, `check_requested(EntryKey)`,
    `pause_requested(EntryKey, bool)`, `watch_requested(EntryKey, bool)`, `why_requested(EntryKey)`.
    Return copies, left and right go through the day, the context menu has everything, Tab goes to the buttons.
    """

    copy_requested = Signal(object)
    copy_as_requested = Signal(object, object)
    check_requested = Signal(object)
    pause_requested = Signal(object, bool)
    watch_requested = Signal(object, bool)
    why_requested = Signal(object)

    def __init__(self, *, zone: tzinfo, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = ModelRows(zone, self)
        self.day = DayPointer(self.viewport(), zone)
        self.copy_form = CopyForm.ID
        """The form that the menu of a row marks as the one in use."""
        self._painter = RowPainter(RowLayout(self.font()), self)
        self.actions_bar = RowActions(self.viewport())
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
        self.actions_bar.copy.clicked.connect(self.copy)
        self.actions_bar.check.clicked.connect(self._check)
        self.actions_bar.pause.clicked.connect(self._pause)
        self.actions_bar.tell.clicked.connect(self._tell)
        self.actions_bar.why.clicked.connect(self._why)
        for each in self.actions_bar.all_buttons:
            each.installEventFilter(self)

    def show_snapshot(self, snapshot: Snapshot, now: datetime) -> None:
        """Show what is claimed; the current row stays on its model, or on its place once that is gone."""
        stood, count = self.currentIndex().row(), self.rows.rowCount()
        current = self.rows.row(stood)
        self.rows.show_snapshot(snapshot, now)
        self._keep(current)
        if self.hasFocus() and not self.currentIndex().isValid():
            self.setCurrentIndex(self.rows.index(min(stood, self.rows.rowCount() - 1)))
        if self.rows.rowCount() != count:
            self.updateGeometry()
            self._share_height()

    def show_strips(self, strips: Mapping[EntryKey, tuple[Cell, ...]]) -> None:
        """Show the last day of each model."""
        self.rows.show_strips(strips)

    def show_only(self, words: str) -> None:
        """Leave out the models that do not speak of these words."""
        current = self.rows.row(self.currentIndex().row())
        self.rows.show_only(words)
        self._keep(current)
        self._share_height()

    def copy(self) -> None:
        """Ask for the model of the current row to be copied."""
        if (row := self._row()) is not None:
            self.copy_requested.emit(row.key)

    def menu_for(self, row: Row) -> RowMenu:
        """The menu of a row."""
        menu = RowMenu(row, self.copy_form, self)
        menu.copy_chosen.connect(lambda form: self._copy_as(row.key, form))
        menu.check_chosen.connect(lambda: self.check_requested.emit(row.key))
        menu.pause_chosen.connect(lambda: self.pause_requested.emit(row.key, not row.paused))
        menu.tell_chosen.connect(lambda: self.watch_requested.emit(row.key, not row.awaited))
        menu.why_chosen.connect(lambda: self.why_requested.emit(row.key))
        return menu

    def sizeHint(self) -> QSize:
        """Room for the rows there are, up to the number that a panel should show without scrolling."""
        count = min(max(1, self.rows.count), ROWS_WANTED)
        return QSize(super().sizeHint().width(), self._painter.layout.height * count)

    def minimumSizeHint(self) -> QSize:
        """Whole rows, so that words which grow make the window grow and push none of them out of sight."""
        if not self.rows.count:
            return QSize(0, 0)
        row = self._painter.layout.height
        fitting = int(self.screen().availableSize().height() * _SCREEN_SHARE) // row
        return QSize(0, row * min(self.rows.count, max(1, min(ROWS_WANTED, fitting))))

    def _keep(self, current: Row | None) -> None:
        """Let the keyboard stay on its model, wherever it stands now."""
        place = None if current is None else self.rows.place_of(current.key)
        if place is not None and place != self.currentIndex().row():
            self.setCurrentIndex(self.rows.index(place))
        self._place_actions(self._painter.actions_place)

    def _share_height(self) -> None:
        """Let few rows share the height there is, so that no hole gapes below them."""
        layout = self._painter.layout
        share = self.viewport().height() // max(1, self.rows.rowCount())
        height = max(layout.height, min(share, layout.airiest))
        if height != self._painter.row_height:
            self._painter.row_height = height
            self.scheduleDelayedItemsLayout()

    def _row(self) -> Row | None:
        place = self._painter.actions_place
        return self.rows.row(place if place >= 0 else self.currentIndex().row())

    def _copy_as(self, key: EntryKey, form: CopyForm | None) -> None:
        if form is None:
            self.copy_requested.emit(key)
        else:
            self.copy_as_requested.emit(key, form)

    def _check(self) -> None:
        if (row := self._row()) is not None:
            self.check_requested.emit(row.key)

    def _pause(self) -> None:
        if (row := self._row()) is not None:
            self.pause_requested.emit(row.key, not row.paused)

    def _tell(self) -> None:
        if (row := self._row()) is not None:
            self.watch_requested.emit(row.key, not row.awaited)

    def _why(self) -> None:
        if (row := self._row()) is not None:
            self.why_requested.emit(row.key)

    def _columns(self, index: AnyIndex) -> Columns:
        mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        return self._painter.layout.columns(self.visualRect(index), mirrored=mirrored)

    def _place_actions(self, place: int) -> None:
        """Show the buttons in a row, over its numbers; -1 hides them."""
        row = self.rows.row(place)
        before, self._painter.actions_place = self._painter.actions_place, -1 if row is None else place
        if row is None:
            self.actions_bar.hide()
        else:
            self.actions_bar.show_for(row)
            size, numbers = self.actions_bar.sizeHint(), self._columns(self.rows.index(place))
            left = numbers.when.left() if numbers.mirrored else numbers.when.right() + 1 - size.width()
            top = numbers.when.center().y() - size.height() // 2
            self.actions_bar.setGeometry(left, top, size.width(), size.height())
            self.actions_bar.show()
        if before != self._painter.actions_place:
            self.viewport().update()

    def _follow_focus(self) -> None:
        inside = self.hasFocus() or self.actions_bar.has_focus
        self._place_actions(self.currentIndex().row() if inside else -1)

    def currentChanged(self, current: AnyIndex, previous: AnyIndex) -> None:
        """Qt: the keyboard or a click went to another row."""
        super().currentChanged(current, previous)
        self.day.forget()
        if self.hasFocus():
            self._place_actions(current.row())

    def updateGeometries(self) -> None:
        """Qt: the rows were laid out anew, and the buttons go with theirs."""
        super().updateGeometries()
        self._place_actions(self._painter.actions_place)

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Qt: the rows move; the buttons stay at their row."""
        super().scrollContentsBy(dx, dy)
        self._place_actions(self._painter.actions_place)

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
        """Qt: Return copies the current model, left and right go through its day; others keep their meaning."""
        key = event.key()
        if key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.copy()
        elif key in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            onwards = (key == Qt.Key.Key_Right) is (self.layoutDirection() is Qt.LayoutDirection.LeftToRight)
            self._step(1 if onwards else -1)
        elif key == Qt.Key.Key_F10 and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._open_menu(self.currentIndex())  # the menu key of keyboards that have none; Qt leaves it to us
        else:
            super().keyPressEvent(event)

    def _step(self, hours: int) -> None:
        index = self.currentIndex()
        if (row := self.rows.row(index.row())) is not None:
            self.day.step(hours, row, self._columns(index), self._painter.layout)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: the columns moved, and the height to share is another one."""
        super().resizeEvent(event)
        self._share_height()
        self._place_actions(self._painter.actions_place)

    def changeEvent(self, event: QEvent) -> None:
        """Qt: another font makes other columns."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._painter.layout = RowLayout(self.font())
            self._painter.row_height = self._painter.layout.height
            self._share_height()

    def viewportEvent(self, event: QEvent) -> bool:
        """Qt: pointing at a bar of a strip tells that hour, elsewhere the whole row."""
        if event.type() is QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            index = self.indexAt(event.pos())
            row = self.rows.row(index.row())
            told = row and self.day.told_at(event.pos(), row, self._columns(index), self._painter.layout)
            if told:
                QToolTip.showText(event.globalPos(), told, self.viewport())
                return True
        return super().viewportEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Qt: everything that can be done with a row, by the menu key too."""
        if event.reason() is QContextMenuEvent.Reason.Mouse:
            self._open_menu(self.indexAt(event.pos()), event.globalPos())
        else:
            self._open_menu(self.currentIndex())

    def _open_menu(self, index: QModelIndex, where: QPoint | None = None) -> None:
        row = self.rows.row(index.row())
        if row is not None:
            self.setCurrentIndex(index)
            below = self.viewport().mapToGlobal(self.visualRect(index).bottomLeft())
            # popup, not exec: it returns at once and runs no loop of its own.
            self.menu_for(row).popup(below if where is None else where)
