"""Merging: one set of settings that was changed in two places at once, in a window and in the file.

Every key is judged by itself against what both began from: whoever changed it is heard. Where both changed it, and not
to the same, it is a clash: the window's value stays for the time being, and somebody has to decide.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import TypeVar, cast

from vacancy.domain.catalog import Connection, ModelEntry
from vacancy.domain.preferences import OWN_TARGET, Preferences, TargetEntry
from vacancy.domain.prices import Price

Value = object
"""Whatever a setting can be; None where there is none."""
_Item = TypeVar("_Item", Connection, ModelEntry, TargetEntry, Price)

ORDER = ("models", "order")
"""Where the order of the models stands; its value is their identities as texts, best first."""
_WHOLE = "kind"
"""What changed its kind is another thing, of which no part fits the other one."""


@dataclass(frozen=True, slots=True)
class Clash:
    """A setting that both sides changed, each to something else."""

    where: tuple[str, ...]
    """As in the file: `("probing", "interval")`, `("connections", "openai", "proxy")`, `("models", "openai/gpt-6")`."""
    mine: Value
    """The window's."""
    theirs: Value
    """The file's."""
    base: Value = None
    """What both began from."""


@dataclass(frozen=True, slots=True)
class Merged:
    """Both changes in one, and what could not be brought together."""

    preferences: Preferences
    clashes: tuple[Clash, ...] = ()


def merge(base: Preferences, *, mine: Preferences, theirs: Preferences) -> Merged:
    """What the window holds, brought on from `base` to a file that changed to `theirs` meanwhile."""
    if mine in (base, theirs):
        return Merged(theirs)
    merging, merged = _Merging(), mine
    for section in (field.name for field in fields(Preferences) if is_dataclass(getattr(base, field.name))):
        versions = [getattr(each, section) for each in (base, mine, theirs)]
        merged = _with(merged, section, merging.fields((section,), *versions))
    connections = merging.items("connections", *(_connections(each) for each in (base, mine, theirs)))
    models = merging.items("models", *(_models(each) for each in (base, mine, theirs)))
    merged = replace(
        merged,
        connections=tuple(connections.values()),
        models=tuple(models[key] for key in merging.order(models, base, mine, theirs)),
        targets=merging.items("targets", base.targets, mine.targets, theirs.targets),
        prices=merging.items("prices", base.prices, mine.prices, theirs.prices),
    )
    merged, clashes = merging.with_what_is_needed(merged, base, mine)
    return Merged(completed(merged, theirs), clashes)


def completed(preferences: Preferences, source: Preferences) -> Preferences:
    """The settings with the connections and the target that they use and have not, where the source has them."""
    there, known = _connections(preferences), _connections(source)
    needed = dict.fromkeys(entry.connection for entry in preferences.models if entry.connection not in there)
    added = tuple(known[name] for name in needed if name in known)
    preferences = replace(preferences, connections=(*preferences.connections, *added))
    target = preferences.switching.target
    if target == OWN_TARGET or target in preferences.targets or target not in source.targets:
        return preferences
    return replace(preferences, targets={**preferences.targets, target: source.targets[target]})


def taking(preferences: Preferences, clash: Clash) -> Preferences:
    """The settings with the file's value in place of the window's."""
    return with_value(preferences, clash.where, clash.theirs)


def with_value(preferences: Preferences, where: tuple[str, ...], value: Value) -> Preferences:
    """The settings with another value there; what is gone meanwhile stays gone."""
    section, *rest = where
    if where == ORDER:
        places = {key: place for place, key in enumerate(cast("tuple[str, ...]", value))}
        ordered = sorted(preferences.models, key=lambda entry: places.get(str(entry.key), len(places)))
        return replace(preferences, models=tuple(ordered))
    table = getattr(preferences, section)
    if is_dataclass(table):
        return _with(preferences, section, _with(table, rest[0], value))
    items, name = dict(_by_name(preferences, section)), rest[0]
    if len(rest) > 1:
        if name in items:
            items[name] = _with(items[name], rest[1], value)
    elif value is None:
        items.pop(name, None)
        preferences = _without_users(preferences, section, name)
    else:
        items[name] = value
    return _with(preferences, section, items if section in {"targets", "prices"} else tuple(items.values()))


def _without_users(preferences: Preferences, section: str, name: str) -> Preferences:
    """The settings without what needs the thing of that name, which is about to go."""
    if section == "connections":
        left = tuple(entry for entry in preferences.models if entry.connection != name)
        return replace(preferences, models=left)
    if section == "targets" and preferences.switching.target == name:
        return replace(preferences, switching=replace(preferences.switching, target=OWN_TARGET))
    return preferences


