"""How models of the provider server behave: each function answers one request as real providers were seen to.

Payloads are those of facts that were observed; the stream of a model at capacity keeps the real order of events.
"""

import gzip
import json
from collections.abc import Callable

from fakes.provider_server import Behaviour, Conversation

OVERLOADED = {
    "type": "service_unavailable_error",
    "code": "server_is_overloaded",
    "message": "Our servers are currently overloaded. Please try again later.",
}


_BOMB = gzip.compress(bytes(50_000_000))


def error(message: str, kind: str = "invalid_request_error", code: str | None = None, param: str | None = None) -> dict:
    """The error body of an OpenAI answer."""
    return {"error": {"message": message, "type": kind, "param": param, "code": code}}


# Answers


def ok(talk: Conversation) -> None:
    """A plain answer, streamed or whole as asked."""
    _answer(talk, "OK")


def token_limit(talk: Conversation) -> None:
    """A reasoning model that spends the tokens on thought and stops at the limit."""
    _answer(talk, "", reason="max_output_tokens", finish="length")


def refusal(talk: Conversation) -> None:
    """The model declines."""
    _answer(talk, "I cannot help with that.", refused=True)


def filtered(talk: Conversation) -> None:
    """A filter cuts the answer."""
    _answer(talk, "", reason="content_filter", finish="content_filter")


def empty(talk: Conversation) -> None:
    """A well-formed answer without output."""
    _answer(talk, "")


def served_by(model: str) -> Behaviour:
    """Another model answers."""
    return lambda talk: _answer(talk, "OK", model=model)


def says(text: str) -> Behaviour:
    """A plain answer with these words."""
    return lambda talk: _answer(talk, text)


def counts(sent: int, answered: int) -> Behaviour:
    """A whole answer of the Responses API that took so many tokens."""
    usage = {"input_tokens": sent, "output_tokens": answered, "total_tokens": sent + answered}
    return lambda talk: talk.send(200, response(talk.request.model, "completed", "OK", usage=usage))


def counts_in_stream(sent: int, answered: int) -> Behaviour:
    """A streamed answer of the Responses API that took so many tokens."""

    def behave(talk: Conversation) -> None:
        numbers = begin(talk, talk.request.model)
        _output(talk, numbers, "OK", refused=False)
        usage = {"input_tokens": sent, "output_tokens": answered, "total_tokens": sent + answered}
        numbered(
            talk, numbers, "response.completed", response=response(talk.request.model, "completed", "OK", usage=usage)
        )
        talk.end()

    return behave


def calls_tool(call: dict) -> Behaviour:
    """A streamed answer that is nothing but the call of a tool."""

    def behave(talk: Conversation) -> None:
        numbers = begin(talk, talk.request.model)
        numbered(talk, numbers, "response.output_item.done", output_index=0, item=call)
        usage = {"input_tokens": 10, "output_tokens": 2, "total_tokens": 12}
        final = response(talk.request.model, "completed", usage=usage)
        numbered(talk, numbers, "response.completed", response={**final, "output": [call]})
        talk.end()

    return behave


def ok_after(seconds: float) -> Behaviour:
    """A plain answer, late."""

    def behave(talk: Conversation) -> None:
        if talk.pause(seconds):
            ok(talk)

    return behave


def _answer(
    talk: Conversation,
    text: str,
    *,
    model: str | None = None,
    reason: str | None = None,
    finish: str = "stop",
    refused: bool = False,
) -> None:
    model = model or talk.request.model
    if talk.request.is_chat:
        _chat(talk, model, text, finish, refused=refused)
    else:
        _responses(talk, model, text, reason, refused=refused)


def _chat(talk: Conversation, model: str, text: str, finish: str, *, refused: bool) -> None:
    said = {"refusal": text} if refused else {"content": text}
    common = {"id": "chatcmpl-test", "created": 1796000000, "model": model}
    if not talk.request.json.get("stream"):
        choice = {"index": 0, "message": {"role": "assistant", "content": None, **said}, "finish_reason": finish}
        talk.send(200, {**common, "object": "chat.completion", "choices": [choice], "usage": {"completion_tokens": 2}})
        return
    talk.start_stream()
    for delta, end in (({"role": "assistant", "content": ""}, None), (said, None), ({}, finish)):
        choice = {"index": 0, "delta": delta, "finish_reason": end}
        talk.event({**common, "object": "chat.completion.chunk", "choices": [choice]})
    talk.event("[DONE]")
    talk.end()


def response(model: str, status: str, text: str = "", *, refused: bool = False, **more: object) -> dict:
    """The response object of the Responses API."""
    part = {"type": "refusal", "refusal": text} if refused else {"type": "output_text", "text": text, "annotations": []}
    message = {"type": "message", "id": "msg_test", "role": "assistant", "status": "completed", "content": [part]}
    return {
        "id": "resp_test",
        "object": "response",
        "status": status,
        "model": model,
        "error": None,
        "incomplete_details": None,
        "output": [message] if text else [],
        **more,
    }


