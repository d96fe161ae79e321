"""Switching, and taking the last switch back: the only code that writes to other tools' files.

In order: a lock, so that two of us never write at once; the check that the file still is what the change was planned
for; a copy of it in our folder; a line in the journal; the new content, complete and on the disk, beside the file;
the same check again; one rename; a look at what is there now; another line in the journal. Whatever ends the process
in between, the file is the old one or the new one, and `settle`, which every later switch begins with, says which.

Programs that are not ours know nothing of our lock. What one of them writes in the moment between the last check and
the rename is lost to it; no system offers to close that gap.

Everything here blocks for a few disk writes and may be called from any threads: one waits for the other.
"""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from vacancy import atomic
from vacancy.errors import StorageError, SwitchError
from vacancy.switching import replacement
from vacancy.switching.aftermath import content_of, what_became_of, where_changed
from vacancy.switching.guest_file import GuestFile, read_guest
from vacancy.switching.journal import Journal, Switch, SwitchState, digest
from vacancy.switching.target import Change
from vacancy.words import tr

_logger = logging.getLogger(__name__)


class Lock(Protocol):
    """The right to switch, which one process has at a time."""

    def try_acquire(self) -> bool:
        """Take it, if nobody else has it; never waits."""

    def release(self) -> None:
        """Give it up."""


class Step(StrEnum):
    """What was just done, in this order; for tests that end the process there."""

    LOCKED = "locked"
    NOTED = "noted"
    WRITTEN_BESIDE = "written_beside"
    IN_PLACE = "in_place"
    CLOSED = "closed"


def _go_on(_step: Step) -> None:
    """Nothing happens at a step."""


@dataclass(frozen=True, slots=True)
class Undone:
    """A switch that was taken back."""

    switch: Switch
    is_removed: bool
    """The file was not there before the switch, so it is gone again."""


