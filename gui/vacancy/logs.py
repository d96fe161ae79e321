"""The log file, from which every secret is removed whoever wrote it.

Redaction stands at the handlers, not at the loggers, so that records of libraries pass it too. A record is made one
text first - message, arguments, exception - and then redacted, because a secret may be in any part of it.
"""

import logging
import os
import sys
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TextIO

from vacancy.redaction import redact

MAX_BYTES = 1_000_000
FILES = 3
"""The current file and two older ones."""

_TALKATIVE = ("httpx", "httpcore", "hpack", "h2", "asyncio", "keyring", "urllib3", "watchdog")
"""Libraries that write URLs, headers or coroutines below WARNING. Verbose does not lower them."""

_FORMAT = "%(asctime)s %(levelname)s %(name)s %(message)s"


def set_up(logs_dir: Path, *, verbose: bool = False) -> None:
    """Log to a rotating file in that folder, and with `verbose` to standard error too, from DEBUG on.

    Called once, first thing. A folder that cannot be written is said on standard error when `verbose`, and the
    program goes on without a file.
    """
    root = logging.getLogger()
    for handler, _ in _ours(root):
        root.removeHandler(handler)
        handler.close()
    root.setLevel(logging.DEBUG if verbose else logging.INFO)
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(logging.WARNING)
    if verbose:
        _add(root, _ErrorOutput(sys.stderr))
    try:
        logs_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        _add(root, _PrivateFileHandler(logs_dir / "vacancy.log"))
    except OSError as error:
        # Without any handler Python would print warnings to standard error.
        root.addHandler(logging.NullHandler())
        logging.getLogger(__name__).warning("log_file_missing reason=%s", error.strerror)


def keep_no_log() -> None:
    """For a rehearsal, which leaves no trace: nothing is written to a file, nor shown to whoever started it."""
    logging.getLogger().addHandler(logging.NullHandler())


def add_secret(text: str) -> None:
    """Remove this text from everything that is logged from now on. After `set_up`; from any thread."""
    for _, formatter in _ours(logging.getLogger()):
        formatter.secrets |= {text}


class RedactingFormatter(logging.Formatter):
    """Formats a record, exception and stack included, and removes every secret from the result."""

    def __init__(self) -> None:
        super().__init__(_FORMAT)
        self.secrets: frozenset[str] = frozenset()

    def format(self, record: logging.LogRecord) -> str:
        """The whole text, redacted. A record that does not fit its arguments is named without them."""
        try:
            text = super().format(record)
        except (TypeError, ValueError, KeyError) as error:
            text = f"{record.levelname} {record.name} broken_log_record line={record.lineno} {type(error).__name__}"
        return redact(text, self.secrets)


class _Quiet(logging.Handler):
    """Does not print its own failures: that would be a traceback with the record's arguments in it."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's own name
        """A full disk or a closed terminal costs the record and nothing else."""


class _ErrorOutput(_Quiet, logging.StreamHandler[TextIO]):
    """Standard error."""


class _PrivateFileHandler(_Quiet, RotatingFileHandler):
    """A rotating file that only its owner can read."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, maxBytes=MAX_BYTES, backupCount=FILES - 1, encoding="utf-8", errors="backslashreplace")

    def _open(self):  # type: ignore[no-untyped-def]  # noqa: ANN202 - as in logging, whose type is private
        os.close(os.open(self.baseFilename, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600))
        return super()._open()


def _add(root: logging.Logger, handler: logging.Handler) -> None:
    handler.setFormatter(RedactingFormatter())
    root.addHandler(handler)


def _ours(root: logging.Logger) -> list[tuple[logging.Handler, RedactingFormatter]]:
    """The handlers that `set_up` added; others, such as a test's, are left alone."""
    return [
        (handler, handler.formatter) for handler in root.handlers if isinstance(handler.formatter, RedactingFormatter)
    ]
