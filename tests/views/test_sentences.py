"""The first sentence."""

from dataclasses import replace
from itertools import product

import pytest

from fakes.snapshots import (
    ALL,
    LUNA,
    NOW,
    PAGE,
    SOL,
    available,
    blocked,
    full,
    outcome,
    snapshot,
    unknown,
    unreachable,
    verdict,
)  # fmt: skip
from vacancy.domain.incident import PageReading, PageState
from vacancy.domain.outcome import Kind, Scope
from vacancy.domain.recommendation import Action, Because, Recommendation
from vacancy.domain.snapshot import Snapshot
from vacancy.domain.verdict import Hindrance, State
from vacancy.views.sentences import instead, sentence

EXPECTED = {
    "nothing_listed": "No model is listed yet",
    "all_well": "gpt-6.2-sol is available",
    "full": "gpt-6.2-sol is full - gpt-6-luna works",
    "full_with_incident": "gpt-6.2-sol is full - gpt-6-luna works",
    "full_confirming_return": "gpt-6.2-sol is full - gpt-6-luna works",
    "all_full": "Nothing works: every model is full",
    "all_failing": "Nothing works: their servers are failing",
    "only_one_full": "gpt-6.2-sol is full",
    "limited": "Your limit for gpt-6.2-sol is reached - gpt-6-luna works",
    "all_limited": "Nothing works: your limit is reached",
    "failing": "gpt-6.2-sol is failing - gpt-6-luna works",
    "slow": "gpt-6.2-sol is available",
    "mixed": "gpt-6.2-sol answers on and off",
    "second_mixed": "Nothing is steady - gpt-6-luna answers on and off",
    "confirming": "gpt-6.2-sol gave one bad answer - asking again",
    "odd": "gpt-6.2-sol is unstable - gpt-6-luna works",
    "key_missing": "gpt-6.2-sol needs you: no key is stored for openai",
    "keyring_locked": "gpt-6.2-sol needs you: the keyring is locked",
    "keyring_silent": "gpt-6.2-sol needs you: the keyring does not answer",
    "key_refused": "gpt-6.2-sol needs you: the key was refused",
    "quota": "gpt-6.2-sol needs you: quota or credit is used up",
    "our_fault": "gpt-6.2-sol needs you - gpt-6-luna works",
    "offline": "Nothing works: you are offline",
    "not_reached": "Nothing works: no model was reached",
    "first_start": "Not known yet",
    "stale": "Not known right now",
    "full_rest_unknown": "gpt-6.2-sol is full - no other model is known to work",
    "budget_spent": "Not known right now",
    "paused": "Paused: nothing is sent",
    "all_models_paused": "Every model is paused",
    "one_paused": "gpt-6-luna is available",
    "page_unreachable": "gpt-6.2-sol is available",
    "page_off": "gpt-6.2-sol is available",
    "problem": "gpt-6.2-sol is available",
}


def test_every_hand_made_snapshot_has_an_expected_sentence():
    """The table below covers every snapshot there is."""
    assert EXPECTED.keys() == ALL.keys()


@pytest.mark.parametrize("name", EXPECTED)
def test_each_snapshot_opens_with_its_sentence(name):
    """The sentence says the state of the preferred model and what works instead."""
    assert sentence(ALL[name]) == EXPECTED[name]


@pytest.mark.parametrize(("action", "because"), list(product(Action, Because)))
def test_a_sentence_is_found_for_every_recommendation(action, because):
    """Even a recommendation that refers to a model nobody lists any more has one line of words."""
    for key in (None, SOL):
        said = sentence(Snapshot(taken_at=NOW, recommendation=Recommendation(action, because, key, key)))
        assert said
        assert "\n" not in said
        assert "None" not in said


@pytest.mark.parametrize("because", [reason for reason in Because if reason is not Because.PREFERRED_AVAILABLE])
@pytest.mark.parametrize("state", [state for state in State if state is not State.AVAILABLE])
def test_nothing_but_a_fresh_success_is_called_available(because, state):
    """No other reason and no other state puts the word into the sentence."""
    one = verdict(SOL, state)
    advice = Recommendation(Action.NONE, because, SOL, SOL)
    assert "available" not in sentence(Snapshot(taken_at=NOW, recommendation=advice, models=(one,)))


