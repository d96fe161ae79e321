"""Alerting: which changes are worth an interruption.

Told are: a model that was down is back; the preferred model cannot be used and another one is recommended; nothing
that is listed works; key or money need the user; and, if wanted, an incident that names a listed model. What is *owed*
is remembered for a day, until it can be told truthfully, so unknown, offline, paused, a restart, quiet hours or a
flapping model in between neither repeat nor swallow it. Effects are returned, never performed.

Three things keep a wrong "is back" away. A recovery needs a claim of available, which needs two successes and a window
that is not mixed. An outage that was short, seen by few refusals, looks just like flapping, so it needs a longer run of
successes (`health.proven`). And one kind of notice about one model is not repeated within `SPACING`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum

from vacancy.domain.catalog import EntryKey
from vacancy.domain.incident import Incident
from vacancy.domain.preferences import NotificationPreferences
from vacancy.domain.recommendation import Action, Because, Recommendation
from vacancy.domain.verdict import State, Verdict

SPACING = timedelta(minutes=10)
"""Least time between two notices of one kind about one model. What is owed in between is told when it has passed,
if it is still true."""

OWED_FOR = timedelta(hours=24)
"""News of a return is owed for a day after the model was last seen down; after a holiday nobody waits for it."""

RECOMMENDATION_TOPIC = "recommendation"

_DOWN = frozenset({State.AT_CAPACITY, State.FAILING})
"""Seeing a model so owes the user the news of its return. Own limits and blocked entries return by the user's doing."""
_LOST = frozenset({State.AT_CAPACITY, State.FAILING, State.RATE_LIMITED, State.BLOCKED})
"""States that make a switch news. Unknown, unreachable and unstable may pass within seconds."""


class NoticeKind(StrEnum):
    """What is told."""

    RECOVERED = "recovered"
    SWITCHED = "switched"
    NOTHING_WORKS = "nothing_works"
    NEEDS_USER = "needs_user"
    INCIDENT = "incident"


@dataclass(frozen=True, slots=True)
class Notice:
    """One thing to tell; `views.present` finds the words."""

    kind: NoticeKind
    topic: str
    """One live notification per topic: a newer notice replaces the older one."""
    about: EntryKey
    """The model that is back, lost, waiting for the user, or named by an incident."""
    use: EntryKey | None = None
    """The model to work with now, which Copy copies."""
    was: State | None = None
    """For a recovery: the state that it came back from."""
    incident: str | None = None
    """For an incident: its title, vendor text."""


@dataclass(frozen=True, slots=True)
class Owed:
    """A model was seen down, so the user is owed the news of its return."""

    key: EntryKey
    was: State
    seen_at: datetime
    """When it was last asked and still down."""


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
    nothing_works: bool = False
    """The user was told that nothing works, and nothing has worked since."""
    waiting: tuple[str, ...] = ()
    """Connections of which the user was told that they need something, and still do."""
    incidents: tuple[str, ...] = ()
    """Ids of open incidents that were told."""