class _Merging:
    """Collects the clashes of one merge."""

    def __init__(self) -> None:
        self._clashes: list[Clash] = []

    def value(self, where: tuple[str, ...], base: Value, mine: Value, theirs: Value) -> Value:
        """The value of whoever changed it."""
        if theirs in (mine, base):
            return mine
        if mine == base:
            return theirs
        self._clashes.append(Clash(where, mine, theirs, base))
        return mine

    def fields(self, where: tuple[str, ...], base: Value, mine: Value, theirs: Value) -> Value:
        """One table, key by key."""
        merged = mine
        for name in (field.name for field in fields(mine)):  # type: ignore[arg-type] # callers give dataclasses
            versions = [getattr(each, name) for each in (base, mine, theirs)]
            merged = _with(merged, name, self.value((*where, name), *versions))
        return merged

    def items(
        self, what: str, base: Mapping[str, _Item], mine: Mapping[str, _Item], theirs: Mapping[str, _Item]
    ) -> dict[str, _Item]:
        """Tables by their names: what one side added or removed, and key by key what both have."""
        merged: dict[str, _Item] = {}
        for name in dict.fromkeys((*theirs, *mine)):
            versions = [each.get(name) for each in (base, mine, theirs)]
            are_alike = None not in versions and len({getattr(each, _WHOLE, None) for each in versions}) == 1
            found = (self.fields if are_alike else self.value)((what, name), *versions)
            if found is not None:
                merged[name] = cast("_Item", found)
        return merged

    def order(self, kept: Iterable[str], base: Preferences, mine: Preferences, theirs: Preferences) -> list[str]:
        """The order of the models that stay: of whoever moved one, else the file's."""
        before, here, there = (list(_models(each)) for each in (base, mine, theirs))
        common = set(before) & set(here) & set(there)
        orders = [tuple(key for key in keys if key in common) for keys in (before, here, there)]
        lead, other = (there, here) if orders[1] in (orders[0], orders[2]) else (here, there)
        if len(set(orders)) == len(orders):
            self._clashes.append(Clash(ORDER, tuple(here), tuple(there), tuple(before)))
        return _woven(lead, other, set(kept))

    def with_what_is_needed(
        self, merged: Preferences, base: Preferences, mine: Preferences
    ) -> tuple[Preferences, tuple[Clash, ...]]:
        """Keep what the window uses though the file has it no more, and say so."""
        there = _connections(merged)
        needed = dict.fromkeys(entry.connection for entry in merged.models if entry.connection not in there)
        rescued = [connection for connection in mine.connections if connection.name in needed]
        before = _connections(base)
        clashes = [Clash(("connections", each.name), each, None, before.get(each.name)) for each in rescued]
        merged = replace(merged, connections=(*merged.connections, *rescued))
        target = merged.switching.target
        if target != OWN_TARGET and target not in merged.targets and target in mine.targets:
            clashes.append(Clash(("targets", target), mine.targets[target], None, base.targets.get(target)))
            merged = replace(merged, targets={**merged.targets, target: mine.targets[target]})
        known = {clash.where for clash in clashes}
        return merged, (*(clash for clash in self._clashes if clash.where not in known), *clashes)


def _woven(lead: Sequence[str], other: Sequence[str], kept: set[str]) -> list[str]:
    """One order, with what only the other has behind what stands before it there."""
    result = [key for key in lead if key in kept]
    for place, key in enumerate(other):
        if key in kept and key not in result:
            before = next((result.index(each) for each in reversed(other[:place]) if each in result), -1)
            result.insert(before + 1, key)
    return result


def _connections(preferences: Preferences) -> dict[str, Connection]:
    return {connection.name: connection for connection in preferences.connections}


def _models(preferences: Preferences) -> dict[str, ModelEntry]:
    return {str(entry.key): entry for entry in preferences.models}


def _by_name(preferences: Preferences, section: str) -> Mapping[str, Value]:
    match section:
        case "connections":
            return _connections(preferences)
        case "models":
            return _models(preferences)
        case _:
            return cast("Mapping[str, Value]", getattr(preferences, section))


_Any = TypeVar("_Any")


def _with(value: _Any, name: str, new: Value) -> _Any:
    return replace(value, **{name: new})  # type: ignore[type-var] # callers give dataclasses
