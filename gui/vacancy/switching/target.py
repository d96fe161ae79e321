"""What can be switched: a tool, what is set in its configuration now, and the change that a choice would make.

Nothing here writes. A target reads the tool's own file and plans a change as bytes before and bytes after; the
switcher is the only one that puts them on the disk.
"""

from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from typing import Protocol

from vacancy.redaction import redact

_LONGEST_SHOWN = 160
"""Characters of a changed line that are shown around the change: minified files are one line."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The model to switch to."""

    model: str
    effort: str | None = None
    """The reasoning effort to set; None leaves the one that is set, where the model knows it."""
    known_efforts: tuple[str, ...] = ()
    """What the model knows; empty while nobody can say."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What is set now."""

    model: str | None
    """None when no file sets one, so that the tool takes its own default."""
    effort: str | None
    decided_by: Path | None
    """The file that decides; None when none sets a model."""
    notes: tuple[str, ...] = ()
    """What people should know of it, such as why that file goes before another one."""


@dataclass(frozen=True, slots=True)
class Edit:
    """One value that is set in a file."""

    key: str
    """As people write it, such as "model" or "models[0].model"."""
    line: int
    """Where it stands afterwards, counted from 1."""
    before: str | None
    """None when the key was not there."""
    after: str


@dataclass(frozen=True, slots=True)
class Change:
    """A planned change of one file; nothing is written yet."""

    target: str
    """The target's name."""
    title: str
    path: Path
    """The file as the tool names it."""
    real_path: Path
    """The file that is written, after links."""
    before: bytes | None
    """Its whole content; None when there is no file yet."""
    after: bytes
    model_before: str | None
    model_after: str
    edits: tuple[Edit, ...]
    """The values that are set; empty when all of it is set already."""
    notes: tuple[str, ...] = ()
    """What people should know before they agree, such as when it takes effect."""

    @property
    def is_needed(self) -> bool:
        """The file has to be written."""
        return self.before != self.after

    @property
    def diff(self) -> str:
        """The lines that change, to be shown first.

        Without lines around them, without anything of a key's shape, and long lines cut: other tools keep keys in
        these files.
        """
        old, new = ((data or b"").decode("utf-8-sig").splitlines() for data in (self.before, self.after))
        path = str(self.path)
        lines = unified_diff(old, new, path if self.before is not None else "/dev/null", path, n=0, lineterm="")
        return "\n".join(self._shown(redact(line)) for line in lines)

    def _shown(self, line: str) -> str:
        """The line, or the part of a long one that changes."""
        values = [value for edit in self.edits for value in (edit.before, edit.after) if value]
        if len(line) <= _LONGEST_SHOWN or line.startswith(("---", "+++")):
            return line
        places = [place for value in values if (place := line.find(value)) > 0]
        begin = max(1, min(places, default=1) - _LONGEST_SHOWN // 4)
        part = line[begin : begin + _LONGEST_SHOWN]
        return f"{line[0]}{'…' if begin > 1 else ''}{part}{'…' if begin + len(part) < len(line) else ''}"


class Target(Protocol):
    """A tool whose configuration can be switched."""

    @property
    def name(self) -> str:
        """Its name in the settings and on the command line."""

    @property
    def title(self) -> str:
        """What people call it."""

    def read(self) -> Reading:
        """What is set now.

        Raises:
            SwitchError: the file that decides cannot be read or understood.
        """

    def plan(self, choice: Choice) -> Change:
        """The change that sets a choice; one that is not needed when it is set already.

        Raises:
            SwitchError: it cannot be set there, or would have no effect; the error says where, why and what to do.
        """
