"""What one setting says about another: values that are right alone and impossible together."""

from collections.abc import Collection, Iterator

from vacancy.domain.catalog import Connection, ConnectionKind, KeyKind
from vacancy.domain.preferences import OWN_TARGET, Preferences, TargetEntry, TargetKind
from vacancy.store.settings_faults import Fault, Where, nearest
from vacancy.words import tr

_CODEX_ALONE = ("home", "program", "ask")
_NOT_CODEX = ("base_url", "proxy", "ca_file")


def route_faults(connection: Connection, given: Collection[str], where: Where) -> Iterator[Fault]:
    """What is wrong with a connection as a whole.

    Args:
        connection: It, with the defaults of its kind.
        given: The keys that stand in the file.
        where: Its table.
    """
    if connection.kind is ConnectionKind.CODEX:
        for key in _NOT_CODEX:
            if key in given:
                yield Fault((*where, key), tr("Codex on this machine has its own settings for that"))
        if connection.key.kind is not KeyKind.NONE:
            yield Fault((*where, "key"), tr('expected "none": Codex on this machine has its own login'))
        return
    for key in _CODEX_ALONE:
        if key in given:
            yield Fault((*where, key), tr('only a connection of kind "codex" has this setting'))
    if not connection.base_url:
        yield Fault(where, tr('"{key}" is missing', key="base_url"))
    elif connection.exposes_key:
        yield Fault(
            (*where, "base_url"),
            tr(
                'expected "https://": over http:// the key would travel through the network in clear text; '
                'only this machine itself, or key = "none", may use http://'
            ),
        )


def target_faults(name: str, target: TargetEntry, where: Where) -> Iterator[Fault]:
    """What is wrong with a target as a whole."""
    if name == OWN_TARGET and target.kind is not TargetKind.CODEX:
        yield Fault((*where, "kind"), tr('expected "codex": the name belongs to Codex; give this target another one'))
    match target.kind:
        case TargetKind.FILE:
            missing = [key for key in ("path", "key") if getattr(target, key) is None]
        case TargetKind.ENV:
            missing = ["path"] if target.path is None else []
        case _:
            missing = []
            if target.key is not None:
                yield Fault((*where, "key"), tr("this tool has a key of its own; only “env” and “file” are told one"))
    for key in missing:
        yield Fault(where, tr('"{key}" is missing', key=key))


def switching_faults(preferences: Preferences, names: Collection[str]) -> Iterator[Fault]:
    """What is switched must be there; Codex needs no table.

    Args:
        preferences: As far as they could be read.
        names: The targets that have a table, right or wrong.
    """
    target = preferences.switching.target
    if target not in {*names, OWN_TARGET}:
        known = (OWN_TARGET, *(name for name in names if name != OWN_TARGET))
        yield Fault(
            ("switching", "target"),
            tr("there is no such target; there are {names}", names=", ".join(known)),
            nearest(target, known),
        )
