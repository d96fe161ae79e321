"""The day strip in words, for whoever cannot see it and for whoever wants to know exactly."""

from collections.abc import Sequence

from vacancy.domain.insight import Cell
from vacancy.words import tr


def day_line(cells: Sequence[Cell]) -> str:
    """How much of the last 24 hours was answered, troubled and not known."""
    known = [cell for cell in cells if cell.answers]
    if not known:
        return tr("Last 24 h: nothing known")
    well = sum(cell.ok == cell.answers for cell in known)
    return tr("Last 24 h, in half hours: {well} answered, {troubled} with trouble, {unknown} not known",
              well=well, troubled=len(known) - well, unknown=len(cells) - len(known))  # fmt: skip
