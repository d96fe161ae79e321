"""Reading answers: only the protocol's own end makes one."""

import json

import pytest

from vacancy.domain.evidence import Ending
from vacancy.domain.probe_shape import Endpoint
from vacancy.sources.answer_reading import reading_for
from vacancy.sources.sse import Event


def responses(*events: dict | str):
    """A Responses reading that has taken these events."""
    return _taken(Endpoint.RESPONSES, events)


def chat(*events: dict | str):
    """A chat reading that has taken these events."""
    return _taken(Endpoint.CHAT, events)


def _taken(endpoint, events):
    reading = reading_for(endpoint)
    for event in events:
        reading.take(Event("", event if isinstance(event, str) else json.dumps(event)))
    return reading


def chunk(finish=None, **delta):
    """A chunk of a chat stream."""
    return {"model": "m", "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


DELTA = {"type": "response.output_text.delta", "delta": "O"}


def completed(status="completed", **response):
    """The final event of a Responses stream."""
    return {"type": "response.completed", "response": {"status": status, "model": "m", **response}}


def test_text_of_the_stream_counts_where_the_final_response_repeats_none():
    """Some servers send an empty output in the final event."""
    answer = responses(DELTA, completed(output=[])).answer(Ending.UNFINISHED)
    assert (answer.ending, answer.text) == (Ending.COMPLETED, "O")


def test_text_of_the_final_response_counts_once():
    """Text that came in pieces and again at the end is not doubled."""
    output = [{"type": "message", "content": [{"type": "output_text", "text": "O"}]}]
    assert responses(DELTA, completed(output=output)).answer(Ending.UNFINISHED).text == "O"
    assert responses(completed(output=output)).answer(Ending.UNFINISHED).text == "O"


def test_hidden_thought_is_no_output():
    """A completed response with reasoning alone is empty."""
    assert responses(completed(output=[{"type": "reasoning"}])).answer(Ending.UNFINISHED).ending is Ending.EMPTY


def test_the_call_of_a_tool_is_output():
    """A completed response that calls a tool is an answer."""
    assert responses(completed(output=[{"type": "function_call"}])).answer(Ending.UNFINISHED).ending is Ending.COMPLETED


@pytest.mark.parametrize("status", ["failed", "cancelled"])
def test_the_status_beats_the_name_of_the_event(status):
    """A response that calls itself failed inside a completed event is a failure."""
    assert responses(DELTA, completed(status)).failures


FULL = {"code": "server_is_overloaded", "message": "Our servers are currently overloaded."}


@pytest.mark.parametrize("event", [completed(error=FULL), {**completed(), "error": FULL}])
def test_an_error_beside_completed_is_a_failure(event):
    """A response that names an error is no answer, whatever its status and the text before it say."""
    assert responses(DELTA, event).failures


def test_a_whole_response_with_an_error_is_a_failure():
    """The same in a body that is no stream."""
    reading = reading_for(Endpoint.RESPONSES)
    reading.take_whole(json.dumps({**WHOLE_RESPONSE, "error": FULL}))
    assert reading.failures


@pytest.mark.parametrize("event", [{"type": "response.completed"}, {"type": "response.completed", "response": "yes"}])
def test_a_final_event_without_its_response_is_never_an_answer(event):
    """The name of the event alone proves nothing, also after words."""
    assert responses(DELTA, event).answer(Ending.UNFINISHED).ending is Ending.UNFINISHED


@pytest.mark.parametrize("status", ["in_progress", "queued", "splendid", 7])
def test_an_unknown_status_is_never_an_answer(status):
    """A final event whose status is not known proves nothing."""
    assert responses(DELTA, completed(status)).answer(Ending.UNFINISHED).ending is Ending.UNFINISHED


@pytest.mark.parametrize("details", [None, {}, {"reason": "splendid"}, "x"])
def test_an_unknown_reason_for_incompleteness_is_never_an_answer(details):
    """Only the token limit makes an incomplete response as good as a complete one."""
    event = {"type": "response.incomplete", "response": {"status": "incomplete", "incomplete_details": details}}
    assert responses(DELTA, event).answer(Ending.UNFINISHED).ending is Ending.UNFINISHED


@pytest.mark.parametrize(
    ("usage", "counted"),
    [
        ({"input_tokens": 11, "output_tokens": 7}, (11, 7)),
        ({"output_tokens": 7}, (None, 7)),
        ({"input_tokens": True, "output_tokens": -1}, (None, None)),
        ({"input_tokens": "11", "output_tokens": 10**12}, (None, None)),
        ("much", (None, None)),
    ],
)
def test_tokens_are_taken_as_the_provider_counted_them(usage, counted):
    """In both directions; a number that cannot be one is none."""
    answer = responses(DELTA, completed(usage=usage)).answer(Ending.UNFINISHED)
    assert counted == (answer.input_tokens, answer.output_tokens)


def test_chat_counts_tokens_by_other_names():
    """In whatever event they come."""
    event = {**chunk("stop"), "usage": {"prompt_tokens": 9, "completion_tokens": 2}}
    answer = chat(chunk(content="OK"), event, {"choices": [], "usage": None}, "[DONE]").answer(Ending.UNFINISHED)
    assert (9, 2, Ending.COMPLETED) == (answer.input_tokens, answer.output_tokens, answer.ending)


def test_a_refusal_that_hits_the_token_limit_is_a_refusal():
    """A refusal is one however it ends."""
    event = {"type": "response.incomplete", "response": {"incomplete_details": {"reason": "max_output_tokens"}}}
    refused = responses({"type": "response.refusal.delta", "delta": "I cannot"}, event)
    assert refused.answer(Ending.UNFINISHED).ending is Ending.REFUSED


@pytest.mark.parametrize("word", ["stop", "STOP", "end_turn", "tool_calls"])
def test_a_finished_choice_with_text_is_completed(word):
    """The words of compatible servers for a natural end are known."""
    assert chat(chunk(content="OK"), chunk(word)).answer(Ending.UNFINISHED).ending is Ending.COMPLETED


def test_a_word_that_is_not_known_is_never_an_answer():
    """An unknown reason for the end proves nothing."""
    assert chat(chunk(content="OK"), chunk("splendid"), "[DONE]").answer(Ending.UNFINISHED).ending is Ending.UNREADABLE


def test_done_without_a_reason_is_unfinished():
    """[DONE] alone does not say that the choice was finished."""
    assert chat(chunk(content="OK"), "[DONE]").answer(Ending.UNFINISHED).ending is Ending.UNFINISHED


@pytest.mark.parametrize(
    "event",
    [
        {"error": {"message": "no"}},
        {"type": "error", "message": "no"},
        chunk("error"),
        {"choices": [{"error": {"code": 502}, "finish_reason": "stop", "delta": {"content": "x"}}]},
        chunk("stop", content="x", error={"code": 502}),
    ],
)
def test_errors_in_a_chat_stream_are_failures(event):
    """Whatever form an error takes among chunks, it is a failure."""
    assert chat(chunk(content="OK"), event).failures


def test_an_error_without_a_type_is_a_failure_of_a_response():
    """Gateways put a bare error object into a Responses stream."""
    assert responses(DELTA, {"error": {"code": 502}}).failures


def test_a_failed_response_ends_the_stream():
    """After response.failed nothing that matters follows; a bare error event is followed by it."""
    assert responses({"type": "response.failed", "response": {"status": "failed"}}).ended
    assert not responses({"type": "error"}).ended


WHOLE_CHAT = {"model": "m", "choices": [{"message": {"content": "OK"}, "finish_reason": "stop"}]}
WHOLE_RESPONSE = {"status": "completed", "output": [{"content": [{"type": "output_text", "text": "OK"}]}]}


@pytest.mark.parametrize(("endpoint", "body"), [(Endpoint.CHAT, WHOLE_CHAT), (Endpoint.RESPONSES, WHOLE_RESPONSE)])
def test_a_whole_body_is_read_like_a_stream(endpoint, body):
    """A server that does not stream gives the same answer."""
    reading = reading_for(endpoint)
    assert reading.take_whole(json.dumps(body))
    answer = reading.answer(Ending.UNREADABLE)
    assert (answer.ending, answer.text) == (Ending.COMPLETED, "OK")


@pytest.mark.parametrize("endpoint", list(Endpoint))
@pytest.mark.parametrize(
    "body", ["", "null", "[]", "{}", '{"error": "x"}', "<html>", '{"status": "ok"}', "[" * 100_000]
)
def test_other_bodies_are_no_answer(endpoint, body):
    """Foreign JSON, HTML and hostile nesting are not read as answers."""
    assert not reading_for(endpoint).take_whole(body)


@pytest.mark.parametrize("endpoint", list(Endpoint))
@pytest.mark.parametrize(
    "data",
    ["null", "7", "[]", '{"choices": 7}', '{"choices": [7, null]}', '{"response": 7, "type": "response.completed"}',
     '{"choices": [{"delta": 7, "finish_reason": 7}]}', '{"usage": 7, "model": 7, "choices": [{}]}',
     '{"type": "response.completed", "response": {"output": [7, {"content": 7}, {"content": [7]}]}}'],
)  # fmt: skip
def test_wrong_types_are_no_answer_and_no_exception(endpoint, data):
    """Events whose fields have the wrong types are passed over, or end in nothing green."""
    reading = reading_for(endpoint)
    reading.take(Event("", data))
    assert reading.answer(Ending.UNFINISHED).ending in {Ending.UNFINISHED, Ending.EMPTY}
