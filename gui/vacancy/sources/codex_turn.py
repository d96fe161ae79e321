"""Codex turn: follows one turn of the app-server to its end, and makes evidence of it."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from vacancy.domain.evidence import MAX_BODY_CHARS, Answer, Ending, Evidence, ExceptionSeen
from vacancy.errors import CodexError, CodexTrouble
from vacancy.redaction import redact
from vacancy.sources.codex_app_server import AppServer, Notice
from vacancy.sources.codex_notices import (
    Completed,
    Counted,
    Counts,
    Delta,
    Failed,
    Item,
    ItemBegan,
    ItemFinished,
    Limited,
    Rerouted,
    TurnEnd,
    TurnError,
    cause_of,
    understood,
)
from vacancy.sources.codex_questions import RateLimits
from vacancy.sources.codex_windows import SPENT, full_windows

_MAX_TEXT = 500
_TOOLS = frozenset({
    *("commandExecution", "fileChange", "mcpToolCall", "dynamicToolCall", "collabAgentToolCall", "webSearch"),
    *("imageView", "imageGeneration", "subAgentActivity", "sleep"),
})  # fmt: skip
"""Items of a turn whose result Codex would send back, with a further request."""
_REQUEST_ID = re.compile(r"request id: ([\w\-]{1,80})")


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
        self._total_s: float | None = None
        self._text = ""
        self._served: str | None = None
        self._counts = Counts()
        self._limits = RateLimits()
        self._error: TurnError | None = None
        self._broke_off = False
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
            while not self._take(await server.notice()):
                pass
        except CodexError as error:
            if error.trouble is CodexTrouble.REFUSED:
                self._began = None
                raise
            self._broke_off = True
        finally:
            self._total_s = self._seconds()

    def evidence(self) -> Evidence:
        """What was seen."""
        seen = Evidence(
            endpoint="codex app-server",
            answer=None if self._error is not None or self._broke_off else self._answer(),
            first_output_s=self._first_output_s,
            total_s=self._total_s,
            requests_sent=1 if self.was_sent else 0,
        )
        if self._error is not None:
            return self._failure(seen, self._error)
        if self._broke_off:
            return replace(seen, exception=ExceptionSeen("CodexEnded", "Codex ended in the middle of a turn"))
        return seen

    def _take(self, notice: Notice) -> bool:
        """Take one notification; True when nothing that matters can follow."""
        match told := understood(notice):
            case ItemBegan():
                # The model has taken up a tool: it is there, and that is no answer.
                self._ending = Ending.EMPTY if told.item.type in _TOOLS else self._ending
                return told.item.type in _TOOLS
            case Delta():
                self._hear("")
            case ItemFinished():
                self._finish(told.item)
            case Counted():
                return self._count(told.token_usage.last)
            case Limited():
                self._limits = told.rate_limits
            case Rerouted():
                self._served = told.to_model
            case Failed():
                self._error = told.error
                return told.will_retry
            case Completed():
                self._end(told.turn)
                return True
            case None:
                pass
        return False

    def _finish(self, item: Item) -> None:
        if item.type == "agentMessage":
            self._hear(item.text)

    def _hear(self, text: str) -> None:
        if self._first_output_s is None:
            self._first_output_s = self._seconds()
        self._text = (self._text + text)[:_MAX_TEXT]

    def _count(self, counts: Counts) -> bool:
        """Tokens are counted when an answer is whole. One without a word is a tool's, whose result would follow."""
        self._counts = counts
        self._ending = self._ending if self._text else Ending.EMPTY
        return not self._text

    def _end(self, end: TurnEnd) -> None:
        match end.status:
            case "completed":
                self._ending = Ending.COMPLETED if self._text else Ending.EMPTY
            case "interrupted":
                self._error = end.error or TurnError(codex_error_info="interrupted")
            case "failed":
                self._error = end.error or self._error or TurnError()
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

    def _failure(self, seen: Evidence, error: TurnError) -> Evidence:
        word, status = cause_of(error)
        request_id = _REQUEST_ID.search(error.message)
        return replace(
            seen,
            status=status,
            headers=full_windows(self._limits.windows, self._now()) if word == SPENT else (),
            body=self._clean(error.message)[:MAX_BODY_CHARS],
            codex_error=word,
            request_id=None if request_id is None else request_id[1],
        )

    def _seconds(self) -> float | None:
        """Since the question went out."""
        return None if self._began is None else self._monotonic() - self._began

    def _clean(self, text: str) -> str:
        return redact(text, self._secrets)
