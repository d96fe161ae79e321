"""Insight: what the history says about a day, in cells that can be drawn."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from vacancy.domain.outcome import Kind

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
    """The last 24 hours in half-hour cells, oldest first."""
    first = now - CELL * DAY_CELLS
    cells = [Cell(first + CELL * index) for index in range(DAY_CELLS)]
    for bucket in buckets:
        index = (bucket.minute - first) // CELL
        if 0 <= index < DAY_CELLS:
            cell = cells[index]
            cells[index] = Cell(
                cell.start, cell.ok + bucket.ok, cell.answers + bucket.answers, bucket.worst or cell.worst
            )
    return tuple(cells)
