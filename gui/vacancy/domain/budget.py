"""Budget: the requests of one local day, all models together."""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class Budget:
    """What was sent on one local day."""

    day: date | None = None
    sent: int = 0

    def on(self, day: date) -> "Budget":
        """The budget as it stands on that day: a new day starts at nothing."""
        return self if day == self.day else Budget(day)

    def spend(self, requests: int) -> "Budget":
        """The budget after that many more requests."""
        return Budget(self.day, self.sent + requests)

    def is_spent(self, cap: int) -> bool:
        """No request may be sent any more today."""
        return self.sent >= cap
