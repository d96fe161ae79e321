"""From the text of config.toml to preferences, with every fault that is in it."""

import re
import tomllib
from typing import TypeVar

from vacancy.domain.catalog import (
    OFFICIAL_API,
    Connection,
    ConnectionKind,
    EntryKey,
    KeyKind,
    KeySource,
    ModelEntry,
)
from vacancy.domain.preferences import Preferences, TargetEntry
from vacancy.store.settings_faults import Fault, Where, nearest
from vacancy.store.settings_judging import route_faults, switching_faults, target_faults
from vacancy.store.settings_rules import Rule, Unfit
from vacancy.store.settings_schema import (
    APPEARANCE,
    CONNECTION,
    CONNECTION_NAME,
    MODEL,
    NOTIFICATIONS,
    PRESENCE,
    PRICE,
    PRICED_MODEL,
    PROBING,
    STATUS_PAGE,
    SWITCHING,
    TARGET,
    TARGET_NAME,
    TOP_LEVEL,
    VERSION,
    Table,
)
from vacancy.words import tr

T = TypeVar("T")

_LONGEST_LINE = 8000
_MOST_DOTS = 32
_POSITION = re.compile(r" \(at line (\d+), column \d+\)$")


def read_preferences(text: str) -> tuple[Preferences, list[Fault]]:
    """The preferences that a text holds, and its faults; with faults the preferences are not to be used.

    The faults of a text that is TOML have no line yet; `settings_lines.locate` finds it.
    """
    if fault := _too_much(text):
        return Preferences(), [fault]
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return Preferences(), [_syntax_fault(str(error))]
    except ValueError:
        return Preferences(), [Fault((), tr("a number has more digits than can be read"))]
    except RecursionError:
        return Preferences(), [Fault((), tr("lists or tables stand in each other more deeply than can be read"))]
    return _Reader().read(document)


def _too_much(text: str) -> Fault | None:
    """The first line that no settings need and that would cost the parser seconds: its time grows as their square."""
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > _LONGEST_LINE:
            return Fault((), tr("the line is longer than {longest} characters", longest=_LONGEST_LINE), line=number)
        if not line.lstrip().startswith("#") and line.partition("=")[0].count(".") > _MOST_DOTS:
            return Fault((), tr("the key has more than {most} dots", most=_MOST_DOTS), line=number)
    return None


def _syntax_fault(message: str) -> Fault:
    position = _POSITION.search(message)
    problem = _POSITION.sub("", message).removesuffix(" (at end of document)")
    return Fault((), tr("this is not TOML: {problem}", problem=problem), line=int(position[1]) if position else None)


