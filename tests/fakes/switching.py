"""A switcher with its journal in one folder, and a tool's file in another."""

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from vacancy.store.instance_lock import InstanceLock
from vacancy.switching.file_target import FileTarget, at
from vacancy.switching.journal import Journal
from vacancy.switching.switcher import Step, Switcher
from vacancy.switching.target import Choice
from vacancy.switching.toml_text import TomlSyntax

NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)
OLD = b'# mine\r\nmodel = "old"  # c\r\n'
NEW = OLD.replace(b"old", b"new")


@dataclass(frozen=True)
class Workshop:
    """What a test of switching needs; two of the same folder are two Vacancys."""

    folder: Path

    @property
    def journal(self) -> Journal:
        """Our own record."""
        return Journal(self.folder / "data" / "switches")

    def switcher(self, at_step=lambda _step: None) -> Switcher:
        """A switcher with a real lock."""
        return Switcher(self.journal, InstanceLock(self.folder / "data" / "switch.lock"), lambda: NOON, at_step=at_step)

    @property
    def file(self) -> Path:
        """The tool's file."""
        return self.folder / "tool" / "config.toml"

    @property
    def target(self) -> FileTarget:
        """The tool."""
        return FileTarget("tool", "The tool", self.file, TomlSyntax(), at("model"))

    def with_file(self, data: bytes | None = OLD) -> "Workshop":
        """The tool is there, with that file."""
        self.file.parent.mkdir(exist_ok=True)
        if data is not None:
            self.file.write_bytes(data)
        return self

    def switch(self, model: str = "new", at_step=lambda _step: None, **how):
        """Plan and apply."""
        switcher = self.switcher(at_step)
        return switcher.apply(self.target.plan(Choice(model)), **how)

    @property
    def left(self) -> list[str]:
        """What lies in the tool's folder."""
        return sorted(path.name for path in self.file.parent.iterdir())


__all__ = ["NEW", "NOON", "OLD", "Step", "Workshop"]
