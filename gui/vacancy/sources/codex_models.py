"""The models that Codex offers: as it wrote them down when it was last told, else as it tells itself.

The file is there as soon as Codex was used with a ChatGPT login, and reading it asks nobody. Without it the program
is asked, which needs neither a login nor a network.
"""

import asyncio
import logging
from collections.abc import Mapping
from pathlib import Path

import msgspec

from vacancy.domain.catalog import Connection
from vacancy.domain.codex import CodexModel
from vacancy.domain.inputs import is_one_line
from vacancy.errors import CodexError
from vacancy.sources.codex_app_server import codex_of
from vacancy.sources.codex_home import find_home
from vacancy.sources.codex_questions import list_models
from vacancy.sources.small_file import read_small

_logger = logging.getLogger(__name__)

_FILE = "models_cache.json"
_MAX_FILE = 8_000_000
"""The list holds long instructions for each model; what is larger is not read."""


class _Effort(msgspec.Struct):
    effort: str


class _Listed(msgspec.Struct):
    """What of an entry is looked at."""

    slug: str
    priority: int = 0
    supported_reasoning_levels: list[_Effort] = []
    visibility: str = "list"
    """Models that Codex keeps for itself are hidden from its own list too."""


class _Cache(msgspec.Struct):
    models: list[_Listed] = []


def cached_models(home: Path) -> tuple[CodexModel, ...]:
    """What Codex wrote down, in its order, best first, hidden ones too; none where it has no list. Never raises."""
    content = read_small(home / _FILE, _MAX_FILE)
    return () if content is None else _decoded(content)


def models_of(home: Path) -> tuple[str, ...]:
    """The ids that Codex offers, in its order, best first; none where it has no list yet. Never raises."""
    return tuple(model.id for model in cached_models(home) if not model.hidden)


async def read_models(connection: Connection, environment: Mapping[str, str]) -> tuple[CodexModel, ...]:
    """The models that Codex offers, from wherever it says so; none where nothing says so. Never raises."""
    known = await asyncio.to_thread(cached_models, find_home(connection, environment))
    if known:
        return known
    try:
        async with codex_of(connection, environment) as server:
            return await list_models(server)
    except CodexError as error:
        _logger.info("codex_models_untold trouble=%s", error.trouble)
        return ()


def _decoded(content: bytes) -> tuple[CodexModel, ...]:
    try:
        listed = msgspec.json.decode(content, type=_Cache).models
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ()
    best_first = sorted((model for model in listed if is_one_line(model.slug)), key=lambda model: model.priority)
    models: dict[str, CodexModel] = {}
    for model in best_first:
        models.setdefault(model.slug, _model(model))
    return tuple(models.values())


def _model(listed: _Listed) -> CodexModel:
    efforts = tuple(level.effort for level in listed.supported_reasoning_levels if is_one_line(level.effort))
    return CodexModel(listed.slug, efforts, hidden=listed.visibility != "list")
