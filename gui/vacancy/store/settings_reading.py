"""From the text of config.toml to preferences, with every fault that is in it."""

import re
import tomllib
from typing import TypeVar
from urllib.parse import urlsplit

from vacancy.domain.catalog import (
    OFFICIAL_API,
    Connection,
    ConnectionKind,
    EntryKey,
    KeyKind,
    KeySource,
    ModelEntry,
)
from vacancy.domain.preferences import Preferences
from vacancy.domain.prices import Price
from vacancy.store.settings_faults import Fault, Where, nearest
from vacancy.store.settings_rules import Unfit
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
    TOP_LEVEL,
    VERSION,
    Table,
)

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
        return Preferences(), [Fault((), "a number has more digits than can be read")]
    except RecursionError:
        return Preferences(), [Fault((), "lists or tables stand in each other more deeply than can be read")]
    return _Reader().read(document)


def _too_much(text: str) -> Fault | None:
    """The first line that no settings need and that would cost the parser seconds: its time grows as their square."""
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > _LONGEST_LINE:
            return Fault((), f"the line is longer than {_LONGEST_LINE} characters", line=number)
        if not line.lstrip().startswith("#") and line.partition("=")[0].count(".") > _MOST_DOTS:
            return Fault((), f"the key has more than {_MOST_DOTS} dots", line=number)
    return None


def _syntax_fault(message: str) -> Fault:
    position = _POSITION.search(message)
    problem = _POSITION.sub("", message).removesuffix(" (at end of document)")
    return Fault((), f"this is not TOML: {problem}", line=int(position[1]) if position else None)


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
            prices=self._prices(document.get("prices", {})),
        )
        return preferences, self._faults

    def _fault(self, where: Where, problem: str, meant: str | None = None) -> None:
        self._faults.append(Fault(where, problem, meant))

    def _is_newer(self, version: object) -> bool:
        """A newer file is refused as a whole: what an older program says about its keys would mislead."""
        if not isinstance(version, int) or isinstance(version, bool) or version < 1:
            self._fault(("version",), f"expected {VERSION}")
        elif version > VERSION:
            self._fault(
                ("version",),
                f"the file is of version {version} and this Vacancy reads up to {VERSION}; update Vacancy",
            )
            return True
        return False

    def _refuse_unknown(self, table: dict[str, object], valid: tuple[str, ...], where: Where) -> None:
        for key in table:
            if key not in valid:
                self._fault((*where, key), "there is no such setting", nearest(key, valid))

    def _section(self, name: str, table: Table[T], document: dict[str, object]) -> T:
        return table.build(**(self._values(table, document.get(name, {}), (name,)) or {}))

    def _values(self, table: Table[object], raw: object, where: Where) -> dict[str, object] | None:
        """The typed values of one table; None when it cannot become a value."""
        if not isinstance(raw, dict):
            self._fault(where, f"expected a table with {', '.join(table.rules)}")
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
            self._fault(where, f'"{key}" is missing')
        return values if table.required <= values.keys() else None

    def _connections(self, raw: object) -> tuple[Connection, ...]:
        if not isinstance(raw, dict):
            self._fault(("connections",), "expected tables such as [connections.openai]")
            return ()
        read = (self._connection(str(name), table) for name, table in raw.items())
        return tuple(connection for connection in read if connection is not None)

    def _connection(self, name: str, raw: object) -> Connection | None:
        where = ("connections", name)
        try:
            CONNECTION_NAME.read(name)
        except Unfit as unfit:
            self._fault(where, unfit.problem)
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
        connection = Connection(name, kind, base_url, key)
        self._judge_route(connection, where)
        return connection

    def _judge_route(self, connection: Connection, where: Where) -> None:
        """What one key of a connection says about another."""
        has_key = connection.key.kind is not KeyKind.NONE
        if connection.kind is ConnectionKind.CODEX:
            if has_key:
                self._fault((*where, "key"), 'expected "none": Codex on this machine has its own login')
        elif not connection.base_url:
            self._fault(where, '"base_url" is missing')
        elif has_key and urlsplit(connection.base_url).scheme == "http" and connection.travels:
            self._fault(
                (*where, "base_url"),
                'expected "https://": over http:// the key would travel through the network in clear text; '
                'only this machine itself, or key = "none", may use http://',
            )

    def _models(self, raw: object, connections: object) -> tuple[ModelEntry, ...]:
        if not isinstance(raw, list):
            self._fault(("models",), "expected a list of tables, each under [[models]]")
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

    def _prices(self, raw: object) -> dict[str, Price]:
        if not isinstance(raw, dict):
            self._fault(("prices",), 'expected tables such as [prices."gpt-6.2-sol"]')
            return {}
        return {str(name): price for name, table in raw.items() if (price := self._price(str(name), table))}

    def _price(self, name: str, raw: object) -> Price | None:
        where = ("prices", name)
        try:
            PRICED_MODEL.read(name)
        except Unfit as unfit:
            self._fault(where, unfit.problem)
            return None
        values = self._values(PRICE, raw, where)
        return None if values is None else PRICE.build(**values)

    def _judge_model(
        self, model: ModelEntry, index: int, names: tuple[str, ...], first_at: dict[EntryKey, int]
    ) -> None:
        if model.connection not in names:
            known = f"there are {', '.join(names)}" if names else "there is none yet"
            self._fault(
                ("models", index, "connection"),
                f"there is no such connection; {known}",
                nearest(model.connection, names),
            )
        first = first_at.setdefault(model.key, index)
        if first != index:
            self._fault(
                ("models", index), f"the same model stands in models[{first + 1}]; effort or service_tier must differ"
            )
