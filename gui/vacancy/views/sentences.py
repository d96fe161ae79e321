"""The first sentence, which every surface opens with, over every recommendation there can be.

Each is a whole template: no sentence is glued from pieces, so that each can be translated as a sentence.
"""

from typing import assert_never

from vacancy.domain.catalog import EntryKey
from vacancy.domain.incident import PageState
from vacancy.domain.outcome import Kind, Outcome
from vacancy.domain.recommendation import Action, Because
from vacancy.domain.snapshot import Snapshot
from vacancy.domain.verdict import Hindrance, State, Verdict
from vacancy.views.cause_words import blames_the_address, may_be_offline
from vacancy.views.hindrance_words import hindrance_sentence
from vacancy.words import shortened, tr, tr_n

NAME = 60
"""Longest model name shown; labels are free text."""


def sentence(snapshot: Snapshot) -> str:
    """THE first sentence, the same on every surface."""
    recommendation = snapshot.recommendation
    match recommendation.because:
        case Because.PREFERRED_AVAILABLE:
            return tr("{name} is available", name=name_of(snapshot, recommendation.key))
        case Because.PREFERRED_NOT_USABLE:
            return instead(snapshot, lost=recommendation.preferred, use=recommendation.key)
        case Because.NOTHING_STEADY if recommendation.action is Action.STAY:
            return tr("{name} answers on and off", name=name_of(snapshot, recommendation.key))
        case Because.NOTHING_STEADY:
            return tr("Nothing is steady - {name} answers on and off", name=name_of(snapshot, recommendation.key))
        case Because.CONFIRMING:
            return tr("{name} gave one bad answer - asking again", name=name_of(snapshot, recommendation.key))
        case Because.ALL_DOWN:
            return _all_down(snapshot)
        case Because.NEEDS_USER:
            return _needs_user(snapshot)
        case Because.OFFLINE:
            return _offline(snapshot)
        case Because.NOT_KNOWN:
            return _not_known(snapshot)
        case Because.ALL_PAUSED:
            return tr("Paused: nothing is sent") if snapshot.paused else tr("Every model is paused")
        case Because.NOTHING_LISTED:
            return tr("No model is listed yet")
        case _:
            assert_never(recommendation.because)


def instead(snapshot: Snapshot, *, lost: EntryKey | None, use: EntryKey | None) -> str:
    """One model cannot be used, another one works."""
    verdict = snapshot.verdict(lost)
    names = {"lost": name_of(snapshot, lost), "use": name_of(snapshot, use)}
    match None if verdict is None else verdict.state:
        case State.AT_CAPACITY:
            return tr("{lost} is full - {use} works", **names)
        case State.UNSTABLE:
            return tr("{lost} is unstable - {use} works", **names)
        case State.RATE_LIMITED:
            return tr("Your limit for {lost} is reached - {use} works", **names)
        case State.BLOCKED:
            return tr("{lost} needs you - {use} works", **names)
        case State.FAILING:
            return tr("{lost} is failing - {use} works", **names)
        case State.UNREACHABLE:
            return tr("{lost} was not reached - {use} works", **names)
        case State.UNKNOWN:
            return tr("{lost} is not known - {use} works", **names)
        case State.AVAILABLE | State.PAUSED | None:
            return tr("{use} works", **names)
        case unexpected:
            assert_never(unexpected)


def name_of(snapshot: Snapshot, key: EntryKey | None) -> str:
    """What people call a model; its id when it is not listed any more."""
    verdict = snapshot.verdict(key)
    if verdict is not None:
        return model_name(verdict)
    return tr("The model") if key is None else shortened(key.model, NAME)


def model_name(verdict: Verdict) -> str:
    """What people call the model of a verdict, in one bounded line."""
    return shortened(verdict.name, NAME)


def _active(snapshot: Snapshot) -> list[Verdict]:
    return [verdict for verdict in snapshot.models if verdict.state is not State.PAUSED]


def _all_down(snapshot: Snapshot) -> str:
    active = _active(snapshot)
    states = {verdict.state for verdict in active}
    if len(active) == 1:
        return _down_alone(active[0])
    if states == {State.AT_CAPACITY}:
        return tr("Nothing works: every model is full")
    if states == {State.RATE_LIMITED}:
        return tr("Nothing works: your limit is reached")
    if states == {State.FAILING}:
        return tr("Nothing works: their servers are failing")
    return tr("Nothing works right now")


