"""Events: what happened, as frozen facts for the history and whoever follows it."""

from dataclasses import dataclass
from datetime import datetime

from vacancy.domain.catalog import EntryKey
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
