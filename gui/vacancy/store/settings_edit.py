"""Changes the text of config.toml where the preferences differ, and nowhere else.

Comments, order, spelling and everything else that the user wrote stay. Tables are edited with tomlkit. The list of
models is edited as text, block by block, because a comment above `[[models]]` belongs to the model below it, while
TOML libraries keep it with the table above.
"""

import re
from collections.abc import Iterable, Mapping, MutableMapping, Sequence
from typing import cast

import tomlkit

from vacancy.domain.catalog import Connection, ModelEntry
from vacancy.domain.preferences import Preferences
from vacancy.store.settings_rules import Plain
from vacancy.store.settings_schema import CONNECTION, MODEL, SECTIONS, VERSION

FIRST_TEXT = f"""\
# Settings of Vacancy. Edit this file as you like: your comments and your order are kept.
# Durations are text: "30s", "10m", "2h", "1h30m". A line that begins with # shows a default.
version = {VERSION}

[status_page]
# url = "https://status.openai.com"   # "" switches it off
# interval = "5m"

[probing]
# interval = "10m"                    # time between two questions to one model while all is well
# timeout = "30s"                     # whole question, wall clock
# slow_after = "8s"                   # a slower answer is called slow
# daily_requests = 600                # all models together; then probing pauses until midnight

[notifications]
# recovered = true                    # a model that was full or failing is back
# switched = true                     # another model is recommended than the one you prefer

[appearance]
# icon_style = "quiet"                # or "color" or "mono"

# A connection is a route to models. Its key is kept in the keyring ("keyring"), in an environment variable
# ("env:OPENAI_API_KEY") or is not needed ("none"); it never stands in this file.
# [connections.openai]
# kind = "openai"                     # or "openai-chat" (Chat Completions and compatibles) or "codex"
# base_url = "https://api.openai.com/v1"
# key = "keyring"

# The models to watch, in your order of preference, best first.
# [[models]]
# connection = "openai"
# id = "gpt-6.2-sol"
# optional: label, effort, service_tier, paused = false, interval = "20m"
"""

_HEADER = re.compile(r"^[ \t]*\[", re.MULTILINE)
_MODELS_HEADER = re.compile(r"[ \t]*\[\[[ \t]*[\"']?models[\"']?[ \t]*\]\]")

_Table = MutableMapping[str, object]
"""How the tables of a tomlkit document are used here."""


def edit(text: str, before: Preferences, after: Preferences) -> str:
    """The text, which holds `before`, changed to hold `after`."""
    document = tomlkit.parse(text)
    root = cast("_Table", document)
    for name, table in SECTIONS.items():
        _set_keys(root, name, table.plain(getattr(before, name)), table.plain(getattr(after, name)))
    _edit_connections(root, before.connections, after.connections)
    text = tomlkit.dumps(document)
    return text if before.models == after.models else _edit_models(text, before.models, after.models)


def full_text(preferences: Preferences) -> str:
    """Every value that is in force, as a settings file."""
    document = tomlkit.document()
    document["version"] = VERSION
    for name, table in SECTIONS.items():
        document[name] = _new_table(table.plain(getattr(preferences, name)))
    text = tomlkit.dumps(document)
    for connection in preferences.connections:
        header = tomlkit.key(["connections", connection.name]).as_string()
        text += f"\n[{header}]\n" + tomlkit.dumps(_new_table(_connection_keys(connection)))
    return text + "".join(f"\n{_new_block(model)}" for model in preferences.models)


def _new_table(values: Mapping[str, Plain]) -> tomlkit.items.Table:
    table = tomlkit.table()
    for key, value in values.items():
        table.add(key, value)
    return table


def _set_keys(parent: _Table, name: str, before: Mapping[str, Plain], after: Mapping[str, Plain]) -> None:
    """Bring one table from the values before to those after; keys that are the same are not touched."""
    if before == after:
        return
    if name not in parent:
        parent[name] = tomlkit.table()
    table = cast("_Table", parent[name])
    for key in before.keys() | after.keys():
        if before.get(key) == after.get(key):
            continue
        if key not in after:
            table.pop(key, None)
        else:
            table[key] = after[key]


