"""Why a model is in its state, in one line."""

from dataclasses import replace
from datetime import UTC, timedelta
from itertools import product

import pytest

from fakes.snapshots import (
    NOW,
    SOL,
    available,
    blocked,
    confirming,
    failing,
    full,
    hindered,
    limited,
    mixed,
    outcome,
    paused,
    stale,
    unknown,
    unreachable,
    verdict,
)  # fmt: skip
from vacancy.domain.outcome import Kind, Scope
from vacancy.domain.verdict import Doubt, Hindrance, State
from vacancy.views.reasons import reason, recent, state_words

CASES = {
    "available": (available(), "available", "Answered 40 s ago in 1.2 s"),
    "available, latency not kept": (available(latency_s=None), "available", "Answered 40 s ago"),
    "slow": (available(latency_s=12.0, slow=True), "available, but slow", "Answered 40 s ago, but slowly: 12 s"),
    "mixed": (mixed(), "unstable: on and off",
              "On and off: 6 of last 10 answered - expect refusals, or use another model"),
    "one bad answer": (confirming(), "unstable: asking again", "Full once, asking again"),
    "odd": (verdict(SOL, State.UNSTABLE, Kind.OK_BUT_ODD), "unstable: answers oddly",
            "It answers, but not plainly - try it before you rely on it"),
    "full": (full(), "full since 14:02", "Full since 14:02: no room on their side - use another model meanwhile"),
    "full, asked to wait": (full(outcome=outcome(Kind.AT_CAPACITY, retry_after_s=120.0)), "full since 14:02",
                            "Full since 14:02: no room on their side - they ask to wait until 14:31"),
    "full, answered once": (full(outcome=outcome(Kind.OK), doubt=Doubt.CONFIRMING), "full since 14:02",
                            "Answered once, asking again"),
    "limited": (limited(), "your limit is reached", "Your own limit is reached - free again about 14:34"),
    "limited, no time": (limited(retry_after_s=None), "your limit is reached",
                         "Your own limit is reached - send less for a few minutes"),
    "quota": (blocked(SOL, Kind.QUOTA_EXHAUSTED), "needs you: quota used up",
              "Quota or credit is used up - look at billing and limits of your account for openai"),
    "key": (blocked(SOL, Kind.AUTH_FAILED), "needs you: key refused",
            "The key was refused - check it, then: vacancy key set openai"),
    "not open": (blocked(SOL, Kind.MODEL_UNAVAILABLE), "needs you: not offered here",
                 "Not offered here - check the model's name, or ask for access"),
    "our fault": (blocked(SOL, Kind.BAD_REQUEST), "needs you: question refused",
                  "Our question was refused, the model may be fine - check its settings here, or report it to us"),
    "failing": (failing(), "failing since 14:21",
                "Failing since 14:21: their servers, not your doing - wait, or use another model"),
    "not reached": (unreachable(), "not reached",
                    "Not reached from here - check your network; last answered 10 min ago"),
    "never asked": (unknown(), "not asked yet", "Not asked yet"),
    "stale": (stale(), "not known", "Not known - last answer 3 h ago"),
    "stale, network": (replace(stale(), outcome=outcome(Kind.NETWORK)), "not known",
                       "Not known - no answer when last asked, at 11:30; check your network"),
    "clock set back": (replace(stale(), checked_at=NOW + timedelta(hours=1)), "not known",
                       "Not known - the clock was set back since the last answer"),
    "budget": (replace(stale(), hindrance=Hindrance.BUDGET_SPENT), "not known",
               "Today's requests are used up - asking goes on at midnight"),
    "no network": (replace(unreachable(), hindrance=Hindrance.OFFLINE), "not reached",
                   "This machine has no network - asking goes on when it is back"),
    "paused": (paused(), "paused", "Paused - nothing is sent"),
    "no key": (hindered(Hindrance.KEY_MISSING), "needs you: no key stored",
               "No key stored for openai - vacancy key set openai"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_each_state_says_its_cause_and_what_to_do(name):
    """The short words for a row, and the whole reason."""
    one, words, why = CASES[name]
    assert state_words(one, NOW, UTC) == words
    assert reason(one, NOW, UTC) == why


@pytest.mark.parametrize(("state", "doubt"), list(product(State, (None, *Doubt))))
def test_there_is_a_line_for_everything_that_can_be_claimed(state, doubt):
    """Every state, doubt, cause and hindrance has words, and only available is called so."""
    for kind, hindrance in product((None, *Kind), (None, *Hindrance)):
        one = verdict(SOL, state, kind, doubt=doubt, hindrance=hindrance)
        for said in (state_words(one, NOW, UTC), reason(one, NOW, UTC)):
            assert said
            assert "\n" not in said
            assert "None" not in said
            assert state is State.AVAILABLE or "available" not in said.lower()


def test_every_blocking_cause_calls_for_its_own_action():
    """Money, key, access and our own fault never share a sentence."""
    kinds = (Kind.QUOTA_EXHAUSTED, Kind.AUTH_FAILED, Kind.MODEL_UNAVAILABLE, Kind.BAD_REQUEST)
    assert len({reason(blocked(SOL, kind), NOW, UTC) for kind in kinds}) == len(kinds)


def test_a_wait_that_is_over_is_not_told():
    """Nobody is asked to wait until a time that has passed."""
    said = reason(full(outcome=outcome(Kind.AT_CAPACITY, retry_after_s=10.0)), NOW, UTC)
    assert "wait until" not in said


def test_what_the_other_side_said_is_bounded_and_plain():
    """A page of HTML or a line end in a vendor's text does not reach the row."""
    detail = "bad\nparameter " + "y" * 500
    said = reason(replace(blocked(SOL), outcome=outcome(Kind.BAD_REQUEST, detail=detail)), NOW, UTC)
    assert "bad parameter yyy" in said
    assert "\n" not in said
    assert len(said) < 160


def test_the_window_counts_successes():
    """Nothing is claimed where nothing was answered yet."""
    assert recent(available(ok=8)) == "8 of last 10"
    assert recent(unknown()) == "-"


@pytest.mark.parametrize(
    ("state", "kind", "rule", "said"),
    [
        (State.UNREACHABLE, Kind.NETWORK, "captive_portal",
         "The network wants a sign-in first - open a page in the browser and sign in to the network"),
        (State.UNREACHABLE, Kind.NETWORK, "proxy_in_the_way",
         "A proxy on the way refused it - check the proxy's settings, or ask who runs the network"),
        (State.UNREACHABLE, Kind.NETWORK, "bot_check",
         "A bot check stands before the API - use another network or address; no program passes it"),
        (State.UNSTABLE, Kind.OK_BUT_ODD, "answer_refused",
         "The answer was a refusal, the model is up - word the question differently"),
        (State.BLOCKED, Kind.MODEL_UNAVAILABLE, "model_loading",
         "The model is still being loaded - give it a minute or two"),
        (State.BLOCKED, Kind.BAD_REQUEST, "path_wrong",
         "This server has no such path - check the base URL, or try Responses or Chat Completions instead"),
        (State.UNREACHABLE, Kind.NETWORK, "connection_refused",
         "Nothing listens at this address - start the server, or check the host and the port"),
        (State.UNREACHABLE, Kind.NETWORK, "name_not_found",
         "The host's name was not found - check your network and the address"),
        (State.UNREACHABLE, Kind.NETWORK, "certificate_refused",
         ("The certificate on the way is not trusted - check the clock; "
          "a company's own certificate is named in Settings, for the connection")),
    ],
)  # fmt: skip
def test_a_rule_that_knows_more_is_heard(state, kind, rule, said):
    """Where the rule knows what stands in the way, the reason says it and what to do about it."""
    found = replace(outcome(kind), rule=rule)
    assert reason(verdict(SOL, state, outcome=found), NOW, UTC) == said


@pytest.mark.parametrize(
    ("state", "kind", "other", "said"),
    [
        (State.BLOCKED, Kind.AUTH_FAILED, Kind.NETWORK, "most likely the key, or else your network"),
        (State.RATE_LIMITED, Kind.RATE_LIMITED, Kind.QUOTA_EXHAUSTED,
         "most likely your own limit, or else your quota or credit"),
    ],
)  # fmt: skip
def test_a_guess_is_not_told_as_the_truth(state, kind, other, said):
    """A bare 403 and a bare 429 name both likeliest causes."""
    assert reason(verdict(SOL, state, outcome=outcome(kind, alternatives=(other,))), NOW, UTC).endswith(said)


@pytest.mark.parametrize(
    ("state", "kind", "rule", "other", "said"),
    [
        (State.UNREACHABLE, Kind.NETWORK, "no_answer_in_time", Kind.AT_CAPACITY,
         "No answer in time - their side is slow or full, or it is your network"),
        (State.BLOCKED, Kind.BAD_REQUEST, "status_not_found", Kind.MODEL_UNAVAILABLE,
         "Nothing found there - try the other kind, Responses or Chat Completions, or check the model"),
    ],
)  # fmt: skip
def test_a_guess_of_a_known_sort_says_what_was_seen(state, kind, rule, other, said):
    """A time-out and a bare 404 have a line of their own, which names what each can be."""
    found = replace(outcome(kind, alternatives=(other,)), rule=rule)
    assert reason(verdict(SOL, state, outcome=found), NOW, UTC) == said


def test_a_path_that_is_not_there_is_no_refused_question():
    """Who chose the wrong kind of API is sent to the address, and not told that the model refused."""
    found = replace(outcome(Kind.BAD_REQUEST), rule="path_wrong")
    assert state_words(verdict(SOL, State.BLOCKED, outcome=found), NOW, UTC) == "needs you: check the address"


def test_a_time_out_is_no_lost_network():
    """In the row too: nobody looks for a cable while a server is slow."""
    found = replace(outcome(Kind.NETWORK), rule="no_answer_in_time", scope=Scope.PROVIDER)
    assert state_words(verdict(SOL, State.UNREACHABLE, outcome=found), NOW, UTC) == "no answer in time"
