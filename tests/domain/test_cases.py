"""Claims about cases: one line of JSON becomes evidence, and a bad line is refused with words."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vacancy.domain.cases import read_case, read_text
from vacancy.domain.evidence import MAX_BODY_CHARS
from vacancy.errors import CaseError


def test_every_field_reaches_the_evidence():
    """Status, headers, body, event, exception with its cause, endpoint and time are all there."""
    case = read_case(
        json.dumps(
            {
                "id": "e1",
                "endpoint": "/v1/responses",
                "http_status": 429,
                "headers": {"Retry-After": "3", "x-request-id": "req_1", "x-number": 5, "x-none": None},
                "body": "b",
                "stream_event": "data: {}",
                "exception": {"type": "A", "message": "a", "cause": {"type": "B", "message": "b"}},
                "observed_at": "2026-03-01T12:00:00Z",
                "expected": "ok",
                "unknown": [1],
            }
        )
    )
    evidence = case.evidence
    assert (case.id, evidence.status, evidence.endpoint, evidence.body) == ("e1", 429, "/v1/responses", "b")
    assert evidence.headers == (("retry-after", "3"), ("x-request-id", "req_1"), ("x-number", "5"))
    assert evidence.request_id == "req_1"
    assert [(link.type, link.message) for link in evidence.exception.chain()] == [("A", "a"), ("B", "b")]
    assert evidence.stream_events == ("data: {}",)
    assert evidence.finished_at.isoformat() == "2026-03-01T12:00:00+00:00"


def test_an_empty_case_is_empty_evidence():
    """No field is required."""
    case = read_case("{}")
    assert (case.id, case.evidence.status, case.evidence.body, case.evidence.exception) == (None, None, None, None)


@pytest.mark.parametrize(
    "line", ["", "[]", "null", "{", '{"http_status":"429"}', '{"headers":[]}', '{"body":{}}', "\ud800", "[" * 90_000]
)
def test_a_bad_line_is_refused_with_words(line):
    """What is no case raises the error for people, never another one."""
    with pytest.raises(CaseError) as refused:
        read_case(line)
    assert refused.value.title


def test_a_case_is_bounded():
    """Bodies are cut, chains of causes are cut, and lines without end are refused."""
    cause = None
    for _ in range(60):
        cause = {"type": "T", "message": "m" * 100, "cause": cause}
    evidence = read_case(json.dumps({"body": "x" * 200_000, "exception": cause})).evidence
    assert len(evidence.body) == MAX_BODY_CHARS
    assert len(evidence.exception.chain()) == 16
    with pytest.raises(CaseError):
        read_case("x" * 5_000_000)


def test_a_pasted_text_is_evidence():
    """A pasted text is taken as a body, cut to what evidence may hold."""
    assert read_text("model is full").body == "model is full"
    assert len(read_text("x" * 100_000).body) == MAX_BODY_CHARS


@pytest.mark.parametrize(
    ("text", "status"),
    [("503", 503), (" 429.\n", 429), ("Error 404", 404), ("HTTP error: 500", 500), ("status code: 401", 401)],
)
def test_a_number_alone_is_a_status(text, status):
    """Where a tool shows nothing else, the number is what came."""
    assert (read_text(text).status, read_text(text).body) == (status, None)


@pytest.mark.parametrize("text", ["1429", "429 tokens", "error 42", "429 " + "x" * 100])
def test_other_numbers_are_words(text):
    """A number that is not alone says nothing by itself."""
    assert (read_text(text).status, read_text(text).body) == (None, text)


@pytest.mark.parametrize("mark", ["", "< "])
def test_a_pasted_answer_keeps_its_head(mark):
    """Status and headers that curl prints before a body are read as such."""
    head = ("HTTP/2 429 ", "Retry-After: 42", "x-request-id: req_7")
    evidence = read_text("$ curl -i ...\n" + "".join(f"{mark}{line}\n" for line in head) + '\n{"error":{}}')
    assert (evidence.status, evidence.request_id) == (429, "req_7")
    assert evidence.header("retry-after") == "42"
    assert evidence.body.strip() == '{"error":{}}'


@given(st.text())
def test_any_line_is_a_case_or_refused(line):
    """Nothing but the error for people is raised."""
    try:
        read_case(line)
    except CaseError as refused:
        assert refused.message  # noqa: PT017 - either way out is right; only the error's words are claimed


def test_a_case_without_any_field_says_nothing():
    """Somebody who guessed the names of the fields is told so, and gets an answer all the same."""
    assert not read_case('{"id": 1, "message": "Selected model is at capacity."}').says_something
    assert read_case('{"id": 1, "body": "Selected model is at capacity."}').says_something
