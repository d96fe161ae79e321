"""The words for a cause: what went wrong, and what is affected by it."""

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
