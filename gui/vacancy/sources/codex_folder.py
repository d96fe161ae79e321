"""Where Codex keeps its sessions, and which files there were written lately.

Rollouts lie in a folder for each day, `sessions/YYYY/MM/DD/rollout-<time>-<thread>.jsonl`, and in one folder,
`archived_sessions`, once the user put them away. Only entries of the newest days are looked at. A session that is
taken up again goes on in the file of its first day; the watch tells of such a file, whatever its day.
"""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

_DAYS = 7
_ARCHIVED = 50
"""Names begin with the time at which a session began, so the last ones by name are the newest."""
_THREAD_CHARS = 36
"""An identifier in the form of a UUID ends the name."""


def sessions_folder(home: Path) -> Path:
    """The folder with a folder for each year."""
    return home / "sessions"


def is_rollout(path: Path) -> bool:
    """By its name; packed ones (`.jsonl.zst`) are finished long ago."""
    return path.name.startswith("rollout-") and path.suffix == ".jsonl"


def thread_of(path: Path) -> str:
    """The id of the thread that a rollout belongs to, by its name."""
    return path.stem[-_THREAD_CHARS:]


def recent_rollouts(home: Path, since: datetime, *, most: int) -> list[Path]:
    """The files written since, and the newest one in any case, the newest first, `most` at most.

    Raises:
        OSError: the folder is there and cannot be listed.
    """
    dated = sorted(((_written_at(path), path) for path in _candidates(home)), reverse=True)
    return [path for at, path in dated[:most] if at >= since.timestamp() or path == dated[0][1]]


def _candidates(home: Path) -> Iterator[Path]:
    for day in _newest_days(sessions_folder(home)):
        yield from (path for name in _names(day) if is_rollout(path := day / name))
    archived = home / "archived_sessions"
    yield from (path for name in sorted(_names(archived))[-_ARCHIVED:] if is_rollout(path := archived / name))


def _newest_days(sessions: Path) -> list[Path]:
    days: list[Path] = []
    for year in _numbered(sessions, strictly=True):
        for month in _numbered(year):
            days.extend(_numbered(month))
            if len(days) >= _DAYS:
                return days[:_DAYS]
    return days


def _numbered(folder: Path, *, strictly: bool = False) -> list[Path]:
    """The folders that are named by a number, the highest first."""
    names = [name for name in _names(folder, strictly=strictly) if name.isascii() and name.isdigit()]
    return [folder / name for name in sorted(names, key=int, reverse=True)]


def _names(folder: Path, *, strictly: bool = False) -> list[str]:
    """What is in a folder; nothing where there is none.

    Raises:
        OSError: it is there and cannot be listed, and that is to be known.
    """
    try:
        return [path.name for path in folder.iterdir()]
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError:
        if strictly:
            raise
        return []


def _written_at(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
