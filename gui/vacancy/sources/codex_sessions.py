"""Follows what Codex writes down about its own turns, so that a model's state is known without any request of ours."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping
from datetime import datetime
from pathlib import Path

from vacancy.domain.catalog import Connection
from vacancy.domain.codex import OWN_PROVIDER
from vacancy.domain.sighting import SessionNews
from vacancy.sources.codex_folder import is_rollout, sessions_folder
from vacancy.sources.codex_home import find_home
from vacancy.sources.codex_reader import CodexReader
from vacancy.sources.folder_watch import FolderWatch
from vacancy.sources.growing_file import Opener, open_regular

_BESIDE = frozenset({"auth.json", "logs_2.sqlite", "logs_2.sqlite-wal", "sessions"})


class CodexSessions:
    """Satisfies `SessionSource`. Reads only, sends nothing, and keeps nothing of what was said.

    Args:
        environment: Where CODEX_HOME is looked for.
        now: The clock.
        provider: Whom the turns that count were asked of, by the name in Codex's settings.
        opener: Opens rollouts.
    """

    def __init__(
        self,
        *,
        environment: Mapping[str, str],
        now: Callable[[], datetime],
        provider: str = OWN_PROVIDER,
        opener: Opener = open_regular,
    ) -> None:
        self._environment = environment
        self._now = now
        self._provider = provider
        self._opener = opener

    async def follow(self, connection: Connection) -> AsyncGenerator[SessionNews]:
        """What the last hours show, at once, and then whatever is written, within a second of it. Never raises.

        A turn is told once, a long one also while it lasts; after a restart the last hours are told again.
        """
        home = await asyncio.to_thread(_real, find_home(connection, self._environment))
        reader = CodexReader(home, provider=self._provider, now=self._now, opener=self._opener)
        watch = FolderWatch(_matters)
        folders = {await asyncio.to_thread(_real, sessions_folder(home)): True, home: False}
        changed: frozenset[Path] | None = None
        try:
            while True:
                news = await asyncio.to_thread(reader.read, changed)
                if news is not None:
                    yield news
                missed = changed is None and await asyncio.to_thread(watch.cover, folders)
                changed = None if missed else await watch.written()
                if changed is not None and sessions_folder(home) in changed:
                    changed = None  # the first session ever: its folder is to be watched, and what is in it read
        finally:
            watch.stop()


def _real(folder: Path) -> Path:
    """Where the folder really is: a link itself never changes, and what is behind it is told under its own name."""
    try:
        return folder.resolve()
    except (OSError, RuntimeError):  # links in a circle
        return folder


def _matters(path: Path) -> bool:
    return is_rollout(path) or path.name in _BESIDE
