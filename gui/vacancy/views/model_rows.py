"""The rows of the panel: one model each, in the user's order, as a Qt model.

A row is one item, so that a screen reader reads one sentence instead of seven cells. The painter is in `row_painter`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from vacancy.domain.budget import Spending
from vacancy.domain.catalog import EntryKey
from vacancy.domain.insight import Cell, hours
from vacancy.domain.lamp import Lamp, lamp_of
from vacancy.domain.snapshot import Snapshot
from vacancy.domain.verdict import State, Verdict
from vacancy.views import cost, present, waiting_words
from vacancy.views.day_words import day_line, troubles
from vacancy.views.times import NOTHING
from vacancy.views.tips import literal_tip
from vacancy.words import tr

ROW = Qt.ItemDataRole.UserRole
"""The role under which the painter finds the whole `Row`."""

AnyIndex = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


@dataclass(frozen=True, slots=True)
class Day:
    """The last day of one model, as it is drawn and as it is told."""

    hours: tuple[Cell, ...] = ()
    told: str = ""
    """How much was answered, and the newest troubles."""


NO_DAY = Day()


@dataclass(frozen=True, slots=True)
class Row:
    """The words and the lamp of one model, ready to be drawn."""

    key: EntryKey
    lamp: Lamp
    name: str
    state: str
    recent: str
    latency: str
    age: str
    next_check: str
    reason: str
    route: str
    paused: bool
    """This model alone was paused, or all are."""
    may_wait: bool = False
    """Waiting for it is offered, or can be taken back."""
    awaited: bool = False
    offer: str = ""
    """What is offered, in full."""
    spent: str = ""
    """Requests and tokens of today."""
    day: Day = NO_DAY

    @property
    def sentence(self) -> str:
        """The row for a screen reader: name, state, reason, age."""
        if self.age == NOTHING:
            return tr("{name}, {state}. {reason}", name=self.name, state=self.state, reason=self.reason)
        return tr("{name}, {state}. {reason}. Asked {age}, next check {next_check}", name=self.name, state=self.state,
                  reason=self.reason, age=self.age, next_check=self.next_check)  # fmt: skip

    @property
    def explanation(self) -> str:
        """Why it is in its state, measured on what, how its last day was, and what it cost today; line by line."""
        lines = (self.reason, self.route, self.numbers, self.day.told, self.spent)
        return "\n".join(line for line in lines if line)

    @property
    def details(self) -> str:
        """What the sentence for a screen reader leaves out."""
        return "\n".join(line for line in (self.route, self.numbers, self.day.told, self.spent) if line)

    @property
    def numbers(self) -> str:
        """What stands in the columns, with its words."""
        if self.age == NOTHING:
            return ""
        if self.latency == NOTHING:
            return tr("{recent} answered · asked {age} · next check {next_check}", recent=self.recent, age=self.age,
                      next_check=self.next_check)  # fmt: skip
        return tr("{recent} answered · took {latency} · asked {age} · next check {next_check}", recent=self.recent,
                  latency=self.latency, age=self.age, next_check=self.next_check)  # fmt: skip

    @property
    def tooltip(self) -> str:
        """The whole row in words, for whoever points at it: what is cut or covered in it too."""
        return f"{self.name}\n{self.explanation}"

    def speaks_of(self, words: str) -> bool:
        """Name, id, connection or state hold these words, in small letters."""
        return words in f"{self.name}\n{self.key.model}\n{self.key.connection}\n{self.state}".casefold()


def row_of(verdict: Verdict, spending: Spending, now: datetime, zone: tzinfo) -> Row:
    """The row of one verdict, with what it cost today."""
    return Row(
        key=verdict.key,
        lamp=lamp_of(verdict),
        name=present.model_name(verdict),
        state=waiting_words.state_and_wait(verdict, now, zone),
        recent=present.recent_short(verdict),
        latency=present.latency(verdict.latency_s),
        age=present.asked(verdict.checked_at, now, zone),
        next_check=present.next_check(verdict.next_check_at, now, zone),
        reason=present.reason(verdict, now, zone),
        route=present.route(verdict),
        paused=verdict.state is State.PAUSED,
        may_wait=waiting_words.is_offered(verdict),
        awaited=verdict.awaited,
        offer=waiting_words.offer_and_state(verdict, now, zone),
        spent=cost.spent_on(spending),
    )


class ModelRows(QAbstractListModel):
    """The rows; a change of values repaints them, only a change of the list itself rebuilds them."""

    def __init__(self, zone: tzinfo, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._zone = zone
        self._all: tuple[Row, ...] = ()
        self._rows: tuple[Row, ...] = ()
        self._days: Mapping[EntryKey, Day] = {}
        self._filter = ""

    @property
    def count(self) -> int:
        """Models there are, whatever the filter leaves."""
        return len(self._all)

    def show_snapshot(self, snapshot: Snapshot, now: datetime) -> None:
        """Show what is claimed, as it reads at `now`."""
        self._all = tuple(
            self._with_day(row_of(verdict, snapshot.spent_on(verdict.key), now, self._zone))
            for verdict in snapshot.models
        )
        self._show(self._all)

    def show_strips(self, strips: Mapping[EntryKey, tuple[Cell, ...]]) -> None:
        """Show other days beside the same values."""
        self._days = {key: self._day(cells) for key, cells in strips.items()}
        self._all = tuple(self._with_day(row) for row in self._all)
        self._show(self._all)

    def show_only(self, words: str) -> None:
        """Leave out the rows that do not speak of these words; nothing is left out for none."""
        self._filter = words.strip().casefold()
        self._show(self._all)

    def row(self, place: int) -> Row | None:
        """The row at a place, None beyond the list."""
        return self._rows[place] if 0 <= place < len(self._rows) else None

    def place_of(self, key: EntryKey) -> int | None:
        """Where a model stands."""
        return next((place for place, row in enumerate(self._rows) if row.key == key), None)

    def _show(self, rows: tuple[Row, ...]) -> None:
        if self._filter:
            rows = tuple(row for row in rows if row.speaks_of(self._filter))
        if [row.key for row in rows] != [row.key for row in self._rows]:
            self.beginResetModel()
            self._rows = rows
            self.endResetModel()
            return
        before, self._rows = self._rows, rows
        for place, (old, new) in enumerate(zip(before, rows, strict=True)):
            if old != new:
                self.dataChanged.emit(self.index(place), self.index(place))

    def _day(self, cells: tuple[Cell, ...]) -> Day:
        by_hour = hours(cells)
        told = troubles(by_hour, self._zone)
        return Day(by_hour, day_line(cells) if not told else f"{day_line(cells)}\n{told}")

    def _with_day(self, row: Row) -> Row:
        return replace(row, day=self._days.get(row.key, NO_DAY))

    def rowCount(self, parent: AnyIndex = _ROOT) -> int:
        """Qt: the number of models."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Qt: the name, the sentence for a screen reader, the explanation, or the whole row."""
        row = self.row(index.row())
        if row is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.name
            case Qt.ItemDataRole.AccessibleTextRole:
                return row.sentence
            case Qt.ItemDataRole.AccessibleDescriptionRole:
                return row.details
            case Qt.ItemDataRole.ToolTipRole:
                return literal_tip(row.tooltip)
            case _:
                return row if role == ROW else None
