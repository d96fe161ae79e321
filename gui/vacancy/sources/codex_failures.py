"""Codex's sentences for a failed turn, as a closed table.

Codex writes a word for most causes. Where it writes only `other`, and in its log, where it writes no word at all, the
cause stands in a sentence. Such a sentence can quote what the provider said, and a provider can quote the user; so
nothing of it leaves this module but a word, a sentence of this table and a number.
"""

import re
from dataclasses import dataclass

OTHER = "other"
"""Codex's word for a cause that it has no word for."""

_LONGEST = 4_000
"""Characters of a message that are looked at."""
_STATUS = re.compile(r"(?:unexpected status|exceeded retry limit, last status:) ([1-5]\d\d)\b")
_MODEL_MISSING = re.compile(r"unexpected status 404 not found: the model\b[^.]{0,120} does not exist")
"""Versions before 0.171 took it for any other refusal."""
_APOSTROPHES = str.maketrans({"\u2019": "'"})
_PREFIX = "stream disconnected before completion: "
"""What Codex puts before a cause that it met while an answer was coming."""

_WORDS = {
    "selected model is at capacity": "server_overloaded",
    "flex capacity unavailable": "flex_unavailable",
    "policy-restricted capacity is unavailable": "policy_capacity_unavailable",
    "you've hit your usage limit": "usage_limit_exceeded",
    "quota exceeded": "usage_limit_exceeded",
    "to use codex with your chatgpt plan": "usage_limit_exceeded",
    "rate limit exceeded": "rate_limit_exceeded",
    "exceeded retry limit": "response_too_many_failed_attempts",
    "unexpected status": "http_connection_failed",
    "we're currently experiencing high demand": "internal_server_error",
    "codex ran out of room in the model's context": "context_window_exceeded",
}
"""How Codex's own sentences begin, with the word that the same cause has where Codex writes one."""
_SENTENCES = {
    "is not supported when using codex with a chatgpt account": (
        "The model is not supported when using Codex with a ChatGPT account."
    ),
    "incomplete response returned, reason: content_filter": "Incomplete response returned, reason: content_filter",
    "incomplete response returned": "Incomplete response returned",
    "idle timeout waiting for sse": "Idle timeout waiting for SSE",
    "stream disconnected before completion": "Stream disconnected before completion",
    "error sending request": "Error sending request",
}
"""Causes without a word, by what stands in the message. The first that is found decides: inner before outer."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a turn failed, in Codex's words or in ours, never in the provider's or the user's."""

    word: str
    """Codex's own, in snake case."""
    status: int | None = None
    sentence: str | None = None
    """One of this module's, for a cause without a word."""


def read_failure(word: str | None, message: str, *, status: int | None = None) -> Failure:
    """The failure that a word and a message tell. A word that says something is taken at it."""
    said = " ".join(message[:_LONGEST].translate(_APOSTROPHES).lower().split())
    if _MODEL_MISSING.match(said):
        return Failure("model_not_found")
    if word is not None and word != OTHER:
        return Failure(word, status)
    inner = said.removeprefix(_PREFIX)
    known = next((means for beginning, means in _WORDS.items() if inner.startswith(beginning)), None)
    if known is not None:
        number = _STATUS.match(inner)
        return Failure(known, int(number[1]) if status is None and number is not None else status)
    return Failure(OTHER, status, next((ours for part, ours in _SENTENCES.items() if part in said), None))
