"""Probe shapes: which complaint leads to which wording."""

import json
import time
from dataclasses import replace

import pytest

from vacancy.domain.catalog import ConnectionKind, ModelEntry
from vacancy.domain.evidence import MAX_BODY_CHARS, Evidence
from vacancy.domain.probe_shape import Endpoint, Shape, TokenField, first_shape, next_shape

RESPONSES = first_shape(ModelEntry("c", "m"), ConnectionKind.OPENAI)
CHAT = first_shape(ModelEntry("c", "m"), ConnectionKind.OPENAI_CHAT)
CHAT_EFFORT = replace(CHAT, effort="low")


def after(shape: Shape, body: str, status: int = 400) -> Shape | None:
    """The wording that follows a refusal."""
    return next_shape(shape, Evidence(status=status, body=body))


def openai(message: str, param: str | None = None, code: str | None = None) -> str:
    """An error body as OpenAI writes it."""
    return json.dumps({"error": {"message": message, "type": "invalid_request_error", "param": param, "code": code}})


def listed(*words: str) -> str:
    """The refusal of an effort, with the words that are known instead."""
    *first, last = (f"'{word}'" for word in words)
    text = f"{', '.join(first)}, and {last}" if first else last
    message = f"Unsupported value: 'low' is not supported with the 'm' model. Supported values are: {text}."
    return openai(message, "reasoning.effort", "unsupported_value")


def test_the_first_wordings():
    """Responses are asked at low effort and not stored; chat is asked with what every server knows."""
    assert RESPONSES == Shape(Endpoint.RESPONSES, TokenField.MAX_OUTPUT_TOKENS, 16, effort="low", store=False)
    assert CHAT == Shape(Endpoint.CHAT, TokenField.MAX_TOKENS, 16, asked_as=ConnectionKind.OPENAI_CHAT)


@pytest.mark.parametrize("kind", [ConnectionKind.OPENAI, ConnectionKind.OPENAI_CHAT])
def test_the_users_effort_is_asked_for_and_marked(kind):
    """An effort that the user chose is sent, and is never to be changed."""
    shape = first_shape(ModelEntry("c", "m", effort="high"), kind)
    assert (shape.effort, shape.effort_is_users) == ("high", True)


def test_codex_is_not_asked():
    """A connection that is watched has no wording."""
    with pytest.raises(ValueError, match="watched"):
        first_shape(ModelEntry("c", "m"), ConnectionKind.CODEX)


NO_REASONING = openai("Unsupported parameter: 'reasoning.effort' is not supported with this model.", "reasoning")

REFUSALS = [
    # efforts
    (RESPONSES, NO_REASONING, {"effort": None}),
    (RESPONSES, listed("medium", "high", "xhigh"), {"effort": "medium"}),
    (RESPONSES, listed("high"), {"effort": "high"}),
    (RESPONSES, listed("xhigh", "high", "none"), {"effort": "none"}),
    (RESPONSES, listed("turbo"), {"effort": None}),
    (CHAT_EFFORT, openai("Unrecognized request argument supplied: reasoning_effort"), {"effort": None}),
    (CHAT_EFFORT, '{"detail":"`reasoning_effort`: expected one of \'minimal\' | \'high\', received \'low\'"}',
     {"effort": "minimal"}),
    (CHAT_EFFORT, '{"error": "Model grok-4-1-fast does not support parameter reasoningEffort."}', {"effort": None}),
    (CHAT_EFFORT, '{"detail":[{"type":"extra_forbidden","loc":["body","reasoning_effort"]}]}', {"effort": None}),
    (RESPONSES, json.dumps({"error": {"message": f"litellm.BadRequestError: OpenAIException - {NO_REASONING}"}}),
     {"effort": None}),
    (replace(CHAT, effort="none"), '{"error":"Reasoning is mandatory for this endpoint and cannot be disabled."}',
     {"effort": None}),
    # the output limit
    (CHAT, openai("Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' "
                  "instead.", "max_tokens"), {"token_field": TokenField.MAX_COMPLETION_TOKENS}),
    (replace(CHAT, token_field=TokenField.MAX_COMPLETION_TOKENS), openai("Unknown field: max_completion_tokens"),
     {"token_field": TokenField.NONE}),
    (RESPONSES, '{"detail":"Unsupported parameter: max_output_tokens"}', {"token_field": TokenField.NONE}),
    (RESPONSES, openai("Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 32, but got 16 "
                       "instead.", "max_output_tokens"), {"tokens": 32}),
    (CHAT, '{"error":{"message":"max_tokens must be at least 100"}}', {"tokens": 100}),
    (CHAT, openai("Could not finish the message because max_tokens or model output limit was reached. Please try again "
                  "with higher max_tokens."), {"tokens": 256}),
    # streams, storing, temperature
    (RESPONSES, openai("Streaming is not supported with this model.", "stream"), {"stream": False}),
    (replace(CHAT, stream=False), '{"detail":"Stream must be set to true"}', {"stream": True}),
    (RESPONSES, openai("Unknown parameter: 'store'.", "store"), {"store": None}),
    (RESPONSES, '{"detail":"store must be set to true"}', {"store": None}),
    (CHAT, '{"message":"invalid temperature: only 1 is allowed for this model"}', {"temperature": 1.0}),
    (CHAT, openai("Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is "
                  "supported.", "temperature"), {"temperature": 1.0}),
    (replace(CHAT, temperature=1.0), openai("Unsupported parameter: 'temperature'"), {"temperature": None}),
]  # fmt: skip


