"""The recommendation follows the order, names fresh successes only, and does not jump."""

from dataclasses import replace

import pytest

from fakes.domain_values import ASTRA, LUNA, SOL, verdict
from vacancy.domain.recommendation import Action, Because, Recommendation, recommend
from vacancy.domain.verdict import Doubt, State

A, FULL, PAUSED = State.AVAILABLE, State.AT_CAPACITY, State.PAUSED


def given(*states):
    """Verdicts on the three models, in order."""
    return [verdict(key, state) for key, state in zip((SOL, LUNA, ASTRA), states, strict=False)]


@pytest.mark.parametrize(
    ("states", "action", "because", "key"),
    [
        ((A, A, A), Action.STAY, Because.PREFERRED_AVAILABLE, SOL),
        ((FULL, A, A), Action.SWITCH, Because.PREFERRED_NOT_USABLE, LUNA),
        ((FULL, FULL, A), Action.SWITCH, Because.PREFERRED_NOT_USABLE, ASTRA),
        ((State.UNKNOWN, A, A), Action.SWITCH, Because.PREFERRED_NOT_USABLE, LUNA),
        ((PAUSED, A, A), Action.STAY, Because.PREFERRED_AVAILABLE, LUNA),
        ((FULL, FULL, FULL), Action.NONE, Because.ALL_DOWN, None),
        ((FULL, State.BLOCKED, State.RATE_LIMITED), Action.NONE, Because.ALL_DOWN, None),
        ((State.BLOCKED, State.BLOCKED), Action.NONE, Because.NEEDS_USER, None),
        ((State.UNREACHABLE, State.UNREACHABLE), Action.UNKNOWN, Because.OFFLINE, None),
        ((FULL, State.UNKNOWN), Action.UNKNOWN, Because.NOT_KNOWN, None),
        ((FULL, State.UNREACHABLE), Action.UNKNOWN, Because.NOT_KNOWN, None),
        ((State.UNKNOWN,), Action.UNKNOWN, Because.NOT_KNOWN, None),
        ((PAUSED, PAUSED), Action.UNKNOWN, Because.ALL_PAUSED, None),
        ((), Action.UNKNOWN, Because.NOTHING_LISTED, None),
    ],
)
def test_table(states, action, because, key):
    """Each combination of states has its recommendation and its reason."""
    found = recommend(given(*states))
    assert (action, because, key) == (found.action, found.because, found.key)


@pytest.mark.parametrize("state", [state for state in State if state is not A])
def test_nothing_but_available_is_named(state):
    """No state but available is ever recommended on its own."""
    assert recommend([verdict(SOL, state)]).key is None


def test_one_odd_answer_does_not_make_it_jump():
    """The pick is kept while its newest answer is being confirmed, and says so."""
    wavering = [verdict(SOL, State.UNSTABLE, doubt=Doubt.CONFIRMING, current=True), verdict(LUNA, A)]
    before = Recommendation(Action.STAY, Because.PREFERRED_AVAILABLE, SOL, SOL)
    found = recommend(wavering, before)
    assert (Action.STAY, Because.CONFIRMING, SOL) == (found.action, found.because, found.key)


def test_a_wavering_model_is_not_picked_anew():
    """Only the pick so far is kept; another model must be available to be picked."""
    wavering = [verdict(SOL, State.UNSTABLE, doubt=Doubt.CONFIRMING, current=True), verdict(LUNA, A)]
    assert LUNA == recommend(wavering).key


def test_an_old_success_is_confirmed_before_it_is_recommended():
    """Available, but not asked within the last two intervals, is not a recommendation yet."""
    found = recommend([verdict(SOL, FULL), verdict(LUNA, A, current=False), verdict(ASTRA, A)])
    assert ASTRA == found.key
    found = recommend([verdict(SOL, FULL), verdict(LUNA, A, current=False)])
    assert (Action.UNKNOWN, None) == (found.action, found.key)


def test_on_and_off_is_named_when_nothing_is_steady():
    """With nothing available, a mixed model whose newest answer was a success is named as such."""
    shaky = verdict(LUNA, State.UNSTABLE, doubt=Doubt.MIXED, succeeded_at=verdict(LUNA, A).checked_at, current=True)
    found = recommend([verdict(SOL, FULL), shaky])
    assert (Action.SWITCH, Because.NOTHING_STEADY, LUNA) == (found.action, found.because, found.key)
    assert recommend([verdict(SOL, FULL), replace(shaky, current=False)]).key is None


def test_on_and_off_is_not_named_after_a_refusal():
    """A mixed model that just refused is not recommended."""
    shaky = verdict(LUNA, State.UNSTABLE, doubt=Doubt.MIXED, succeeded_at=None)
    assert recommend([verdict(SOL, FULL), shaky]).key is None


@pytest.mark.parametrize(
    ("state", "doubt", "current", "kept"),
    [
        (State.UNSTABLE, Doubt.CONFIRMING, True, True),
        (State.UNSTABLE, Doubt.CONFIRMING, False, False),
        (State.UNSTABLE, Doubt.MIXED, True, False),
        (State.UNSTABLE, None, True, False),
        (State.AT_CAPACITY, Doubt.CONFIRMING, True, False),
        (State.UNKNOWN, Doubt.STALE, True, False),
    ],
)
def test_the_pick_so_far_is_kept_for_one_odd_answer_and_nothing_else(state, doubt, current, kept):
    """Its last success is young and one answer differs: anything else makes the next model the one to use."""
    before = Recommendation(Action.STAY, Because.PREFERRED_AVAILABLE, SOL, SOL)
    found = recommend([verdict(SOL, state, doubt=doubt, current=current), verdict(LUNA, A)], before)
    assert found.key == (SOL if kept else LUNA)
    assert (found.because is Because.CONFIRMING) is kept


def test_a_substitute_that_wavers_is_kept_as_the_substitute():
    """It is still a switch away from the preferred model, and says that it is being confirmed."""
    before = Recommendation(Action.SWITCH, Because.PREFERRED_NOT_USABLE, LUNA, SOL)
    wavering = verdict(LUNA, State.UNSTABLE, doubt=Doubt.CONFIRMING, current=True)
    found = recommend([verdict(SOL, FULL), wavering, verdict(ASTRA, A)], before)
    assert found == Recommendation(Action.SWITCH, Because.CONFIRMING, LUNA, SOL)
