"""The API probe against a real server on loopback."""

import asyncio
import logging
import time
from datetime import timedelta

import pytest

from fakes import behaviours
from fakes.probing import CANARY, OneKey, Shapes, connection_to, probe, prober
from fakes.provider_server import ProviderServer
from vacancy.domain.catalog import ConnectionKind, ModelEntry
from vacancy.domain.evidence import MAX_BODY_CHARS, Ending
from vacancy.domain.probe_shape import Endpoint, TokenField
from vacancy.errors import KeyStoreError, KeyTrouble

RESPONSES, CHAT = ConnectionKind.OPENAI, ConnectionKind.OPENAI_CHAT
BOTH = pytest.mark.parametrize("kind", [RESPONSES, CHAT])


@pytest.fixture
def server():
    """A provider of models."""
    with ProviderServer() as running:
        yield running


# What is asked


def test_the_responses_question_is_tiny_streamed_and_not_stored(server):
    """A first probe asks for 16 tokens at the lowest widely known effort, streamed, and not kept by the provider."""
    probe(server, behaviours.ok)
    (request,) = server.requests
    assert request.path == "/v1/responses"
    assert request.json == {
        "model": "m",
        "input": "Reply with OK.",
        "stream": True,
        "max_output_tokens": 16,
        "store": False,
        "reasoning": {"effort": "low"},
    }


def test_the_chat_question_sends_only_what_every_server_knows(server):
    """A chat probe names neither effort nor storing, and limits the answer by the oldest name."""
    probe(server, behaviours.ok, kind=CHAT)
    (request,) = server.requests
    assert request.path == "/v1/chat/completions"
    assert request.json == {
        "model": "m",
        "messages": [{"role": "user", "content": "Reply with OK."}],
        "stream": True,
        "max_tokens": 16,
    }


@BOTH
def test_options_of_the_entry_are_sent(server, kind):
    """Effort and service tier of the entry are asked for, because they are what the user listed."""
    probe(server, behaviours.ok, kind=kind, effort="high", service_tier="flex")
    asked = server.requests[0].json
    assert asked["service_tier"] == "flex"
    assert (asked.get("reasoning") or {"effort": asked.get("reasoning_effort")}) == {"effort": "high"}


@BOTH
def test_the_key_travels_in_one_header_alone(server, kind):
    """The key is in the Authorization header and nowhere else in the request."""
    probe(server, behaviours.ok, kind=kind)
    (request,) = server.requests
    carriers = [name for name, value in request.headers if CANARY in value]
    assert carriers == ["authorization"]
    assert request.header("authorization") == f"Bearer {CANARY}"
    assert CANARY.encode() not in request.body
    assert CANARY not in request.path


def test_a_connection_without_a_key_sends_no_authorization(server):
    """A local server that needs no key is sent none."""
    probe(server, behaviours.ok, using=prober(OneKey(None)))
    assert server.requests[0].header("authorization") is None


def test_a_key_that_cannot_be_had_sends_nothing(server):
    """A locked keyring is an error, and no request was sent."""
    trouble = KeyStoreError(KeyTrouble.LOCKED, "The keyring is locked")
    with pytest.raises(KeyStoreError):
        probe(server, behaviours.ok, using=prober(OneKey(trouble=trouble)))
    assert server.requests == []


# Answers


@BOTH
def test_a_plain_answer_is_completed(server, kind):
    """A completed answer is evidence with its text, its model, its times and its request id."""
    seen = probe(server, behaviours.ok, kind=kind)
    assert seen.answer.ending is Ending.COMPLETED
    assert seen.answer.text == "OK"
    assert seen.answer.served_model == "m"
    assert (seen.status, seen.request_id, seen.requests_sent) == (200, "req_test_1", 1)
    assert (seen.asked_model, seen.endpoint) == ("m", server.requests[0].path)
    assert seen.started_at <= seen.finished_at
    assert 0 < seen.first_output_s <= seen.total_s < 5
    assert (seen.body, seen.exception, seen.stream_events) == (None, None, ())


ANSWERS = [
    (behaviours.token_limit, Ending.TOKEN_LIMIT),
    (behaviours.refusal, Ending.REFUSED),
    (behaviours.filtered, Ending.REFUSED),
    (behaviours.empty, Ending.EMPTY),
]


@BOTH
@pytest.mark.parametrize(("behaviour", "ending"), ANSWERS)
def test_an_answer_ends_as_its_protocol_says(server, kind, behaviour, ending):
    """The token limit, a refusal, a filter and an empty answer each keep their name."""
    assert probe(server, behaviour, kind=kind).answer.ending is ending


