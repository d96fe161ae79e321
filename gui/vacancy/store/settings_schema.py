"""The settings, declared once: which tables and keys there are, and the rule of each.

The keys of a table are the fields of its dataclass in `domain.preferences` and `domain.catalog`; a test holds the
two together. Reading, writing, checking and `vacancy config show` all follow this declaration.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from vacancy.domain import bounds
from vacancy.domain.catalog import CodexAsking, Connection, ConnectionKind, ModelEntry
from vacancy.domain.inputs import LONGEST_NAME, NOT_IN_NAMES
from vacancy.domain.preferences import (
    AppearancePreferences,
    IconStyle,
    LanguageChoice,
    NotificationPreferences,
    ProbingPreferences,
    StatusPagePreferences,
    SwitchingPreferences,
    TargetEntry,
    TargetKind,
)
from vacancy.domain.presence import PresencePreferences, Restraint
from vacancy.domain.prices import HIGHEST, Price
from vacancy.store.settings_places import FilePath, KeyPlace, Proxy, Url
from vacancy.store.settings_rules import (
    Amount,
    Choice,
    Currency,
    DayPart,
    Duration,
    Flag,
    Plain,
    Rule,
    Text,
    Whole,
)
from vacancy.words import mark

VERSION = 1
"""Raised when an older Vacancy would misread a file; new keys alone do not raise it."""

_INTERVAL = Duration(
    bounds.INTERVAL, mark("asking a model more often costs money and shows nothing that a second look would not")
)
_PAGE_INTERVAL = Duration(bounds.PAGE_INTERVAL, mark("the page is made for people and changes slowly"))
_TIMEOUT = Duration(bounds.TIMEOUT, mark("an answer that needs longer is no help to anybody who waits"))
_SLOW = Duration(bounds.SLOW_AFTER, mark("it is compared with the time that a whole answer takes"))

CONNECTION_NAME = Text(mark("a connection's name"), longest=LONGEST_NAME, forbidden=NOT_IN_NAMES)


T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Table(Generic[T_co]):
    """One table of the file: the dataclass that it becomes, and its keys."""

    build: Callable[..., T_co]
    rules: Mapping[str, Rule]
    required: frozenset[str] = frozenset()

    def plain(self, value: object) -> dict[str, Plain]:
        """The keys of a value as they stand in a file; a field that is None has none."""
        fields = {key: getattr(value, key) for key in self.rules}
        return {key: self.rules[key].write(field) for key, field in fields.items() if field is not None}


STATUS_PAGE = Table(StatusPagePreferences, {"url": Url(may_be_empty=True), "interval": _PAGE_INTERVAL})

PROBING = Table(
    ProbingPreferences,
    {
        "interval": _INTERVAL,
        "reserve_interval": _INTERVAL,
        "timeout": _TIMEOUT,
        "slow_after": _SLOW,
        "daily_requests": Whole(0, bounds.MOST_DAILY_REQUESTS),
        "daily_tokens": Whole(bounds.LEAST_DAILY_TOKENS, bounds.MOST_DAILY_TOKENS),
    },
)

NOTIFICATIONS = Table(
    NotificationPreferences,
    {
        "recovered": Flag(),
        "switched": Flag(),
        "nothing_works": Flag(),
        "needs_user": Flag(),
        "incidents": Flag(),
        "quiet_hours": DayPart(),
    },
)

APPEARANCE = Table(AppearancePreferences, {"icon_style": Choice(IconStyle), "language": Choice(LanguageChoice)})

PRESENCE = Table(PresencePreferences, {name: Choice(Restraint) for name in ("locked", "idle", "on_battery", "metered")})

TARGET_NAME = Text(mark("a target's name"), longest=LONGEST_NAME, forbidden=NOT_IN_NAMES)

SWITCHING = Table(SwitchingPreferences, {"target": TARGET_NAME, "automatic": Flag()})

SECTIONS: Mapping[str, Table[object]] = {
    "status_page": STATUS_PAGE,
    "probing": PROBING,
    "notifications": NOTIFICATIONS,
    "appearance": APPEARANCE,
    "presence": PRESENCE,
    "switching": SWITCHING,
}
"""The tables that are there once, by their names, which are also the names of the fields of the preferences."""

CONNECTION = Table(
    Connection,
    {
        "kind": Choice(ConnectionKind),
        "base_url": Url(),
        "key": KeyPlace(),
        "proxy": Proxy(),
        "ca_file": FilePath(),
        "home": FilePath(),
        "program": FilePath(may_be_name=True),
        "ask": Choice(CodexAsking),
    },
    frozenset({"kind"}),
)

MODEL = Table(
    ModelEntry,
    {
        "connection": CONNECTION_NAME,
        "id": Text(mark("a model's id")),
        "label": Text(mark("a label"), longest=80),
        "effort": Text(mark("a reasoning effort, such as low"), longest=40),
        "service_tier": Text(mark("a service tier, such as priority"), longest=40),
        "paused": Flag(),
        "interval": _INTERVAL,
        "muted": Flag(),
    },
    frozenset({"connection", "id"}),
)

TARGET = Table(
    TargetEntry,
    {
        "kind": Choice(TargetKind),
        "path": FilePath(),
        "key": Text(mark("the name of a variable or the path of a key")),
        "prefix": Text(mark("a prefix, such as openai/"), longest=80, may_be_empty=True),
    },
    frozenset({"kind"}),
)

PRICED_MODEL = Text(mark("a model's id"))
PRICE = Table(
    Price,
    {"input_per_million": Amount(HIGHEST), "output_per_million": Amount(HIGHEST), "currency": Currency()},
    frozenset({"input_per_million", "output_per_million"}),
)

NAMED: Mapping[str, Table[object]] = {"targets": TARGET, "prices": PRICE}
"""Tables by the user's names for them, in fields of the preferences that are called so too."""

TOP_LEVEL = ("version", "connections", "models", *NAMED, *SECTIONS)
