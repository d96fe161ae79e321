"""The words of a status page, in both vocabularies, as ours. A word that we do not know is unknown, never fine."""

from typing import Final, TypeVar

from vacancy.domain.incident import ComponentStatus, Indicator
from vacancy.sources.vendor_text import one_line

_Value = TypeVar("_Value")

UNKNOWN: Final = "unknown"
MAINTENANCE: Final = "maintenance"
_LONGEST_WORD = 40
_MAX_ODD = 20

_COMPONENT: Final = {
    "operational": ComponentStatus.OPERATIONAL,
    "degraded_performance": ComponentStatus.DEGRADED_PERFORMANCE,
    "partial_outage": ComponentStatus.PARTIAL_OUTAGE,
    "major_outage": ComponentStatus.MAJOR_OUTAGE,
    "full_outage": ComponentStatus.MAJOR_OUTAGE,
    "under_maintenance": ComponentStatus.UNDER_MAINTENANCE,
}
_INDICATOR: Final = {
    "none": Indicator.NONE,
    "minor": Indicator.MINOR,
    "major": Indicator.MAJOR,
    "critical": Indicator.CRITICAL,
    "maintenance": Indicator.MAINTENANCE,
}
_IMPACT: Final = frozenset({"none", "minor", "major", "critical", MAINTENANCE})
_OPEN: Final = frozenset(
    {"investigating", "identified", "monitoring", "in_progress", "verifying", "maintenance_in_progress"}
)
_NOT_OPEN: Final = frozenset(
    {"resolved", "postmortem", "completed", "maintenance_complete", "scheduled", "maintenance_scheduled"}
)


class Words:
    """Translates the words of one document, and remembers those that it did not know, for the log."""

    def __init__(self) -> None:
        self._odd: dict[str, None] = {}

    @property
    def odd(self) -> tuple[str, ...]:
        """What was not understood, as `field=word`, each once."""
        return tuple(self._odd)

    def component(self, word: object) -> ComponentStatus:
        """The state of a component."""
        status = _COMPONENT.get(word) if isinstance(word, str) else None
        return status or self._unknown("component", word, ComponentStatus.UNKNOWN)

    def indicator(self, word: object) -> Indicator:
        """The page's overall word."""
        indicator = _INDICATOR.get(word) if isinstance(word, str) else None
        return indicator or self._unknown("indicator", word, Indicator.UNKNOWN)

    def impact(self, word: object) -> str:
        """The impact of an incident."""
        return word if isinstance(word, str) and word in _IMPACT else self._unknown("impact", word, UNKNOWN)

    def incident(self, word: object) -> tuple[str, bool]:
        """The state of an incident or a maintenance, and whether it is open. One with a strange word is open."""
        if isinstance(word, str) and word in _OPEN | _NOT_OPEN:
            return word, word in _OPEN
        shown = one_line(word, _LONGEST_WORD) if isinstance(word, str) else ""
        return self._unknown("incident", word, shown or UNKNOWN), True

    def _unknown(self, field: str, word: object, value: _Value) -> _Value:
        if len(self._odd) < _MAX_ODD:
            shown = one_line(word, _LONGEST_WORD) if isinstance(word, str) else type(word).__name__
            self._odd[f"{field}={shown}"] = None
        return value