@BOTH
def test_the_model_that_really_answered_is_named(server, kind):
    """An answer from another model says so."""
    assert probe(server, behaviours.served_by("cheaper"), kind=kind).answer.served_model == "cheaper"


def test_a_slow_answer_has_its_time(server):
    """The total time is the time that the answer took."""
    seen = probe(server, behaviours.ok_after(0.4))
    assert seen.answer.ending is Ending.COMPLETED
    assert 0.35 < seen.total_s < 2


@BOTH
def test_the_probe_ends_with_the_final_event(server, kind):
    """A server that keeps the connection open after the final event does not cost the deadline."""

    def lingering(talk):
        talk.end = lambda: talk.pause(10)
        behaviours.ok(talk)

    began = time.monotonic()
    assert probe(server, lingering, kind=kind).answer.ending is Ending.COMPLETED
    assert time.monotonic() - began < 3


# Failures inside a success status


@pytest.mark.parametrize("behaviour", [behaviours.at_capacity_in_stream, behaviours.at_capacity_mid_answer])
def test_capacity_inside_a_stream_is_no_answer(server, behaviour):
    """The error event and the failed response of a 200 stream are evidence; what was written before is no answer."""
    seen = probe(server, behaviour)
    assert seen.status == 200
    assert seen.answer is None
    assert seen.exception is None
    assert ["server_is_overloaded" in event for event in seen.stream_events] == [True, True]


def test_an_error_among_chat_chunks_is_no_answer(server):
    """An error object in a chat stream is kept as an event."""
    seen = probe(server, behaviours.chat_error_in_stream, kind=CHAT)
    assert seen.answer is None
    assert "Provider returned error" in seen.stream_events[0]


def test_a_stream_without_its_final_event_is_unfinished(server):
    """A stream that stops in good order for HTTP, but not for its protocol, is unfinished."""
    seen = probe(server, behaviours.unfinished)
    assert seen.answer.ending is Ending.UNFINISHED
    assert seen.exception is None


@BOTH
def test_keep_alive_lines_alone_are_unfinished(server, kind):
    """Comments that keep the connection open are no answer."""
    assert probe(server, behaviours.keep_alive_only, kind=kind).answer.ending is Ending.UNFINISHED


def test_a_connection_cut_in_the_middle_is_unfinished(server):
    """A stream that breaks off is unfinished, and the exception says how."""
    seen = probe(server, behaviours.cut_off)
    assert seen.answer.ending is Ending.UNFINISHED
    assert seen.exception.type == "httpx.RemoteProtocolError"


@BOTH
@pytest.mark.parametrize("behaviour", [behaviours.login_page, behaviours.other_json, behaviours.garbage])
def test_a_success_that_nobody_can_read_is_unreadable(server, kind, behaviour):
    """A login page, foreign JSON and noise are unreadable, and kept for the diagnosis."""
    seen = probe(server, behaviour, kind=kind)
    assert seen.answer.ending is Ending.UNREADABLE
    assert seen.body


def test_a_stream_of_the_other_protocol_is_no_answer(server):
    """Chat chunks do not complete a response."""
    seen = probe(server, lambda talk: behaviours._chat(talk, "m", "OK", "stop", refused=False))
    assert seen.answer.ending is Ending.UNFINISHED


# Failures by status


STATUSES = [
    (behaviours.overloaded, 503, "server_is_overloaded"),
    (behaviours.rate_limited, 429, "rate_limit_exceeded"),
    (behaviours.no_quota, 429, "insufficient_quota"),
    (behaviours.no_such_model, 404, "model_not_found"),
    (behaviours.server_error, 500, "server_error"),
    (behaviours.bad_gateway, 502, "<title>502 Bad Gateway</title>"),
]


@BOTH
@pytest.mark.parametrize(("behaviour", "status", "words"), STATUSES)
def test_an_error_answer_is_kept_as_it_came(server, kind, behaviour, status, words):
    """Status and body of an error answer are evidence; it costs one request."""
    seen = probe(server, behaviour, kind=kind)
    assert seen.status == status
    assert words in seen.body
    assert seen.answer is None
    assert seen.exception is None
    assert seen.requests_sent == 1


def test_only_telling_headers_are_kept(server):
    """Retry-After and the rate limit stay, cookies do not."""
    seen = probe(server, behaviours.rate_limited)
    assert seen.header("retry-after") == "42"
    assert seen.header("x-ratelimit-remaining-requests") == "0"
    assert seen.header("date")
    assert seen.header("set-cookie") is None


def test_a_redirect_is_not_followed(server):
    """The key never follows a redirect; only the host it leads to is kept."""
    with ProviderServer() as elsewhere:
        seen = probe(server, behaviours.redirect_to(f"{elsewhere.url}/v1/responses?session=abc"))
        assert elsewhere.requests == []
    assert seen.status == 302
    assert seen.header("location") == "127.0.0.1"


