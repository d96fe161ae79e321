"""Reads one line of a Codex rollout: bytes in, what it states about a turn out. Pure.

A rollout holds the user's whole conversation. Only the fields named in the structures below are decoded; of the
answer itself only whether there was one. Every text that leaves this module is a short identifier of a known shape.
"""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import msgspec

from vacancy.domain.usage import Usage, UsageWindow
from vacancy.sources.codex_failures import Failure, read_failure
from vacancy.sources.vendor_text import instant

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:/@+-]{0,99}")
"""A model, provider, plan, effort or id: one word, never a sentence."""
_WORD = re.compile(r"[a-z][a-z0-9_]{0,59}")
_KINDS = (
    b'"session_meta"', b'"turn_context"', b'"thread_settings_applied"', b'"task_started"', b'"task_complete"',
    b'"token_usage_record"', b'"token_count"',
)  # fmt: skip
_OWN_LIMIT = frozenset({None, "codex"})
"""The limit of the login as a whole; others count single models."""
_LATEST = 4_102_444_800
"""The year 2100; a later second is no time."""


@dataclass(frozen=True, slots=True)
class Born:
    """The first line of a session."""

    provider: str | None
    forked: bool
    """It begins with a copy of another session's turns, written down anew."""


@dataclass(frozen=True, slots=True)
class Moved:
    """The session asks another provider from now on."""

    provider: str


@dataclass(frozen=True, slots=True)
class Started:
    """A turn began."""

    at: datetime
    began: datetime | None


@dataclass(frozen=True, slots=True)
class Context:
    """Which model a turn uses."""

    turn: str | None
    model: str
    effort: str | None


@dataclass(frozen=True, slots=True)
class Answered:
    """One answer within a turn came through whole."""

    at: datetime
    turn: str
    output_tokens: int | None


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of the allowance was used up, by the last answer's headers."""

    usage: Usage


@dataclass(frozen=True, slots=True)
class Ended:
    """A turn is over."""

    at: datetime
    """When it was written down."""
    turn: str
    completed: datetime
    began: datetime | None
    first_output_s: float | None
    answered: bool
    failure: Failure | None
    """Not answered and no failure: it was not written down how it ended, as by old versions."""


Line = Born | Moved | Started | Context | Answered | Limits | Ended


def read_line(line: bytes) -> Line | None:
    """What the line states; None for a line that states nothing we know, or that cannot be read."""
    if not any(kind in line for kind in _KINDS):
        return None
    try:
        outer = msgspec.json.decode(line, type=_Outer)
        kind = outer.type
        if kind == "event_msg":
            kind = msgspec.json.decode(outer.payload, type=_Event).type
        form = _FORMS.get(kind)
        return None if form is None else msgspec.json.decode(outer.payload, type=form).stated(instant(outer.timestamp))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, OverflowError):
        return None


class _Outer(msgspec.Struct):
    timestamp: str = ""
    type: str = ""
    payload: msgspec.Raw = msgspec.Raw(b"null")


class _Event(msgspec.Struct):
    type: str = ""


class _Stating(msgspec.Struct):
    """The named fields of one kind of line."""

    def stated(self, at: datetime | None) -> Line | None:
        """What they state, written down at that moment."""
        raise NotImplementedError


class _Meta(_Stating):
    model_provider: str | None = None
    forked_from_id: str | None = None

    def stated(self, at: datetime | None) -> Line | None:  # noqa: ARG002 - a session's birth needs no time
        return Born(_name(self.model_provider), self.forked_from_id is not None)


class _ThreadSettings(msgspec.Struct):
    model_provider_id: str | None = None


class _Applied(_Stating):
    thread_settings: _ThreadSettings = msgspec.field(default_factory=_ThreadSettings)

    def stated(self, at: datetime | None) -> Line | None:  # noqa: ARG002 - it holds from here on
        provider = _name(self.thread_settings.model_provider_id)
        return None if provider is None else Moved(provider)


class _TaskStarted(_Stating):
    started_at: float | None = None

    def stated(self, at: datetime | None) -> Line | None:
        return None if at is None else Started(at, _moment(self.started_at))


class _TurnContext(_Stating):
    turn_id: str | None = None
    model: str | None = None
    effort: str | None = None

    def stated(self, at: datetime | None) -> Line | None:  # noqa: ARG002 - it holds for the whole turn
        model = _name(self.model)
        return None if model is None else Context(_name(self.turn_id), model, _name(self.effort))


class _Tokens(msgspec.Struct):
    output_tokens: int | None = None


