"""What was switched, kept in our own folder: one line of JSON for each switch, and the old file beside it.

The line is written before the other tool's file is touched. So whatever ends this process in between, the next one
finds what was under way, sees by the file itself how far it came, and says so.
"""

import hashlib
import logging
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from itertools import count, takewhile
from pathlib import Path

import msgspec

from vacancy import atomic
from vacancy.errors import NewerDataError, StorageError
from vacancy.switching.target import Change
from vacancy.words import tr

_logger = logging.getLogger(__name__)

VERSION = 1
"""Raised when an older Vacancy would misread a line."""
MOST_SWITCHES = 200
"""Lines that are kept; the oldest go first."""
MOST_BACKUPS = 10
"""Old files that are kept. They may hold keys of other tools, so no more are kept than help somebody."""


class SwitchState(StrEnum):
    """How far a switch came; the value is the word in the file."""

    STARTED = "started"
    """The file may be the old one or the new one; the file itself says which."""
    DONE = "done"
    UNDOING = "undoing"
    """The same, on the way back."""
    UNDONE = "undone"
    ABANDONED = "abandoned"
    """It did not happen; the file stayed the old one."""


@dataclass(frozen=True, slots=True)
class Switch:
    """One switch that was begun."""

    number: int
    at: datetime
    target: str
    title: str
    path: str
    """The file as the tool names it."""
    real_path: str
    """The file that was written."""
    model_before: str | None
    model_after: str
    lines: tuple[int, ...]
    """The lines of the new file that the switch wrote."""
    digest_before: str | None
    """SHA-256 of the old file; None when there was none."""
    digest_after: str
    state: SwitchState
    is_automatic: bool = False
    """Vacancy switched by itself, as the settings allow."""
    version: int = VERSION


class Journal:
    """The record of switches, below one folder, the old files in `backups`. Whoever writes holds the switcher's lock.

    Every method raises StorageError where our own folder cannot be read or written.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / "journal.jsonl"
        self.backups = folder / "backups"

    def switches(self) -> tuple[Switch, ...]:
        """All that is kept, oldest first. A file that is broken is set aside, and the record begins anew."""
        try:
            data = self._file.read_bytes()
        except FileNotFoundError:
            return ()
        except OSError as error:
            raise _unreadable(self._file, error) from error
        try:
            switches = tuple(msgspec.json.Decoder(Switch).decode_lines(data))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            self._refuse_newer(data)
            self._set_aside()
            return ()
        if any(switch.version > VERSION for switch in switches):
            raise self._newer()
        return switches

    def last(self) -> Switch | None:
        """The last switch that happened or may have; None when there is none."""
        return next((each for each in reversed(self.switches()) if each.state is not SwitchState.ABANDONED), None)

    def aside(self) -> Path | None:
        """A record that was broken and set aside, the newest one; None where that never happened."""
        *_, newest = (None, *takewhile(Path.exists, self._names_aside()))
        return newest

    def _names_aside(self) -> Iterator[Path]:
        return (self._file.with_name(f"{self._file.name}.broken-{number}") for number in count(1))

    def begin(self, change: Change, at: datetime, *, is_automatic: bool) -> Switch:
        """Keep the old file and note what is about to happen."""
        switches = self.switches()
        switch = Switch(
            number=max((each.number for each in switches), default=max(self._backup_numbers(), default=0)) + 1,
            at=at,
            target=change.target,
            title=change.title,
            path=str(change.path),
            real_path=str(change.real_path),
            model_before=change.model_before,
            model_after=change.model_after,
            lines=tuple(edit.line for edit in change.edits),
            digest_before=None if change.before is None else digest(change.before),
            digest_after=digest(change.after),
            state=SwitchState.STARTED,
            is_automatic=is_automatic,
        )
        atomic.private_folder(self._file.parent)
        if change.before is not None:
            atomic.write_bytes(self.backup_of(switch), change.before)
        self._write((*switches, switch))
        self._forget_old_backups(switch.number)
        return switch

    def note(self, switch: Switch, state: SwitchState) -> Switch:
        """Note how far a switch came. Where the file is again what it was, the copy of it goes."""
        noted = replace(switch, state=state)
        self._write(tuple(noted if each.number == switch.number else each for each in self.switches()))
        if state in {SwitchState.UNDONE, SwitchState.ABANDONED}:
            atomic.remove(self.backup_of(switch))
        return noted

    def backup_of(self, switch: Switch) -> Path:
        """Where the old file is kept."""
        return self.backups / f"{switch.number}-{Path(switch.real_path).name.lstrip('.')}"

    def old_content(self, switch: Switch) -> bytes | None:
        """The old file; None when there was none.

        Raises:
            StorageError: the copy is gone or damaged.
        """
        if switch.digest_before is None:
            return None
        backup = self.backup_of(switch)
        try:
            data = backup.read_bytes()
        except OSError as error:
            raise _unreadable(backup, error) from error
        if digest(data) != switch.digest_before:
            raise StorageError(tr("The copy of the old file is damaged"), tr("{path} was changed.", path=backup))
        return data

    def _write(self, switches: tuple[Switch, ...]) -> None:
        atomic.write_bytes(self._file, msgspec.json.Encoder().encode_lines(switches[-MOST_SWITCHES:]))

    def _forget_old_backups(self, newest: int) -> None:
        for number, path in self._backup_numbers().items():
            if number <= newest - MOST_BACKUPS:
                atomic.remove(path)
        for folder in (self._file.parent, self.backups):
            for unfinished in folder.glob(".*.new"):  # of a process that was killed while it wrote
                atomic.remove(unfinished)

    def _backup_numbers(self) -> dict[int, Path]:
        """The copies that are there, by the numbers of their switches."""
        found = ((path.name.partition("-")[0], path) for path in self.backups.glob("*-*"))
        return {int(number): path for number, path in found if number.isdecimal()}

    def _refuse_newer(self, data: bytes) -> None:
        for line in data.splitlines():
            try:
                version = msgspec.json.decode(line, type=_Versioned).version
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                continue
            if version > VERSION:
                raise self._newer()

    def _newer(self) -> NewerDataError:
        return NewerDataError(
            tr("The record of switches is newer"),
            tr("{path} was written by a newer version. Update Vacancy.", path=self._file),
        )

    def _set_aside(self) -> None:
        try:
            aside = next(name for name in self._names_aside() if not name.exists())
            self._file.rename(aside)
        except OSError as error:
            raise _unreadable(self._file, error) from error
        _logger.warning("switch_journal_set_aside path=%s", aside)


class _Versioned(msgspec.Struct):
    version: int


def digest(data: bytes) -> str:
    """What tells one content from another."""
    return hashlib.sha256(data).hexdigest()


def _unreadable(path: Path, error: OSError) -> StorageError:
    return StorageError(tr("A file cannot be read"), tr("{path}: {why}.", path=path, why=error.strerror or error))
