"""What the windows remember from one start to the next. Nothing in it is a setting, and nobody misses it for long."""

import logging
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec

from vacancy.atomic import write_bytes
from vacancy.domain.copy_forms import CopyForm
from vacancy.errors import StorageError

_logger = logging.getLogger(__name__)

_LARGEST = 32_767
"""What a window can be wide or high on every platform."""
_MAX_BYTES = 10_000
_Length = Annotated[int, msgspec.Meta(ge=1, le=_LARGEST)]


@dataclass(frozen=True, slots=True)
class UiMemory:
    """What is remembered."""

    panel_size: tuple[_Length, _Length] | None = None
    """Width and height in device-independent pixels; None until the user changed it."""
    copy_form: CopyForm = CopyForm.ID
    """The form that was copied last, which is the default of the next time."""


class UiState:
    """The file of it: small, written whole or not at all. It never raises; what cannot be kept is forgotten."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._kept: UiMemory | None = None
        """What is in the file for certain."""

    def read(self) -> UiMemory:
        """What is remembered; nothing when there is no file, or none that can be read."""
        try:
            is_ordinary = stat.S_ISREG(self._path.stat().st_mode)
            text = self._beginning() if is_ordinary else b""  # a pipe would be waited for
            memory = msgspec.json.decode(text, type=UiMemory)
        except FileNotFoundError:
            return UiMemory()
        except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            _logger.warning("ui_state_forgotten path=%s reason=%s", self._path, type(error).__name__)
            return UiMemory()
        self._kept = memory
        return memory

    def _beginning(self) -> bytes:
        with self._path.open("rb") as file:
            return file.read(_MAX_BYTES)

    def keep(self, memory: UiMemory) -> None:
        """Remember this from now on; nothing is written when it is remembered already."""
        if memory == self._kept:
            return
        try:
            write_bytes(self._path, msgspec.json.encode(memory))
        except StorageError as error:
            _logger.warning("ui_state_not_kept %s", error)
            return
        self._kept = memory
