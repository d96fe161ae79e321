"""Lamp: the one sign that a small picture can show, read from what is claimed.

A lamp says less than a verdict, so it must never say more: only a verdict that is available lights `AVAILABLE`,
and whatever contradicts itself is `UNKNOWN`.
"""

from collections.abc import Mapping
from enum import StrEnum

from vacancy.domain.recommendation import Action, Because
from vacancy.domain.snapshot import Snapshot
from vacancy.domain.verdict import State, Verdict


class Lamp(StrEnum):
    """The alphabet of the tray icon and of the rows; the value is the name of its drawing."""

    AVAILABLE = "available"
    OTHER = "other"
    """The preferred model cannot be used, another one works."""
    FULL = "full"
    LIMITED = "limited"
    """The user's own rate limit: waiting is enough."""
    UNSTABLE = "unstable"
    """It answers on and off, or slowly."""
    FAILING = "failing"
    BLOCKED = "blocked"
    """It waits for the user: key, money, access."""
    UNKNOWN = "unknown"
    OFFLINE = "offline"
    PAUSED = "paused"


LAMPS: Mapping[State, Lamp] = {
    State.AVAILABLE: Lamp.AVAILABLE,
    State.UNSTABLE: Lamp.UNSTABLE,
    State.AT_CAPACITY: Lamp.FULL,
    State.RATE_LIMITED: Lamp.LIMITED,
    State.BLOCKED: Lamp.BLOCKED,
    State.FAILING: Lamp.FAILING,
    State.UNREACHABLE: Lamp.OFFLINE,
    State.UNKNOWN: Lamp.UNKNOWN,
    State.PAUSED: Lamp.PAUSED,
}
"""The lamp of each state; a test holds it to be total."""


def lamp_of(verdict: Verdict) -> Lamp:
    """The lamp of one model: that of its state, and a slow success is no steady light."""
    if verdict.state is State.AVAILABLE and verdict.slow:
        return Lamp.UNSTABLE
    return LAMPS[verdict.state]


def lamp_for(snapshot: Snapshot) -> Lamp:
    """The lamp of the whole: what the recommendation comes to."""
    if snapshot.paused:
        return Lamp.PAUSED
    recommendation = snapshot.recommendation
    match recommendation.action:
        case Action.STAY:
            return _lamp_of_known(snapshot.verdict(recommendation.key))
        case Action.SWITCH:
            other = snapshot.verdict(recommendation.key)
            return Lamp.OTHER if _is_available(other) else _lamp_of_known(other)
        case Action.NONE if recommendation.because is Because.NEEDS_USER:
            return Lamp.BLOCKED
        case Action.NONE:
            preferred = snapshot.verdict(recommendation.preferred)
            return Lamp.UNKNOWN if _is_available(preferred) else _lamp_of_known(preferred)
        case Action.UNKNOWN:
            return _lamp_of_not_known(recommendation.because, snapshot.verdict(recommendation.preferred))


def _lamp_of_not_known(because: Because, preferred: Verdict | None) -> Lamp:
    if because is Because.NOT_KNOWN and preferred is not None:
        # The sentence names the preferred model's trouble where there is one; the lamp must not know less.
        return _LAMPS_OF_TROUBLE.get(preferred.state, Lamp.UNKNOWN)
    return _LAMP_OF_NOT_KNOWN.get(because, Lamp.UNKNOWN)


_TROUBLES = frozenset({State.AT_CAPACITY, State.RATE_LIMITED, State.FAILING, State.BLOCKED, State.UNSTABLE})
_LAMPS_OF_TROUBLE = {state: LAMPS[state] for state in _TROUBLES}
_LAMP_OF_NOT_KNOWN = {Because.OFFLINE: Lamp.OFFLINE, Because.ALL_PAUSED: Lamp.PAUSED}


def incident_mark(snapshot: Snapshot) -> bool:
    """The official page has an open incident whose title names a listed model."""
    listed = tuple(verdict.key.model for verdict in snapshot.models)
    return bool(snapshot.page.concerning(listed))


def _is_available(verdict: Verdict | None) -> bool:
    return verdict is not None and verdict.state is State.AVAILABLE


def _lamp_of_known(verdict: Verdict | None) -> Lamp:
    return Lamp.UNKNOWN if verdict is None else lamp_of(verdict)
