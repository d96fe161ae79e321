"""Files are replaced whole or not at all, so that a full disk or a crash leaves the old content."""

import contextlib
import os
import secrets
import stat
from pathlib import Path

from vacancy.errors import StorageError
from vacancy.words import tr

NEW_FILE_MODE = 0o600


def write_text(path: Path, text: str) -> None:
    """Replace a file's content by a text in UTF-8, with the line ends that the text has; see `write_bytes`."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, data: bytes) -> None:
    """Replace a file's content in one step. After a failure the old file is as it was.

    A link is followed, so that the real file is replaced and the link stays. The mode of a file that is there is
    kept; a new one can be read by its owner only.

    Raises:
        StorageError: the file cannot be written.
    """
    target = Path(os.path.realpath(path))
    private_folder(target.parent)
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}.new")
    try:
        write_beside(temporary, data, mode=_mode_of(target))
        put_in_place(temporary, target)
    except OSError as error:
        raise StorageError(
            tr("A file cannot be written"),
            tr("{path}: {why}. The old content is unchanged.", path=path, why=error.strerror or error),
        ) from error


def write_beside(temporary: Path, data: bytes, *, mode: int) -> None:
    """Write a new file, complete and on the disk, before it takes another one's place in the same folder.

    Raises:
        OSError: it cannot be written, and nothing of it is left; or it is there already, and is as it was.
    """
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), NEW_FILE_MODE)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(mode)
    except OSError:
        remove(temporary)
        raise


def put_in_place(temporary: Path, target: Path) -> None:
    """Let a complete file take another one's place, in one step.

    Raises:
        OSError: it cannot; the other one is as it was, and the new one is gone.
    """
    try:
        temporary.replace(target)
    except OSError:
        remove(temporary)
        raise
    sync_folder(target.parent)


def _mode_of(target: Path) -> int:
    try:
        return stat.S_IMODE(target.stat().st_mode)
    except FileNotFoundError:
        return NEW_FILE_MODE


def remove(temporary: Path) -> None:
    """Take a file away if that is possible."""
    with contextlib.suppress(OSError):
        temporary.unlink()


def sync_folder(folder: Path) -> None:
    """Put the new name on the disk too; systems that cannot open a folder do that by themselves."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def private_folder(folder: Path) -> None:
    """Make sure that a folder is there; a new one is closed to other users.

    Raises:
        StorageError: it cannot be created.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(
            tr("A folder cannot be created"),
            tr("{folder}: {why}. Check its owner and the free space.", folder=folder, why=error.strerror),
        ) from error
