"""Answer reading: what a success status carried, by the rules of its protocol.

Neither the status nor the first words make an answer: production sends "at capacity" inside a stream of status 200,
also after hundreds of words. Only the protocol's own end makes one, and an end that is not recognised is none.
"""

import json
from abc import ABC, abstractmethod

from vacancy.domain.evidence import Answer, Ending
from vacancy.domain.probe_shape import Endpoint
from vacancy.sources.sse import Event

Json = dict[str, object]

_CHAT_ENDINGS = {
    "stop": Ending.COMPLETED,
    "end_turn": Ending.COMPLETED,
    "eos": Ending.COMPLETED,
    "tool_calls": Ending.COMPLETED,
    "function_call": Ending.COMPLETED,
    "length": Ending.TOKEN_LIMIT,
    "max_tokens": Ending.TOKEN_LIMIT,
    "content_filter": Ending.REFUSED,
}
"""Reasons why a choice is finished; a word that is not here proves nothing."""
_INCOMPLETE = {"max_output_tokens": Ending.TOKEN_LIMIT, "content_filter": Ending.REFUSED}


_MOST_TOKENS = 10_000_000
"""No answer to a probe has more; a number beyond it was not counted."""


class AnswerReading(ABC):
    """Collects one answer from its events, or from one whole body."""

    def __init__(self) -> None:
        self.failures: list[str] = []
        """Data of the events that report a failure, as received."""
        self.ended = False
        """The protocol's final event came; nothing that matters follows."""
        self.has_output = False
        self._ending: Ending | None = None
        self._refused = False
        self._text: list[str] = []
        self._served_model: str | None = None
        self._output_tokens: int | None = None
        self._input_tokens: int | None = None

    def take(self, event: Event) -> None:
        """Read one event."""
        found = _object(event.data)
        if event.name == "error" or (found is not None and found.get("type") == "error"):
            self.failures.append(event.data)
        elif found is not None:
            self._read(found, event)

    def take_whole(self, body: str) -> bool:
        """Read a body that is no stream; False when it is no answer of this protocol."""
        found = _object(body)
        return found is not None and self._read_whole(found, body)

    def answer(self, otherwise: Ending) -> Answer:
        """The answer as far as it came; `otherwise` is its ending when the protocol's own is missing."""
        ending = self._ending or otherwise
        if self._refused and ending in {Ending.COMPLETED, Ending.TOKEN_LIMIT}:
            ending = Ending.REFUSED
        elif ending is Ending.COMPLETED and not self.has_output:
            ending = Ending.EMPTY
        return Answer(ending, self._served_model, "".join(self._text), self._output_tokens, self._input_tokens)

    @abstractmethod
    def _read(self, found: Json, event: Event) -> None:
        """Read one event that is no plain error."""

    @abstractmethod
    def _read_whole(self, found: Json, body: str) -> bool:
        """Read a whole body; False when it is none of ours."""

    def _served_by(self, found: Json) -> None:
        model = found.get("model")
        if isinstance(model, str) and model:
            self._served_model = model

    def _output(self, text: object, *, refused: bool = False) -> None:
        if isinstance(text, str) and text:
            self.has_output = True
            self._refused |= refused
            self._text.append(text)

    def _count(self, usage: object, *, sent: str, answered: str) -> None:
        """Take the tokens that the provider counted, by the names that its protocol has for them."""
        if isinstance(usage, dict):
            self._input_tokens = _tokens(usage.get(sent), self._input_tokens)
            self._output_tokens = _tokens(usage.get(answered), self._output_tokens)


