"""The clipboard: put a model's name there, and say honestly whether it arrived."""

import logging
import shutil
from datetime import timedelta
from enum import Enum

from PySide6.QtGui import QClipboard, QGuiApplication

from vacancy.desktop.spawn import feed

_logger = logging.getLogger(__name__)

_HELPER = "wl-copy"
_HELPER_TIME = timedelta(seconds=2)
"""wl-copy waits for focus on some desktops, and for ever where it does not get it."""


class Copied(Enum):
    """How copying went; the window offers the selected text for everything but `COPIED`."""

    COPIED = "copied"
    NOT_CONFIRMED = "not_confirmed"
    """Handed over, but nobody could tell whether the desktop took it."""
    FAILED = "failed"


class Clipboard:
    """Copies short texts. Never a key: nothing can promise to take a secret out again."""

    def __init__(self, clipboard: QClipboard, *, platform: str | None = None) -> None:
        self._clipboard = clipboard
        self._platform = platform or QGuiApplication.platformName()

    async def copy(self, text: str) -> Copied:
        """Copy the text. On X11 it is gone when Vacancy ends, unless the desktop keeps it."""
        if self._platform.startswith("wayland") and QGuiApplication.focusWindow() is None:
            return await self._copy_without_focus(text)
        self._clipboard.setText(text)
        copied = self._clipboard.text() == text
        if not copied:
            _logger.warning("clipboard_refused platform=%s", self._platform)
        return Copied.COPIED if copied else Copied.FAILED

    async def _copy_without_focus(self, text: str) -> Copied:
        # Wayland gives the clipboard to a window with focus, and a tray menu gives none. Qt's own answer is no
        # proof here: it says yes to itself.
        helper = shutil.which(_HELPER)
        if helper is not None and await feed(helper, [], text, within=_HELPER_TIME) == 0:
            return Copied.COPIED
        self._clipboard.setText(text)
        _logger.info("clipboard_not_confirmed helper=%s", helper is not None)
        return Copied.NOT_CONFIRMED
