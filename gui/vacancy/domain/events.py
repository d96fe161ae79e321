"""Events: what happened, as frozen facts for the history and whoever follows it."""

from dataclasses import dataclass
from datetime import datetime

from vacancy.domain.catalog import EntryKey
from vacancy.domain.evidence import Evidence
from vacancy.domain.outcome import Kind, Outcome
from vacancy.domain.verdict import State


@dataclass(frozen=True, slots=True)
class Probed:
    """A model was asked."""

    key: EntryKey
    at: datetime
    outcome: Outcome
    requests_sent: int
    total_s: float | None = None
    first_output_s: float | None = None

    @classmethod
    def of(cls, key: EntryKey, at: datetime, outcome: Outcome, evidence: Evidence) -> "Probed":
        """The event that a probe's evidence is filed under."""
        return cls(key, at, outcome, evidence.requests_sent, evidence.total_s, evidence.first_output_s)

    @property
    def succeeded(self) -> bool:
        """The probe ended in a plain answer."""
        return self.outcome.kind is Kind.OK


@dataclass(frozen=True, slots=True)
class StateChanged:
    """What we claim about a model changed."""

    key: EntryKey
    at: datetime
    before: State
    after: State


Event = Probed | StateChanged
