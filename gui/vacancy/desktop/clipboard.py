"""The clipboard: put a model's name there, and say honestly whether it arrived."""

import logging
import shutil
from datetime import timedelta
from enum import Enum

from PySide6.QtCore import QEvent, QObject
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
        self._hand = _Hand() if self._platform.startswith("wayland") else None

    async def copy(self, text: str) -> Copied:
        """Copy the text. On X11 it is gone when Vacancy ends, unless the desktop keeps it."""
        if self._hand is not None and not (self._hand.seen and QGuiApplication.focusWindow() is not None):
            return await self._copy_without_focus(text)
        self._clipboard.setText(text)
        copied = self._clipboard.text() == text
        if not copied:
            _logger.warning("clipboard_refused platform=%s", self._platform)
        return Copied.COPIED if copied else Copied.FAILED

    async def _copy_without_focus(self, text: str) -> Copied:
        # Wayland gives the clipboard to a window with focus that somebody has used, and neither a tray menu nor the
        # button of a notification gives that. Qt's own answer is no proof here: it says yes to itself.
        helper = shutil.which(_HELPER)
        if helper is not None and await feed(helper, [], text, within=_HELPER_TIME) == 0:
            return Copied.COPIED
        self._clipboard.setText(text)
        _logger.info("clipboard_not_confirmed helper=%s", helper is not None)
        return Copied.NOT_CONFIRMED


class _Hand(QObject):
    """Whether a window of ours was ever clicked or typed into.

    Wayland takes a text from a window only together with the number of such an event. A window that merely has focus,
    as on its first showing, has none yet, and Qt then copies nothing and says that it did.
    """

    def __init__(self) -> None:
        super().__init__()
        self.seen = False
        QGuiApplication.instance().installEventFilter(self)  # type: ignore[union-attr] # there is one

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Look until the first such event, and let everything pass."""
        if event.type() in {QEvent.Type.MouseButtonPress, QEvent.Type.KeyPress, QEvent.Type.TouchBegin}:
            self.seen = event.spontaneous()
        if self.seen:
            QGuiApplication.instance().removeEventFilter(self)  # type: ignore[union-attr] # there is one
        return super().eventFilter(watched, event)
