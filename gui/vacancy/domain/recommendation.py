"""Recommendation: stay, use another model instead, or nothing works, with the reason.

It follows the user's order and names only models with a fresh success. It does not jump: a pick whose newest
answer differs is kept until the next answer, seconds away, has decided.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from vacancy.domain.catalog import EntryKey
from vacancy.domain.verdict import Doubt, State, Verdict


class Action(StrEnum):
    """What to do."""

    STAY = "stay"
    """Use the preferred model."""
    SWITCH = "switch"
    """Use the named model instead of the preferred one."""
    NONE = "none"
    """Nothing that is listed works."""
    UNKNOWN = "unknown"
    """It could not be established."""


class Because(StrEnum):
    """The reason, for `views.present` to put into words."""

    PREFERRED_AVAILABLE = "preferred_available"
    PREFERRED_NOT_USABLE = "preferred_not_usable"
    NOTHING_STEADY = "nothing_steady"
    """No model is available, but the named one answers on and off."""
    CONFIRMING = "confirming"
    """The pick gave one answer that differs; the next one decides."""
    ALL_DOWN = "all_down"
    NEEDS_USER = "needs_user"
    """Every listed model waits for the user: key, money, access."""
    OFFLINE = "offline"
    """No listed model could be reached."""
    NOT_KNOWN = "not_known"
    ALL_PAUSED = "all_paused"
    NOTHING_LISTED = "nothing_listed"


@dataclass(frozen=True, slots=True)
class Recommendation:
    """What to use now."""

    action: Action
    because: Because
    key: EntryKey | None = None
    """The model to use, for stay and switch."""
    preferred: EntryKey | None = None
    """The first listed model that is not paused."""


NOTHING_YET = Recommendation(Action.UNKNOWN, Because.NOT_KNOWN)


def recommend(verdicts: Sequence[Verdict], previous: Recommendation = NOTHING_YET) -> Recommendation:
    """The recommendation that follows from the verdicts.

    Args:
        verdicts: In the user's order, best first.
        previous: The recommendation before, so that a single odd answer does not make it jump.
    """
    active = [verdict for verdict in verdicts if verdict.state is not State.PAUSED]
    if not active:
        return Recommendation(Action.UNKNOWN, Because.ALL_PAUSED if verdicts else Because.NOTHING_LISTED)
    preferred = active[0].key
    pick = next((verdict for verdict in active if _pickable(verdict, previous)), None)
    if pick is not None:
        return _using(pick, preferred)
    shaky = next((verdict for verdict in active if _answers_on_and_off(verdict)), None)
    if shaky is not None:
        action = Action.STAY if shaky.key == preferred else Action.SWITCH
        return Recommendation(action, Because.NOTHING_STEADY, shaky.key, preferred)
    return _nothing(active, preferred)


def _pickable(verdict: Verdict, previous: Recommendation) -> bool:
    """Available by a success that is young, or the pick so far whose newest answer is still being confirmed."""
    if verdict.state is State.AVAILABLE:
        return verdict.current
    wavering = verdict.state is State.UNSTABLE and verdict.doubt is Doubt.CONFIRMING
    return wavering and verdict.current and verdict.key == previous.key


def _answers_on_and_off(verdict: Verdict) -> bool:
    mixed = verdict.state is State.UNSTABLE and verdict.doubt is Doubt.MIXED
    return mixed and verdict.current and _newest_answer_was_success(verdict)


def _newest_answer_was_success(verdict: Verdict) -> bool:
    return verdict.succeeded_at is not None and verdict.succeeded_at == verdict.checked_at


def _using(pick: Verdict, preferred: EntryKey) -> Recommendation:
    action = Action.STAY if pick.key == preferred else Action.SWITCH
    if pick.state is not State.AVAILABLE:
        return Recommendation(action, Because.CONFIRMING, pick.key, preferred)
    because = Because.PREFERRED_AVAILABLE if action is Action.STAY else Because.PREFERRED_NOT_USABLE
    return Recommendation(action, because, pick.key, preferred)


def _nothing(active: Sequence[Verdict], preferred: EntryKey) -> Recommendation:
    states = {verdict.state for verdict in active}
    if states == {State.UNREACHABLE}:
        return Recommendation(Action.UNKNOWN, Because.OFFLINE, None, preferred)
    if states == {State.BLOCKED}:
        return Recommendation(Action.NONE, Because.NEEDS_USER, None, preferred)
    if states & {State.UNKNOWN, State.UNREACHABLE, State.AVAILABLE}:
        return Recommendation(Action.UNKNOWN, Because.NOT_KNOWN, None, preferred)
    return Recommendation(Action.NONE, Because.ALL_DOWN, None, preferred)
