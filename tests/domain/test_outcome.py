"""Claims about the judgement itself: how often it is right, what it never says, and that nothing upsets it."""

import json
import time
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fakes.error_cases import labelled
from vacancy.domain.evidence import Answer, Ending, Evidence, ExceptionSeen
from vacancy.domain.outcome import Kind, Scope, classify

DEV = labelled("dev")
USERS_OWN = {Kind.QUOTA_EXHAUSTED, Kind.AUTH_FAILED, Kind.MODEL_UNAVAILABLE, Kind.BAD_REQUEST}


def answered(ending=Ending.COMPLETED, text="ok", served="gpt-5.2", asked="gpt-5.2", **more):
    """Evidence of a stream that was read to its end."""
    return Evidence(status=200, asked_model=asked, answer=Answer(ending, served, text), **more)


def confusion(pairs):
    """The table of labels (down) against judgements (across)."""
    kinds = [kind.value for kind in Kind]
    counts = Counter(pairs)
    lines = [" " * 18 + " ".join(f"{kind[:8]:>8}" for kind in kinds)]
    lines += [f"{want:18}" + " ".join(f"{counts[want, got] or '.':>8}" for got in kinds) for want in kinds]
    return "\n".join(lines)


def share(flags):
    """The part that is true."""
    flags = list(flags)
    return sum(flags) / len(flags)


def test_the_figures_hold_on_real_answers(capsys):
    """On the labelled cases kind, scope, wait and transience are right as often as we promise."""
    judged = [(case, classify(case.evidence)) for case in DEV]
    told = [(case, outcome) for case, outcome in judged if case.wait_s is not None]
    figures = {
        "kind, defensible labels counted": share(case.kind_is_right(outcome) for case, outcome in judged),
        "kind, strictly": share(case.kind == outcome.kind for case, outcome in judged),
        "scope": share(case.scope_is_right(outcome) for case, outcome in judged),
        "wait, where one was told": share(case.wait_is_right(outcome) for case, outcome in told),
        "wait, none where none was told": share(case.wait_is_right(outcome) for case, outcome in judged),
        "transient": share(case.transient == outcome.transient for case, outcome in judged),
    }
    with capsys.disabled():
        print()  # noqa: T201 - the figures are this test's report
        print("\n".join(f"{name:34} {value:7.1%}" for name, value in figures.items()))  # noqa: T201 - the same
        print(confusion((case.kind, outcome.kind.value) for case, outcome in judged))  # noqa: T201 - the same
    floors = dict(zip(figures, (0.95, 0.88, 0.90, 0.95, 0.95, 0.90), strict=True))
    assert {name: value for name, value in figures.items() if value < floors[name]} == {}


@pytest.mark.parametrize("case", [*DEV, *labelled("further")], ids=lambda case: case.id)
def test_no_confusion_that_hurts(case):
    """The user's own fault is never called capacity, capacity is never called the user's, no failure is called ok."""
    kind = classify(case.evidence).kind
    assert kind is not Kind.OK
    assert not (case.kind in USERS_OWN and kind is Kind.AT_CAPACITY and not case.also_kinds & {Kind.AT_CAPACITY})
    assert not (case.kind == Kind.AT_CAPACITY and kind in USERS_OWN)


@pytest.mark.parametrize("case", labelled("further"), ids=lambda case: case.id)
def test_wordings_from_documentation_are_understood(case):
    """Each documented wording has its kind, its scope and its wait."""
    outcome = classify(case.evidence)
    assert case.kind_is_right(outcome), outcome
    assert case.scope_is_right(outcome), outcome
    assert case.wait_is_right(outcome), outcome


@pytest.mark.parametrize("ending", [Ending.COMPLETED, Ending.TOKEN_LIMIT])
def test_a_whole_answer_is_ok(ending):
    """An answer that is whole, or stopped at our own token limit, is the one thing that is ok."""
    outcome = classify(answered(ending))
    assert (outcome.kind, outcome.scope, outcome.detail) == (Kind.OK, Scope.MODEL, None)


@pytest.mark.parametrize(
    "ending", [ending for ending in Ending if ending not in (Ending.COMPLETED, Ending.TOKEN_LIMIT)]
)
def test_an_answer_that_is_not_whole_is_not_ok(ending):
    """Refused, empty, unfinished and unreadable are never ok."""
    assert classify(answered(ending, text="")).kind is not Kind.OK


@pytest.mark.parametrize(
    "evidence",
    [
        Evidence(),
        Evidence(status=200),
        Evidence(status=204),
        Evidence(status=200, body="ok"),
        Evidence(status=200, body='{"choices":[{"message":{"content":"ok"},"finish_reason":"stop"}]}'),
        Evidence(status=200, body='{"status":"completed","output":[{"type":"message"}]}'),
        Evidence(status=500, answer=Answer(Ending.COMPLETED, "gpt-5.2", "ok")),
        Evidence(status=200, answer=Answer(Ending.COMPLETED, text="ok"), stream_events=('{"type":"response.failed"}',)),
        Evidence(status=200, answer=Answer(Ending.COMPLETED, text="ok"), exception=ExceptionSeen("ReadError", "")),
        Evidence(status=302, answer=Answer(Ending.COMPLETED, text="ok")),
    ],
)
def test_nothing_but_a_whole_answer_is_ok(evidence):
    """No status, no body and no contradicted answer is ok by itself."""
    assert classify(evidence).kind is not Kind.OK


