"""Reads what Codex wrote since the last time: sessions, log and login together, as news. It blocks for moments."""

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from vacancy.domain.sighting import Login, SessionNews, SessionTrouble, Sighting
from vacancy.domain.usage import Usage
from vacancy.sources.codex_folder import is_rollout, recent_rollouts, thread_of
from vacancy.sources.codex_home import read_login
from vacancy.sources.codex_logs import CodexLog
from vacancy.sources.codex_rollout import read_line
from vacancy.sources.codex_rollout_lines import Context
from vacancy.sources.codex_rollout_turns import Turns
from vacancy.sources.growing_file import Change, GrowingFile, Opener, open_regular

_logger = logging.getLogger(__name__)

LOOKBACK = timedelta(hours=3)
"""What ended longer ago says nothing about now."""
_MOST_NEW = 20
"""Files looked at when nothing says which changed."""
_MOST_FOLLOWED = 200
_MOST_TOLD = 10_000
_MOST_SIGHTINGS = 200
"""In one news; the newest are kept."""

_BEGINNING = datetime.min.replace(tzinfo=UTC)

Shown = tuple[str, Sighting] | Usage


class Session:
    """One rollout that is followed."""

    def __init__(self, path: Path, *, provider: str, since: datetime, opener: Opener) -> None:
        self._file = GrowingFile(path, opener=opener)
        self._provider = provider
        self._since = since
        self._turns = self._anew()

    @property
    def is_of_route(self) -> bool:
        """It asks the provider of this route."""
        return self._turns.is_of_route

    def read(self, path: Path) -> Iterator[Shown]:
        """What its new lines show; it lies there now, for it may have been put away.

        Raises:
            OSError: it is not there, or cannot be read.
        """
        self._file.path = path
        change = self._file.look()
        if change is Change.NONE:
            return
        if change is Change.NEW:
            self._turns = self._anew()
            yield from self._shown((self._file.first_line(),))
        yield from self._shown(self._file.new_lines())

    def _anew(self) -> Turns:
        return Turns(provider=self._provider, since=self._since, find=self._find)

    def _shown(self, lines: Iterable[bytes]) -> Iterator[Shown]:
        for line in lines:
            stated = read_line(line)
            shown = None if stated is None else self._turns.take(stated)
            if shown is not None:
                yield shown

    def _find(self, turn: str) -> Context | None:
        """The last context of a turn before what was read."""
        sign = turn.encode()
        for line in self._file.lines_before():
            if sign in line:
                stated = read_line(line)
                if isinstance(stated, Context) and stated.turn == turn:
                    return stated
        return None


class CodexReader:
    """Everything that one home shows. Used from one thread at a time.

    Args:
        home: Codex's folder.
        provider: Whom the turns of this route ask, by Codex's name for it.
        now: The clock.
        opener: Opens rollouts.
    """

    def __init__(
        self, home: Path, *, provider: str, now: Callable[[], datetime], opener: Opener = open_regular
    ) -> None:
        self._home = home
        self._provider = provider
        self._opener = opener
        self._now = now
        self._since = now() - LOOKBACK
        self._login: Login | None = None
        self._login_since = _BEGINNING
        """What was asked before was asked with another login, and says nothing about this one."""
        self._trouble: SessionTrouble | None = None
        self._sessions: dict[str, Session] = {}
        """By name, which stays when a file is put away; the one read last is last."""
        self._log = CodexLog(home)
        self._told: dict[str, None] = {}
        self._is_first = True

    def read(self, changed: Iterable[Path] | None = None) -> SessionNews | None:
        """The news; None where there is nothing new to say, but never at first.

        Args:
            changed: The files to look at; None means those that were written lately.
        """
        self._since = self._now() - LOOKBACK
        login = self._new_login()
        before = self._trouble
        shown = self._look(changed)
        usages = [each for each in shown if isinstance(each, Usage) and each.seen_at >= self._login_since]
        sightings = self._untold(each for each in shown if not isinstance(each, Usage))
        if not (self._is_first or sightings or usages or login or self._trouble is not before):
            return None
        self._is_first = False
        return SessionNews(
            sightings=tuple(sorted(sightings, key=_ended_at)[-_MOST_SIGHTINGS:]),
            usage=max(usages, key=lambda usage: usage.seen_at, default=None),
            login=login,
            trouble=self._trouble,
        )

    def _new_login(self) -> Login | None:
        """The login where it is another one than before; a file that is just being written is none."""
        login = read_login(self._home)
        if login is self._login or (login is Login.UNKNOWN and self._login is not None):
            return None
        self._login = login
        with suppress(OSError):
            written = (self._home / "auth.json").stat().st_mtime
            self._login_since = datetime.fromtimestamp(written, UTC)
        return login

    def _look(self, changed: Iterable[Path] | None) -> list[Shown]:
        """What everything that is new shows. Sets the trouble."""
        try:
            if not self._home.is_dir():
                self._trouble = SessionTrouble.NO_HOME
                return []
            paths = recent_rollouts(self._home, self._since, most=_MOST_NEW) if changed is None else changed
        except OSError as error:
            if self._trouble is not SessionTrouble.UNREADABLE:
                _logger.warning("codex_sessions_unreadable reason=%s", error.strerror)
            self._trouble = SessionTrouble.UNREADABLE
            return []
        shown, denied, read = self._read_files(path for path in paths if is_rollout(path))
        if read or changed is None:
            self._trouble = SessionTrouble.UNREADABLE if denied and not read else None
        return [*shown, *self._logged()]

    def _read_files(self, paths: Iterable[Path]) -> tuple[list[Shown], int, int]:
        """What the files show, how many may not be read, and how many could be."""
        shown: list[Shown] = []
        denied = read = 0
        for path in paths:
            try:
                shown.extend(self._session(path).read(path))
                read += 1
            except PermissionError:
                denied += 1
            except OSError as error:  # it vanished, or was put away, while we looked
                _logger.debug("codex_session_lost reason=%s", error.strerror)
        return shown, denied, read

    def _session(self, path: Path) -> Session:
        session = self._sessions.pop(path.name, None) or Session(
            path, provider=self._provider, since=self._since, opener=self._opener
        )
        self._sessions[path.name] = session
        if len(self._sessions) > _MOST_FOLLOWED:
            del self._sessions[next(iter(self._sessions))]
        return session

    def _logged(self) -> Iterator[Shown]:
        """What the log tells of sessions that ask this route's provider, or that left no rollout to say whom."""
        others = {thread_of(Path(name)) for name, session in self._sessions.items() if not session.is_of_route}
        for logged in self._log.read(self._since):
            if logged.thread not in others:
                yield logged.turn, logged.sighting

    def _untold(self, shown: Iterable[tuple[str, Sighting]]) -> list[Sighting]:
        """Those that are news, each once, whichever file tells it first."""
        untold: list[Sighting] = []
        for key, sighting in shown:
            if key not in self._told and _ended_at(sighting) >= max(self._since, self._login_since):
                self._told[key] = None
                untold.append(sighting)
        while len(self._told) > _MOST_TOLD:
            del self._told[next(iter(self._told))]
        return untold


def _ended_at(sighting: Sighting) -> datetime:
    """When it ended; every sighting has its time."""
    return sighting.evidence.finished_at or _BEGINNING