def _down_alone(verdict: Verdict) -> str:
    name = model_name(verdict)
    match verdict.state:
        case State.AT_CAPACITY:
            return tr("{name} is full", name=name)
        case State.RATE_LIMITED:
            return tr("Your limit for {name} is reached", name=name)
        case State.FAILING:
            return tr("{name} is failing", name=name)
        case State.UNSTABLE:
            return tr("{name} is unstable", name=name)
        case State.BLOCKED:
            return tr("{name} needs you", name=name)
        case State.UNREACHABLE:
            return tr("{name} was not reached", name=name)
        case State.AVAILABLE | State.UNKNOWN | State.PAUSED:
            return tr("{name} is not known", name=name)
        case _:
            assert_never(verdict.state)


def _needs_user(snapshot: Snapshot) -> str:
    preferred = snapshot.verdict(snapshot.recommendation.preferred)
    if preferred is None:
        return tr("Nothing works until you look at it")
    name, connection = model_name(preferred), preferred.key.connection
    hindered = hindrance_sentence(preferred.hindrance, name, connection)
    return _needs_user_because(name, preferred.outcome) if hindered is None else hindered


def _needs_user_because(name: str, outcome: Outcome | None) -> str:
    match None if outcome is None else outcome.kind:
        case Kind.QUOTA_EXHAUSTED:
            return tr("{name} needs you: quota or credit is used up", name=name)
        case Kind.AUTH_FAILED:
            return tr("{name} needs you: the key was refused", name=name)
        case Kind.MODEL_UNAVAILABLE:
            return tr("{name} needs you: it is not offered here", name=name)
        case Kind.BAD_REQUEST if outcome is not None and blames_the_address(outcome):
            return tr("{name} needs you: its server does not know the address or the kind of API", name=name)
        case Kind.BAD_REQUEST:
            return tr("{name} needs you: our question was refused", name=name)
        case _:  # a newer answer that is still being confirmed
            return tr("{name} needs you", name=name)


def _offline(snapshot: Snapshot) -> str:
    """Offline is claimed where nothing and nobody contradicts, and the system is believed.

    A port that refuses, a certificate or a server that keeps us waiting contradicts, and so does the page, the second
    witness, unless it was not asked.
    """
    if any(verdict.hindrance is Hindrance.OFFLINE for verdict in snapshot.models):
        return tr("Nothing works: you are offline")
    page = snapshot.page
    lost_at = min((verdict.checked_at for verdict in snapshot.models if verdict.checked_at), default=None)
    read_since = page.read_at is not None and lost_at is not None and page.read_at > lost_at
    spoke = any(one.outcome is not None and not may_be_offline(one.outcome) for one in _active(snapshot))
    if spoke or page.state is PageState.OFF or (page.state is PageState.READABLE and read_since):
        return tr_n(len(_active(snapshot)), "Nothing works: the model was not reached",
                    "Nothing works: no model was reached")  # fmt: skip
    return tr("Nothing works: you are offline")


def _not_known(snapshot: Snapshot) -> str:
    active = _active(snapshot)
    preferred = snapshot.verdict(snapshot.recommendation.preferred)
    quiet = {State.UNKNOWN, State.UNREACHABLE, State.AVAILABLE, State.PAUSED}
    if preferred is not None and preferred.state not in quiet:
        return _nothing_else_known(preferred)
    if all(verdict.checked_at is None for verdict in active):
        return tr("Not known yet")
    return tr("Not known right now")


def _nothing_else_known(preferred: Verdict) -> str:
    name = model_name(preferred)
    match preferred.state:
        case State.AT_CAPACITY:
            return tr("{name} is full - no other model is known to work", name=name)
        case State.RATE_LIMITED:
            return tr("Your limit for {name} is reached - no other model is known to work", name=name)
        case State.FAILING:
            return tr("{name} is failing - no other model is known to work", name=name)
        case State.BLOCKED:
            return tr("{name} needs you - no other model is known to work", name=name)
        case _:
            return tr("{name} is unstable - no other model is known to work", name=name)