def test_another_model_is_named():
    """An answer from another model is odd, and both names are told."""
    outcome = classify(answered(asked="gpt-5", served="gpt-5-mini-2025-08-07"))
    assert outcome.kind is Kind.OK_BUT_ODD
    assert outcome.detail == "asked for gpt-5, answered by gpt-5-mini-2025-08-07"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Selected model is at capacity. Please try a different model.", Kind.AT_CAPACITY),
        ("Our servers are currently overloaded. Please try again later.", Kind.AT_CAPACITY),
        ("You exceeded your current quota, please check your plan.", Kind.QUOTA_EXHAUSTED),
        ("Error: something nobody has seen", Kind.OK_BUT_ODD),
        ("当前分组上游负载已饱和 请稍后再试", Kind.AT_CAPACITY),
    ],
)
def test_an_error_said_as_an_answer_is_an_error(text, kind):
    """A gateway's error handed out as the model's words is judged by what it says."""
    assert classify(answered(text=text)).kind is kind


@pytest.mark.parametrize("text", ["ok", "OK.", "Sure! Quota, capacity and rate limit are three words.", "x" * 500, ""])
def test_ordinary_words_are_no_error(text):
    """A model may speak of capacity without being full."""
    assert classify(answered(text=text)).kind is Kind.OK


@pytest.mark.parametrize(
    ("evidence", "kind", "scope"),
    [
        (
            Evidence(exception=ExceptionSeen("DeadlineExceeded", "no whole answer in 30 s")),
            Kind.NETWORK,
            Scope.PROVIDER,
        ),
        (Evidence(exception=ExceptionSeen("ConnectError", "")), Kind.NETWORK, Scope.NETWORK),
        (Evidence(status=200, exception=ExceptionSeen("BodyTooLarge", "")), Kind.OK_BUT_ODD, Scope.PROVIDER),
        (Evidence(status=302, headers=(("location", "https://portal/login"),)), Kind.NETWORK, Scope.NETWORK),
        (Evidence(status=200, body="<html><title>Hotel</title></html>"), Kind.NETWORK, Scope.NETWORK),
        (answered(Ending.UNFINISHED, text=""), Kind.SERVER_ERROR, Scope.PROVIDER),
        (
            Evidence(status=200, body="busy: overloaded", answer=Answer(Ending.UNFINISHED)),
            Kind.AT_CAPACITY,
            Scope.MODEL,
        ),
        (
            Evidence(
                status=200, answer=Answer(Ending.UNFINISHED, text="Partly"), exception=ExceptionSeen("ReadError", "")
            ),
            Kind.NETWORK,
            Scope.NETWORK,
        ),
    ],
)
def test_what_our_own_probe_sees(evidence, kind, scope):
    """Endings and exceptions of our own client have their causes."""
    outcome = classify(evidence)
    assert (outcome.kind, outcome.scope) == (kind, scope)


def test_a_long_wait_is_not_transient():
    """A cause that passes is not transient when it asks for more than an hour."""
    outcome = classify(Evidence(status=429, headers=(("retry-after", "7200"),)))
    assert (outcome.retry_after_s, outcome.transient) == (7200, False)


def test_a_wait_that_cannot_help_is_dropped():
    """A wait printed over a fault of the request is a router's habit."""
    outcome = classify(Evidence(status=400, body="[400]: unknown variant `developer` (reset after 30s)"))
    assert (outcome.kind, outcome.retry_after_s) == (Kind.BAD_REQUEST, None)


CANARIES = (
    "sk-proj-canaryCANARY0123456789canary",
    "Bearer canary.CANARY-0123456789",
    "AIzaSyCANARY0123456789canary0123456789",
    "eyJcanaryCANARY01.eyJcanaryCANARY02.canarySIGNATURE03",
)


