"""Looking for Codex on this machine: its folder, its login and its own list of models. Nothing is sent."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace

from vacancy.domain.catalog import Connection
from vacancy.domain.sighting import Login
from vacancy.sources.codex_home import find_home, read_login
from vacancy.sources.codex_models import models_of, read_models
from vacancy.views.findings import CodexFound

_LISTS_WITHOUT_ASKING = frozenset({Login.API_KEY, Login.NONE})
"""With these logins Codex tells the list that it was built with; with ChatGPT's it may ask for a newer one itself."""


async def look_for_codex(home: str | None, environment: Mapping[str, str]) -> CodexFound | None:
    """What Codex has in a folder, None when there is no such folder."""
    return await asyncio.to_thread(_look, Connection.of_codex(home=home), environment)


async def look_closer(home: str | None, environment: Mapping[str, str]) -> CodexFound | None:
    """The same; where no list was written down, Codex is started and tells its own, if it sends nothing for that."""
    found = await look_for_codex(home, environment)
    if found is None or found.models or found.login not in _LISTS_WITHOUT_ASKING:
        return found
    told = await read_models(Connection.of_codex(home=home), environment)
    return replace(found, models=tuple(model.id for model in told if not model.hidden))


def _look(connection: Connection, environment: Mapping[str, str]) -> CodexFound | None:
    folder = find_home(connection, environment)
    return CodexFound(str(folder), read_login(folder), models_of(folder)) if folder.is_dir() else None