class _UsageRecord(_Stating):
    turn_id: str | None = None
    usage: _Tokens = msgspec.field(default_factory=_Tokens)

    def stated(self, at: datetime | None) -> Line | None:
        turn = _name(self.turn_id)
        return None if at is None or turn is None else Answered(at, turn, self.usage.output_tokens)


class _Window(msgspec.Struct):
    used_percent: float = 0.0
    window_minutes: float | None = None
    resets_at: float | None = None


class _Credits(msgspec.Struct):
    has_credits: bool | None = None
    unlimited: bool | None = None


class _RateLimits(msgspec.Struct):
    limit_id: str | None = None
    primary: _Window | None = None
    secondary: _Window | None = None
    credits: _Credits | None = None
    plan_type: str | None = None
    rate_limit_reached_type: msgspec.Raw = msgspec.Raw(b"null")


class _TokenCount(_Stating):
    rate_limits: _RateLimits | None = None

    def stated(self, at: datetime | None) -> Line | None:
        limits = self.rate_limits
        if at is None or limits is None or limits.limit_id not in _OWN_LIMIT:
            return None
        windows = tuple(_window(window) for window in (limits.primary, limits.secondary) if window is not None)
        usage = Usage(at, windows, _name(limits.plan_type), _allowed(limits))
        return Limits(usage) if windows or usage.allowed is not None else None


class _HttpStatus(msgspec.Struct):
    http_status_code: int | None = None


class _Error(msgspec.Struct):
    message: str = ""
    codex_error_info: str | dict[str, _HttpStatus | None] | None = None


class _TaskComplete(_Stating):
    turn_id: str | None = None
    last_agent_message: msgspec.Raw = msgspec.Raw(b"null")
    error: _Error | None = None
    started_at: float | None = None
    completed_at: float | None = None
    duration_ms: float | None = None
    time_to_first_token_ms: float | None = None

    def stated(self, at: datetime | None) -> Line | None:
        turn, completed = _name(self.turn_id), _moment(self.completed_at)
        if at is None or turn is None or completed is None:
            return None
        began = _moment(self.started_at)
        if began is None and self.duration_ms is not None and 0 <= self.duration_ms < _LATEST:
            began = at - timedelta(milliseconds=self.duration_ms)
        return Ended(
            at=at,
            turn=turn,
            completed=completed,
            began=began,
            first_output_s=_seconds(self.time_to_first_token_ms),
            answered=self.error is None and bytes(memoryview(self.last_agent_message)[:1]) == b'"',
            failure=None if self.error is None else _failure(self.error),
        )


_FORMS: dict[str, type[_Stating]] = {
    "session_meta": _Meta,
    "thread_settings_applied": _Applied,
    "task_started": _TaskStarted,
    "turn_context": _TurnContext,
    "token_usage_record": _UsageRecord,
    "token_count": _TokenCount,
    "task_complete": _TaskComplete,
}


def _failure(error: _Error) -> Failure:
    """The cause by Codex's word for it; the message is only looked up in a table."""
    info = error.codex_error_info
    if isinstance(info, dict):
        word, detail = next(iter(info.items()), (None, None))
        return read_failure(_word(word), error.message, status=_http_status(detail))
    return read_failure(_word(info), error.message)


def _http_status(detail: _HttpStatus | None) -> int | None:
    status = None if detail is None else detail.http_status_code
    return status if status is not None and 100 <= status <= 599 else None  # noqa: PLR2004 - the range of statuses


def _window(window: _Window) -> UsageWindow:
    minutes = window.window_minutes
    span = timedelta(minutes=minutes) if minutes is not None and 0 < minutes < 1_000_000 else None  # noqa: PLR2004
    return UsageWindow(window.used_percent, span, _moment(window.resets_at))


def _allowed(limits: _RateLimits) -> bool | None:
    """Credits let more through when a window is full; a limit that was named as reached does not."""
    if limits.credits is not None and (limits.credits.unlimited or limits.credits.has_credits):
        return True
    return None if bytes(limits.rate_limit_reached_type) == b"null" else False


def _name(text: str | None) -> str | None:
    return text if text is not None and _NAME.fullmatch(text) else None


def _word(text: str | None) -> str | None:
    return text if text is not None and _WORD.fullmatch(text) else None


def _moment(seconds: float | None) -> datetime | None:
    return datetime.fromtimestamp(seconds, UTC) if seconds is not None and 0 < seconds < _LATEST else None


def _seconds(milliseconds: float | None) -> float | None:
    return milliseconds / 1_000 if milliseconds is not None and 0 < milliseconds < _LATEST else None
