"""What nobody foresaw: every exception and Qt message that has no other place ends in the log, without secrets."""

import asyncio
import logging
import sys
import traceback
from types import TracebackType
from typing import Any

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

from vacancy.redaction import redact

_logger = logging.getLogger(__name__)
_qt_logger = logging.getLogger("qt")

_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}

_HARMLESS = "Failed to register with host portal"
"""Qt says so wherever our desktop file is not installed, as in a checkout. Nothing depends on it."""


def describe(failure: BaseException) -> str:
    """The traceback of an exception, fit for a log: redacted as a whole, because foreign texts may hold anything."""
    return redact("".join(traceback.format_exception(failure)))


def log_unforeseen(loop: asyncio.AbstractEventLoop) -> None:
    """Send to the log what would be printed or lost: uncaught exceptions, lost tasks of the loop, Qt's messages."""
    sys.excepthook = _on_uncaught
    loop.set_exception_handler(_on_loop_failure)
    qInstallMessageHandler(_on_qt_message)


def _on_uncaught(kind: type[BaseException], failure: BaseException, trace: TracebackType | None) -> None:
    _logger.error("uncaught_exception\n%s", redact("".join(traceback.format_exception(kind, failure, trace))))


def _on_loop_failure(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    failure = context.get("exception")
    details = describe(failure) if isinstance(failure, BaseException) else ""
    _logger.error("loop_failure message=%s\n%s", redact(str(context.get("message", ""))), details)


def _on_qt_message(kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
    level = logging.DEBUG if _HARMLESS in message else _LEVELS.get(kind, logging.WARNING)
    _qt_logger.log(level, "%s", redact(message))