def _edit_connections(root: _Table, before: Iterable[Connection], after: Iterable[Connection]) -> None:
    old = {connection.name: _connection_keys(connection) for connection in before}
    new = {connection.name: _connection_keys(connection) for connection in after}
    if old == new:
        return
    if "connections" not in root:
        root["connections"] = tomlkit.table(is_super_table=True)
    tables = cast("_Table", root["connections"])
    for name in old.keys() - new.keys():
        del tables[name]
    for name, values in new.items():
        if name in old:
            _set_keys(tables, name, old[name], values)
        else:
            tables[name] = _new_table(values)


def _connection_keys(connection: Connection) -> dict[str, Plain]:
    """Codex on this machine has no address, and an empty one is not written."""
    return {key: value for key, value in CONNECTION.plain(connection).items() if value != ""}


def _edit_models(text: str, before: Sequence[ModelEntry], after: Sequence[ModelEntry]) -> str:
    """Reorder, change, drop and add the blocks of the models; a block moves with the comments above its header."""
    pieces = _pieces(text)
    places = [index for index, piece in enumerate(pieces) if _is_model(piece)]
    if len(places) != len(before):
        # The list is written in another way, such as models = [{...}]; its comments cannot be kept.
        document = tomlkit.parse(text)
        document.pop("models", None)
        return _joined([tomlkit.dumps(document), *map(_new_block, after)])
    blocks = {model.key: (model, pieces[place]) for model, place in zip(before, places, strict=True)}
    new = [_changed_block(*blocks[model.key], model) if model.key in blocks else _new_block(model) for model in after]
    first = places[0] if places else len(pieces)
    others = [index for index in range(len(pieces)) if index not in places]
    head = [pieces[index] for index in others if index < first]
    tail = [pieces[index] for index in others if index > first]
    return _joined([*head, *new, *tail])


def _pieces(text: str) -> list[str]:
    """The text cut above each table header and the comment lines that stand directly on top of it."""
    cuts = [0]
    for header in _HEADER.finditer(text):
        cut = header.start()
        while (above := text.rfind("\n", 0, max(cut - 1, 0)) + 1) < cut and text[above:cut].lstrip().startswith("#"):
            cut = above
        cuts.append(cut)
    return [text[start:end] for start, end in zip(cuts, [*cuts[1:], len(text)], strict=True) if start < end]


def _is_model(piece: str) -> bool:
    lines = (line for line in piece.splitlines() if line.strip() and not line.lstrip().startswith("#"))
    return _MODELS_HEADER.match(next(lines, "")) is not None


def _joined(pieces: Iterable[str]) -> str:
    """The pieces with an empty line between those that have none."""
    text = ""
    for piece in pieces:
        if text and not text.endswith("\n"):
            text += "\n"
        if text and not text.endswith("\n\n") and not text.endswith("\n\r\n"):
            text += "\n"
        text += piece
    return text.rstrip("\n") + "\n"


def _changed_block(before: ModelEntry, block: str, after: ModelEntry) -> str:
    if before == after:
        return block
    document = tomlkit.parse(block)
    models = cast("list[_Table]", document["models"])
    old, new = MODEL.plain(before), _model_keys(after, mention_paused=True)
    _set_keys({"model": models[0]}, "model", old, new)
    return tomlkit.dumps(document)


def _model_keys(model: ModelEntry, *, mention_paused: bool) -> dict[str, Plain]:
    keys = MODEL.plain(model)
    if not (model.paused or mention_paused):
        del keys["paused"]
    return keys


def _new_block(model: ModelEntry) -> str:
    return "[[models]]\n" + tomlkit.dumps(_new_table(_model_keys(model, mention_paused=False)))