@pytest.mark.parametrize("key", CANARIES)
@pytest.mark.parametrize("before", [0, 150, 185, 195, 3_990])
def test_no_key_survives(key, before):
    """A key in body, header, event, exception or request id is nowhere in the outcome, not even half of it."""
    padding = "x " * (before // 2)
    evidence = Evidence(
        status=401,
        headers=(("authorization", key), ("x-echo", key)),
        body=json.dumps({"error": {"message": f"{padding}{key} is wrong", "code": key}}),
        stream_events=(json.dumps({"type": "error", "message": f"{padding}{key}"}),),
        exception=ExceptionSeen("Error", f"{padding}{key}"),
        request_id=key,
    )
    said = repr(classify(evidence)) + repr(classify(Evidence(status=401, body=f"{padding}{key}")))
    assert "canary" not in said.lower()


def test_detail_is_one_plain_line():
    """Control and bidi characters, line breaks and length of a vendor's text do not reach the outcome."""
    nasty = "line\none\u202e\x1b[31m\x00\u2066red\u200b " + "y" * 500
    detail = classify(Evidence(status=500, body=json.dumps({"error": {"message": nasty}}))).detail
    assert detail is not None
    assert detail.isprintable()
    assert len(detail) <= 200


def wrapped(body):
    """The body as gateways pass it on."""
    document = json.loads(body)
    yield json.dumps({"error": document})
    yield json.dumps({"detail": document}, indent=3)
    yield json.dumps({"error": {"message": body}})
    yield json.dumps([document])
    yield json.dumps(body)
    yield f"Gateway said: {body}"


def reordered(node):
    """The same document with its keys the other way round."""
    if isinstance(node, dict):
        return {key: reordered(value) for key, value in reversed(node.items())}
    return [reordered(value) for value in node] if isinstance(node, list) else node


JSON_ERRORS = [
    case
    for case in (*DEV, *labelled("further"))
    if (case.evidence.body or "").startswith("{") and (case.evidence.status or 400) >= 400
]


@pytest.mark.parametrize("case", JSON_ERRORS, ids=lambda case: case.id)
def test_packaging_changes_nothing(case):
    """Order of keys, white space and one more wrapper leave cause, scope and wait as they were."""
    plain = classify(case.evidence)
    document = json.loads(case.evidence.body)
    variants = [json.dumps(reordered(document)), json.dumps(document, indent="\t"), *wrapped(case.evidence.body)]
    for body in variants:
        other = classify(replace(case.evidence, body=body))
        assert (other.kind, other.scope, other.retry_after_s) == (plain.kind, plain.scope, plain.retry_after_s), body


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=60),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(
            st.sampled_from(
                ["error", "message", "code", "type", "status", "detail", "retry_after", "choices", "headers"]
            )
            | st.text(max_size=8),
            inner,
            max_size=5,
        )
    ),
    max_leaves=25,
)
TEXTS = (
    st.text(max_size=300)
    | st.binary(max_size=300).map(lambda raw: raw.decode("utf-8", "replace"))
    | JSON.map(json.dumps)
)
HEADERS = st.lists(
    st.tuples(
        st.sampled_from(["retry-after", "retry-after-ms", "date", "server", "x-ratelimit-reset", "location"])
        | st.text(max_size=12),
        st.text(max_size=40) | st.integers().map(str) | st.floats().map(str),
    ),
    max_size=6,
).map(tuple)
EXCEPTIONS = st.none() | st.builds(
    ExceptionSeen,
    st.text(max_size=20),
    TEXTS,
    st.none() | st.builds(ExceptionSeen, st.text(max_size=20), st.text(max_size=60)),
)
EVIDENCE = st.builds(
    Evidence,
    status=st.none() | st.integers(-5, 1_000) | st.integers(),
    headers=HEADERS,
    body=st.none() | TEXTS,
    exception=EXCEPTIONS,
    stream_events=st.lists(TEXTS, max_size=3).map(tuple),
    finished_at=st.none() | st.datetimes() | st.datetimes(timezones=st.timezones()),
    asked_model=st.none() | st.text(max_size=20),
    endpoint=st.none() | st.text(max_size=20),
    request_id=st.none() | st.text(max_size=20),
)


@settings(max_examples=400, deadline=None)
@given(EVIDENCE)
def test_any_evidence_has_an_outcome(evidence):
    """Whatever comes, there is a named cause, no exception, a believable wait, and no good news without an answer."""
    outcome = classify(evidence)
    assert outcome.kind is not Kind.OK
    assert outcome.rule
    assert outcome.retry_after_s is None or 0 < outcome.retry_after_s <= 45 * 86_400
    assert outcome.detail is None or (outcome.detail.isprintable() and len(outcome.detail) <= 200)


MEGABYTE = 1_000_000
HOSTILE = (
    *("x", "{", "[", '"', "<html><script", '{"a":', '\\"', "{\\", "again in 1d ", "model ", "api key ", "code: 429 "),
    *(
        "account user team ",
        "parameter ",
        "exceed budget ",
        "quota ",
        "certificate ",
        "ﷺ",
        "[429]",
        '{"a":"b c"} ',
        " ",
    ),
)


@pytest.mark.parametrize("piece", HOSTILE)
def test_a_hostile_megabyte_costs_milliseconds(piece):
    """A body made to hurt costs little more than an ordinary one."""
    body = piece * (MEGABYTE // len(piece))
    classify(Evidence(status=429, body="warm"))
    began = time.process_time()
    classify(Evidence(status=429, body=body, stream_events=(body, body)))
    assert time.process_time() - began < 0.5