class Switcher:
    """Writes changes, and takes the last one back."""

    def __init__(
        self,
        journal: Journal,
        lock: Lock,
        now: Callable[[], datetime],
        *,
        at_step: Callable[[Step], None] = _go_on,
    ) -> None:
        self._journal = journal
        self._lock = lock
        self._in_turn = threading.Lock()
        """The other lock keeps other processes out, and lets every thread of this one in."""
        self._now = now
        self._at_step = at_step

    def switches(self) -> tuple[Switch, ...]:
        """What was switched, oldest first.

        Raises:
            SwitchError: our own record cannot be read.
        """
        with _ours_failing():
            return self._journal.switches()

    def last(self) -> Switch | None:
        """The last switch, whether or not it was taken back; None when there was none.

        Raises:
            SwitchError: our own record cannot be read.
        """
        with _ours_failing():
            return self._journal.last()

    def left_behind(self, change: Change) -> bytes | None:
        """For a change that leads back from the last switch, the file as it was before that.

        None for any other change, and where anything in the file was changed since: then it is somebody's wish by now.
        None too where our copy is gone.

        Raises:
            SwitchError: our own record cannot be read.
        """
        last = self.last()
        if last is None or last.state is not SwitchState.DONE or change.before is None:
            return None
        way_there = (last.target, last.real_path, last.model_before, last.digest_after)
        if way_there != (change.target, str(change.real_path), change.model_after, digest(change.before)):
            return None
        with suppress(StorageError):
            return self._journal.old_content(last)
        return None

    def apply(self, change: Change, *, is_automatic: bool = False) -> Switch | None:
        """Write a planned change; None when there was nothing to do.

        Raises:
            SwitchError: it was not written, and the file is as it was; or somebody else wrote at the same moment,
                which the error says.
        """
        if not change.is_needed:
            return None
        with self._turn(), _ours_failing():
            self._settle()
            self._check_unchanged(change)
            replacement.check_writable(change.real_path)
            switch = self._journal.begin(change, self._now(), is_automatic=is_automatic)
            self._at_step(Step.NOTED)
            try:
                self._put(switch, change.after, expected=change.before)
            except SwitchError:
                self._close(switch, SwitchState.ABANDONED)
                raise
            _logger.info("switched target=%s model=%s automatic=%s", switch.target, switch.model_after, is_automatic)
            done = self._close(switch, SwitchState.DONE)
            self._check_result(change.real_path, change.after)
            return done

    def undo(self) -> Undone:
        """Take the last switch back: the file is byte for byte what it was before.

        Raises:
            SwitchError: there is nothing to take back, it was taken back already, or the file was changed since; the
                file is as it was, and the error names our copy of the old one.
        """
        with self._turn(), _ours_failing():
            self._settle()
            switch = self._to_undo()
            old = self._journal.old_content(switch)
            guest = read_guest(Path(switch.path))
            self._check_still_ours(switch, guest, old)
            replacement.check_writable(guest.real_path)
            self._journal.note(switch, SwitchState.UNDOING)
            self._at_step(Step.NOTED)
            try:
                self._put(switch, old, expected=guest.data)
            except SwitchError:
                self._close(switch, SwitchState.DONE)
                raise
            _logger.info("switch_undone target=%s model=%s", switch.target, switch.model_before)
            undone = self._close(switch, SwitchState.UNDONE)
            self._check_result(guest.real_path, old)
            return Undone(undone, is_removed=old is None)

    def settle(self) -> tuple[Switch, ...]:
        """Find out how far switches came that were interrupted, and tidy up after them; for the start of the app.

        Returns:
            The interrupted ones with what became of them, for the user to be told. Nothing while another Vacancy
            is switching: what looks interrupted is under way.

        Raises:
            SwitchError: our own record cannot be read or written.
        """
        with self._in_turn, _ours_failing():
            if not self._lock.try_acquire():
                return ()
            try:
                return self._settle()
            finally:
                self._lock.release()

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """The right to switch, for as long as the block lasts."""
        with self._in_turn:
            with _ours_failing():
                is_ours = self._lock.try_acquire()
            if not is_ours:
                raise SwitchError(tr("Another Vacancy is switching"), tr("Nothing was changed. Try again in a moment."))
            try:
                self._at_step(Step.LOCKED)
                yield
            finally:
                self._lock.release()

    def _settle(self) -> tuple[Switch, ...]:
        under_way = {SwitchState.STARTED, SwitchState.UNDOING}
        settled = []
        for switch in self._journal.switches():
            if switch.state in under_way:
                temporary = replacement.temporary_beside(Path(switch.real_path), switch.number)
                settled.append(self._journal.note(switch, what_became_of(switch, temporary)))
                atomic.remove(temporary)
                _logger.warning("switch_was_interrupted target=%s state=%s", switch.target, settled[-1].state)
        return tuple(settled)

    def _put(self, switch: Switch, content: bytes | None, *, expected: bytes | None) -> None:
        """Exchange the content of the file, or remove it, if it still is what was expected."""
        real_path = Path(switch.real_path)
        temporary = replacement.temporary_beside(real_path, switch.number)
        if content is not None:
            replacement.write_new(temporary, content, like=real_path)
        self._at_step(Step.WRITTEN_BESIDE)
        if content_of(real_path) != expected:
            atomic.remove(temporary)
            raise _changed_meanwhile(real_path)
        if content is None:
            replacement.take_away(real_path)
        else:
            replacement.put_in_place(temporary, real_path)
        self._at_step(Step.IN_PLACE)

    def _close(self, switch: Switch, state: SwitchState) -> Switch:
        """Note the end of a switch. Where that fails, the next one finds out by the file itself."""
        try:
            noted = self._journal.note(switch, state)
        except StorageError as error:
            _logger.warning("switch_not_noted state=%s error=%s", state, error.title)
            return switch
        self._at_step(Step.CLOSED)
        return noted

    @staticmethod
    def _check_unchanged(change: Change) -> None:
        guest = read_guest(change.path)
        if guest.data != change.before or guest.real_path != change.real_path:
            raise _changed_meanwhile(change.path)

    @staticmethod
    def _check_result(real_path: Path, expected: bytes | None) -> None:
        if content_of(real_path) != expected:
            raise SwitchError(
                tr("Another program wrote at the same moment"),
                tr("{path} holds something else now than was written. Look at it before you go on.", path=real_path),
            )

    def _to_undo(self) -> Switch:
        switch = self._journal.last()
        if switch is None and (aside := self._journal.aside()) is not None:
            raise SwitchError(
                tr("The record of switches was broken"),
                tr("It was set aside as {path}. Files from before a switch are kept in {folder}: put one back by hand.",
                   path=aside, folder=self._journal.backups),
            )  # fmt: skip
        if switch is None:
            raise SwitchError(tr("There is nothing to take back"), tr("Vacancy has switched nothing yet."))
        if switch.state is SwitchState.UNDONE:
            raise SwitchError(
                tr("The last switch was taken back already"),
                tr("{path} was put back as it was. Only the last switch can be taken back.", path=switch.path),
            )
        return switch

    def _check_still_ours(self, switch: Switch, guest: GuestFile, old: bytes | None) -> None:
        """Refuse to step over what somebody else wrote after the switch."""
        backup = None if old is None else str(self._journal.backup_of(switch))
        if str(guest.real_path) == switch.real_path and guest.data and digest(guest.data) == switch.digest_after:
            return
        if guest.data is None:
            message = tr("{path} is not there any more.", path=switch.path)
        elif str(guest.real_path) != switch.real_path:
            message = tr("{path} is a link to another file now, {file}.", path=switch.path, file=guest.real_path)
        else:
            message = where_changed(switch, guest.data, old)
        if backup is not None:
            message = tr("{problem} The file from before the switch is kept as {backup}.",
                         problem=message, backup=backup)  # fmt: skip
        raise SwitchError(tr("The file was changed since the switch"), message, backup=backup)


@contextmanager
def _ours_failing() -> Iterator[None]:
    """Within it, trouble with our own files becomes a switch that did not happen."""
    try:
        yield
    except StorageError as error:
        raise SwitchError(tr("Nothing was changed: {problem}", problem=error.title), error.message) from error


def _changed_meanwhile(path: Path) -> SwitchError:
    return SwitchError(
        tr("The file was changed meanwhile"),
        tr("{path} is not what it was when the change was shown. Nothing was written; look at it again.", path=path),
    )
