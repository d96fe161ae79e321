"""Noticing that the wall clock jumped: the machine slept, or somebody set the clock."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from vacancy.monitor.ports import Clock

JUMP = timedelta(seconds=45)
"""Wall and monotonic time that drift apart by more than this did not do so by themselves."""


@dataclass(frozen=True, slots=True)
class Jump:
    """The wall clock moved by `drift` more than the time that passed; negative when it was set back."""

    drift: timedelta


class WakeWatch:
    """Compares the two clocks each time it is asked."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._wall: datetime = clock.now()
        self._monotonic: float = clock.monotonic()

    def look(self) -> Jump | None:
        """The jump since the last look, None when the clocks agree."""
        wall, monotonic = self._clock.now(), self._clock.monotonic()
        drift = (wall - self._wall) - timedelta(seconds=monotonic - self._monotonic)
        self._wall, self._monotonic = wall, monotonic
        return Jump(drift) if abs(drift) > JUMP else None
