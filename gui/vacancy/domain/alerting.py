"""Alerting: which changes are worth an interruption.

Two things are told: a model that was down is back, and the preferred model cannot be used so that another one
is recommended. What is *owed* is remembered until it can be told truthfully, so unknown, offline, a restart or
a flapping model in between neither repeats nor swallows it. Effects are returned, never performed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum

from vacancy.domain.catalog import EntryKey
from vacancy.domain.preferences import NotificationPreferences
from vacancy.domain.recommendation import Action, Because, Recommendation
from vacancy.domain.verdict import State, Verdict

SPACING = timedelta(minutes=10)
"""Least time between two notices of one kind about one model. What is owed in between is told when it has passed,
if it is still true."""

RECOMMENDATION_TOPIC = "recommendation"

_DOWN = frozenset({State.AT_CAPACITY, State.FAILING})
"""Seeing a model so owes the user the news of its return. Own limits and blocked entries return by the user's doing."""


class NoticeKind(StrEnum):
    """What is told."""

    RECOVERED = "recovered"
    SWITCHED = "switched"


@dataclass(frozen=True, slots=True)
class Notice:
    """One thing to tell; `views.present` finds the words."""

    kind: NoticeKind
    topic: str
    """One live notification per topic: a newer notice replaces the older one."""
    about: EntryKey
    """The model that is back, or the preferred one that cannot be used."""
    use: EntryKey
    """The model to work with now; what Copy copies."""
    was: State | None = None
    """For a recovery: the state that it came back from."""


@dataclass(frozen=True, slots=True)
class Owed:
    """A model was seen down, so the user is owed the news of its return."""

    key: EntryKey
    was: State


@dataclass(frozen=True, slots=True)
class Told:
    """When something was last told."""

    kind: NoticeKind
    about: EntryKey
    at: datetime


@dataclass(frozen=True, slots=True)
class AlertMemory:
    """What was told and what is owed; survives restarts."""

    owed: tuple[Owed, ...] = ()
    told: tuple[Told, ...] = ()
    using: EntryKey | None = None
    """The recommended model that the user knows of."""


@dataclass(frozen=True, slots=True)
class Alerts:
    """What to tell now, and what to remember."""

    memory: AlertMemory
    notices: tuple[Notice, ...] = field(default=())


def consider(
    memory: AlertMemory,
    verdicts: Sequence[Verdict],
    recommendation: Recommendation,
    *,
    preferences: NotificationPreferences,
    now: datetime,
) -> Alerts:
    """What to tell, given what is claimed now and what was told before."""
    memory = _forget_removed(memory, verdicts)
    memory, recovered = _recoveries(memory, verdicts, recommendation, now)
    memory, switched = _switch(memory, verdicts, recommendation, now)
    wanted = [*(recovered if preferences.recovered else ()), *(switched if preferences.switched else ())]
    return Alerts(memory, tuple(wanted))


def _forget_removed(memory: AlertMemory, verdicts: Sequence[Verdict]) -> AlertMemory:
    listed = {verdict.key for verdict in verdicts}
    return replace(
        memory,
        owed=tuple(owed for owed in memory.owed if owed.key in listed),
        using=memory.using if memory.using in listed else None,
    )


def _recoveries(
    memory: AlertMemory, verdicts: Sequence[Verdict], recommendation: Recommendation, now: datetime
) -> tuple[AlertMemory, list[Notice]]:
    owed = {item.key: item.was for item in memory.owed}
    notices: list[Notice] = []
    for verdict in verdicts:
        if verdict.state in _DOWN:
            owed[verdict.key] = verdict.state
        elif verdict.state is State.AVAILABLE and verdict.key in owed:
            if _too_soon(memory, NoticeKind.RECOVERED, verdict.key, now):
                continue
            topic = _topic_of(verdict.key, recommendation)
            notices.append(Notice(NoticeKind.RECOVERED, topic, verdict.key, verdict.key, owed.pop(verdict.key)))
            memory = _now_told(memory, NoticeKind.RECOVERED, verdict.key, now)
    return replace(memory, owed=tuple(Owed(key, was) for key, was in owed.items())), notices


def _topic_of(key: EntryKey, recommendation: Recommendation) -> str:
    """The return of the preferred model replaces the notice that it was lost; every other model has its own."""
    return RECOMMENDATION_TOPIC if key == recommendation.preferred else f"{NoticeKind.RECOVERED}/{key}"


def _switch(
    memory: AlertMemory, verdicts: Sequence[Verdict], recommendation: Recommendation, now: datetime
) -> tuple[AlertMemory, list[Notice]]:
    if recommendation.key is None or recommendation.because is Because.CONFIRMING or recommendation.preferred is None:
        return memory, []
    if recommendation.action is not Action.SWITCH or memory.using != recommendation.preferred:
        # The preferred model is fine, nothing was known before, or one substitute replaces another:
        # the tray shows it, nobody is disturbed.
        return replace(memory, using=recommendation.key), []
    lost = next(verdict.state for verdict in verdicts if verdict.key == recommendation.preferred)
    if lost not in _LOST or _too_soon(memory, NoticeKind.SWITCHED, recommendation.preferred, now):
        return memory, []
    notice = Notice(NoticeKind.SWITCHED, RECOMMENDATION_TOPIC, recommendation.preferred, recommendation.key)
    told = _now_told(memory, NoticeKind.SWITCHED, recommendation.preferred, now)
    return replace(told, using=recommendation.key), [notice]


_LOST = frozenset({State.AT_CAPACITY, State.FAILING, State.RATE_LIMITED, State.BLOCKED})
"""States that make a switch news. Unknown, unreachable and unstable may pass within seconds."""


def _too_soon(memory: AlertMemory, kind: NoticeKind, about: EntryKey, now: datetime) -> bool:
    return any(
        told.kind is kind and told.about == about and timedelta(0) <= now - told.at < SPACING for told in memory.told
    )


def _now_told(memory: AlertMemory, kind: NoticeKind, about: EntryKey, now: datetime) -> AlertMemory:
    recent = tuple(told for told in memory.told if now - told.at < SPACING)
    others = tuple(told for told in recent if not (told.kind is kind and told.about == about))
    return replace(memory, told=(*others, Told(kind, about, now)))
