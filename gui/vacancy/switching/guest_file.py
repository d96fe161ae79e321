"""Reading another tool's file, as the guest that we are: whole, bounded, and with what is needed to put it back."""

import os
import stat
from dataclasses import dataclass
from pathlib import Path

from vacancy.errors import SwitchError
from vacancy.words import tr

MAX_BYTES = 1_000_000
"""A larger file is no configuration that people edit."""
_BOM = "\ufeff"


@dataclass(frozen=True, slots=True)
class GuestFile:
    """One file at one moment."""

    path: Path
    """As the tool names it."""
    real_path: Path
    """After links: the one to write."""
    data: bytes | None
    """None when it is not there."""
    has_other_names: bool = False
    """There is a hard link to it, which will not follow when it is replaced."""

    @property
    def text(self) -> str:
        """The content with the line ends that it has, without a byte order mark; an empty text for no file.

        Raises:
            SwitchError: it is not UTF-8.
        """
        try:
            return (self.data or b"").decode().removeprefix(_BOM)
        except UnicodeDecodeError as error:
            line = (self.data or b"").count(b"\n", 0, error.start) + 1
            raise refusal(
                self.path, line, tr("this is not UTF-8. Save the file as UTF-8, or change the model there by hand.")
            ) from None

    def encoded(self, text: str) -> bytes:
        """A text as the content of this file, with the byte order mark that it has."""
        has_mark = (self.data or b"").startswith(_BOM.encode())
        return ((_BOM if has_mark else "") + text).encode()


def read_guest(path: Path) -> GuestFile:
    """The file as it is now, whether or not it is there.

    Raises:
        SwitchError: it cannot be read, is no ordinary file or is too large.
    """
    real_path = Path(os.path.realpath(path))
    try:
        status = real_path.stat()
        if not stat.S_ISREG(status.st_mode):
            # A pipe would be waited for, and a device may never end.
            raise refusal(path, None, tr("this is no ordinary file."))
        with real_path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        return GuestFile(path, real_path, None)
    except OSError as error:
        raise SwitchError(
            tr("A file cannot be read"),
            tr("{path}: {why}. Check who may read it.", path=path, why=error.strerror or error),
        ) from error
    if len(data) > MAX_BYTES:
        raise refusal(path, None, tr("the file is larger than {limit} bytes.", limit=MAX_BYTES))
    return GuestFile(path, real_path, data, has_other_names=status.st_nlink > 1)


def refusal(path: Path, line: int | None, problem: str) -> SwitchError:
    """The error for a file that is not fit to be changed; `problem` is a clause that ends its own sentence."""
    title = tr("This file cannot be switched")
    if line is None:
        return SwitchError(title, tr("{path}: {problem}", path=path, problem=problem))
    return SwitchError(title, tr("{path}, line {line}: {problem}", path=path, line=line, problem=problem))