@pytest.mark.parametrize(("shape", "body", "changes"), REFUSALS)
def test_a_refusal_changes_what_it_names_and_nothing_else(shape, body, changes):
    """Each complaint that was seen leads to the one change that answers it."""
    assert after(shape, body) == replace(shape, **changes)


def test_a_model_may_be_spoken_to_elsewhere():
    """An answer that names the other endpoint leads there, with that endpoint's own fields."""
    message = "This model is only supported in v1/responses and not in v1/chat/completions."
    moved = after(CHAT, openai(message), 404)
    assert (moved.endpoint, moved.token_field, moved.store) == (Endpoint.RESPONSES, TokenField.MAX_OUTPUT_TOKENS, False)
    message = "This model is not supported in v1/responses. Did you mean to use v1/chat/completions?"
    moved = after(RESPONSES, openai(message), 404)
    assert (moved.endpoint, moved.token_field, moved.store) == (Endpoint.CHAT, TokenField.MAX_TOKENS, None)


NOT_OURS = [
    (400, openai("Your organization must be verified to stream this model.", "stream")),
    (404, openai("The model `reasoning-store` does not exist or you do not have access to it.", "model")),
    (404, '{"detail":"Not Found"}'),
    (404, openai("Invalid URL (POST /v1/responses)")),
    (400, openai("Invalid API key.", "stream")),
    (400, openai("This organization's quota does not allow stream requests.")),
    (400, openai("Invalid value: 'turbo'. Supported values are: 'auto', 'default', and 'flex'.", "service_tier")),
    (400, openai("Upstream disconnected: invalid response")),
    (400, "<html>Bad request</html>"),
    (400, ""),
]


@pytest.mark.parametrize("shape", [RESPONSES, CHAT])
@pytest.mark.parametrize(("status", "body"), NOT_OURS)
def test_refusals_of_other_things_are_no_complaint_about_the_wording(shape, status, body):
    """The account, the model, the address and other parameters are evidence, not a reason to ask again."""
    assert after(shape, body, status) is None


@pytest.mark.parametrize("status", [None, 200, 401, 402, 403, 429, 500, 503])
def test_other_statuses_are_no_complaint(status):
    """A server that is full, or that knows us not, says nothing about the wording, whatever words it uses."""
    assert after(RESPONSES, listed("medium"), status) is None


@pytest.mark.parametrize("body", [body for shape, body, changes in REFUSALS if "effort" in changes])
def test_the_users_effort_is_never_changed(body):
    """A refusal of the effort that the user chose is theirs to see."""
    for shape in (RESPONSES, CHAT_EFFORT):
        assert after(replace(shape, effort="low", effort_is_users=True), body) is None


def test_no_probe_asks_for_much():
    """A model that wants a long answer is not given one."""
    assert after(CHAT, '{"error":"max_tokens must be at least 100000"}') is None


@pytest.mark.parametrize("shape", [RESPONSES, CHAT, CHAT_EFFORT])
@pytest.mark.parametrize(("_", "body", "__"), REFUSALS)
def test_the_same_complaint_over_and_over_comes_to_an_end(shape, _, body, __):
    """A server that repeats one complaint whatever is sent runs out of changes, or back into one that was tried."""
    tried = []
    while shape is not None and shape not in tried:
        tried.append(shape)
        shape = after(shape, body)
    assert len(tried) <= 4


@pytest.mark.parametrize("text", ["max_tokens ", "one of ", "stream must be ", "only ", "reasoning ", ">= ", "'low' "])
def test_a_hostile_body_costs_little(text):
    """Only the beginning of a body is searched, in linear time."""
    began = time.perf_counter()
    after(RESPONSES, "unsupported " + text * (MAX_BODY_CHARS // len(text)))
    assert time.perf_counter() - began < 0.2
