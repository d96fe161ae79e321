"""Files are replaced whole or not at all, so that a full disk or a crash leaves the old content."""

import contextlib
import os
import stat
import tempfile
from pathlib import Path

from vacancy.errors import StorageError
from vacancy.store.paths import private_folder
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
    try:
        temporary = _write_beside(target, data)
        try:
            temporary.replace(target)
        except OSError:
            _remove(temporary)
            raise
        _sync_folder(target.parent)
    except OSError as error:
        raise StorageError(
            tr("A file cannot be written"),
            tr("{path}: {why}. The old content is unchanged.", path=path, why=error.strerror or error),
        ) from error


def _write_beside(target: Path, data: bytes) -> Path:
    """A new file in the same folder, complete and on the disk."""
    descriptor, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".new", dir=target.parent)
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(_mode_of(target))
    except OSError:
        _remove(temporary)
        raise
    return temporary


def _mode_of(target: Path) -> int:
    try:
        return stat.S_IMODE(target.stat().st_mode)
    except FileNotFoundError:
        return NEW_FILE_MODE


def _remove(temporary: Path) -> None:
    with contextlib.suppress(OSError):
        temporary.unlink()


def _sync_folder(folder: Path) -> None:
    """Put the new name on the disk too; systems that cannot open a folder do that by themselves."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
