"""Faults of a settings file: all of them at once, each with its line, its key and what was expected."""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from vacancy.errors import SettingsError
from vacancy.redaction import redact
from vacancy.words import tr, tr_n

Where = tuple[str | int, ...]
"""The way to a value: names of tables and keys, and positions in lists counted from 0."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is not right. It never shows a value that could be a key."""

    where: Where
    """Empty for the file as a whole."""
    problem: str
    nearest: str | None = None
    """The valid name that was probably meant."""
    line: int | None = None
    """Counted from 1."""

    @property
    def key(self) -> str:
        """The place in words: `probing.interval`; list positions count from 1, as in `models[2].id`."""
        text = ""
        for step in self.where:
            text += f"[{step + 1}]" if isinstance(step, int) else f".{step}"
        return redact(text.removeprefix("."))

    def __str__(self) -> str:
        """One line for people."""
        problem = self.problem
        if self.nearest:
            problem = tr('{problem}; did you mean "{nearest}"?', problem=problem, nearest=self.nearest)
        if self.line and self.key:
            return redact(tr("line {line}, {key}: {problem}", line=self.line, key=self.key, problem=problem))
        if self.line:
            return redact(tr("line {line}: {problem}", line=self.line, problem=problem))
        return redact(f"{self.key}: {problem}" if self.key else problem)


class BrokenSettingsError(SettingsError):
    """The settings file has faults. It was not used and not changed."""

    def __init__(self, path: Path, faults: Iterable[Fault]) -> None:
        self.path = path
        self.faults = tuple(faults)
        title = tr_n(len(self.faults), "The settings have a mistake", "The settings have {n} mistakes")
        super().__init__(title, "\n".join(f"{path}, {fault}" for fault in self.faults))


def nearest(name: str, valid: Iterable[str]) -> str | None:
    """The valid name that a misspelt one probably means."""
    by_lower = {candidate.lower(): candidate for candidate in valid}
    matches = get_close_matches(name.lower(), by_lower, n=1, cutoff=0.6)
    return by_lower[matches[0]] if matches else None
