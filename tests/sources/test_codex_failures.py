"""Codex's sentences become words of its own, and nothing else of them is kept."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vacancy.sources.codex_failures import Failure, read_failure

SAID = (
    ("Selected model is at capacity. Please try a different model.", Failure("server_overloaded")),
    ("You've hit your usage limit. Upgrade to Pro or try again at 5:31 PM.", Failure("usage_limit_exceeded")),
    ("You\u2019ve hit your usage limit. Upgrade to Pro.", Failure("usage_limit_exceeded")),
    ("Quota exceeded. Check your plan and billing details.", Failure("usage_limit_exceeded")),
    ("rate limit exceeded: Our servers are currently overloaded.", Failure("rate_limit_exceeded")),
    ("unexpected status 401 Unauthorized: bad key, url: https://x/v1", Failure("http_connection_failed", 401)),
    (
        "exceeded retry limit, last status: 429 Too Many Requests",
        Failure("response_too_many_failed_attempts", 429),
    ),
    ("unexpected status 404 Not Found: The model `gpt-x` does not exist, url: https://x", Failure("model_not_found")),
    ("unexpected status 404 Not Found: nothing here, url: https://x", Failure("http_connection_failed", 404)),
    ("We're currently experiencing high demand, which may cause temporary errors.", Failure("internal_server_error")),
    ("stream disconnected before completion: rate limit exceeded", Failure("rate_limit_exceeded")),
    (
        "stream disconnected before completion: stream closed before response.completed",
        Failure("other", None, "Stream disconnected before completion"),
    ),
    (
        "stream disconnected before completion: Incomplete response returned, reason: content_filter",
        Failure("other", None, "Incomplete response returned, reason: content_filter"),
    ),
    (
        '{"detail": "The \'gpt-x\' model is not supported when using Codex with a ChatGPT account."}',
        Failure("other", None, "The model is not supported when using Codex with a ChatGPT account."),
    ),
    ("something that nobody has said before", Failure("other")),
    ("", Failure("other")),
)


@pytest.mark.parametrize(("message", "failure"), SAID)
def test_a_sentence_of_codex_is_read(message, failure):
    """With no word, or only `other`, the sentence tells the cause."""
    assert read_failure(None, message) == failure
    assert read_failure("other", message) == failure


def test_a_word_that_says_something_is_taken_at_it():
    """Whatever the message says besides; but a missing model was taken for any other refusal before 0.171."""
    missing = "unexpected status 404 Not Found: The model `gpt-x` does not exist or you do not have access to it."
    assert read_failure("http_connection_failed", missing, status=404) == Failure("model_not_found")
    said = "Selected model is at capacity."
    assert read_failure("model_not_found", said) == Failure("model_not_found")
    assert read_failure("http_connection_failed", said, status=502) == Failure("http_connection_failed", 502)


def test_a_provider_that_quotes_a_sentence_of_codex_says_nothing():
    """Codex's words stand at the beginning of a message; further on somebody is quoted."""
    quoted = "Invalid prompt: 'Selected model is at capacity. unexpected status 401'"
    assert read_failure("other", quoted) == Failure("other")


@given(st.text(max_size=300), st.sampled_from([message for message, _ in SAID]))
def test_nothing_of_a_message_is_kept(text, message):
    """Whatever is said, what comes out is one of the table's few values and a number."""
    failure = read_failure("other", message + text)
    assert failure.word in {known.word for _, known in SAID}
    assert failure.sentence in {known.sentence for _, known in SAID} | {
        "Incomplete response returned", "Idle timeout waiting for SSE", "Error sending request"
    }  # fmt: skip
