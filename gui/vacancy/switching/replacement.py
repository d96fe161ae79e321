"""Another tool's file takes new content whole, in one step, and stays in every other respect what it was."""

import contextlib
import os
import stat
from pathlib import Path

from vacancy import atomic
from vacancy.errors import SwitchError
from vacancy.words import tr

_ANY_WRITE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


def temporary_beside(real_path: Path, number: int) -> Path:
    """Where the new content of a switch waits; by its name an interrupted one is found again."""
    return real_path.with_name(f".{real_path.name}.vacancy-{number}.new")


def check_writable(real_path: Path) -> None:
    """Refuse a file that somebody closed against writing: replacing it would step over that.

    Raises:
        SwitchError: the file or its folder cannot be written.
    """
    with contextlib.suppress(FileNotFoundError):
        if not stat.S_IMODE(real_path.stat().st_mode) & _ANY_WRITE or not os.access(real_path, os.W_OK):
            raise SwitchError(
                tr("The file is read-only"),
                tr("{path} is closed against writing, so nothing was changed. Allow writing, or change it by hand.",
                   path=real_path),
            )  # fmt: skip
    if not os.access(real_path.parent, os.W_OK):
        raise SwitchError(
            tr("The folder is read-only"),
            tr("Nothing can be written into {folder}, so nothing was changed. Allow writing, or change it by hand.",
               folder=real_path.parent),
        )  # fmt: skip


def write_new(temporary: Path, data: bytes, *, like: Path) -> None:
    """Write the new content beside a file, with that file's mode, owner and attributes; 0600 where it is not there.

    Raises:
        SwitchError: it cannot be written; nothing of it is left.
    """
    try:
        old = like.stat()
    except FileNotFoundError:
        old = None
    mode = atomic.NEW_FILE_MODE if old is None else stat.S_IMODE(old.st_mode)
    try:
        atomic.remove(temporary)
        atomic.write_beside(temporary, data, mode=mode)
        if old is not None:
            _give_to(temporary, like, old)
    except OSError as error:
        atomic.remove(temporary)
        raise _not_written(like, error) from error


def put_in_place(temporary: Path, real_path: Path) -> None:
    """Let the new content take the file's place.

    Raises:
        SwitchError: it cannot; the file is as it was.
    """
    try:
        atomic.put_in_place(temporary, real_path)
    except OSError as error:
        raise _not_written(real_path, error) from error


def take_away(real_path: Path) -> None:
    """Remove a file that was not there before the switch.

    Raises:
        SwitchError: it cannot be removed.
    """
    try:
        real_path.unlink()
    except OSError as error:
        raise _not_written(real_path, error) from error
    atomic.sync_folder(real_path.parent)


def _give_to(temporary: Path, like: Path, old: os.stat_result) -> None:
    """The owner, the mode and the extended attributes (access lists, labels) of the old file."""
    new = temporary.stat()
    if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
        os.chown(temporary, old.st_uid, old.st_gid)
        temporary.chmod(stat.S_IMODE(old.st_mode))
    if hasattr(os, "listxattr"):
        with contextlib.suppress(OSError):
            # Not every file system has them, and some may only be set by the system, which then sets them itself.
            for name in os.listxattr(like):
                os.setxattr(temporary, name, os.getxattr(like, name))


def _not_written(path: Path, error: OSError) -> SwitchError:
    return SwitchError(
        tr("The file cannot be written"),
        tr("{path}: {why}. It is as it was; nothing was switched.", path=path, why=error.strerror or error),
    )
