"""The account's trouble is asked about once, and no model behind it stays green."""

from dataclasses import replace
from datetime import timedelta

import pytest

from fakes.clock import START
from fakes.domain_values import ASTRA, LUNA, SOL, outcome, verdict
from vacancy.domain.account import covered, in_doubt, with_account_trouble
from vacancy.domain.catalog import EntryKey
from vacancy.domain.outcome import Kind, Scope
from vacancy.domain.recommendation import recommend
from vacancy.domain.schedule import Role, roles
from vacancy.domain.verdict import Doubt, Hindrance, State

A = State.AVAILABLE
LATER = START + timedelta(minutes=1)


def blocked(key, kind=Kind.QUOTA_EXHAUSTED, scope=Scope.ACCOUNT, since=LATER):
    """A verdict that the account is in trouble."""
    return verdict(key, State.BLOCKED, outcome=outcome(kind, scope=scope), since=since)


def test_one_model_asks_for_all():
    """The first model that met the trouble asks; the others wait for it."""
    verdicts = [verdict(SOL, State.UNKNOWN), blocked(LUNA), blocked(ASTRA)]
    assert frozenset({SOL, ASTRA}) == covered(verdicts)


def test_no_green_behind_a_spent_account():
    """An old success is no proof once the account is in trouble: not known, and seen at another model."""
    found = with_account_trouble([verdict(SOL, A, current=False, since=START), blocked(LUNA)])[0]
    assert (State.UNKNOWN, Doubt.SEEN_AT_ANOTHER, None) == (found.state, found.doubt, found.since)


def test_a_success_of_just_now_is_asked_again_at_once():
    """A young success is neither taken back nor covered: its own answer decides."""
    verdicts = [verdict(SOL, A, current=True), blocked(LUNA)]
    assert tuple(verdicts) == with_account_trouble(verdicts)
    assert frozenset({SOL}) == in_doubt(verdicts)
    assert frozenset() == covered(verdicts)
    assert Role.NEEDED is roles(verdicts, recommend(verdicts))[SOL]


def test_a_success_after_the_trouble_stands():
    """Whoever answered since is not in doubt any more."""
    fresh = verdict(SOL, A, succeeded_at=LATER + timedelta(seconds=1), current=False)
    assert fresh == with_account_trouble([fresh, blocked(LUNA)])[0]
    assert frozenset() == in_doubt([fresh, blocked(LUNA)])
    assert frozenset() == in_doubt([replace(fresh, succeeded_at=LATER), blocked(LUNA)])


@pytest.mark.parametrize("state", [State.UNSTABLE, State.AT_CAPACITY, State.FAILING, State.UNKNOWN, State.UNREACHABLE])
def test_who_answered_since_is_asked_when_it_fails(state):
    """A quota of one model alone must not silence another one that answered meanwhile: it would be lost for good."""
    other = verdict(SOL, state, succeeded_at=LATER + timedelta(seconds=1))
    assert frozenset() == covered([other, blocked(LUNA)])
    assert frozenset({SOL}) == covered([replace(other, succeeded_at=LATER), blocked(LUNA)])


def test_who_answered_since_and_met_the_trouble_then_is_spoken_for():
    """Blocked like the spokesman it is one more model behind the account."""
    met = replace(blocked(LUNA), succeeded_at=LATER + timedelta(seconds=1))
    assert frozenset({LUNA}) == covered([blocked(SOL), met])


def test_a_model_without_access_speaks_for_itself():
    """Only causes of the account are shared."""
    verdicts = [verdict(SOL, A, current=False), blocked(LUNA, Kind.MODEL_UNAVAILABLE, Scope.MODEL)]
    assert tuple(verdicts) == with_account_trouble(verdicts)
    assert frozenset() == covered(verdicts)


def test_what_was_seen_at_another_is_not_passed_on():
    """What was taken back is no evidence of its own: when the spokesman recovers, everybody is free."""
    shared = with_account_trouble([verdict(SOL, A, current=False), blocked(LUNA)])
    recovered = [shared[0], verdict(LUNA, A)]
    assert frozenset() == covered(recovered)


def test_a_limit_speaks_for_those_that_met_it():
    """Limits are often per model: two limited models ask once, an available one goes on being asked."""
    limited = [verdict(key, State.RATE_LIMITED) for key in (SOL, LUNA)]
    verdicts = [*limited, verdict(ASTRA, A)]
    assert frozenset({LUNA}) == covered(verdicts)
    assert tuple(verdicts) == with_account_trouble(verdicts)


def test_a_limit_says_nothing_of_a_full_model():
    """Who is away for another reason is asked itself, as if there were no limit."""
    assert frozenset() == covered([verdict(SOL, State.RATE_LIMITED), verdict(LUNA, State.AT_CAPACITY)])


@pytest.mark.parametrize("change", [{"doubt": Doubt.CONFIRMING}, {"hindrance": Hindrance.KEY_MISSING}])
def test_who_is_not_sure_or_cannot_ask_speaks_for_nobody(change):
    """No model waits, and no success is taken back, for what is being confirmed or for a key that is not there."""
    verdicts = [verdict(SOL, State.UNKNOWN), replace(blocked(LUNA), **change)]
    assert frozenset() == covered(verdicts)
    old = [verdict(SOL, A, current=False), verdicts[1]]
    assert tuple(old) == with_account_trouble(old)


def test_another_connection_is_not_touched():
    """The trouble of one account says nothing about another."""
    elsewhere = verdict(EntryKey("other", "gpt-6"), A)
    assert elsewhere == with_account_trouble([blocked(SOL), elsewhere])[1]
    assert frozenset() == covered([blocked(SOL), elsewhere])


def test_the_spokesman_keeps_asking_when_a_better_model_is_paused():
    """A paused model neither speaks nor is spoken for."""
    paused = replace(blocked(SOL), state=State.PAUSED)
    assert frozenset({ASTRA}) == covered([paused, blocked(LUNA), verdict(ASTRA, State.UNKNOWN)]) - {SOL}


def test_covered_models_get_that_role():
    """The schedule leaves them out."""
    verdicts = with_account_trouble([verdict(SOL, A, current=False), blocked(LUNA)])
    assert Role.COVERED is roles(verdicts, recommend(verdicts))[SOL]
