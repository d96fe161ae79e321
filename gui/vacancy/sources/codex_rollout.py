"""Reads one line of a Codex rollout: bytes in, what it states about a turn out. Pure.

A rollout holds the user's whole conversation. Only the fields named in the structures below are decoded; of the
answer itself only whether there was one. Every text that leaves this module is a short identifier of a known shape.
"""

import re
from datetime import datetime, timedelta

import msgspec

from vacancy.domain.usage import Usage, UsageWindow
from vacancy.sources.codex_failures import Failure, read_failure
from vacancy.sources.codex_rollout_lines import Answered, Born, Context, Ended, Limits, Line, Moved, Started
from vacancy.sources.vendor_text import instant, moment

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:/@+-]{0,99}")
"""A model, provider, plan, effort or id: one word, never a sentence."""
_WORD = re.compile(r"[a-z][a-z0-9_]{0,59}")
_KINDS = (
    b'"session_meta"', b'"turn_context"', b'"thread_settings_applied"', b'"task_started"', b'"task_complete"',
    b'"token_usage_record"', b'"token_count"',
)  # fmt: skip
_OWN_LIMIT = frozenset({None, "codex"})
"""The limit of the login as a whole; others count single models."""
_LONGEST_MS = 30 * 86_400_000
"""A month; what took longer was no turn."""
_LONGEST_MIN = 5_000_000
"""Some nine years; a longer window is none."""


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
        return None if at is None else Started(at, moment(self.started_at))


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
        turn, completed = _name(self.turn_id), moment(self.completed_at)
        if at is None or turn is None or completed is None:
            return None
        began = moment(self.started_at)
        if began is None and self.duration_ms is not None and 0 <= self.duration_ms <= _LONGEST_MS:
            began = at - timedelta(milliseconds=self.duration_ms)
        return Ended(
            at=at,
            turn=turn,
            completed=completed,
            began=began,
            first_output_s=_seconds(self.time_to_first_token_ms),
            answered=self.error is None and _says_something(self.last_agent_message),
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


def _says_something(message: msgspec.Raw) -> bool:
    """A text with something in it; nothing but its length and its first sign is looked at."""
    return len(message) > len('""') and bytes(memoryview(message)[:1]) == b'"'


def _http_status(detail: _HttpStatus | None) -> int | None:
    status = None if detail is None else detail.http_status_code
    return status if status is not None and 100 <= status <= 599 else None  # noqa: PLR2004 - the range of statuses


def _window(window: _Window) -> UsageWindow:
    minutes = window.window_minutes
    span = timedelta(minutes=minutes) if minutes is not None and 0 < minutes <= _LONGEST_MIN else None
    return UsageWindow(window.used_percent, span, moment(window.resets_at))


def _allowed(limits: _RateLimits) -> bool | None:
    """Credits let more through when a window is full; a limit that was named as reached does not."""
    if limits.credits is not None and (limits.credits.unlimited or limits.credits.has_credits):
        return True
    return None if bytes(limits.rate_limit_reached_type) == b"null" else False


def _name(text: str | None) -> str | None:
    return text if text is not None and _NAME.fullmatch(text) else None


def _word(text: str | None) -> str | None:
    return text if text is not None and _WORD.fullmatch(text) else None


def _seconds(milliseconds: float | None) -> float | None:
    return milliseconds / 1_000 if milliseconds is not None and 0 < milliseconds <= _LONGEST_MS else None
