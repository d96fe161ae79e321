"""The settings as typed values, with their defaults; `store.settings` reads and writes them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import time, timedelta
from enum import StrEnum

from vacancy.domain.budget import Caps
from vacancy.domain.catalog import Connection, EntryKey, ModelEntry
from vacancy.domain.pace import COSTLY_EVERY, Pace
from vacancy.domain.presence import PresencePreferences
from vacancy.domain.prices import Price
from vacancy.domain.verdict import Terms

_DAY_PART = re.compile(r"((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d)", re.ASCII)

OWN_TARGET = "codex"
"""The target that is there without being listed."""
OFFICIAL_STATUS_PAGE = "https://status.openai.com"


class IconStyle(StrEnum):
    """How the tray icon is coloured; its shape says the state in every style."""

    QUIET = "quiet"
    """Monochrome while a listed model is available, coloured when something is wrong."""
    COLOR = "color"
    MONO = "mono"
    CLASSIC = "classic"
    """Coloured with the green, amber and red of a traffic light."""


class LanguageChoice(StrEnum):
    """The language of the windows, the tray and the notifications."""

    SYSTEM = "system"
    ENGLISH = "en"
    CHINESE = "zh_CN"


@dataclass(frozen=True, slots=True)
class StatusPagePreferences:
    """The official page to read."""

    url: str = OFFICIAL_STATUS_PAGE
    """Without a trailing slash; an empty text switches the page off."""
    interval: timedelta = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class ProbingPreferences:
    """How often and how patiently models are asked."""

    interval: timedelta = timedelta(minutes=4)
    """Between two looks at the model in use while all is well."""
    timeout: timedelta = timedelta(seconds=30)
    """Wall clock for a whole probe, connection to last byte."""
    slow_after: timedelta = timedelta(seconds=8)
    daily_requests: int = 1000
    """All models together, per local day; reaching it pauses probing until midnight."""
    daily_tokens: int = 250_000
    """The same for tokens in both directions; usual days need a tenth. It holds models that ignore our limit."""
    reserve_interval: timedelta = timedelta(hours=1)
    """The interval of models below the one in use: their answer changes nothing until they are needed."""

    @property
    def caps(self) -> Caps:
        """What may be sent a day."""
        return Caps(self.daily_requests, self.daily_tokens)

    def pace_of(self, entry: ModelEntry) -> Pace:
        """How often an entry is asked while all is well; its own interval holds in use and in reserve."""
        interval = entry.interval or self.interval
        return Pace(interval, entry.interval or max(self.reserve_interval, interval))


@dataclass(frozen=True, slots=True)
class QuietHours:
    """A part of each day, by the local clock; it may go over midnight."""

    begin: time
    end: time

    @classmethod
    def parse(cls, text: str) -> "QuietHours":
        """The hours that a text such as "22:00-07:00" names.

        Raises:
            ValueError: the text is no part of a day.
        """
        found = _DAY_PART.fullmatch(text)
        if found is None or found[1] == found[2]:
            raise ValueError("not a part of a day")
        return cls(*(time.fromisoformat(part) for part in found.groups()))

    def covers(self, moment: time) -> bool:
        """It is quiet then."""
        if self.begin <= self.end:
            return self.begin <= moment < self.end
        return moment >= self.begin or moment < self.end

    def __str__(self) -> str:
        """The form used in config.toml."""
        return f"{self.begin:%H:%M}-{self.end:%H:%M}"


@dataclass(frozen=True, slots=True)
class NotificationPreferences:
    """Which events are worth an interruption."""

    recovered: bool = True
    """A model that was full or failing is back."""
    switched: bool = True
    """The preferred model cannot be used and another one is recommended."""
    nothing_works: bool = True
    """Every listed model is down."""
    needs_user: bool = True
    """A key is refused or money ran out on a connection that worked; told once until it works again."""
    incidents: bool = False
    """The official page opened an incident that names a listed model."""
    quiet_hours: QuietHours | None = None
    """Nothing is told then, but what the user waits for; what is owed is told afterwards if it is still true."""


@dataclass(frozen=True, slots=True)
class AppearancePreferences:
    """How Vacancy looks."""

    icon_style: IconStyle = IconStyle.QUIET
    language: LanguageChoice = LanguageChoice.SYSTEM


@dataclass(frozen=True, slots=True)
class SwitchingPreferences:
    """What is switched to a recommended model, and by whom."""

    target: str = OWN_TARGET
    """The target that is switched where none is named."""
    automatic: bool = False
    """Switch without asking: away when the preferred model is lost, and back when it is proven to be back."""


class TargetKind(StrEnum):
    """The tools whose configuration can be switched; the value is the word used in config.toml."""

    CODEX = "codex"
    ENV = "env"
    AIDER = "aider"
    OPENCODE = "opencode"
    CONTINUE = "continue"
    LLM = "llm"
    FILE = "file"
    """Any TOML, JSON or YAML file and the path of a key in it."""


@dataclass(frozen=True, slots=True)
class TargetEntry:
    """One tool to switch, as listed under [targets.NAME]. Codex needs no entry unless its home is another one."""

    kind: TargetKind
    path: str | None = None
    """The file; None means the tool's own place, where it has one."""
    key: str | None = None
    """Which value: a variable's name for `ENV`, a dotted key path for `FILE`; None means the tool's own."""
    prefix: str = ""
    """Written before the model's id, as in "openai/"."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """Everything the user decided."""

    connections: tuple[Connection, ...] = ()
    models: tuple[ModelEntry, ...] = ()
    """In order of preference, best first."""
    status_page: StatusPagePreferences = field(default_factory=StatusPagePreferences)
    probing: ProbingPreferences = field(default_factory=ProbingPreferences)
    notifications: NotificationPreferences = field(default_factory=NotificationPreferences)
    appearance: AppearancePreferences = field(default_factory=AppearancePreferences)
    presence: PresencePreferences = field(default_factory=PresencePreferences)
    switching: SwitchingPreferences = field(default_factory=SwitchingPreferences)
    targets: Mapping[str, TargetEntry] = field(default_factory=dict)
    """By the user's name for them."""
    prices: Mapping[str, Price] = field(default_factory=dict)
    """By the model's id; a model that is not there has no known price."""

    def connection(self, name: str) -> Connection:
        """The connection of that name.

        Raises:
            KeyError: there is none; settings that were read from a file never refer to one.
        """
        for connection in self.connections:
            if connection.name == name:
                return connection
        raise KeyError(name)

    def entry(self, key: EntryKey) -> ModelEntry | None:
        """The listed model of that identity, None when it was removed meanwhile."""
        return next((entry for entry in self.models if entry.key == key), None)

    @property
    def asked_models(self) -> tuple[ModelEntry, ...]:
        """The models that are asked by themselves: not paused, and not on a connection where a question is costly.

        In a window that somebody works in, a model may be on a connection that is gone; it is not asked either.
        """
        free = {connection.name for connection in self.connections if not connection.is_costly}
        return tuple(entry for entry in self.models if not entry.paused and entry.connection in free)

    def pace_of(self, entry: ModelEntry) -> Pace:
        """How often an entry is asked while all is well."""
        pace = self.probing.pace_of(entry)
        if not self.connection(entry.connection).is_costly:
            return pace
        return replace(pace, interval=max(pace.interval, COSTLY_EVERY))

    def terms_of(self, pace: Pace, *, may_be_in_reserve: bool = True) -> Terms:
        """What a claim about an entry that is asked at that pace depends on.

        The preferred model never is in reserve, so nothing is claimed of it for as long as of those that are.
        """
        interval = pace.interval * pace.stretch
        return Terms(interval, self.probing.slow_after, pace.reserve_interval if may_be_in_reserve else timedelta(0))