def _responses(talk: Conversation, model: str, text: str, reason: str | None, *, refused: bool) -> None:
    status = "incomplete" if reason else "completed"
    usage = {"input_tokens": 10, "output_tokens": 16 if reason else 2, "total_tokens": 12}
    details = {"reason": reason} if reason else None
    final = response(model, status, text, refused=refused, usage=usage, incomplete_details=details)
    if not talk.request.json.get("stream"):
        talk.send(200, final)
        return
    numbers = begin(talk, model)
    if text:
        _output(talk, numbers, text, refused=refused)
    numbered(talk, numbers, f"response.{status}", response=final)
    talk.end()


def begin(talk: Conversation, model: str) -> list[int]:
    """The head of a Responses stream: created, then in progress. Returns the counter of its events."""
    numbers = [0]
    talk.start_stream()
    numbered(talk, numbers, "response.created", response=response(model, "in_progress"))
    numbered(talk, numbers, "response.in_progress", response=response(model, "in_progress"))
    return numbers


def numbered(talk: Conversation, numbers: list[int], kind: str, **fields: object) -> None:
    """The next event of a Responses stream."""
    talk.event({"type": kind, **fields, "sequence_number": numbers[0]}, name=kind)
    numbers[0] += 1


def _output(talk: Conversation, numbers: list[int], text: str, *, refused: bool) -> None:
    kind = "refusal" if refused else "output_text"
    where = {"item_id": "msg_test", "output_index": 0, "content_index": 0}
    item = {"type": "message", "id": "msg_test", "role": "assistant", "status": "in_progress", "content": []}
    numbered(talk, numbers, "response.output_item.added", output_index=0, item=item)
    numbered(talk, numbers, f"response.{kind}.delta", **where, delta=text)
    numbered(talk, numbers, f"response.{kind}.done", **where)
    whole = response(talk.request.model, "completed", text, refused=refused)["output"][0]
    numbered(talk, numbers, "response.output_item.done", output_index=0, item=whole)


# Failures inside a stream of status 200


def at_capacity_in_stream(talk: Conversation) -> None:
    """The capacity error as production sends it: created, in progress, error event, response.failed."""
    _fail(talk, begin(talk, talk.request.model))


def at_capacity_mid_answer(talk: Conversation) -> None:
    """The capacity error after output has begun."""
    numbers = begin(talk, talk.request.model)
    _output(talk, numbers, "Certainly, here is", refused=False)
    _fail(talk, numbers)


def _fail(talk: Conversation, numbers: list[int]) -> None:
    numbered(talk, numbers, "error", error=OVERLOADED)
    failed = response(talk.request.model, "failed")
    failed["error"] = {"code": OVERLOADED["code"], "message": OVERLOADED["message"]}
    numbered(talk, numbers, "response.failed", response=failed)
    talk.end()


def chat_error_in_stream(talk: Conversation) -> None:
    """An error object among the chunks of a chat stream, as gateways send it."""
    talk.start_stream()
    talk.event({"id": "x", "object": "chat.completion.chunk", "model": talk.request.model, "choices": []})
    talk.event({"error": {"message": "Provider returned error", "code": 502}})
    talk.end()


def unfinished(talk: Conversation) -> None:
    """The stream ends properly for HTTP, without its own final event."""
    numbers = begin(talk, talk.request.model)
    _output(talk, numbers, "O", refused=False)
    talk.end()


def cut_off(talk: Conversation) -> None:
    """The connection closes in the middle of the stream."""
    numbers = begin(talk, talk.request.model)
    _output(talk, numbers, "O", refused=False)


def keep_alive_only(talk: Conversation) -> None:
    """Comments that keep the connection open, and no answer."""
    talk.start_stream()
    for _ in range(3):
        talk.chunk(b": OPENROUTER PROCESSING\n\n")
    talk.end()


# Failures by status


def fails(status: int, body: dict | str, headers: dict[str, str] | None = None) -> Behaviour:
    """A plain error answer."""
    content_type = "text/html" if isinstance(body, str) and body.startswith("<") else "application/json"
    return lambda talk: talk.send(status, body, headers, content_type)


overloaded = fails(503, {"error": OVERLOADED})
rate_limited = fails(
    429,
    error("Rate limit reached for requests", "requests", "rate_limit_exceeded"),
    {"retry-after": "42", "x-ratelimit-remaining-requests": "0", "set-cookie": "session=abc"},
)
no_quota = fails(
    429,
    error(
        "You exceeded your current quota, please check your plan and billing details.",
        "insufficient_quota",
        "insufficient_quota",
    ),
)
no_such_model = fails(
    404, error("The model `x` does not exist or you do not have access to it.", code="model_not_found")
)
server_error = fails(500, error("The server had an error while processing your request.", "server_error"))
bad_gateway = fails(502, "<html><head><title>502 Bad Gateway</title></head><body>cloudflare</body></html>")
login_page = fails(200, "<!DOCTYPE html><html><title>Welcome to the hotel</title></html>")
other_json = fails(200, {"error": "Unexpected endpoint or method. (POST /v1/responses)"})
garbage = fails(200, "\x00\x01 not an answer \ufffd")