class ResponsesReading(AnswerReading):
    """The Responses API."""

    def _read(self, found: Json, event: Event) -> None:
        kind = str(found.get("type") or event.name)
        response = found.get("response")
        if isinstance(response, dict):
            self._served_by(response)
        match kind:
            case "response.completed" | "response.incomplete" if not found.get("error"):
                self._end(response, kind.removeprefix("response."), event.data)
            case "response.failed" | "response.cancelled":
                self.failures.append(event.data)
                self.ended = True
            case "response.output_text.delta" | "response.refusal.delta":
                self._output(found.get("delta"), refused=kind == "response.refusal.delta")
            case _ if found.get("error"):
                self.failures.append(event.data)
            case _:
                pass  # progress

    def _read_whole(self, found: Json, body: str) -> bool:
        if not isinstance(found.get("output"), list) or not isinstance(found.get("status"), str):
            return False
        self._served_by(found)
        self._end(found, "", body)
        return True

    def _end(self, response: object, told: str, source: str) -> None:
        """Read the final response; its own status and error beat the name of the event that brought it."""
        self.ended = True
        if not isinstance(response, dict):
            self._ending = Ending.UNFINISHED
            return
        if response.get("error"):
            self.failures.append(source)
            return
        self._read_output(response.get("output"))
        self._count(response.get("usage"), sent="input_tokens", answered="output_tokens")
        match response.get("status") or told:
            case "completed":
                self._ending = Ending.COMPLETED
            case "incomplete":
                details = response.get("incomplete_details")
                reason = details.get("reason") if isinstance(details, dict) else None
                self._ending = _INCOMPLETE.get(str(reason), Ending.UNFINISHED)
            case "failed" | "cancelled":
                self.failures.append(source)
            case _:
                self._ending = Ending.UNFINISHED

    def _read_output(self, items: object) -> None:
        told_before = bool(self._text)
        for item in _objects(items):
            # A call of a tool is output; hidden thought is none.
            self.has_output |= str(item.get("type", "")).endswith("_call")
            for part in _objects(item.get("content")):
                refused = part.get("type") == "refusal"
                self._refused |= refused
                if not told_before:
                    self._output(part.get("refusal") if refused else part.get("text"), refused=refused)


class ChatReading(AnswerReading):
    """Chat Completions, and what is compatible with it."""

    def _read(self, found: Json, event: Event) -> None:
        self._read_chunk(found, event.data)

    def take(self, event: Event) -> None:
        """Read one event; the last one is no JSON."""
        if event.data.strip() == "[DONE]":
            self.ended = True
        else:
            super().take(event)

    def _read_whole(self, found: Json, body: str) -> bool:
        if not isinstance(found.get("choices"), list):
            return False
        self._read_chunk(found, body)
        return True

    def _read_chunk(self, found: Json, source: str) -> None:
        self._served_by(found)
        self._count(found.get("usage"), sent="prompt_tokens", answered="completion_tokens")
        choices = _objects(found.get("choices"))
        if found.get("error") or any(choice.get("error") for choice in choices):
            self.failures.append(source)
            return
        for choice in choices[:1]:
            self._read_choice(choice, source)

    def _read_choice(self, choice: Json, source: str) -> None:
        said = choice.get("delta") or choice.get("message")
        if isinstance(said, dict):
            if said.get("error"):
                self.failures.append(source)
            self._output(said.get("content"))
            self._output(said.get("refusal"), refused=True)
            self.has_output |= bool(said.get("tool_calls") or said.get("function_call"))
        reason = choice.get("finish_reason")
        if reason == "error":
            self.failures.append(source)
        elif isinstance(reason, str) and reason:
            self._ending = _CHAT_ENDINGS.get(reason.lower(), Ending.UNREADABLE)


def reading_for(endpoint: Endpoint) -> AnswerReading:
    """The reading for answers of that endpoint."""
    match endpoint:
        case Endpoint.RESPONSES:
            return ResponsesReading()
        case Endpoint.CHAT:
            return ChatReading()


def _tokens(count: object, before: int | None) -> int | None:
    """A count that can be one; a wrong one changes nothing."""
    possible = isinstance(count, int) and not isinstance(count, bool) and 0 <= count <= _MOST_TOKENS
    return int(str(count)) if possible else before


def _object(text: str) -> Json | None:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _objects(found: object) -> list[Json]:
    return [item for item in found if isinstance(item, dict)] if isinstance(found, list) else []
