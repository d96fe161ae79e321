"""Sightings: what another program on this machine met when it used a model. No request of ours."""

from dataclasses import dataclass
from enum import StrEnum

from vacancy.domain.catalog import ModelEntry
from vacancy.domain.evidence import Evidence
from vacancy.domain.usage import Usage


class Login(StrEnum):
    """As whom Codex asks. An answer to one login proves nothing for another."""

    CHATGPT = "chatgpt"
    API_KEY = "api_key"
    OTHER = "other"
    """Some other way, or one that this version does not know."""
    NONE = "none"
    """Nobody is logged in."""
    UNKNOWN = "unknown"
    """It was not written down where it can be read without a secret, as when it is in the keyring."""


class SessionTrouble(StrEnum):
    """Why nothing can be known from Codex's own files."""

    NO_HOME = "no_home"
    """Codex's folder is not there: it was never used here, or is kept elsewhere."""
    UNREADABLE = "unreadable"
    """The folder is there and may not be read."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """A turn that ended: which model was used, and what it met. Nothing of what was said is in it."""

    model: str
    evidence: Evidence
    effort: str | None = None
    """The reasoning effort of the turn, where it was written down."""

    def concerns(self, entry: ModelEntry) -> bool:
        """It is about that model; one that is listed with an effort is another thing than with another effort."""
        return entry.id == self.model and entry.effort in {None, self.effort}


@dataclass(frozen=True, slots=True)
class SessionNews:
    """What was found since the last time, oldest first. Fields that say nothing new are None or empty."""

    sightings: tuple[Sighting, ...] = ()
    usage: Usage | None = None
    login: Login | None = None
    trouble: SessionTrouble | None = None
    """Always said where files were looked at: None means that they can be read."""
    from_files: bool = True
    """False where the program itself was asked, which says nothing of its files."""
