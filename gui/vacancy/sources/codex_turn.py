"""Codex turn: follows one turn of the app-server to its end, and makes evidence of it."""

import logging
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

import msgspec

from vacancy.domain.evidence import MAX_BODY_CHARS, Answer, Ending, Evidence, ExceptionSeen
from vacancy.domain.payload import as_code
from vacancy.domain.usage import FULL
from vacancy.errors import CodexError
from vacancy.redaction import redact
from vacancy.sources.codex_app_server import AppServer, Notice
from vacancy.sources.codex_questions import RateLimits

_logger = logging.getLogger(__name__)

_T = TypeVar("_T")
_MAX_TEXT = 500
_USAGE_LIMIT = "usage_limit_exceeded"
_TOOLS = frozenset({
    *("commandExecution", "fileChange", "mcpToolCall", "dynamicToolCall", "collabAgentToolCall", "webSearch"),
    *("imageView", "imageGeneration", "subAgentActivity", "sleep"),
})  # fmt: skip
"""Items of a turn whose result Codex would send back, with a further request."""
_REQUEST_ID = re.compile(r"request id: ([\w\-]{1,80})")


class _Error(msgspec.Struct, rename="camel"):
    message: str = ""
    codex_error_info: str | dict[str, msgspec.Raw] | None = None


class _Status(msgspec.Struct, rename="camel"):
    http_status_code: int | None = None


class _Item(msgspec.Struct):
    type: str
    text: str = ""


class _Began(msgspec.Struct):
    item: _Item


class _Finished(msgspec.Struct):
    item: _Item


class _Delta(msgspec.Struct):
    delta: str


class _Counts(msgspec.Struct, rename="camel"):
    input_tokens: int | None = None
    output_tokens: int | None = None


class _LastCounts(msgspec.Struct):
    last: _Counts


class _Counted(msgspec.Struct, rename="camel"):
    token_usage: _LastCounts


class _Limited(msgspec.Struct, rename="camel"):
    rate_limits: RateLimits


class _Rerouted(msgspec.Struct, rename="camel"):
    to_model: str


class _Failed(msgspec.Struct, rename="camel"):
    error: _Error
    will_retry: bool = False


class _End(msgspec.Struct):
    status: str
    error: _Error | None = None


class _Completed(msgspec.Struct):
    turn: _End


_Told = _Began | _Finished | _Delta | _Counted | _Limited | _Rerouted | _Failed | _Completed
_KINDS: dict[str, type[_Told]] = {
    "item/started": _Began,
    "item/completed": _Finished,
    "item/agentMessage/delta": _Delta,
    "thread/tokenUsage/updated": _Counted,
    "account/rateLimits/updated": _Limited,
    "model/rerouted": _Rerouted,
    "error": _Failed,
    "turn/completed": _Completed,
}
"""What is listened to, by the method that brings it."""


