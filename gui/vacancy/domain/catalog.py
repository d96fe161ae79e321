"""What can be watched: connections (routes to models) and model entries (one model on one connection)."""

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from ipaddress import ip_address
from urllib.parse import urlsplit

OFFICIAL_API = "https://api.openai.com/v1"
NO_PROXY = "none"
IN_VARIABLE = "env:"
"""Stands before the name of the environment variable that holds a secret."""


class ConnectionKind(StrEnum):
    """The protocol spoken on a connection; the value is the word used in config.toml."""

    OPENAI = "openai"
    """The Responses API."""
    OPENAI_CHAT = "openai-chat"
    """Chat Completions, and everything compatible with it."""
    CODEX = "codex"
    """Codex sessions on this machine."""


class KeyKind(StrEnum):
    """Where the key of a connection is."""

    KEYRING = "keyring"
    ENVIRONMENT = "env"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class KeySource:
    """Where a key is kept; never the key itself."""

    kind: KeyKind
    variable: str | None = None
    """Name of the environment variable, for `ENVIRONMENT` only."""

    def __str__(self) -> str:
        """The form used in config.toml: `keyring`, `none` or `env:NAME`."""
        return f"{IN_VARIABLE}{self.variable}" if self.kind is KeyKind.ENVIRONMENT else self.kind.value


class CodexAsking(StrEnum):
    """When a model may be asked through Codex, which costs thousands of tokens; the word used in config.toml."""

    NEVER = "never"
    """Only what Codex wrote down is read; nothing is ever sent."""
    ON_DEMAND = "on_demand"
    """When the user asks by hand."""
    AWAITED = "awaited"
    """Also while the user waits for that model."""


class Access(StrEnum):
    """What lets us in on a route; the value is how it is said in English, before the host where there is one."""

    KEY = "API key"
    NO_KEY = "without a key"
    CODEX = "Codex on this machine"
    CODEX_CHATGPT = "Codex, ChatGPT login"
    CODEX_KEY = "Codex, API key"
    CODEX_NOBODY = "Codex, nobody logged in"


@dataclass(frozen=True, slots=True)
class Route:
    """What a verdict was measured on; a good answer here proves nothing about another route."""

    access: Access
    host: str = ""
    """Host, with the port where the URL names one; empty for Codex."""

    def __str__(self) -> str:
        """In English, as scripts read it."""
        return f"{self.access.value} at {self.host}" if self.host else self.access.value


@dataclass(frozen=True, slots=True)
class Connection:
    """A route to models: its kind, its base URL and where its key is."""

    name: str
    kind: ConnectionKind
    base_url: str
    key: KeySource
    proxy: str | None = None
    """URL of the proxy to go through, `env:NAME` for a variable that holds it with its password, or `none` for no
    proxy; None means the system's own choice."""
    ca_file: str | None = None
    """Path of a file with certificates to trust beside the system's."""
    home: str | None = None
    """Codex's folder; None means CODEX_HOME, or its default. For `CODEX` only, as the next two."""
    program: str | None = None
    """The codex program; None means the one on PATH."""
    ask: CodexAsking = CodexAsking.NEVER

    @classmethod
    def of_codex(cls, name: str = "codex", *, home: str | None = None) -> "Connection":
        """Codex on this machine, as it is without any setting."""
        return cls(name, ConnectionKind.CODEX, "", KeySource(KeyKind.NONE), home=home)

    @property
    def host(self) -> str:
        """Host, with the port where the URL names one."""
        return urlsplit(self.base_url).netloc.rpartition("@")[2]

    @property
    def travels(self) -> bool:
        """What is sent on it leaves this machine."""
        goes_away = self.proxy is not None and self.proxy != NO_PROXY and not is_loopback(self.proxy)
        return goes_away or not is_loopback(self.base_url)

    @property
    def exposes_key(self) -> bool:
        """Its key would travel through the network in clear text."""
        return self.key.kind is not KeyKind.NONE and urlsplit(self.base_url).scheme == "http" and self.travels

    @property
    def fingerprint(self) -> str:
        """What makes it this route and no other: an answer from elsewhere, or on another way, proves nothing."""
        place = self.base_url if self.kind is not ConnectionKind.CODEX else self.home or ""
        way = "".join(f" {part}" for part in (self.proxy, self.ca_file) if part)
        return f"{self.kind} {place} {self.key}{way}"

    @property
    def may_be_asked(self) -> bool:
        """Something may be sent on it at all."""
        return self.kind is not ConnectionKind.CODEX or self.ask is not CodexAsking.NEVER

    @property
    def may_be_asked_again(self) -> bool:
        """It may be asked without the user's hand too: again and again, while they wait for a model."""
        return self.kind is not ConnectionKind.CODEX or self.ask is CodexAsking.AWAITED

    @property
    def is_costly(self) -> bool:
        """One question costs thousands of tokens, so it is asked by name only, or while somebody waits."""
        return self.kind is ConnectionKind.CODEX

    @property
    def route(self) -> Route:
        """What a verdict is measured on, as far as the settings tell."""
        if self.kind is ConnectionKind.CODEX:
            return Route(Access.CODEX)
        return Route(Access.NO_KEY if self.key.kind is KeyKind.NONE else Access.KEY, self.host)


@dataclass(frozen=True, slots=True, order=True)
class EntryKey:
    """Identity of a model entry: the same model with another effort or tier is another thing to watch."""

    connection: str
    model: str
    effort: str = ""
    service_tier: str = ""

    def __str__(self) -> str:
        """A stable text, fit to be a database key: `connection/model`, then the options that are set."""
        options = "".join(f"#{name}={value}" for name, value in self._options() if value)
        return f"{self.connection}/{self.model}{options}"

    def _options(self) -> tuple[tuple[str, str], ...]:
        return (("effort", self.effort), ("tier", self.service_tier))


@dataclass(frozen=True, slots=True)
class ModelEntry:
    """One model on one connection, with its options; its place in the list is the user's preference."""

    connection: str
    id: str
    label: str | None = None
    effort: str | None = None
    service_tier: str | None = None
    paused: bool = False
    interval: timedelta | None = None
    """Time between two probes while all is well; None means the common one."""
    muted: bool = False
    """Its loss and return are not told; it is watched and recommended all the same."""

    @property
    def key(self) -> EntryKey:
        """What this entry's health, history and alerts are filed under."""
        return EntryKey(self.connection, self.id, self.effort or "", self.service_tier or "")

    @property
    def name(self) -> str:
        """What people read: the label where they gave one, else the model id."""
        return self.label or self.id


def is_loopback(url: str) -> bool:
    """The address is on this machine, so that nothing sent there travels."""
    host = urlsplit(url).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
