"""Changes the text of config.toml where the preferences differ, and nowhere else.

Comments, order, spelling and everything else that the user wrote stay. Values are edited with tomlkit; tables are
added, removed and moved as blocks of text with the comments above them (see `settings_blocks`).
"""

from collections.abc import Iterable, Mapping, MutableMapping, Sequence
from typing import cast

import tomlkit
from tomlkit.items import InlineTable, Table

from vacancy.domain.catalog import Connection, ModelEntry
from vacancy.domain.preferences import Preferences
from vacancy.domain.prices import Price
from vacancy.store.settings_blocks import Block, cut, join
from vacancy.store.settings_rules import Plain
from vacancy.store.settings_schema import CONNECTION, MODEL, PRICE, SECTIONS, VERSION

FIRST_TEXT = f"""\
# Settings of Vacancy. Edit this file as you like: your comments and your order are kept.
# Durations are text: "30s", "10m", "2h", "1h30m". A line that begins with # shows a default.
version = {VERSION}

[status_page]
# url = "https://status.openai.com"   # "" switches it off
# interval = "5m"

[probing]
# interval = "4m"                     # time between two questions to the model in use while all is well
# reserve_interval = "1h"             # the same for the models below it
# timeout = "30s"                     # whole question, wall clock
# slow_after = "8s"                   # a slower answer is called slow
# daily_requests = 1000               # all models together; then probing pauses until midnight
# daily_tokens = 250000               # the same for tokens, sent and answered

[notifications]
# recovered = true                    # a model that was full or failing is back
# switched = true                     # another model is recommended than the one you prefer
# nothing_works = true                # every listed model is down
# needs_user = true                   # a key is refused or money ran out on a connection that worked
# incidents = false                   # the status page names one of your models
# quiet_hours = ""                    # such as "22:00-07:00": told afterwards, if it is still true

[presence]                            # "less": a quarter as often, and no reserve. "pause": nothing. "normal": as ever
# locked = "less"                     # the screen is locked
# idle = "less"                       # nobody touched the machine for a while
# on_battery = "normal"
# metered = "less"                    # the network is paid for by its use

[appearance]
# icon_style = "quiet"                # or "color" or "mono"

# A connection is a route to models. Its key is kept in the keyring ("keyring"), in an environment variable
# ("env:OPENAI_API_KEY") or is not needed ("none"); it never stands in this file.
# [connections.openai]
# kind = "openai"                     # or "openai-chat" (Chat Completions and compatibles) or "codex"
# base_url = "https://api.openai.com/v1"
# key = "keyring"

# What a model costs, for a million tokens; without it the cost is not known, and none is guessed.
# [prices."gpt-6.2-sol"]
# input_per_million = 1.25
# output_per_million = 10.0
# currency = "USD"

# The models to watch, in your order of preference, best first.
# [[models]]
# connection = "openai"
# id = "gpt-6.2-sol"
# optional: label, effort, service_tier, paused = false, muted = false, interval = "20m"
"""

_Table = MutableMapping[str, object]
"""How the tables of a tomlkit document are used here."""


def edit(text: str, before: Preferences, after: Preferences) -> str:
    """The text, which holds `before`, changed to hold `after`.

    Rare spellings of a table make tomlkit fail, with errors of many kinds; the caller checks the result anyhow.
    """
    document = tomlkit.parse(text)
    root = cast("_Table", document)
    for name, table in SECTIONS.items():
        _set_keys(root, name, table.plain(getattr(before, name)), table.plain(getattr(after, name)))
    _change_prices(root, before.prices, after.prices)
    _change_connections(root, before.connections, after.connections)
    new_text = _drop_connections(tomlkit.dumps(document), before.connections, after.connections)
    new_text = _add_connections(new_text, before.connections, after.connections)
    if before.models != after.models:
        new_text = _edit_models(new_text, before.models, after.models)
    return _with_line_ends_of(text, new_text)


def _with_line_ends_of(text: str, new_text: str) -> str:
    """The new text with the line ends of Windows, where the whole old text has them."""
    if "\r\n" not in text or text.count("\n") != text.count("\r\n"):
        return new_text
    return new_text.replace("\r\n", "\n").replace("\n", "\r\n")


def full_text(preferences: Preferences) -> str:
    """Every value that is in force, as a settings file."""
    document = tomlkit.document()
    document["version"] = VERSION
    for name, table in SECTIONS.items():
        document[name] = _new_table(table.plain(getattr(preferences, name)))
    for model, price in preferences.prices.items():
        tables = cast("_Table", document.setdefault("prices", tomlkit.table(is_super_table=True)))
        tables[model] = _new_table(PRICE.plain(price))
    text = tomlkit.dumps(document)
    blocks = [*map(_connection_text, preferences.connections), *map(_new_block, preferences.models)]
    return text + "".join(f"\n{block}" for block in blocks)


def _new_table(values: Mapping[str, Plain]) -> Table:
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
    for key in {**before, **after}:
        if before.get(key) == after.get(key):
            continue
        if key not in after:
            table.pop(key, None)
        else:
            table[key] = after[key]


