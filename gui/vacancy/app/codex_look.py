"""Looking for Codex on this machine: its folder, its login and its own list of models. Nothing is sent."""

from collections.abc import Mapping

from vacancy.domain.catalog import Connection, ConnectionKind, KeyKind, KeySource
from vacancy.sources.codex_home import find_home, read_login
from vacancy.sources.codex_models import models_of
from vacancy.views.welcome_ways import CodexFound


def look_for_codex(home: str | None, environment: Mapping[str, str]) -> CodexFound | None:
    """What Codex has in a folder, None when there is no such folder. Reads a few small files; for a thread."""
    folder = find_home(Connection("codex", ConnectionKind.CODEX, "", KeySource(KeyKind.NONE), home=home), environment)
    if not folder.is_dir():
        return None
    return CodexFound(str(folder), read_login(folder), models_of(folder))
