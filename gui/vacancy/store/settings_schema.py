"""The settings, declared once: which tables and keys there are, and the rule of each.

The keys of a table are the fields of its dataclass in `domain.preferences` and `domain.catalog`; a test holds the
two together. Reading, writing, checking and `vacancy config show` all follow this declaration.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from vacancy.domain import bounds
from vacancy.domain.catalog import Connection, ConnectionKind, ModelEntry
from vacancy.domain.inputs import LONGEST_NAME, NOT_IN_NAMES
from vacancy.domain.preferences import (
    AppearancePreferences,
    IconStyle,
    NotificationPreferences,
    ProbingPreferences,
    StatusPagePreferences,
)
from vacancy.domain.presence import PresencePreferences, Restraint
from vacancy.domain.prices import HIGHEST, Price
from vacancy.store.settings_rules import (
    Amount,
    Choice,
    Currency,
    DayPart,
    Duration,
    Flag,
    KeyPlace,
    Plain,
    Rule,
    Text,
    Url,
    Whole,
)

VERSION = 1
"""Raised when an older Vacancy would misread a file; new keys alone do not raise it."""

_INTERVAL = Duration(
    bounds.INTERVAL, "asking a model more often costs money and shows nothing that a second look would not"
)
_PAGE_INTERVAL = Duration(bounds.PAGE_INTERVAL, "the page is made for people and changes slowly")
_TIMEOUT = Duration(bounds.TIMEOUT, "an answer that needs longer is no help to anybody who waits")
_SLOW = Duration(bounds.SLOW_AFTER, "it is compared with the time that a whole answer takes")

CONNECTION_NAME = Text("a connection's name", longest=LONGEST_NAME, forbidden=NOT_IN_NAMES)


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

APPEARANCE = Table(AppearancePreferences, {"icon_style": Choice(IconStyle)})

PRESENCE = Table(PresencePreferences, {name: Choice(Restraint) for name in ("locked", "idle", "on_battery", "metered")})

SECTIONS: Mapping[str, Table[object]] = {
    "status_page": STATUS_PAGE,
    "probing": PROBING,
    "notifications": NOTIFICATIONS,
    "appearance": APPEARANCE,
    "presence": PRESENCE,
}
"""The tables that are there once, by their names, which are also the names of the fields of the preferences."""

CONNECTION = Table(
    Connection, {"kind": Choice(ConnectionKind), "base_url": Url(), "key": KeyPlace()}, frozenset({"kind"})
)

MODEL = Table(
    ModelEntry,
    {
        "connection": CONNECTION_NAME,
        "id": Text("a model's id"),
        "label": Text("a label", longest=80),
        "effort": Text("a reasoning effort, such as low", longest=40),
        "service_tier": Text("a service tier, such as priority", longest=40),
        "paused": Flag(),
        "interval": _INTERVAL,
        "muted": Flag(),
    },
    frozenset({"connection", "id"}),
)

PRICED_MODEL = Text("a model's id")
PRICE = Table(
    Price,
    {"input_per_million": Amount(HIGHEST), "output_per_million": Amount(HIGHEST), "currency": Currency()},
    frozenset({"input_per_million", "output_per_million"}),
)

TOP_LEVEL = ("version", "connections", "models", "prices", *SECTIONS)