def _change_prices(root: _Table, before: Mapping[str, Price], after: Mapping[str, Price]) -> None:
    """Add, change and drop prices."""
    if before == after:
        return
    if "prices" not in root:
        root["prices"] = tomlkit.table(is_super_table=True)
    tables = cast("_Table", root["prices"])
    for name in before.keys() - after.keys():
        tables.pop(name)
    for name, price in after.items():
        old = {} if name not in before else PRICE.plain(before[name])
        _set_keys(tables, name, old, PRICE.plain(price))
    if not after:
        root.pop("prices")


def _change_connections(root: _Table, before: Iterable[Connection], after: Iterable[Connection]) -> None:
    """Change the connections that stay."""
    old = {connection.name: connection for connection in before}
    changed = [connection for connection in after if old.get(connection.name, connection) != connection]
    for connection in changed:
        tables = cast("_Table", root["connections"])
        keys_before = _connection_keys(old[connection.name])
        _set_keys(tables, connection.name, keys_before, _connection_keys(connection))


def _drop_connections(text: str, before: Iterable[Connection], after: Iterable[Connection]) -> str:
    gone = {connection.name for connection in before} - {connection.name for connection in after}
    blocks = cut(text)
    rest = [block for block in blocks if not (block.header[:1] == ("connections",) and block.header[1:2] in _one(gone))]
    if len(blocks) - len(rest) == len(gone):
        return join(rest)
    # They are written in another way, such as connections = {...} or connections.openai.kind = ...
    document = tomlkit.parse(text)
    for name in gone:
        del cast("_Table", document["connections"])[name]
    return tomlkit.dumps(document)


def _one(names: Iterable[str]) -> set[tuple[str, ...]]:
    return {(name,) for name in names}


def _add_connections(text: str, before: Iterable[Connection], after: Iterable[Connection]) -> str:
    """Add the new connections below the others, and above the models."""
    old = {connection.name for connection in before}
    new = [connection for connection in after if connection.name not in old]
    if not new:
        return text
    document = tomlkit.parse(text)
    if isinstance(document.get("connections"), InlineTable):
        for connection in new:
            inline = tomlkit.inline_table()
            inline.update(_connection_keys(connection))
            cast("_Table", document["connections"])[connection.name] = inline
        return tomlkit.dumps(document)
    blocks = cut(text)
    others = [index + 1 for index, block in enumerate(blocks) if block.header[:1] == ("connections",)]
    models = [index for index, block in enumerate(blocks) if block.header == ("models",)]
    place = others[-1] if others else models[0] if models else len(blocks)
    added = [Block(("connections", connection.name), _connection_text(connection), is_moved=True) for connection in new]
    return join([*blocks[:place], *added, *blocks[place:]])


def _connection_text(connection: Connection) -> str:
    header = tomlkit.key(["connections", connection.name]).as_string()
    return f"[{header}]\n{tomlkit.dumps(_new_table(_connection_keys(connection)))}"


def _connection_keys(connection: Connection) -> dict[str, Plain]:
    """Codex on this machine has no address, and an empty one is not written."""
    return {key: value for key, value in CONNECTION.plain(connection).items() if value != ""}


def _edit_models(text: str, before: Sequence[ModelEntry], after: Sequence[ModelEntry]) -> str:
    """Reorder, change, drop and add the blocks of the models."""
    blocks = cut(text)
    places = [index for index, block in enumerate(blocks) if block.header == ("models",)]
    document = tomlkit.parse(text)
    if "models" in document and not (places and len(places) == len(before)):
        # They are written in another way, such as models = [{...}]. The list is written anew; its comments are lost.
        document.pop("models", None)
        blocks, places = cut(tomlkit.dumps(document)), []
    old = {model.key: (model, blocks[place]) for model, place in zip(before, places, strict=False)}
    stays = [model.key for model in before] == [model.key for model in after]
    new = [
        Block(("models",), _changed_block(*old[model.key], model) if model.key in old else _new_block(model), not stays)
        for model in after
    ]
    if stays and places:
        for place, block in zip(places, new, strict=True):
            blocks[place] = block
        return join(blocks)
    first = places[0] if places else len(blocks)
    head = blocks[:first]
    tail = [block for index, block in enumerate(blocks) if index > first and index not in places]
    return join([*head, *new, *tail])


def _changed_block(before: ModelEntry, block: Block, after: ModelEntry) -> str:
    if before == after:
        return block.text
    document = tomlkit.parse(block.text)
    models = cast("list[_Table]", document["models"])
    old, new = MODEL.plain(before), _model_keys(after, mention_flags=True)
    _set_keys({"model": models[0]}, "model", old, new)
    return tomlkit.dumps(document)


def _model_keys(model: ModelEntry, *, mention_flags: bool) -> dict[str, Plain]:
    keys = MODEL.plain(model)
    if not mention_flags:
        keys = {key: value for key, value in keys.items() if value is not False}
    return keys


def _new_block(model: ModelEntry) -> str:
    return "[[models]]\n" + tomlkit.dumps(_new_table(_model_keys(model, mention_flags=False)))
