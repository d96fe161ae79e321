"""Evidence: what one probe saw, and nothing else. What it means is decided in `outcome`."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

MAX_BODY_CHARS = 65_536
"""Longest body kept in evidence; sources cut before they build it. Error answers fit many times over."""


class Ending(StrEnum):
    """How an answer that came through ended, as its own protocol says."""

    COMPLETED = "completed"
    TOKEN_LIMIT = "token_limit"  # noqa: S105 - tokens of text
    REFUSED = "refused"
    """The model declined, or a filter cut the answer."""
    EMPTY = "empty"
    """A well-formed answer without any output."""
    UNFINISHED = "unfinished"
    """The stream stopped without its final event."""
    UNREADABLE = "unreadable"
    """A success status, and a body that is no answer of this protocol."""


@dataclass(frozen=True, slots=True)
class ExceptionSeen:
    """An exception as raised in a client: its class name, its text, and what caused it."""

    type: str
    message: str
    cause: "ExceptionSeen | None" = None

    def chain(self) -> "tuple[ExceptionSeen, ...]":
        """This exception and its causes, outermost first, sixteen at most."""
        links: list[ExceptionSeen] = []
        link: ExceptionSeen | None = self
        while link is not None and len(links) < 16:  # noqa: PLR2004 - a bound, not a meaning
            links.append(link)
            link = link.cause
        return tuple(links)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a success status carried, read by the rules of its protocol."""

    ending: Ending
    served_model: str | None = None
    """The model that the answer says produced it."""
    text: str = ""
    """The first 500 characters at most."""
    output_tokens: int | None = None
    """As the provider counted them; None where it did not say."""
    input_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """What one probe saw. Secrets are removed before it is built; everything in it is bounded."""

    started_at: datetime | None = None
    finished_at: datetime | None = None
    asked_model: str | None = None
    endpoint: str | None = None
    """Path or host asked, where known."""
    status: int | None = None
    """HTTP status; None when no HTTP answer came."""
    headers: tuple[tuple[str, str], ...] = ()
    """Lower-case names, only those that say something about the cause or the wait."""
    body: str | None = None
    exception: ExceptionSeen | None = None
    stream_events: tuple[str, ...] = ()
    """Data of the stream events that matter for the cause (errors, failures), oldest first."""
    answer: Answer | None = None
    """None when there was no success status or the stream reported a failure instead."""
    first_output_s: float | None = None
    """Seconds from sending to the first output."""
    total_s: float | None = None
    """Seconds from sending to the end."""
    request_id: str | None = None
    codex_error: str | None = None
    """Codex's own word for the cause, in snake case as in its rollouts ("server_overloaded"), where Codex met it."""
    requests_sent: int = field(default=1)
    """Requests that reached the network for this evidence; what the daily cap counts."""

    def header(self, name: str) -> str | None:
        """The value of a header by its lower-case name."""
        return next((value for key, value in self.headers if key == name), None)


_REQUEST_IDS = ("x-request-id", "request-id", "apim-request-id")


def request_id_in(headers: tuple[tuple[str, str], ...]) -> str | None:
    """The id that support asks for, under the name that says it best; header names in lower case."""
    found = dict(headers)
    return next((found[name] for name in _REQUEST_IDS if found.get(name)), None)