class _Reader:
    """Reads one document and collects what is wrong with it."""

    def __init__(self) -> None:
        self._faults: list[Fault] = []

    def read(self, document: dict[str, object]) -> tuple[Preferences, list[Fault]]:
        if self._is_newer(document.get("version", VERSION)):
            return Preferences(), self._faults
        self._refuse_unknown(document, TOP_LEVEL, ())
        preferences = Preferences(
            connections=self._connections(document.get("connections", {})),
            models=self._models(document.get("models", []), document.get("connections", {})),
            status_page=self._section("status_page", STATUS_PAGE, document),
            probing=self._section("probing", PROBING, document),
            notifications=self._section("notifications", NOTIFICATIONS, document),
            appearance=self._section("appearance", APPEARANCE, document),
            presence=self._section("presence", PRESENCE, document),
            switching=self._section("switching", SWITCHING, document),
            targets=self._targets(document.get("targets", {})),
            prices=self._named(
                "prices", document.get("prices", {}), PRICE, PRICED_MODEL, example='[prices."gpt-6.2-sol"]'
            ),
        )
        listed = document.get("targets")
        self._faults += switching_faults(preferences, tuple(map(str, listed)) if isinstance(listed, dict) else ())
        return preferences, self._faults

    def _fault(self, where: Where, problem: str, meant: str | None = None) -> None:
        self._faults.append(Fault(where, problem, meant))

    def _is_newer(self, version: object) -> bool:
        """A newer file is refused as a whole: what an older program says about its keys would mislead."""
        if not isinstance(version, int) or isinstance(version, bool) or version < 1:
            self._fault(("version",), tr("expected {number}", number=VERSION))
        elif version > VERSION:
            self._fault(
                ("version",),
                tr(
                    "the file is of version {version} and this Vacancy reads up to {ours}; update Vacancy",
                    version=version,
                    ours=VERSION,
                ),
            )
            return True
        return False

    def _refuse_unknown(self, table: dict[str, object], valid: tuple[str, ...], where: Where) -> None:
        for key in table:
            if key not in valid:
                self._fault((*where, key), tr("there is no such setting"), nearest(key, valid))

    def _section(self, name: str, table: Table[T], document: dict[str, object]) -> T:
        return table.build(**(self._values(table, document.get(name, {}), (name,)) or {}))

    def _values(self, table: Table[object], raw: object, where: Where) -> dict[str, object] | None:
        """The typed values of one table; None when it cannot become a value."""
        if not isinstance(raw, dict):
            self._fault(where, tr("expected a table with {keys}", keys=", ".join(table.rules)))
            return None
        self._refuse_unknown(raw, tuple(table.rules), where)
        values: dict[str, object] = {}
        for key, rule in table.rules.items():
            if key in raw:
                try:
                    values[key] = rule.read(raw[key])
                except Unfit as unfit:
                    self._fault((*where, key), unfit.problem, unfit.meant)
        missing = [key for key in sorted(table.required) if key not in raw]
        for key in missing:
            self._fault(where, tr('"{key}" is missing', key=key))
        return values if table.required <= values.keys() else None

    def _connections(self, raw: object) -> tuple[Connection, ...]:
        if not isinstance(raw, dict):
            self._fault(("connections",), tr("expected tables such as {example}", example="[connections.openai]"))
            return ()
        read = (self._connection(str(name), table) for name, table in raw.items())
        return tuple(connection for connection in read if connection is not None)

    def _connection(self, name: str, raw: object) -> Connection | None:
        where = ("connections", name)
        self._has_good_name(CONNECTION_NAME, where)
        before = len(self._faults)
        values = self._values(CONNECTION, raw, where)
        if values is None or len(self._faults) > before:
            return None
        kind = ConnectionKind(str(values["kind"]))
        base_url, key = str(values.get("base_url", "")), values.get("key")
        if kind is ConnectionKind.OPENAI and not base_url:
            base_url = OFFICIAL_API
        if not isinstance(key, KeySource):
            key = KeySource(KeyKind.NONE if kind is ConnectionKind.CODEX else KeyKind.KEYRING)
        connection = CONNECTION.build(**{**values, "name": name, "kind": kind, "base_url": base_url, "key": key})
        self._faults += route_faults(connection, values.keys(), where)
        return connection

    def _has_good_name(self, rule: Rule, where: Where) -> bool:
        """The name of the table there is one that it may have."""
        try:
            rule.read(where[-1])
        except Unfit as unfit:
            self._fault(where, unfit.problem)
            return False
        return True

    def _models(self, raw: object, connections: object) -> tuple[ModelEntry, ...]:
        if not isinstance(raw, list):
            self._fault(("models",), tr("expected a list of tables, each under [[models]]"))
            return ()
        names = tuple(map(str, connections)) if isinstance(connections, dict) else ()
        models: list[ModelEntry] = []
        first_at: dict[EntryKey, int] = {}
        for index, table in enumerate(raw):
            values = self._values(MODEL, table, ("models", index))
            if values is None:
                continue
            model = MODEL.build(**values)
            self._judge_model(model, index, names, first_at)
            models.append(model)
        return tuple(models)

    def _targets(self, raw: object) -> dict[str, TargetEntry]:
        targets = self._named("targets", raw, TARGET, TARGET_NAME, example="[targets.aider]")
        for name, target in targets.items():
            self._faults += target_faults(name, target, ("targets", name))
        return targets

    def _named(self, what: str, raw: object, table: Table[T], name_rule: Rule, *, example: str) -> dict[str, T]:
        """The tables under one name, by the user's names for them."""
        if not isinstance(raw, dict):
            self._fault((what,), tr("expected tables such as {example}", example=example))
            return {}
        read: dict[str, T] = {}
        for name, inner in raw.items():
            if self._has_good_name(name_rule, (what, str(name))):
                values = self._values(table, inner, (what, str(name)))
                if values is not None:
                    read[str(name)] = table.build(**values)
        return read

    def _judge_model(
        self, model: ModelEntry, index: int, names: tuple[str, ...], first_at: dict[EntryKey, int]
    ) -> None:
        if model.connection not in names:
            problem = (
                tr("there is no such connection; there are {names}", names=", ".join(names))
                if names
                else tr("there is no such connection; there is none yet")
            )
            self._fault(("models", index, "connection"), problem, nearest(model.connection, names))
        first = first_at.setdefault(model.key, index)
        if first != index:
            self._fault(
                ("models", index),
                tr("the same model stands in models[{place}]; effort or service_tier must differ", place=first + 1),
            )