# Bad networks and servers


def test_nothing_that_listens_is_an_exception(server):
    """A refused connection gives the chain of exceptions and no status."""
    server.base_url = "http://127.0.0.1:9/v1"
    seen = probe(server, behaviours.ok)
    assert seen.status is None
    assert [link.type for link in seen.exception.chain()][::3] == ["httpx.ConnectError", "ConnectionRefusedError"]


def test_silence_ends_at_the_deadline(server):
    """A server that never answers costs the time-out and no more."""
    seen = probe(server, behaviours.hang, timeout_s=0.6)
    assert seen.status is None
    assert seen.exception.type == "DeadlineExceeded"
    assert 0.5 < seen.total_s < 2


def test_a_drip_ends_at_the_deadline(server):
    """A byte a second keeps no probe alive."""
    seen = probe(server, behaviours.drip, timeout_s=1.4)
    assert seen.answer.ending is Ending.UNFINISHED
    assert seen.exception.type == "DeadlineExceeded"
    assert seen.total_s < 3


@pytest.mark.parametrize("behaviour", [behaviours.gzip_bomb, behaviours.endless])
def test_a_body_without_end_is_cut(server, behaviour):
    """Fifty packed megabytes and an endless stream are unreadable, quickly, and leave a bounded body."""
    seen = probe(server, behaviour, timeout_s=10)
    assert seen.answer.ending is Ending.UNREADABLE
    assert seen.exception is None
    assert seen.total_s < 5
    assert len(seen.body or "") <= MAX_BODY_CHARS


def test_a_certificate_that_does_not_verify_sends_no_key():
    """A server that cannot prove who it is gets no request."""
    with ProviderServer(tls=True) as server:
        seen = probe(server, behaviours.ok)
        assert server.requests == []
    assert "ssl.SSLCertVerificationError" in [link.type for link in seen.exception.chain()]


# Wordings that are refused


LEARNED = [
    (behaviours.no_reasoning, RESPONSES, 2),
    (behaviours.efforts("medium", "high"), RESPONSES, 2),
    (behaviours.token_minimum(64), RESPONSES, 2),
    (behaviours.token_minimum(64), CHAT, 2),
    (behaviours.no_stream, RESPONSES, 2),
    (behaviours.no_stream, CHAT, 2),
    (behaviours.no_max_tokens, CHAT, 2),
    (behaviours.no_output_limit, RESPONSES, 2),
    (behaviours.no_store, RESPONSES, 2),
    (behaviours.temperature_one, CHAT, 2),
    (behaviours.responses_only, CHAT, 2),
]


@pytest.mark.parametrize(("behaviour", "kind", "requests"), LEARNED)
def test_a_refused_wording_leads_to_one_that_works(server, behaviour, kind, requests):
    """A model that refuses the wording is asked otherwise in the same probe, and at once in the next."""
    using = prober(shapes=Shapes())
    first = probe(server, behaviour, kind=kind, using=using)
    assert first.answer.ending is Ending.COMPLETED
    assert first.requests_sent == requests == len(server.requests)
    again = probe(server, behaviour, kind=kind, using=using)
    assert again.answer.ending is Ending.COMPLETED
    assert again.requests_sent == 1


def test_the_lowest_listed_effort_is_taken(server):
    """The refusal's own list gives the lowest effort."""
    probe(server, behaviours.efforts("medium", "high", "xhigh"))
    assert server.requests[-1].json["reasoning"] == {"effort": "medium"}


def test_what_was_learned_is_forgotten_when_the_kind_changes(server):
    """A model learned to be asked elsewhere is asked as its connection says once the user changes that."""
    using = prober(shapes=Shapes())
    assert probe(server, behaviours.responses_only, kind=CHAT, using=using).endpoint == "/v1/responses"
    assert probe(server, behaviours.no_max_tokens, kind=RESPONSES, using=using).requests_sent == 1
    assert server.requests[-1].json["reasoning"] == {"effort": "low"}


def test_learning_ends_after_three_requests(server):
    """A model that refuses everything costs three requests, and the last refusal is the evidence."""
    shapes = Shapes()
    refusals = iter(["'reasoning.effort'", "'max_output_tokens'", "'store'"])

    def never(talk):
        talk.send(400, behaviours.error(f"Unsupported parameter: {next(refusals)} is not supported with this model."))

    seen = probe(server, never, using=prober(shapes=shapes))
    assert (seen.status, seen.requests_sent, len(server.requests)) == (400, 3, 3)
    assert "'store'" in seen.body
    assert shapes == {}


