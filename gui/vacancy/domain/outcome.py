"""Outcome: the cause that evidence shows.

Every verdict rests on this one judgement. `classify` reads the evidence into a digest once and walks an
ordered table of rules; the first rule that matches decides, and its name travels with the outcome so that
anybody can ask why.
"""

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """The causes; they call for different actions, so they never share a word."""

    OK = "ok"
    AT_CAPACITY = "at_capacity"
    RATE_LIMITED = "rate_limited"
    QUOTA_EXHAUSTED = "quota_exhausted"
    AUTH_FAILED = "auth_failed"
    MODEL_UNAVAILABLE = "model_unavailable"
    BAD_REQUEST = "bad_request"
    SERVER_ERROR = "server_error"
    NETWORK = "network"
    OK_BUT_ODD = "ok_but_odd"


class Scope(StrEnum):
    """What is affected."""

    MODEL = "model"
    ACCOUNT = "account"
    PROVIDER = "provider"
    REQUEST = "request"
    NETWORK = "network"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The cause that one probe's evidence shows."""

    kind: Kind
    scope: Scope
    transient: bool
    """May clear within about an hour without changing key, payment, model, request or network settings."""
    rule: str
    """Name of the rule that decided."""
    retry_after_s: float | None = None
    """Seconds that the answer asked to wait, counted from its end; None when it named none that can be true."""
    request_id: str | None = None
    detail: str | None = None
    """What the other side said, in one bounded line without secrets; vendor text, to be shown as plain text."""
