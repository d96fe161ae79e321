"""Codex's own list of models, as it wrote it down when it was last told. Reading it asks nobody."""

from pathlib import Path

import msgspec

from vacancy.domain.inputs import is_one_line

_FILE = "models_cache.json"
_MAX_FILE = 8_000_000
"""The list holds long instructions for each model; what is larger is not read."""


class _Effort(msgspec.Struct):
    effort: str


class _Listed(msgspec.Struct):
    """What of an entry is looked at."""

    slug: str
    supported_reasoning_levels: list[_Effort] = []
    visibility: str = "list"
    """Models that Codex keeps for itself are hidden from its own list too."""


class _Cache(msgspec.Struct):
    models: list[_Listed] = []


def models_of(home: Path) -> tuple[str, ...]:
    """The ids that Codex offers, in its order, best first; none where it has no list yet. Never raises."""
    offered = (model.slug for model in _listed(home) if model.visibility == "list" and is_one_line(model.slug))
    return tuple(dict.fromkeys(offered))


def efforts_of(home: Path, model: str) -> tuple[str, ...]:
    """The reasoning efforts that a model knows, from little to much; none where nobody can say. Never raises."""
    levels = next((each.supported_reasoning_levels for each in _listed(home) if each.slug == model), [])
    return tuple(level.effort for level in levels if is_one_line(level.effort))


def _listed(home: Path) -> list[_Listed]:
    try:
        with (home / _FILE).open("rb") as file:
            content = file.read(_MAX_FILE + 1)
        return msgspec.json.decode(content, type=_Cache).models if len(content) <= _MAX_FILE else []
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return []
