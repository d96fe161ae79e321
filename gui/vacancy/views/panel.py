"""The panel: what the user sees on a click on the tray. It draws a snapshot and says what the user wants."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta, tzinfo

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from vacancy.domain.catalog import EntryKey
from vacancy.domain.copy_forms import CopyForm
from vacancy.domain.insight import Cell
from vacancy.domain.snapshot import Snapshot
from vacancy.views import present
from vacancy.views.announcing import announce
from vacancy.views.head import Head
from vacancy.views.model_list import ModelList
from vacancy.views.page_view import PageView
from vacancy.views.panel_buttons import PanelButtons
from vacancy.views.panel_shape import PanelShape
from vacancy.views.row_painter import ColumnHeads
from vacancy.views.usage_words import usage_lines
from vacancy.views.widgets import MARGIN, MILLISECOND, UNIT, MutedLabel, Separator, TextLabel, clearable
from vacancy.words import tr

AGEING = timedelta(seconds=5)
"""How often the ages are written anew while somebody can see them."""
RENEWING = timedelta(minutes=5)
"""How often the strips of the last day are asked for while somebody can see them."""
SETTLING = timedelta(seconds=2)
"""From an answer to asking for the strips again: the history writes what it gathers in less."""
FILTER_ABOVE = 8
"""More models than this can be filtered."""


class Panel(QWidget):
    """The answer, the models, the page, and a row of buttons.

    Signals: `copy_requested(EntryKey)`, to be copied in `copy_form`; `copy_form_chosen(CopyForm)` before it when
    another form was chosen; `use_requested(EntryKey)`, `check_requested(EntryKey | None)` with None for all models,
    `pause_requested(timedelta | None)` with None for "until I resume", `resume_requested()`, `settings_requested()`,
    `explain_requested()`, `welcome_requested()`, `model_pause_requested(EntryKey, bool)`,
    `watch_requested(EntryKey, bool)`, `page_requested()`, `size_kept(QSize)` when it is hidden in a size that the user
    chose, and `day_wanted()` when the strips of the last day should be read anew.
    """

    copy_requested = Signal(object)
    copy_form_chosen = Signal(object)
    use_requested = Signal(object)
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
    day_wanted = Signal()

    def __init__(
        self, *, clock: Callable[[], datetime], zone: tzinfo, demo: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self._clock = clock
        self._zone = zone
        self._snapshot: Snapshot | None = None
        self._explained: EntryKey | None = None
        self._ageing = QTimer(self, interval=AGEING // MILLISECOND)
        self._renewing = QTimer(self, interval=RENEWING // MILLISECOND)
        self._settling = QTimer(self, interval=SETTLING // MILLISECOND, singleShot=True)
        self._answers: dict[EntryKey, datetime | None] = {}
        self.setWindowTitle(tr("Vacancy - DEMO") if demo else tr("Vacancy"))
        self.setAccessibleName(self.windowTitle())
        self._build(demo=demo)
        self._connect()
        self._add_shortcuts()

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

    def set_switch_offer(self, text: str, tooltip: str = "") -> None:
        """Offer to switch a tool to the recommended model, in these words; no words take the offer away."""
        self.head.set_switch_offer(text, tooltip)

    @property
    def copy_form(self) -> CopyForm:
        """The form that is copied; the one chosen last."""
        return self.head.copy.form

    def use_form(self, form: CopyForm) -> None:
        """Copy in this form from now on."""
        self.head.use_form(form)
        self.models.copy_form = form

    def confirm_copy(self, key: EntryKey, *, copied: bool) -> None:
        """Say in place whether the clipboard has it; when not, show the text selected, to be copied by hand."""
        self.head.confirm_copy(key, copied=copied)

    def restore_size(self, size: QSize) -> None:
        """Take the size it was left in, as far as the screen has room."""
        self._shape.restore(size)

    def _build(self, *, demo: bool) -> None:
        self.demo_mark = MutedLabel(tr("DEMO - simulated models, nothing is sent"), self)
        self.demo_mark.setVisible(demo)
        self.head = Head(zone=self._zone, parent=self)
        self.problem = TextLabel("", self)
        self.filter = QLineEdit(self)
        self.filter.setPlaceholderText(tr("Filter: a name, or a state such as full"))
        self.filter.setAccessibleName(tr("Filter the models"))
        self.filter.setAccessibleDescription(tr("Ctrl+F comes here from anywhere, Esc shows all models again"))
        clearable(self.filter)
        self.models = ModelList(zone=self._zone, parent=self)
        self.heads = ColumnHeads(self.models.viewport(), self)
        self.nothing_found = MutedLabel(tr("No model has these words in its name or state."), self)
        self.why = TextLabel("", self)
        self.why.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.empty = TextLabel(tr("Vacancy watches the models that you choose and says which of them has room."), self)
        self.page = PageView(zone=self._zone, demo=demo, parent=self)
        self.usage = MutedLabel("", self)
        self.requests = MutedLabel("", self)
        self.buttons = PanelButtons(self)
        for part in (self.nothing_found, self.why, self.usage):
            part.hide()
        self._arrange()

    def _arrange(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        column.setSpacing(2 * UNIT)
        above: tuple[QWidget, ...] = (
            self.demo_mark, self.head, self.problem, Separator(self), self.filter, self.heads,
        )  # fmt: skip
        for part in above:
            column.addWidget(part)
        column.addWidget(self.models, 1)
        for instead in (self.empty, self.nothing_found):
            column.addWidget(instead, 1, Qt.AlignmentFlag.AlignTop)
        below: tuple[QWidget, ...] = (
            self.why, Separator(self), self.page, self.usage, self.requests,
        )  # fmt: skip
        for part in below:
            column.addWidget(part)
        column.addWidget(self.buttons)
        self._shape = PanelShape(self, column)

    def _connect(self) -> None:
        self._ageing.timeout.connect(self._age)
        for timer in (self._renewing, self._settling):
            timer.timeout.connect(self.day_wanted)
        self.head.copy_requested.connect(self.copy_requested)
        self.head.form_chosen.connect(self._form_chosen)
        self.head.use_requested.connect(self.use_requested)
        self.head.settings_requested.connect(self.settings_requested)
        self.head.welcome_requested.connect(self.welcome_requested)
        self.head.watch_requested.connect(self.watch_requested)
        self.models.copy_requested.connect(self.copy_requested)
        self.models.copy_as_requested.connect(self._copy_as)
        self.models.check_requested.connect(self.check_requested)
        self.models.pause_requested.connect(self.model_pause_requested)
        self.models.watch_requested.connect(self.watch_requested)
        self.models.why_requested.connect(self._explain_row)
        self.page.page_requested.connect(self.page_requested)
        self.filter.textChanged.connect(self._filter)
        self.buttons.check.clicked.connect(self._check_all)
        self.buttons.pause_requested.connect(self.pause_requested)
        self.buttons.resume.clicked.connect(self.resume_requested)
        self.buttons.explain.clicked.connect(self.explain_requested)
        self.buttons.settings.clicked.connect(self.settings_requested)
        for each in (self.head.primary, self.filter):
            each.installEventFilter(self)

    def _add_shortcuts(self) -> None:
        for key, act in (
            (QKeySequence(Qt.Key.Key_F5), self._check_all),
            (QKeySequence(Qt.Key.Key_Escape), self._step_back),
            (QKeySequence(QKeySequence.StandardKey.Copy), self._copy),
            (QKeySequence(QKeySequence.StandardKey.Find), self._go_to_filter),
            (QKeySequence(Qt.Key.Key_Slash), self._go_to_filter),
        ):
            QShortcut(key, self, act)

    def _draw(self, now: datetime) -> None:
        snapshot = self._snapshot
        if snapshot is None:
            return
        self.head.show_snapshot(snapshot, now)
        self.problem.say("" if snapshot.problem is None else tr("Vacancy itself: {problem}", problem=snapshot.problem))
        self.models.show_snapshot(snapshot, now)
        self.empty.setVisible(not snapshot.models)
        self._draw_filter()
        self._draw_why()
        self.page.show_reading(snapshot.page, now)
        self.usage.say("\n".join(usage_lines(snapshot, now, self._zone)))
        self.requests.say(present.requests_line(snapshot))
        self.buttons.show_snapshot(snapshot)
        self._shape.grow()
        self._await_strips(snapshot)

    def _await_strips(self, snapshot: Snapshot) -> None:
        """Have the strips read again when a model has answered since; several answers share one reading."""
        answers = {verdict.key: verdict.checked_at for verdict in snapshot.models}
        if answers != self._answers and not self._settling.isActive():
            self._settling.start()
        self._answers = answers

    def _draw_filter(self) -> None:
        offered = self.models.rows.count > FILTER_ABOVE
        if not offered and self.filter.text():
            self.filter.clear()  # a list that became short hides nothing
        self.filter.setVisible(offered)
        for part in (self.heads, self.models):
            part.setVisible(bool(self.models.rows.rowCount()))
        self.nothing_found.setVisible(bool(self.models.rows.count) and not self.models.rows.rowCount())

    def _draw_why(self) -> None:
        place = None if self._explained is None else self.models.rows.place_of(self._explained)
        row = None if place is None else self.models.rows.row(place)
        self.why.say("" if row is None else row.tooltip)

    def _age(self) -> None:
        self.set_time(self._clock())

    def _check_all(self) -> None:
        if self.buttons.check.isEnabled():
            self.check_requested.emit(None)

    def _copy(self) -> None:
        """The current row, where the keyboard is in the list; else what is recommended."""
        if self.models.hasFocus():
            self.models.copy()
        elif self.head.primary.isVisible():
            self.head.primary.click()

    def _copy_as(self, key: EntryKey, form: CopyForm) -> None:
        if form is not self.copy_form:
            self.head.use_form(form)
            self._form_chosen(form)
        self.copy_requested.emit(key)

    def _form_chosen(self, form: CopyForm) -> None:
        self.models.copy_form = form
        self.copy_form_chosen.emit(form)

    def _explain_row(self, key: EntryKey) -> None:
        """Say below the list all that is known of a model; asked twice, be silent again."""
        self._explained = None if key == self._explained else key
        self._draw_why()
        self._shape.grow()
        if self._explained is not None:
            announce(self.why, self.why.text())

    def _filter(self, words: str) -> None:
        self.models.show_only(words)
        self._draw_filter()

    def _go_to_filter(self) -> None:
        if self.filter.isVisible():
            self.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.filter.selectAll()

    def _go_to_rows(self) -> None:
        if self.models.rows.rowCount():
            self.models.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _step_back(self) -> None:
        """Esc takes back what was opened last; with nothing left it closes the window."""
        if self.filter.text():
            self.filter.clear()
            self._go_to_rows()
        elif self._explained is not None:
            self._explain_row(self._explained)
        else:
            self.close()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Qt: the arrow down leads from the button and the filter into the rows."""
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Down:
            self._go_to_rows()
            return True
        return super().eventFilter(watched, event)

    def showEvent(self, event: QShowEvent) -> None:
        """Draw what came in while nobody looked."""
        super().showEvent(event)
        self._draw(self._clock())
        self._fit()
        # Not the list: its buttons would cover the numbers of a row before anybody asked for them.
        (self.head.primary if self.head.primary.isVisible() else self.buttons.check).setFocus()
        self._ageing.start()
        self._renewing.start()
        self.day_wanted.emit()

    def changeEvent(self, event: QEvent) -> None:
        """Qt: larger words need a larger window, as soon as all parts have heard of them."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange and self.isVisible():
            QTimer.singleShot(0, self, self._fit)

    def _fit(self) -> None:
        listed = self.models.rows.count
        self._shape.fit(self.head.room_to_grow + self.page.room_to_grow if listed else 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrower window the words need more lines."""
        super().resizeEvent(event)
        self._shape.grow()

    def hideEvent(self, event: QHideEvent) -> None:
        """Cost nothing while hidden, and open again without what was opened in it."""
        super().hideEvent(event)
        for timer in (self._ageing, self._renewing, self._settling):
            timer.stop()
        self.head.forget_copy()
        self.filter.clear()
        self._explained = None
        chosen = self._shape.chosen_by_user()
        if chosen is not None:
            self.size_kept.emit(chosen)