@dataclass(frozen=True, slots=True)
class Alerts:
    """What to tell now, and what to remember."""

    memory: AlertMemory
    notices: tuple[Notice, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Occasion:
    """Everything that a decision to tell depends on, at one moment."""

    verdicts: Sequence[Verdict]
    recommendation: Recommendation
    preferences: NotificationPreferences
    now: datetime
    incidents: Sequence[Incident] = ()
    awaited: frozenset[EntryKey] = frozenset()
    """Models whose return the user asked to be told of: told whatever the preferences say."""
    muted: frozenset[EntryKey] = frozenset()
    quiet: bool = False
    """Quiet hours, or snoozed: what is owed stays owed, and the rest is told afterwards if it is still so."""


def consider(memory: AlertMemory, seen: Occasion) -> Alerts:
    """What to tell, given what is claimed now and what was told before."""
    notices: list[Notice] = []
    memory = _forget_what_is_over(memory, seen)
    for rule in (_recoveries, _switch, _nothing_works, _needs_user, _incidents):
        memory, more = rule(memory, seen)
        notices += more
    return Alerts(memory, tuple(notices))


Step = tuple[AlertMemory, list[Notice]]


def _forget_what_is_over(memory: AlertMemory, seen: Occasion) -> AlertMemory:
    """Without models that are not listed any more, and without news that is too old to be told."""
    listed = {verdict.key for verdict in seen.verdicts}
    return replace(
        memory,
        owed=tuple(owed for owed in memory.owed if owed.key in listed and abs(seen.now - owed.seen_at) < OWED_FOR),
        using=memory.using if memory.using in listed else None,
    )


def _recoveries(memory: AlertMemory, seen: Occasion) -> Step:
    owed = {item.key: item for item in memory.owed}
    notices: list[Notice] = []
    for verdict in seen.verdicts:
        if verdict.state in _DOWN:
            owed[verdict.key] = Owed(verdict.key, verdict.state, verdict.checked_at or seen.now)
        elif verdict.state is State.AVAILABLE and (verdict.key in owed or verdict.key in seen.awaited):
            if not _may_tell_return(memory, seen, verdict):
                continue
            debt = owed.pop(verdict.key, None)
            if _wants_return(seen, verdict.key):
                notices.append(_recovered(seen, verdict.key, debt.was if debt else None))
                memory = _now_told(memory, NoticeKind.RECOVERED, verdict.key, seen.now)
    return replace(memory, owed=tuple(owed.values())), notices


def _may_tell_return(memory: AlertMemory, seen: Occasion, verdict: Verdict) -> bool:
    """Now is the time: a young success proves it, nobody sleeps, it was not told just before. Else it stays owed."""
    certain = verdict.proven and verdict.current
    if verdict.key in seen.awaited:
        return certain
    return certain and not seen.quiet and not _too_soon(memory, NoticeKind.RECOVERED, verdict.key, seen.now)


def _wants_return(seen: Occasion, key: EntryKey) -> bool:
    return key in seen.awaited or (seen.preferences.recovered and key not in seen.muted)


def _recovered(seen: Occasion, key: EntryKey, was: State | None) -> Notice:
    """The return of the preferred model replaces the notice that it was lost; every other model has its own topic."""
    preferred = key == seen.recommendation.preferred
    topic = RECOMMENDATION_TOPIC if preferred else f"{NoticeKind.RECOVERED}/{key}"
    return Notice(NoticeKind.RECOVERED, topic, key, key, was)


def _switch(memory: AlertMemory, seen: Occasion) -> Step:
    found = seen.recommendation
    if found.key is None or found.because is Because.CONFIRMING or found.preferred is None:
        return memory, []
    if found.action is not Action.SWITCH or memory.using != found.preferred:
        # The preferred model is fine, nothing was known before, or one substitute replaces another:
        # the tray shows it, nobody is disturbed.
        return replace(memory, using=found.key), []
    lost = next(verdict.state for verdict in seen.verdicts if verdict.key == found.preferred)
    wait = seen.quiet or _too_soon(memory, NoticeKind.SWITCHED, found.preferred, seen.now)
    if lost not in _LOST or wait:
        return memory, []
    memory = replace(_now_told(memory, NoticeKind.SWITCHED, found.preferred, seen.now), using=found.key)
    if not seen.preferences.switched or found.preferred in seen.muted:
        return memory, []
    return memory, [Notice(NoticeKind.SWITCHED, RECOMMENDATION_TOPIC, found.preferred, found.key)]


def _nothing_works(memory: AlertMemory, seen: Occasion) -> Step:
    """Every listed model is down, established, and something did work before."""
    found = seen.recommendation
    if found.key is not None:
        return replace(memory, nothing_works=False), []
    news = found.because is Because.ALL_DOWN and memory.using is not None and not memory.nothing_works
    if not news or seen.quiet or found.preferred is None:
        return memory, []
    # Whatever returns first is told as a return; it is no switch away from anything.
    memory = replace(memory, nothing_works=True, using=None)
    if not seen.preferences.nothing_works:
        return memory, []
    return memory, [Notice(NoticeKind.NOTHING_WORKS, RECOMMENDATION_TOPIC, found.preferred)]


def _needs_user(memory: AlertMemory, seen: Occasion) -> Step:
    """A connection that worked before waits for a key or for money; told once until it works again."""
    notices: list[Notice] = []
    waiting = set(memory.waiting)
    for connection in dict.fromkeys(verdict.key.connection for verdict in seen.verdicts):
        verdicts = [verdict for verdict in seen.verdicts if verdict.key.connection == connection]
        blocked = next((verdict for verdict in verdicts if _waits_for_user(verdict)), None)
        if blocked is None:
            if any(verdict.state is State.AVAILABLE for verdict in verdicts):
                waiting.discard(connection)
            continue
        worked = any(verdict.succeeded_at is not None for verdict in verdicts)
        if connection in waiting or seen.quiet or not worked:
            continue
        waiting.add(connection)
        if seen.preferences.needs_user:
            notices.append(Notice(NoticeKind.NEEDS_USER, f"{NoticeKind.NEEDS_USER}/{connection}", blocked.key))
    return replace(memory, waiting=tuple(sorted(waiting))), notices


def _waits_for_user(verdict: Verdict) -> bool:
    """Key or money, settled; a model without access concerns that model alone and is shown, not told."""
    if verdict.state is not State.BLOCKED or verdict.doubt is not None:
        return False
    if verdict.hindrance is not None:
        return verdict.hindrance.needs_user
    return verdict.outcome is not None and verdict.outcome.concerns_account


def _incidents(memory: AlertMemory, seen: Occasion) -> Step:
    listed = {verdict.key.model: verdict.key for verdict in seen.verdicts}
    concerning = [each for each in seen.incidents if set(each.models) & set(listed)]
    known = tuple(each.id for each in concerning if each.id in memory.incidents)
    news = [each for each in concerning if each.id not in memory.incidents]
    if seen.quiet:
        return replace(memory, incidents=known), []
    memory = replace(memory, incidents=(*known, *(each.id for each in news)))
    if not seen.preferences.incidents:
        return memory, []
    return memory, [
        Notice(
            NoticeKind.INCIDENT,
            f"{NoticeKind.INCIDENT}/{each.id}",
            next(listed[model] for model in each.models if model in listed),
            incident=each.title,
        )
        for each in news
    ]


def _too_soon(memory: AlertMemory, kind: NoticeKind, about: EntryKey, now: datetime) -> bool:
    return any(
        told.kind is kind and told.about == about and timedelta(0) <= now - told.at < SPACING for told in memory.told
    )


def _now_told(memory: AlertMemory, kind: NoticeKind, about: EntryKey, now: datetime) -> AlertMemory:
    recent = tuple(told for told in memory.told if now - told.at < SPACING)
    others = tuple(told for told in recent if not (told.kind is kind and told.about == about))
    return replace(memory, told=(*others, Told(kind, about, now)))