def refused_key(talk: Conversation) -> None:
    """The key is not accepted, and is repeated in the answer, as careless gateways do."""
    key = (talk.request.header("authorization") or "").removeprefix("Bearer ")
    talk.send(401, error(f"Incorrect API key provided: {key}.", code="invalid_api_key"), {"x-echo": key})


# Bad servers


def hang(talk: Conversation) -> None:
    """No answer at all."""
    talk.pause(60)


def drip(talk: Conversation) -> None:
    """A byte a second, for ever."""
    talk.start_stream()
    while talk.pause(1.0):
        talk.chunk(b":")


def gzip_bomb(talk: Conversation) -> None:
    """Fifty megabytes in fifty kilobytes, packed though nobody asked for it."""
    talk.send(200, _BOMB, {"content-encoding": "gzip"})


def endless(talk: Conversation) -> None:
    """A stream of output that never ends and never pauses."""
    talk.start_stream()
    filler = b"data: " + json.dumps({"type": "response.output_text.delta", "delta": "x" * 60_000}).encode() + b"\n\n"
    while talk.pause(0):
        talk.chunk(filler)


def redirect_to(url: str) -> Behaviour:
    """Another place is to be asked."""
    return lambda talk: talk.send(302, b"", {"location": url})


# Models that refuse something about the request


def _refuses(wrong: Callable[[dict], dict | None], status: int = 400) -> Behaviour:
    def behave(talk: Conversation) -> None:
        complaint = wrong(talk.request.json)
        if complaint is None:
            ok(talk)
        else:
            talk.send(status, complaint)

    return behave


def _effort(asked: dict) -> str | None:
    return asked.get("reasoning_effort") or (asked.get("reasoning") or {}).get("effort")


def _no_reasoning(asked: dict) -> dict | None:
    if _effort(asked) is None:
        return None
    text = "Unsupported parameter: 'reasoning.effort' is not supported with this model."
    return error(text, code="unsupported_parameter", param="reasoning.effort")


def efforts(*accepted: str) -> Behaviour:
    """Only these words for the effort; the lowest is used when none is given."""
    listed = ", ".join(f"'{word}'" for word in accepted)

    def wrong(asked: dict) -> dict | None:
        effort = _effort(asked)
        if effort is None or effort in accepted:
            return None
        text = (
            f"Unsupported value: '{effort}' is not supported with the '{asked['model']}' model. "
            f"Supported values are: {listed}."
        )
        return error(text, code="unsupported_value", param="reasoning.effort")

    return _refuses(wrong)


def token_minimum(least: int) -> Behaviour:
    """Fewer output tokens than this are refused."""

    def wrong(asked: dict) -> dict | None:
        for name in ("max_output_tokens", "max_completion_tokens", "max_tokens"):
            if asked.get(name, least) < least:
                text = (
                    f"Invalid '{name}': integer below minimum value. "
                    f"Expected a value >= {least}, but got {asked[name]} instead."
                )
                return error(text, code="integer_below_min_value", param=name)
        return None

    return _refuses(wrong)


def _no_stream(asked: dict) -> dict | None:
    text = "Streaming is not supported with this model."
    return error(text, code="unsupported_value", param="stream") if asked.get("stream") else None


def _no_max_tokens(asked: dict) -> dict | None:
    text = "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
    return error(text, code="unsupported_parameter", param="max_tokens") if "max_tokens" in asked else None


def _no_output_limit(asked: dict) -> dict | None:
    return {"detail": "Unsupported parameter: max_output_tokens"} if "max_output_tokens" in asked else None


def _no_store(asked: dict) -> dict | None:
    return error("Unknown parameter: 'store'.", code="unknown_parameter", param="store") if "store" in asked else None


def _temperature_one(asked: dict) -> dict | None:
    if asked.get("temperature") == 1:
        return None
    return {"message": "invalid temperature: only 1 is allowed for this model", "type": "invalid_request_error"}


no_reasoning = _refuses(_no_reasoning)
no_stream = _refuses(_no_stream)
no_max_tokens = _refuses(_no_max_tokens)
no_output_limit = _refuses(_no_output_limit)
no_store = _refuses(_no_store)
temperature_one = _refuses(_temperature_one)


def responses_only(talk: Conversation) -> None:
    """A model that does not speak Chat Completions."""
    if talk.request.is_chat:
        talk.send(404, error("This model is only supported in v1/responses and not in v1/chat/completions."))
    else:
        ok(talk)
