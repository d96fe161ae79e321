"""JSON of the commands that switch, as values; scripts depend on these names."""

from dataclasses import dataclass
from datetime import datetime

from vacancy.switching.journal import SwitchState


@dataclass(frozen=True, slots=True)
class UseFace:
    """JSON of `vacancy use`."""

    schema: int
    target: str
    title: str
    file: str
    model: str
    model_before: str | None
    """Null where the file named none."""
    changed: bool
    """False where it was set already, and for a dry run."""
    needed: bool
    """The file is not set so yet, or was not."""
    diff: str
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SetFace:
    """JSON of `vacancy use` without a model."""

    schema: int
    target: str
    title: str
    model: str | None
    """Null where no file names one, so that the tool takes its own default."""
    effort: str | None
    file: str | None
    """The one that decides."""
    notes: tuple[str, ...]
    """Why it decides, and what in these files does something else than people may think."""


@dataclass(frozen=True, slots=True)
class UndoFace:
    """JSON of `vacancy undo`."""

    schema: int
    target: str
    title: str
    file: str
    model: str | None
    """What is set again; null where the file named none, or is gone again."""
    removed: bool
    """The file was not there before the switch."""


@dataclass(frozen=True, slots=True)
class PastFace:
    """One switch in the JSON of `vacancy undo --list`."""

    at: datetime
    target: str
    file: str
    model_before: str | None
    model: str
    automatic: bool
    state: SwitchState


@dataclass(frozen=True, slots=True)
class PastFaces:
    """JSON of `vacancy undo --list`."""

    schema: int
    switches: tuple[PastFace, ...]
