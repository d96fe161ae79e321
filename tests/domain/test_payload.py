"""Claims about reading: what any text is taken apart into."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vacancy.domain.payload import as_code, read_payload

INNER = {"error": {"code": "server_is_overloaded", "type": "service_unavailable_error", "message": "We are full."}}


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(INNER),
        json.dumps(INNER, indent=4),
        json.dumps(json.dumps(INNER)),
        json.dumps({"detail": json.dumps({"error": json.dumps(INNER)})}),
        "data: " + json.dumps(INNER),
        "event: error\ndata: " + json.dumps(INNER) + "\n\n",
        "litellm.InternalServerError: " + json.dumps(INNER) + ". Handle with care",
        "log: " + json.dumps(INNER).replace('"', '\\"'),
        json.dumps([INNER]),
    ],
)
def test_every_packaging_gives_the_same_findings(text):
    """JSON of any nesting, in strings, stream lines, logs and arrays reads the same."""
    payload = read_payload((text,))
    assert payload.codes[:2] == ("server_is_overloaded", "service_unavailable_error")
    assert payload.message == "We are full."
    assert payload.is_failure


def test_the_innermost_comes_first():
    """What a wrapper says stands behind what it wraps."""
    inner = {"error": {"code": 503, "status": "UNAVAILABLE", "message": "Inner."}}
    outer = {"error": {"code": 500, "type": "wrapper_error", "message": "Outer: " + json.dumps(inner)}}
    payload = read_payload((json.dumps(outer),))
    assert payload.statuses == (503, 500)
    assert payload.codes.index("unavailable") < payload.codes.index("wrapper_error")
    assert payload.message == "Inner."


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{'error': {'code': 'model_not_found', 'message': 'x'}}", "model_not_found"),
        ('{"error": {"code": "model_not_found", "mess', "model_not_found"),
        ("error_code=None error_type=server_error", "server_error"),
        ("Error Code: rate_limited", "rate_limited"),
    ],
)
def test_what_is_not_json_is_read_loosely(text, code):
    """Python reprs, cut JSON and client log lines still give their codes."""
    assert code in read_payload((text,)).codes


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("[deepseek/x] [400]: no", 400),
        ("404 The model does not exist", 404),
        ("unexpected status 503 Service Unavailable", 503),
        ("Error code: 429 - {'error': {}}", 429),
        ("HTTP 403: no", 403),
        ('{"raw_status_code": 429}', 429),
        ('{"status_code": "402"}', 402),
    ],
)
def test_statuses_are_found(text, status):
    """A status is found wherever clients and gateways write it."""
    assert read_payload((text,)).statuses == (status,)


def test_pages_are_read_by_what_people_see():
    """Of a page remain its title and text, not its scripts, styles and tags."""
    page = (
        "<!DOCTYPE html><html><title>502 Bad gateway</title><style>quota{}</style><script>limit()</script><p>Sorry</p>"
    )
    payload = read_payload((page,))
    assert payload.is_html
    assert payload.message == "502 Bad gateway Sorry"


def test_an_unclosed_script_takes_the_rest():
    """A page that was cut within a script ends there."""
    assert read_payload(("<html><title>T</title><script>quota",)).message == "T"


def test_answers_are_told_from_errors():
    """The shape of an answer is known, and an error within it undoes it."""
    assert read_payload(('{"choices":[{"finish_reason":"stop"}]}',)).is_answer
    assert not read_payload(('{"choices":[{"finish_reason":"error","error":{"code":502}}]}',)).is_answer


def test_headers_within_the_payload_are_headers():
    """WebSocket errors carry their headers as an object."""
    assert read_payload(('{"headers":{"X-Codex-Plan":"plus","Retry-After":3}}',)).headers == (
        ("retry-after", "3"),
        ("x-codex-plan", "plus"),
    )


def test_waits_are_set_aside():
    """Fields that speak of a wait are kept with their names, from JSON and from text."""
    assert read_payload(('{"error":{"resets_in_seconds":5,"retryDelay":"59s"}}',)).waits == (
        ("resets_in_seconds", "5"),
        ("retrydelay", "59s"),
    )
    assert ("retry_after", "7") in read_payload(("{'retry_after': 7}",)).waits


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("RateLimitError", "rate_limit_error"),
        ("APIConnectionError", "api_connection_error"),
        ("RESOURCE_EXHAUSTED", "resource_exhausted"),
        ("Internal Server Error", "internal_server_error"),
        ("Throttling.RateQuota", "throttling_rate_quota"),
        ("invalid-argument", "invalid_argument"),
    ],
)
def test_codes_have_one_spelling(text, code):
    """Every vendor's spelling becomes words joined by underscores."""
    assert as_code(text) == code


def test_names_of_models_are_no_words():
    """A model may be called anything."""
    assert read_payload(('{"model":"overloaded-7b","id":"quota_exceeded"}',)).codes == ()


@given(st.lists(st.text() | st.binary().map(lambda raw: raw.decode("latin-1")), max_size=4))
def test_any_text_can_be_read(texts):
    """Nothing raises, and every finding is bounded."""
    payload = read_payload(tuple(texts))
    assert all(200 <= status <= 599 for status in payload.statuses)
    assert all(len(sentence) <= 4_000 for sentence in payload.sentences)


def test_a_page_whose_letters_grow_is_read():
    """A letter that is longer in lower case does not shift what is cut out."""
    assert read_payload(("<html><title>\u0130stanbul</title><script>quota</script>",)).message == "i\u0307stanbul"


def test_strings_within_strings_end():
    """A text that only opens a quote is the text itself."""
    assert read_payload(('"not json',)).message == '"not json'
    text = "x"
    for _ in range(8):
        text = json.dumps(text)
    assert read_payload((text,)).sentences


def test_texts_beyond_the_budget_are_left():
    """A payload of more nodes than any answer has is read up to the budget."""
    for document in ([[index] for index in range(5_000)], ["a b"] * 5_000, [["a b"], *["a b"] * 5_000]):
        assert read_payload((json.dumps({"error": document, "z": "late"}),)).is_failure


@pytest.mark.parametrize("opening", ['{"a":', "[", '{"a":"{', '"'])
def test_depth_is_bounded(opening):
    """Nesting deeper than any answer's does not overflow."""
    read_payload((opening * 20_000,))
    read_payload(('{"a":' * 900 + "1" + "}" * 900,))
