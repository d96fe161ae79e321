"""Waiting: when the wait for one model is over, and what one process wishes of the one that asks the models."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from vacancy.domain.catalog import EntryKey
from vacancy.domain.evidence import Evidence
from vacancy.domain.verdict import State, Verdict


class Result(StrEnum):
    """How a wait ended."""

    AVAILABLE = "available"
    NEEDS_USER = "needs_user"
    """Nothing changes until the user does something: key, money, access, an open-ended pause."""
    TIMED_OUT = "timed_out"
    """It was seen, and was not back in time."""
    UNKNOWN = "unknown"
    """The time was over, and nobody had answered."""


class Verb(StrEnum):
    """What can be wished of the running app."""

    LOOK = "look"
    """Ask that model now; an answer a few seconds old is the answer."""
    WATCH = "watch"
    """Wait for its return, ask it oftener, and tell once."""
    UNWATCH = "unwatch"
    SEEN = "seen"
    """That model was asked by hand: count it, and file what was seen."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What another process wishes."""

    verb: Verb
    key: EntryKey
    until: datetime | None = None
    """For a watch: when it is given up."""
    evidence: Evidence | None = None
    """For what was seen; there are no secrets in evidence."""


def end_of(verdict: Verdict, *, since: datetime, asked: bool, paused_for_good: bool) -> Result | None:
    """The end that a verdict comes to, None while the wait goes on.

    Only what was seen during the wait counts: a remembered success is no proof that there is room now, and a
    remembered refusal may be why the user has just changed the key.

    Args:
        verdict: What is claimed now.
        since: Answers from before are not of this wait.
        asked: Somebody tried to ask since the wait began, so that a key that cannot be had is news.
        paused_for_good: Nothing is asked until the user resumes.
    """
    match verdict.state:
        case State.AVAILABLE:
            return Result.AVAILABLE if is_since(verdict.succeeded_at, since) else None
        case State.BLOCKED if verdict.hindrance is not None and verdict.hindrance.needs_user:
            return Result.NEEDS_USER if asked else None
        case State.BLOCKED:
            settled = verdict.doubt is None and is_since(verdict.checked_at, since)
            return Result.NEEDS_USER if settled else None
        case State.PAUSED:
            return Result.NEEDS_USER if paused_for_good else None
        case _:
            return None


def was_answered(verdict: Verdict, since: datetime) -> bool:
    """The model was seen in some state during the wait, whatever it was."""
    silent = verdict.state in {State.UNKNOWN, State.UNREACHABLE, State.PAUSED}
    return not silent and is_since(verdict.checked_at, since)


def is_since(moment: datetime | None, since: datetime) -> bool:
    """It happened, and not before."""
    return moment is not None and moment >= since