@pytest.mark.parametrize("state", State)
def test_each_way_to_lose_the_preferred_model_has_its_own_words(state):
    """The substitute is named in all of them, and no two of the states that can occur share a sentence."""
    said = instead(snapshot(verdict(SOL, state), available(LUNA)), lost=SOL, use=LUNA)
    assert said.endswith("gpt-6-luna works")
    others = {
        instead(snapshot(verdict(SOL, other), available(LUNA)), lost=SOL, use=LUNA)
        for other in State
        if other not in {state, State.AVAILABLE, State.PAUSED}
    }
    assert state in {State.AVAILABLE, State.PAUSED} or said not in others


@pytest.mark.parametrize("hindrance", [item for item in Hindrance if item.needs_user])
def test_each_hindrance_that_needs_the_user_is_named(hindrance):
    """The sentence says more than that something is needed."""
    one = replace(blocked(SOL), outcome=None, hindrance=hindrance)
    assert sentence(snapshot(one)).startswith("gpt-6.2-sol needs you: ")


@pytest.mark.parametrize("kind", [Kind.QUOTA_EXHAUSTED, Kind.AUTH_FAILED, Kind.MODEL_UNAVAILABLE, Kind.BAD_REQUEST])
def test_each_blocking_cause_is_named(kind):
    """Money, key, access and our own question are told apart in the sentence."""
    assert sentence(snapshot(blocked(SOL, kind))).startswith("gpt-6.2-sol needs you: ")


def test_offline_is_not_claimed_without_a_second_witness():
    """With the page switched off, a local server that is not running is no reason to say "offline"."""
    said = sentence(snapshot(unreachable(), page=PageReading(PageState.OFF)))
    assert said == "Nothing works: the model was not reached"


def test_offline_is_claimed_when_the_page_was_read_before_the_network_went():
    """A page that was fine two minutes ago does not contradict."""
    assert sentence(snapshot(unreachable(), page=PAGE)) == "Nothing works: you are offline"


def test_offline_is_claimed_when_the_system_says_so():
    """Whatever the page said since the last answer: no network is no network."""
    gone = replace(available(), state=State.UNREACHABLE, hindrance=Hindrance.OFFLINE)
    offline = Recommendation(Action.UNKNOWN, Because.OFFLINE, None, SOL)
    shown = replace(snapshot(gone, page=replace(PAGE, read_at=NOW)), recommendation=offline)
    assert sentence(shown) == "Nothing works: you are offline"


def test_a_label_is_shown_as_one_bounded_plain_line():
    """A label with line ends and direction marks cannot break or turn the sentence."""
    odd = available(name="my\nmodel \u202e" + "x" * 200)
    said = sentence(snapshot(odd))
    assert "\n" not in said
    assert "\u202e" not in said
    assert len(said) < 90


def test_the_sentence_uses_the_label():
    """People see the name they gave."""
    assert sentence(snapshot(full(name="My best"))) == "My best is full"


def test_a_key_that_is_missing_is_said_before_that_nothing_was_asked():
    """Nothing was asked because the user has to act: that is the news, not the silence."""
    one = replace(blocked(SOL), outcome=None, checked_at=None, hindrance=Hindrance.KEY_MISSING)
    said = sentence(snapshot(one, unknown(LUNA)))
    assert said == "gpt-6.2-sol needs you - no other model is known to work"


def test_an_address_that_is_wrong_is_no_refused_question():
    """Who chose the wrong kind of API reads that in the first sentence."""
    one = replace(blocked(SOL), outcome=replace(outcome(Kind.BAD_REQUEST), rule="path_wrong"))
    assert sentence(snapshot(one)) == "gpt-6.2-sol needs you: its server does not know the address or the kind of API"


@pytest.mark.parametrize(
    ("rule", "scope", "said"),
    [
        ("connection_failed", Scope.NETWORK, "Nothing works: you are offline"),
        ("name_not_found", Scope.NETWORK, "Nothing works: you are offline"),
        ("no_answer_in_time", Scope.PROVIDER, "Nothing works: the model was not reached"),
        ("connection_refused", Scope.NETWORK, "Nothing works: the model was not reached"),
        ("certificate_refused", Scope.NETWORK, "Nothing works: the model was not reached"),
    ],
)
def test_offline_is_not_claimed_where_something_spoke(rule, scope, said):
    """Whoever lets us wait, refuses the port or shows a certificate is there, and so is the network."""
    found = replace(outcome(Kind.NETWORK), rule=rule, scope=scope)
    assert sentence(snapshot(replace(unreachable(), outcome=found), page=PAGE)) == said
