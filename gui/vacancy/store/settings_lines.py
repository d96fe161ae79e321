"""Finds the line of a value, so that a message can say where to look.

tomlkit keeps no positions, but it writes a document back byte for byte. So the item in question is marked with a
comment that stands nowhere else, the document is written, and the lines before the mark are counted. That is exact
for every way in which TOML can spell a table.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import cast

import tomlkit
from tomlkit.container import Container, OutOfOrderTableProxy
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT, Array, InlineTable, Item, Table

from vacancy.store.settings_faults import Fault, Where

_Node = Item | Container | OutOfOrderTableProxy

_MARK = "\u2063here\u2063"


def locate(text: str, faults: Iterable[Fault]) -> list[Fault]:
    """The faults with their lines, in the order of the file; a fault that cannot be placed stays without."""
    placed = [
        fault if fault.line or not fault.where else replace(fault, line=line_of(text, fault.where)) for fault in faults
    ]
    return sorted(placed, key=lambda fault: fault.line or 0)


def line_of(text: str, where: Where) -> int | None:
    """The line on which the value or the table header stands; that of the nearest table around a missing one."""
    for length in range(len(where), 0, -1):
        try:
            marked = _with_mark(text, where[:length])
        except (TOMLKitError, KeyError, IndexError, TypeError, RecursionError):
            continue
        if _MARK in marked:
            return marked.partition(_MARK)[0].count("\n") + 1
    return None


def _with_mark(text: str, where: Where) -> str:
    document = tomlkit.parse(text)
    item: _Node = document
    around: _Node = document
    for step in where:
        around, item = item, _inner(item, step)
    if isinstance(item, AoT):
        item = item[0]
    if isinstance(item, Table) and not item.is_super_table() and not isinstance(around, InlineTable | Array):
        item.comment(_MARK)
    elif isinstance(item, Table | OutOfOrderTableProxy):
        _mark_first_leaf(item)
    elif isinstance(around, Array) and isinstance(where[-1], int):
        around[where[-1]] = _MARK
    elif isinstance(around, Container | Table | InlineTable | OutOfOrderTableProxy):
        around[str(where[-1])] = _MARK
    return tomlkit.dumps(document)


def _inner(item: _Node, step: str | int) -> _Node:
    if isinstance(step, int):
        if not isinstance(item, AoT | Array):
            raise TypeError(type(item))
        return cast("_Node", item[step])
    if isinstance(item, Table | InlineTable):
        item = item.value
    # Containers unbox booleans on ordinary access; `item` does not, and the proxy has no such method.
    return item.item(step) if isinstance(item, Container) else cast("_Node", cast("OutOfOrderTableProxy", item)[step])


def _mark_first_leaf(item: Table | OutOfOrderTableProxy) -> None:
    """Mark the first thing inside a table that has no header of its own."""
    key = next(iter(item))
    inner = item[key]
    if isinstance(inner, Table):
        inner.comment(_MARK)
    else:
        item[key] = _MARK
