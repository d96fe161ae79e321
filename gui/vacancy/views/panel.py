"""The panel: what the user sees on a click on the tray. It draws a snapshot and says what the user wants."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta, tzinfo

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QVBoxLayout, QWidget

from vacancy.domain.catalog import EntryKey
from vacancy.domain.insight import Cell
from vacancy.domain.snapshot import Snapshot
from vacancy.views import present
from vacancy.views.head import Head
from vacancy.views.model_list import ModelList
from vacancy.views.page_view import PageView
from vacancy.views.row_painter import ColumnHeads
from vacancy.views.widgets import (
    MARGIN,
    MILLISECOND,
    UNIT,
    MutedLabel,
    Separator,
    TextLabel,
    TintedLabel,
    button,
    grow_to_fit,
)
from vacancy.words import tr, tr_n

AGEING = timedelta(seconds=5)
"""How often the ages are written anew while somebody can see them."""
WIDTH_IN_CHARACTERS = 76
PAUSES = (timedelta(hours=1), timedelta(hours=8), None)
"""What the pause menu offers, as the tray's does; None is until the user resumes."""


class Panel(QWidget):
    """The answer, the models, the page, and a row of buttons.

    Signals: `copy_requested(EntryKey)`, `check_requested(EntryKey | None)` with None for all models,
    `pause_requested(timedelta | None)` with None for "until I resume", `resume_requested()`, `settings_requested()`,
    `explain_requested()`, `welcome_requested()`, `model_pause_requested(EntryKey, bool)`,
    `watch_requested(EntryKey, bool)`, `page_requested()`, and `size_kept(QSize)` when it is hidden in another size than
    it was shown in.
    """

    copy_requested = Signal(object)
    check_requested = Signal(object)
    pause_requested = Signal(object)
    resume_requested = Signal()
    explain_requested = Signal()
    settings_requested = Signal()
    welcome_requested = Signal()
    model_pause_requested = Signal(object, bool)
    watch_requested = Signal(object, bool)
    page_requested = Signal()
    size_kept = Signal(QSize)

    def __init__(
        self, *, clock: Callable[[], datetime], zone: tzinfo, demo: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self._clock = clock
        self._zone = zone
        self._snapshot: Snapshot | None = None
        self._sized = False
        self._shown_size = QSize()
        self._ageing = QTimer(self)
        self._ageing.setInterval(AGEING // MILLISECOND)
        self._ageing.timeout.connect(self._age)
        self.setWindowTitle(tr("Vacancy - DEMO") if demo else tr("Vacancy"))
        self.setAccessibleName(self.windowTitle())
        self._build(demo=demo)
        self._connect()

    def render(self, snapshot: Snapshot, now: datetime) -> None:  # type: ignore[override] # not QWidget's painting
        """Show what is claimed. Nothing is drawn while nobody can see it."""
        self._snapshot = snapshot
        if self.isVisible():
            self._draw(now)

    def set_time(self, now: datetime) -> None:
        """Let the ages be those of `now`; what is claimed stays the same."""
        if self._snapshot is not None and self.isVisible():
            self._draw(now)

    def set_strips(self, strips: Mapping[EntryKey, tuple[Cell, ...]]) -> None:
        """Show the last day of each model."""
        self.models.show_strips(strips)

    def confirm_copy(self, key: EntryKey, *, copied: bool) -> None:
        """Say in place whether the clipboard has it; when not, show the text selected, to be copied by hand."""
        self.head.confirm_copy(key, copied=copied)

    def restore_size(self, size: QSize) -> None:
        """Take the size it was left in, as far as the screen has room."""
        self._sized = True
        self.resize(size.boundedTo(self.screen().availableSize()).expandedTo(self.minimumSizeHint()))

    def _build(self, *, demo: bool) -> None:
        self.demo_mark = TintedLabel(tr("DEMO - simulated models, nothing is sent"), self)
        self.demo_mark.setVisible(demo)
        self.head = Head(zone=self._zone, parent=self)
        self.problem = TextLabel("", self)
        self.models = ModelList(zone=self._zone, parent=self)
        self.heads = ColumnHeads(self.models.viewport(), self)
        self.empty = TextLabel(tr("Vacancy watches the models that you choose and says which of them has room."), self)
        self.page = PageView(zone=self._zone, demo=demo, parent=self)
        self.requests = MutedLabel("", self)
        self._column = layout = QVBoxLayout(self)
        layout.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        layout.setSpacing(2 * UNIT)
        above: tuple[QWidget, ...] = (self.demo_mark, self.head, self.problem, Separator(self))
        below: tuple[QWidget, ...] = (Separator(self), self.page, self.requests)
        for part in above:
            layout.addWidget(part)
        layout.addWidget(self.heads)
        layout.addWidget(self.models, 1)
        layout.addWidget(self.empty, 1, Qt.AlignmentFlag.AlignTop)
        for part in below:
            layout.addWidget(part)
        layout.addLayout(self._button_row())

    def _button_row(self) -> QHBoxLayout:
        self.check = button(tr("Check now"), tr("Ask every model once, now (F5)"), self)
        self.pause = button(tr("Pause ▾"), tr("Send nothing for a while"), self)
        self.resume = button(tr("Resume"), tr("Ask the models again"), self)
        self.explain = button(tr("Explain an error…"), tr("Paste an error and read what it means"), self)
        self.settings = button(tr("Settings"), tr("Models, connections and how often they are asked"), self)
        row = QHBoxLayout()
        row.setSpacing(2 * UNIT)
        for each in (self.check, self.pause, self.resume):
            row.addWidget(each)
        row.addStretch(1)
        row.addWidget(self.explain)
        row.addWidget(self.settings)
        self.resume.hide()
        self.pause_menu = QMenu(self)
        for span in PAUSES:
            self.pause_menu.addAction(_pause_words(span)).triggered.connect(
                lambda _checked=False, span=span: self.pause_requested.emit(span)
            )
        return row

    def _connect(self) -> None:
        self.head.copy_requested.connect(self.copy_requested)
        self.head.settings_requested.connect(self.settings_requested)
        self.head.welcome_requested.connect(self.welcome_requested)
        self.models.copy_requested.connect(self.copy_requested)
        self.models.check_requested.connect(self.check_requested)
        self.models.pause_requested.connect(self.model_pause_requested)
        self.head.watch_requested.connect(self.watch_requested)
        self.models.watch_requested.connect(self.watch_requested)
        self.page.page_requested.connect(self.page_requested)
        self.check.clicked.connect(self._check_all)
        self.pause.clicked.connect(self._show_pauses)
        self.resume.clicked.connect(self.resume_requested)
        self.explain.clicked.connect(self.explain_requested)
        self.settings.clicked.connect(self.settings_requested)
        QShortcut(QKeySequence(Qt.Key.Key_F5), self, self._check_all)
        QShortcut(QKeySequence(Qt.Key.Key_Escape), self, self.close)

    def _draw(self, now: datetime) -> None:
        snapshot = self._snapshot
        if snapshot is None:
            return
        self.head.show_snapshot(snapshot, now)
        self.problem.say("" if snapshot.problem is None else tr("Vacancy itself: {problem}", problem=snapshot.problem))
        self.models.show_snapshot(snapshot, now)
        for part in (self.heads, self.models):
            part.setVisible(bool(snapshot.models))
        self.empty.setVisible(not snapshot.models)
        self.page.show_reading(snapshot.page, now)
        self.requests.say(present.requests_line(snapshot))
        self.check.setEnabled(bool(snapshot.models) and not snapshot.paused)
        self._swap(self.resume if snapshot.paused else self.pause)
        grow_to_fit(self, self._column)

    def _swap(self, wanted: QPushButton) -> None:
        """Show Pause or Resume; whoever had the focus on the one has it on the other."""
        other = self.pause if wanted is self.resume else self.resume
        had_focus = other.hasFocus()
        other.hide()
        wanted.show()
        if had_focus:
            wanted.setFocus()

    def _age(self) -> None:
        self.set_time(self._clock())

    def _check_all(self) -> None:
        if self.check.isEnabled():
            self.check_requested.emit(None)

    def _show_pauses(self) -> None:
        # popup, not exec: it returns at once and runs no loop of its own.
        self.pause_menu.popup(self.pause.mapToGlobal(self.pause.rect().bottomLeft()))

    def showEvent(self, event: QShowEvent) -> None:
        """Draw what came in while nobody looked."""
        super().showEvent(event)
        self._draw(self._clock())
        self._size_once()
        # Not the list: its buttons would cover the numbers of a row before anybody asked for them.
        (self.head.primary if self.head.primary.isVisible() else self.check).setFocus()
        self._shown_size = self.size()
        self._ageing.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrower window the words need more lines."""
        super().resizeEvent(event)
        grow_to_fit(self, self._column)

    def _size_once(self) -> None:
        """The size of the first opening: all that there is to say, and the rows as far as they should not scroll.

        There is room too for what will be said when something is wrong, so that the window need not jump then.
        """
        if self._sized:
            return
        self._sized = True
        room = self.screen().availableSize().width()
        width = min(self.fontMetrics().averageCharWidth() * WIDTH_IN_CHARACTERS, room)
        self.restore_size(QSize(width, self._column.totalHeightForWidth(width) + self.head.room_to_grow))

    def hideEvent(self, event: QHideEvent) -> None:
        """Cost nothing while hidden."""
        super().hideEvent(event)
        self._ageing.stop()
        self.head.forget_copy()
        if self.size() != self._shown_size:
            self.size_kept.emit(self.size())


def _pause_words(span: timedelta | None) -> str:
    if span is None:
        return tr("Until I resume")
    return tr_n(span // timedelta(hours=1), "For {n} hour", "For {n} hours")
