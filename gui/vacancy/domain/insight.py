"""Insight: what the history says about a day, in cells that can be drawn."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from vacancy.domain.outcome import Kind

HOUR = timedelta(hours=1)
CELL = timedelta(minutes=30)
DAY_CELLS = 48


@dataclass(frozen=True, slots=True)
class Bucket:
    """What was seen of one model entry within one minute; silence is kept beside the answers, never among them."""

    minute: datetime
    ok: int = 0
    answers: int = 0
    silences: int = 0
    worst: Kind | None = None
    """The last answer of that minute that was no success."""
    latency_s: float | None = None
    """Slowest success of the minute."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One half hour of the day strip; `answers == 0` is a gap: nothing is known of it."""

    start: datetime
    ok: int = 0
    answers: int = 0
    worst: Kind | None = None

    @property
    def share(self) -> float | None:
        """Share of the answers that were successes; None for a gap."""
        return self.ok / self.answers if self.answers else None


def day_strip(buckets: Sequence[Bucket], now: datetime) -> tuple[Cell, ...]:
    """The last day in half-hour cells, oldest first, up to the end of the hour that is on.

    The cells stand on the clock's hours, so that a cell keeps its answers and its name while time goes on.
    """
    first = now.replace(minute=0, second=0, microsecond=0) + HOUR - CELL * DAY_CELLS
    cells = [Cell(first + CELL * index) for index in range(DAY_CELLS)]
    for bucket in buckets:
        index = (bucket.minute - first) // CELL
        if 0 <= index < DAY_CELLS:
            cells[index] = joined(cells[index], Cell(bucket.minute, bucket.ok, bucket.answers, bucket.worst))
    return tuple(cells)


def hours(cells: Sequence[Cell]) -> tuple[Cell, ...]:
    """The half hours of a strip joined to hours."""
    return tuple(joined(*cells[index : index + 2]) for index in range(0, len(cells), 2))


def joined(first: Cell, *rest: Cell) -> Cell:
    """Cells as one, which begins with the first and names the newest trouble."""
    for cell in rest:
        first = Cell(first.start, first.ok + cell.ok, first.answers + cell.answers, cell.worst or first.worst)
    return first
