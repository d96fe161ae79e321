"""Claims about Codex's own words for a cause: each is judged for what it is, and none is ever good news."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakes.clock import START
from vacancy.domain.evidence import Answer, Ending, Evidence
from vacancy.domain.outcome import Kind, Scope, classify
from vacancy.domain.rules.codex import CODEX

USAGE_LIMIT = "You\u2019ve hit your usage limit. Visit the settings to purchase more credits or try again at 5:31 PM."


@pytest.mark.parametrize(
    ("error", "text", "kind", "scope", "transient"),
    [
        ("server_overloaded", "Selected model is at capacity.", Kind.AT_CAPACITY, Scope.MODEL, True),
        ("server_overloaded", "Your plan's capacity was purchased elsewhere", Kind.AT_CAPACITY, Scope.MODEL, True),
        ("flex_unavailable", "Flex capacity unavailable.", Kind.AT_CAPACITY, Scope.MODEL, True),
        ("policy_capacity_unavailable", None, Kind.AT_CAPACITY, Scope.MODEL, True),
        ("usage_limit_exceeded", USAGE_LIMIT, Kind.QUOTA_EXHAUSTED, Scope.ACCOUNT, False),
        ("usage_limit_exceeded", "Quota exceeded.", Kind.QUOTA_EXHAUSTED, Scope.ACCOUNT, False),
        ("rate_limit_exceeded", "rate limit exceeded: servers are overloaded", Kind.RATE_LIMITED, Scope.ACCOUNT, True),
        ("model_not_found", "what nobody knows", Kind.MODEL_UNAVAILABLE, Scope.MODEL, False),
        ("internal_server_error", "We're experiencing high demand", Kind.SERVER_ERROR, Scope.PROVIDER, True),
        ("unauthorized", "sign in again", Kind.AUTH_FAILED, Scope.ACCOUNT, False),
        ("context_window_exceeded", "ran out of room", Kind.BAD_REQUEST, Scope.REQUEST, False),
        ("cyber_policy", "flagged", Kind.OK_BUT_ODD, Scope.REQUEST, False),
        ("sandbox_error", "the server is overloaded", Kind.OK_BUT_ODD, Scope.REQUEST, False),
        ("http_connection_failed", None, Kind.NETWORK, Scope.NETWORK, True),
        ("other", "workspace routing discovery failed", Kind.NETWORK, Scope.NETWORK, True),
    ],
)
def test_codex_own_word_decides(error, text, kind, scope, transient):
    """The code is exact, so it beats whatever the text beside it sounds like."""
    outcome = classify(Evidence(body=text, codex_error=error))
    assert (outcome.kind, outcome.scope, outcome.transient) == (kind, scope, transient)
    assert outcome.rule in {rule.name for rule in CODEX}


@pytest.mark.parametrize(
    ("error", "status", "text", "kind"),
    [
        ("http_connection_failed", 401, "unexpected status 401 Unauthorized: no", Kind.AUTH_FAILED),
        (
            "http_connection_failed",
            503,
            "unexpected status 503: no available channel for model",
            Kind.MODEL_UNAVAILABLE,
        ),
        ("http_connection_failed", 502, None, Kind.SERVER_ERROR),
        ("http_connection_failed", None, "Connection failed: error sending request", Kind.NETWORK),
        ("response_too_many_failed_attempts", 429, "exceeded retry limit, last status: 429", Kind.RATE_LIMITED),
        ("response_stream_disconnected", None, "stream disconnected before completion: x", Kind.SERVER_ERROR),
        ("other", None, '{"detail":"The \'x\' model is not supported when using Codex"}', Kind.MODEL_UNAVAILABLE),
        ("other", None, "stream disconnected before completion: error sending request", Kind.NETWORK),
        ("bad_request", 400, "Unsupported parameter: 'x'", Kind.BAD_REQUEST),
        ("invented_tomorrow", None, "Selected model is at capacity.", Kind.AT_CAPACITY),
        ("invented_tomorrow", None, "what nobody knows", Kind.SERVER_ERROR),
        ("invented_tomorrow", None, None, Kind.SERVER_ERROR),
    ],
)
def test_a_word_that_names_no_cause_leaves_it_to_status_and_text(error, status, text, kind):
    """Where Codex says only on which way it failed, or says what we do not know, the rules for everybody decide."""
    outcome = classify(Evidence(status=status, body=text, codex_error=error))
    assert outcome.kind is kind
    assert outcome.rule not in {rule.name for rule in CODEX}


def test_the_reset_of_a_used_window_is_the_wait():
    """A usage limit says when it is over where the window's reset is known."""
    headers = (("x-codex-primary-used-percent", "100"), ("x-codex-primary-reset-after-seconds", "5400"))
    outcome = classify(Evidence(headers=headers, body=USAGE_LIMIT, codex_error="usage_limit_exceeded"))
    assert (outcome.kind, outcome.retry_after_s) == (Kind.QUOTA_EXHAUSTED, 5400.0)


@given(st.text(min_size=1, max_size=40), st.sampled_from(Ending), st.none() | st.sampled_from((200, 503)), st.text())
def test_no_word_of_codex_is_good_news(error, ending, status, text):
    """Whatever Codex calls a failure, and whatever stands beside it, the model is not available by it."""
    answer = Answer(ending, "gpt-5.5", text)
    outcome = classify(
        Evidence(finished_at=START, asked_model="gpt-5.5", status=status, answer=answer, codex_error=error)
    )
    assert outcome.kind is not Kind.OK


def test_a_turn_without_an_error_is_an_answer():
    """A turn that Codex finished is a plain success."""
    assert classify(Evidence(asked_model="gpt-5.5", answer=Answer(Ending.COMPLETED))).kind is Kind.OK
