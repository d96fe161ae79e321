"""What the lines of a Codex rollout state, as values: what is left of a line once it was read."""

from dataclasses import dataclass
from datetime import datetime

from vacancy.domain.usage import Usage
from vacancy.sources.codex_failures import Failure


@dataclass(frozen=True, slots=True)
class Born:
    """The first line of a session."""

    provider: str | None
    forked: bool
    """It begins with a copy of another session's turns, written down anew."""


@dataclass(frozen=True, slots=True)
class Moved:
    """The session asks another provider from now on."""

    provider: str


@dataclass(frozen=True, slots=True)
class Started:
    """A turn began."""

    at: datetime
    began: datetime | None


@dataclass(frozen=True, slots=True)
class Context:
    """Which model a turn uses."""

    turn: str | None
    model: str
    effort: str | None


@dataclass(frozen=True, slots=True)
class Answered:
    """One answer within a turn came through whole."""

    at: datetime
    turn: str
    output_tokens: int | None


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of the allowance was used up, by the last answer's headers."""

    usage: Usage


@dataclass(frozen=True, slots=True)
class Ended:
    """A turn is over."""

    at: datetime
    """When it was written down."""
    turn: str
    completed: datetime
    began: datetime | None
    first_output_s: float | None
    answered: bool
    failure: Failure | None
    """Not answered and no failure: it was not written down how it ended, as by old versions."""


Line = Born | Moved | Started | Context | Answered | Limits | Ended
