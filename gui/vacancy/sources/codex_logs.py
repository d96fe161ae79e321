"""Codex's own log, logs_2.sqlite, for failures that the rollouts lack: of old versions, and of threads that keep none.

It is read and never written. SQLite itself would make the files of its write-ahead log where they are missing, so a
database that nobody has open is opened as one that cannot change. Where somebody has, a reader takes part in the
shared index beside it (-shm), as every reader must.
"""

import logging
import re
import sqlite3
import stat
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path

from vacancy.domain.evidence import Evidence
from vacancy.domain.sighting import Sighting
from vacancy.sources.codex_failures import read_failure
from vacancy.sources.codex_rollout_turns import told
from vacancy.sources.growing_file import Stamp
from vacancy.sources.vendor_text import moment

_logger = logging.getLogger(__name__)

_NAME = "logs_2.sqlite"
_PATIENCE_S = 0.2
"""How long a lock is waited for; Codex writes for moments only, and the next look comes soon."""
_MOST_ROWS = 200
_MOST_STEPS = 50_000
"""Thousands of SQLite's own steps, about half a second: what takes more is no log of Codex's, and is given up."""
_TURN = re.compile(
    r"\bturn\.id=(?P<turn>[0-9A-Za-z-]{1,64})[^}]{0,400}?[ ,{]model=\"?(?P<model>[A-Za-z0-9][A-Za-z0-9._:/@+-]{0,99})"
)
_MARK = ": Turn error: "
_ROWS = """
    SELECT id, ts, ts_nanos, thread_id, substr(feedback_log_body, 1, 4000) FROM logs
    WHERE id > ? AND ts >= ? AND target = 'codex_core::session::turn' AND feedback_log_body LIKE '%: Turn error: %'
    ORDER BY id DESC LIMIT ?
"""


@dataclass(frozen=True, slots=True)
class Logged:
    """A turn that failed, as the log tells it."""

    turn: str
    thread: str
    sighting: Sighting


class CodexLog:
    """Reads what was logged since the last time. Used from one thread."""

    def __init__(self, home: Path) -> None:
        self._path = home / _NAME
        self._last_id = 0
        self._seen: tuple[Stamp | None, Stamp | None] = (None, None)

    def read(self, since: datetime) -> list[Logged]:
        """The failures logged since, oldest first; none where there is no such log, or it cannot be read now."""
        seen = (_stamp(self._path), _stamp(self._beside("-wal")))
        if seen[0] is None or seen == self._seen:
            return []
        try:
            rows = self._rows(since)
        except sqlite3.Error as error:
            _logger.debug("codex_log_unreadable reason=%s", type(error).__name__)
            return []
        self._seen = seen
        return [logged for row in reversed(rows) if (logged := _logged(row)) is not None]

    def _rows(self, since: datetime) -> list[tuple[object, ...]]:
        with closing(sqlite3.connect(self._address(), uri=True, timeout=_PATIENCE_S)) as database:
            database.execute("PRAGMA query_only = ON")
            steps = count()
            database.set_progress_handler(lambda: next(steps) > _MOST_STEPS, 1_000)
            newest = database.execute("SELECT max(id) FROM logs").fetchone()[0] or 0
            if not isinstance(newest, int):
                raise sqlite3.DataError("an id that is no number")
            if newest < self._last_id:
                self._last_id = 0  # it was made anew
            rows = database.execute(_ROWS, (self._last_id, int(since.timestamp()), _MOST_ROWS)).fetchall()
        self._last_id = newest
        return rows

    def _address(self) -> str:
        in_use = all(_stamp(self._beside(end)) is not None for end in ("-wal", "-shm"))
        return f"{self._path.resolve().as_uri()}?mode=ro{'' if in_use else '&immutable=1'}"

    def _beside(self, end: str) -> Path:
        return self._path.with_name(_NAME + end)


def _stamp(path: Path) -> Stamp | None:
    """None where it is not there, or is no regular file: SQLite would wait at a pipe for ever."""
    try:
        found = path.stat()
    except OSError:
        return None
    return Stamp.of(found) if stat.S_ISREG(found.st_mode) else None


def _logged(row: tuple[object, ...]) -> Logged | None:
    """The failure of a row; what was said goes no further than the table of sentences."""
    match row:
        case (int(), int(seconds), int(nanos), str(thread), str(body)):
            spans, mark, message = body.partition(_MARK)
            turn = _TURN.search(spans)
            second = moment(seconds)
            if not mark or turn is None or second is None:
                return None
            at = second.replace(microsecond=nanos // 1_000 % 1_000_000)
            model = turn["model"]
            evidence = told(Evidence(finished_at=at, asked_model=model), read_failure(None, message))
            return Logged(turn["turn"], thread, Sighting(model, evidence))
        case _:
            return None
