"""Changes the text of config.toml where the preferences differ, and nowhere else.

Comments, order, spelling and everything else that the user wrote stay. Values are edited with tomlkit; tables are
added, removed and moved as blocks of text with the comments above them (see `settings_blocks`).
"""

from collections.abc import Iterable, Mapping, MutableMapping, Sequence
from typing import cast

import tomlkit
from tomlkit.items import InlineTable
from tomlkit.items import Table as TomlTable

from vacancy.domain.catalog import Connection, ConnectionKind, ModelEntry
from vacancy.domain.preferences import Preferences
from vacancy.store.settings_blocks import Block, cut, join
from vacancy.store.settings_rules import Plain
from vacancy.store.settings_schema import CONNECTION, MODEL, NAMED, SECTIONS, VERSION, Table

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
    for name, table in NAMED.items():
        _change_named(root, name, before=_named(table, before, name), after=_named(table, after, name))
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
    for name, table in NAMED.items():
        for key, values in _named(table, preferences, name).items():
            tables = cast("_Table", document.setdefault(name, tomlkit.table(is_super_table=True)))
            tables[key] = _new_table(values)
    text = tomlkit.dumps(document)
    blocks = [*map(_connection_text, preferences.connections), *map(_new_block, preferences.models)]
    return text + "".join(f"\n{block}" for block in blocks)


def _new_table(values: Mapping[str, Plain]) -> TomlTable:
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


_Named = Mapping[str, Mapping[str, Plain]]
"""Tables by the user's names for them."""


def _named(table: Table[object], preferences: Preferences, field: str) -> _Named:
    """The tables of one field; an empty text is not written."""
    values: Mapping[str, object] = getattr(preferences, field)
    return {
        name: {key: plain for key, plain in table.plain(value).items() if plain != ""} for name, value in values.items()
    }


def _change_named(root: _Table, what: str, *, before: _Named, after: _Named) -> None:
    """Add, change and drop the tables that stand under one name."""
    if before == after:
        return
    if what not in root:
        root[what] = tomlkit.table(is_super_table=True)
    tables = cast("_Table", root[what])
    for name in before.keys() - after.keys():
        tables.pop(name)
    for name, values in after.items():
        _set_keys(tables, name, before.get(name, {}), values)
    if not after:
        root.pop(what)


def _change_connections(root: _Table, before: Iterable[Connection], after: Iterable[Connection]) -> None:
    """Change the connections that stay."""
    old = {connection.name: connection for connection in before}
    changed = [connection for connection in after if old.get(connection.name, connection) != connection]
    for connection in changed:
        tables = cast("_Table", root["connections"])
        keys_before = _connection_keys(old[connection.name])
        if old[connection.name].kind is not connection.kind:
            # What is not written has another default from now on, so it is written.
            written = cast("_Table", tables[connection.name])
            keys_before = {key: value for key, value in keys_before.items() if key in written}
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
    """Codex on this machine has no address, and an empty one is not written; it alone says when it may be asked."""
    values = {key: value for key, value in CONNECTION.plain(connection).items() if value != ""}
    if connection.kind is not ConnectionKind.CODEX:
        values.pop("ask")
    return values


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