def test_the_daily_cap_limits_what_one_probe_may_send(server):
    """With one request left, a refused wording is the evidence."""
    server.models["m"] = behaviours.no_reasoning
    asking = prober().probe(ModelEntry("loopback", "m"), connection_to(server), timeout=timedelta(seconds=5), at_most=1)
    seen = asyncio.run(asking)
    assert (seen.status, seen.requests_sent, len(server.requests)) == (400, 1, 1)


def test_two_refusals_are_answered_in_one_probe(server):
    """Effort and token limit may both be refused, one after the other."""
    shapes = Shapes()

    def fussy(talk):
        asked = talk.request.json
        wrong = behaviours._no_reasoning(asked) or behaviours._no_output_limit(asked)
        talk.send(400, wrong) if wrong else behaviours.ok(talk)

    assert probe(server, fussy, using=prober(shapes=shapes)).answer.ending is Ending.COMPLETED
    (shape,) = shapes.values()
    assert (shape.effort, shape.token_field, shape.endpoint) == (None, TokenField.NONE, Endpoint.RESPONSES)


def test_the_users_effort_is_never_changed(server):
    """A model that refuses the effort the user chose is not asked with another one."""
    seen = probe(server, behaviours.efforts("medium", "high"), effort="low")
    assert (seen.status, seen.requests_sent) == (400, 1)


def test_a_retry_that_finds_no_room_still_remembers_the_wording(server):
    """Being full after the wording was mended does not lead to the same refusal every time."""

    def full_without_effort(talk):
        if "reasoning" in talk.request.json:
            behaviours.no_reasoning(talk)
        else:
            behaviours.overloaded(talk)

    using = prober(shapes=Shapes())
    assert probe(server, full_without_effort, using=using).status == 503
    assert probe(server, full_without_effort, using=using).requests_sent == 1


def test_retries_share_one_deadline(server):
    """The time-out holds over all requests of a probe together."""

    def late_refusal(talk):
        if talk.pause(0.8):
            behaviours.no_reasoning(talk)

    began = time.monotonic()
    seen = probe(server, late_refusal, timeout_s=1.5)
    assert time.monotonic() - began < 3
    assert seen.requests_sent == 1


# Secrets


ECHOING = [
    behaviours.refused_key,
    lambda talk: talk.send(200, {"error": f"no such key {CANARY}"}),
    lambda talk: talk.send(500, "x" * (MAX_BODY_CHARS - 20) + CANARY),
    lambda talk: talk.send(429, CANARY, {"retry-after": CANARY, "x-ratelimit-user": CANARY, "x-request-id": CANARY}),
    lambda talk: talk.send(302, b"", {"location": f"https://example.com/{CANARY}?k={CANARY}"}),
    lambda talk: behaviours._answer(talk, f"OK {CANARY}", model=CANARY),
    lambda talk: (talk.start_stream(), talk.event({"type": "error", "error": {"message": CANARY}}), talk.end()),
]


@pytest.mark.parametrize("behaviour", ECHOING)
def test_a_key_that_is_echoed_is_nowhere_in_the_evidence(server, behaviour, caplog):
    """A server that repeats the key in status, headers, body or stream does not get it into evidence or log."""
    with caplog.at_level(logging.INFO):
        seen = probe(server, behaviour)
    assert server.requests[0].header("authorization") == f"Bearer {CANARY}"
    for half in (CANARY, CANARY[:20], CANARY[-16:]):
        assert half not in repr(seen)
        assert half not in caplog.text


@pytest.mark.parametrize("key", [f"{CANARY}\n", f"{CANARY}\u2013", f"{CANARY} x"])
def test_a_key_that_cannot_be_sent_is_not_shown(server, key):
    """A key with a line end or a foreign dash fails without being repeated."""
    seen = probe(server, behaviours.refused_key, using=prober(OneKey(key)))
    assert CANARY not in repr(seen)


# Cancelling


def test_cancelled_probes_leave_the_next_one_free(server):
    """Many probes that are cancelled while they connect or wait do not wedge anything."""
    server.models.update(slow=behaviours.hang, m=behaviours.ok)
    asking = prober()

    async def run():
        connection = connection_to(server)
        for wait in (0, 0, 0.01, 0.01, 0.05):
            entry = ModelEntry("loopback", "slow")
            tasks = [
                asyncio.create_task(asking.probe(entry, connection, timeout=timedelta(seconds=30))) for _ in range(4)
            ]
            await asyncio.sleep(wait)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        return await asking.probe(ModelEntry("loopback", "m"), connection, timeout=timedelta(seconds=3))

    assert asyncio.run(run()).answer.ending is Ending.COMPLETED
