"""What the user wants, as values that the windows emit and the app acts on. No window does it itself."""

from dataclasses import dataclass
from datetime import timedelta

from vacancy.domain.catalog import Connection
from vacancy.domain.preferences import Preferences
from vacancy.redaction import Secret


@dataclass(frozen=True, slots=True)
class CheckKey:
    """Ask a connection for its models, which costs one request and no tokens; nothing is stored yet."""

    connection: Connection
    key: Secret | None
    """None where the connection needs no key or it is in an environment variable."""


@dataclass(frozen=True, slots=True)
class FindCodex:
    """Look what Codex has in its folder; nothing is sent."""

    home: str | None
    """None means where Codex itself looks."""


@dataclass(frozen=True, slots=True)
class FinishSetup:
    """Store the key and these settings, and begin."""

    connection: Connection | None
    """None: no model is asked, only the status page is read."""
    key: Secret | None
    models: tuple[str, ...]
    """Ids on that connection, best first."""
    interval: timedelta


@dataclass(frozen=True, slots=True)
class SaveSettings:
    """Write these settings and live by them."""

    preferences: Preferences


@dataclass(frozen=True, slots=True)
class SetKey:
    """Keep this key for a connection."""

    connection: Connection
    key: Secret


@dataclass(frozen=True, slots=True)
class ForgetKey:
    """Delete the key that is kept for a connection."""

    connection: Connection


@dataclass(frozen=True, slots=True)
class TryConnection:
    """Ask a connection for its models with the key that it has."""

    connection: Connection


@dataclass(frozen=True, slots=True)
class StartAtLogin:
    """Start Vacancy with the desktop, or no longer."""

    wanted: bool


WelcomeIntent = CheckKey | FindCodex | FinishSetup
"""Everything that Welcome can want."""
SettingsIntent = SaveSettings | SetKey | ForgetKey | TryConnection | StartAtLogin
"""Everything that the settings window can want."""