class Turn:
    """One turn: what was seen of it so far, also when it never ends.

    Args:
        now: The wall clock, aware and in UTC.
        monotonic: Seconds that never go back.
        secrets: Texts that must not be kept.
    """

    def __init__(
        self, *, now: Callable[[], datetime], monotonic: Callable[[], float], secrets: tuple[str, ...] = ()
    ) -> None:
        self._now = now
        self._monotonic = monotonic
        self._secrets = secrets
        self._began: float | None = None
        self._first_output_s: float | None = None
        self._text = ""
        self._served: str | None = None
        self._counts = _Counts()
        self._limits = RateLimits()
        self._error: _Error | None = None
        self._broke: CodexError | None = None
        self._ending = Ending.UNREADABLE
        """Until something says how it ended."""

    @property
    def was_sent(self) -> bool:
        """The question has gone to Codex, so a request may have gone out."""
        return self._began is not None

    def serve(self, *, asked: str, started: str | None) -> None:
        """Codex has begun a conversation; if that is with another model than was asked for, that one will answer."""
        self._served = None if started == asked else started

    async def follow(self, server: AppServer, question: dict[str, object]) -> None:
        """Start the turn and follow it to its end, or to the first sign that a second request would follow.

        Raises:
            CodexError: Codex did not take the question, and nothing was sent.
        """
        self._began = self._monotonic()
        try:
            await server.ask("turn/start", question)
        except CodexError:
            self._began = None
            raise
        try:
            while not self._take(await server.notice()):
                pass
        except CodexError as error:
            self._broke = error

    def evidence(self) -> Evidence:
        """What was seen."""
        seen = Evidence(
            endpoint="codex app-server",
            answer=self._answer() if self._error is None and self._broke is None else None,
            first_output_s=self._first_output_s,
            total_s=self._seconds(),
            requests_sent=1 if self.was_sent else 0,
        )
        if self._error is not None:
            return self._failure(seen, self._error)
        if self._broke is not None:
            return replace(seen, exception=ExceptionSeen("CodexEnded", self._clean(self._broke.in_one_line)))
        return seen

    def _take(self, notice: Notice) -> bool:
        """Take one notification; True when nothing that matters can follow."""
        kind = _KINDS.get(notice.method)
        told = None if kind is None else _read(notice, kind)
        match told:
            case _Began():
                # The model has taken up a tool: it is there, and that is no answer.
                self._ending = Ending.EMPTY if told.item.type in _TOOLS else self._ending
                return told.item.type in _TOOLS
            case _Delta():
                self._hear("")
            case _Finished():
                self._finish(told.item)
            case _Counted():
                return self._count(told.token_usage.last)
            case _Limited():
                self._limits = told.rate_limits
            case _Rerouted():
                self._served = told.to_model
            case _Failed():
                self._error = told.error
                return told.will_retry
            case _Completed():
                self._end(told.turn)
                return True
            case None:
                return kind is _Completed
        return False

    def _finish(self, item: _Item) -> None:
        if item.type == "agentMessage":
            self._hear(item.text)

    def _hear(self, text: str) -> None:
        if self._first_output_s is None:
            self._first_output_s = self._seconds()
        self._text = (self._text + text)[:_MAX_TEXT]

    def _count(self, counts: _Counts) -> bool:
        """Tokens are counted when an answer is whole. One without a word is a tool's, whose result would follow."""
        self._counts = counts
        self._ending = self._ending if self._text else Ending.EMPTY
        return not self._text

    def _end(self, end: _End) -> None:
        match end.status:
            case "completed":
                self._ending = Ending.COMPLETED if self._text else Ending.EMPTY
            case "interrupted":
                self._error = end.error or _Error(codex_error_info="interrupted")
            case "failed":
                self._error = end.error or self._error or _Error()
            case _:
                self._ending = Ending.UNREADABLE

    def _answer(self) -> Answer:
        return Answer(
            self._ending,
            self._served,
            self._clean(self._text),
            output_tokens=self._counts.output_tokens,
            input_tokens=self._counts.input_tokens,
        )

    def _failure(self, seen: Evidence, error: _Error) -> Evidence:
        word, status = _cause(error)
        request_id = _REQUEST_ID.search(error.message)
        return replace(
            seen,
            status=status,
            headers=self._full_windows() if word == _USAGE_LIMIT else (),
            body=self._clean(error.message)[:MAX_BODY_CHARS],
            codex_error=word,
            request_id=None if request_id is None else request_id[1],
        )

    def _full_windows(self) -> tuple[tuple[str, str], ...]:
        """The windows that are used up, under the names of the headers from which Codex has them."""
        pairs: list[tuple[str, str]] = []
        for name, window in (("primary", self._limits.primary), ("secondary", self._limits.secondary)):
            if window is not None and window.resets_at is not None and window.used_percent >= FULL:
                left = window.resets_at - self._now().timestamp()
                pairs.append((f"x-codex-{name}-used-percent", f"{window.used_percent:g}"))
                pairs.append((f"x-codex-{name}-reset-after-seconds", f"{left:.0f}"))
        return tuple(pairs)

    def _seconds(self) -> float | None:
        """Since the question went out."""
        return None if self._began is None else self._monotonic() - self._began

    def _clean(self, text: str) -> str:
        return redact(text, self._secrets)


def _cause(error: _Error) -> tuple[str, int | None]:
    """Codex's word in snake case, as in its rollouts, and the HTTP status where the word has one beside it."""
    told = error.codex_error_info
    if told is None or isinstance(told, str):
        return as_code(told or "other"), None
    name, details = next(iter(told.items()), ("other", msgspec.Raw(b"{}")))
    try:
        status = msgspec.json.decode(details, type=_Status).http_status_code
    except msgspec.DecodeError:
        status = None
    return as_code(name), status


def _read(notice: Notice, kind: type[_T]) -> _T | None:
    try:
        return msgspec.json.decode(notice.params, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        _logger.info("codex_notice_unreadable method=%s", notice.method[:80])
        return None
