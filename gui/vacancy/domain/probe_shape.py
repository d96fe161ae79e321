"""Probe shape: how a probe is worded, and what to change when a model refuses the wording.

Models differ in what they accept: an effort word, the name of the token limit, sixteen tokens at least, no stream.
A refusal of that sort says nothing about the model's room, so it leads to the next shape instead of a verdict, and
the shape that worked is remembered.

The first shape
    * Effort `low`, for the Responses API: the one word that every reasoning generation since o1 knows. `none` and
      `minimal` are refused by one half of them each, and would save nothing: sixteen tokens are the cap in any case.
      A model that does not reason refuses it in plain words, and is then asked without. Chat Completions are asked
      without from the start, because most that is compatible with them has never heard of efforts.
    * `max_tokens` for Chat Completions: a server that does not know a field ignores it in silence, and would write
      without a limit; one that wants the newer name says so.
    * No temperature, because the default is accepted everywhere.
    * An effort that the user chose is never changed: an answer without it would not be about what they listed.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

from vacancy.domain.catalog import ConnectionKind, ModelEntry
from vacancy.domain.evidence import Evidence

QUESTION = "Reply with OK."
"""What every model is asked."""
LEAST_TOKENS = 16
"""The smallest output limit that the GPT-5 family accepts."""
_MOST_TOKENS = 1024
"""No probe asks for more, whatever a model wants."""
_ROOM_TO_THINK = 256
"""Enough for a model that answers with an error when its thought does not fit into the limit."""
_LOOKED_AT = 8_000
"""Characters of a body that are searched; complaints about parameters are short."""
_EFFORTS = ("none", "minimal", "low", "medium", "high", "xhigh", "max", "ultra")
"""From the least to the most."""


class Endpoint(StrEnum):
    """Where a model is asked; the value is the path below the base URL."""

    RESPONSES = "responses"
    CHAT = "chat/completions"


class TokenField(StrEnum):
    """The name under which the output limit is sent."""

    MAX_OUTPUT_TOKENS = "max_output_tokens"
    MAX_COMPLETION_TOKENS = "max_completion_tokens"
    MAX_TOKENS = "max_tokens"
    NONE = "none"
    """No limit is sent; the question alone keeps the answer short."""


@dataclass(frozen=True, slots=True)
class Shape:
    """One wording of the probe."""

    endpoint: Endpoint
    token_field: TokenField
    tokens: int = LEAST_TOKENS
    effort: str | None = None
    effort_is_users: bool = False
    temperature: float | None = None
    stream: bool = True
    store: bool | None = None
    """None leaves the field out."""
    asked_as: ConnectionKind = ConnectionKind.OPENAI
    """The kind of the connection it was made for; the user may change that, and then nothing is known any more."""


def first_shape(entry: ModelEntry, kind: ConnectionKind) -> Shape:
    """The wording for a model of which nothing is known."""
    is_users = entry.effort is not None
    match kind:
        case ConnectionKind.OPENAI:
            return Shape(
                Endpoint.RESPONSES,
                TokenField.MAX_OUTPUT_TOKENS,
                effort=entry.effort or "low",
                effort_is_users=is_users,
                store=False,
                asked_as=kind,
            )
        case ConnectionKind.OPENAI_CHAT:
            effort = entry.effort
            return Shape(Endpoint.CHAT, TokenField.MAX_TOKENS, effort=effort, effort_is_users=is_users, asked_as=kind)
        case ConnectionKind.CODEX:
            raise ValueError("Codex sessions are watched, not asked")


def next_shape(shape: Shape, evidence: Evidence) -> Shape | None:
    """The wording to try instead, None when the evidence is no complaint about our wording that we can answer."""
    if evidence.status not in {400, 404, 422}:
        return None
    text = (evidence.body or "")[:_LOOKED_AT].lower()
    if _NOT_OURS.search(text) or not _REFUSES.search(text):
        return None
    for remedy in _REMEDIES:
        changed = remedy(shape, text)
        if changed is not None and changed != shape:
            return changed
    return None


_REFUSES = re.compile(
    r"unsupported|unrecogni[sz]ed|unknown|unexpected|invalid|not (?:support|allow|permit|accept|recogni[sz])"
    r"|(?:can|could) ?not|must be|mandatory|only|expected|below minimum|extra inputs|extra_forbidden"
)
_NOT_OURS = re.compile(r"must be verified|verify organization|api[ _]key|quota|billing|does not exist|invalid url")
"""Refusals that may name a parameter, and mean the account, the model or the address."""


def _endpoint(shape: Shape, text: str) -> Shape | None:
    """The model is spoken to elsewhere, and the answer says where."""
    if shape.endpoint is Endpoint.CHAT and re.search(r"v1/responses|responses (?:api|endpoint)|not a chat model", text):
        return replace(
            shape, endpoint=Endpoint.RESPONSES, token_field=TokenField.MAX_OUTPUT_TOKENS, store=False, temperature=None
        )
    elsewhere = re.search(r"v1/chat/completions|chat completions (?:api|endpoint)", text)
    if shape.endpoint is Endpoint.RESPONSES and elsewhere:
        return replace(shape, endpoint=Endpoint.CHAT, token_field=TokenField.MAX_TOKENS, store=None)
    return None


def _effort(shape: Shape, text: str) -> Shape | None:
    """The effort is not known to the model, or the model has none."""
    if shape.effort is None or shape.effort_is_users:
        return None
    listed = re.search(r"(?:supported values are|expected one of|must be one of|one of|allowed values)(.{0,200})", text)
    known = set(re.findall(r"[a-z]+", listed.group(1))) if listed else set()
    accepted = [word for word in _EFFORTS if word in known]
    named = re.search(r"effort|['\":] {0,1}reasoning\b|\breasoning (?:is|parameter)", text)
    if accepted and (named or re.search(rf"\b{re.escape(shape.effort)}\b", text)):
        return replace(shape, effort=accepted[0] if accepted[0] != shape.effort else None)
    return replace(shape, effort=None) if named else None


def _tokens(shape: Shape, text: str) -> Shape | None:
    """The limit is too low, or is sent under a name that the model does not accept."""
    if shape.token_field is TokenField.NONE or not re.search(r"\bmax_\w{0,20}tokens\b|output limit", text):
        return None
    if "output limit was reached" in text:
        return replace(shape, tokens=_ROOM_TO_THINK)
    least = re.search(r"(?:>=|at least|greater than or equal to|minimum (?:value )?(?:of|is))\s{0,3}(\d{1,6})\b", text)
    if least:
        wanted = int(least.group(1))
        return replace(shape, tokens=wanted) if shape.tokens < wanted <= _MOST_TOKENS else None
    if not re.search(rf"\b{shape.token_field}\b", text):
        return None
    return replace(shape, token_field=_AFTER[shape.token_field])


_AFTER = {
    TokenField.MAX_TOKENS: TokenField.MAX_COMPLETION_TOKENS,
    TokenField.MAX_COMPLETION_TOKENS: TokenField.NONE,
    TokenField.MAX_OUTPUT_TOKENS: TokenField.NONE,
    TokenField.NONE: TokenField.NONE,
}


def _stream(shape: Shape, text: str) -> Shape | None:
    """Streams are refused, or demanded."""
    if not re.search(r"\bstream(?:ing|ed)?\b", text):
        return None
    demanded = re.search(
        r"must be (?:set to )?true|is required|requires? stream|only supports? stream|non-stream", text
    )
    return replace(shape, stream=bool(demanded))


def _store(shape: Shape, text: str) -> Shape | None:
    """The wish not to keep the answer is refused."""
    return replace(shape, store=None) if re.search(r"\bstore\b", text) else None


def _temperature(shape: Shape, text: str) -> Shape | None:
    """The temperature is refused, or one value of it is demanded."""
    if "temperature" not in text:
        return None
    demanded = re.search(r"only (?:the default \()?(\d{1,2}(?:\.\d{1,3})?)\b", text)
    if demanded and shape.temperature is None:
        return replace(shape, temperature=float(demanded.group(1)))
    return replace(shape, temperature=None)


_REMEDIES: tuple[Callable[[Shape, str], Shape | None], ...] = (
    # The token limit is asked about before the effort: its complaints also hold words such as "max".
    _tokens,
    _temperature,
    _store,
    _stream,
    _effort,
    _endpoint,
)
"""In order; the first that changes the shape answers the complaint."""
