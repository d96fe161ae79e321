"""Codex notices: what the app-server says during a turn, as typed values. What is not known is passed over."""

import logging

import msgspec

from vacancy.domain.payload import as_code
from vacancy.sources.codex_app_server import Notice
from vacancy.sources.codex_failures import OTHER
from vacancy.sources.codex_questions import RateLimits

_logger = logging.getLogger(__name__)


class TurnError(msgspec.Struct, rename="camel"):
    """Why a turn failed."""

    message: str = ""
    codex_error_info: str | dict[str, msgspec.Raw] | None = None
    """Codex's own word, alone or as the name of an object with details."""


class Item(msgspec.Struct):
    """One step of a turn: something said, thought or done."""

    type: str
    text: str = ""


class ItemBegan(msgspec.Struct):
    """A step begins."""

    item: Item


class ItemFinished(msgspec.Struct):
    """A step is done."""

    item: Item


class Delta(msgspec.Struct):
    """A piece of the answer has come."""

    delta: str


class Counts(msgspec.Struct, rename="camel"):
    """Tokens, as the provider counted them."""

    input_tokens: int | None = None
    output_tokens: int | None = None


class CountsSoFar(msgspec.Struct):
    """The tokens of the last request."""

    last: Counts


class Counted(msgspec.Struct, rename="camel"):
    """An answer of the provider's is whole."""

    token_usage: CountsSoFar


class Limited(msgspec.Struct, rename="camel"):
    """How full the windows of the login are."""

    rate_limits: RateLimits


class Rerouted(msgspec.Struct, rename="camel"):
    """Another model answers."""

    to_model: str


class Failed(msgspec.Struct, rename="camel"):
    """Something went wrong, for good or for now."""

    error: TurnError
    will_retry: bool = False


class TurnEnd(msgspec.Struct):
    """How a turn ended: `completed`, `failed`, `interrupted`, or in a way that is not known."""

    status: str
    error: TurnError | None = None


class Completed(msgspec.Struct):
    """The turn is over."""

    turn: TurnEnd


class _Status(msgspec.Struct, rename="camel"):
    http_status_code: int | None = None


Told = ItemBegan | ItemFinished | Delta | Counted | Limited | Rerouted | Failed | Completed

_KINDS: dict[str, type[Told]] = {
    "item/started": ItemBegan,
    "item/completed": ItemFinished,
    "item/agentMessage/delta": Delta,
    "thread/tokenUsage/updated": Counted,
    "account/rateLimits/updated": Limited,
    "model/rerouted": Rerouted,
    "error": Failed,
    "turn/completed": Completed,
}
"""What is listened to, by the method that brings it."""


def understood(notice: Notice) -> Told | None:
    """What a notification tells; None for what is of no interest here. The end of a turn is always one."""
    kind = _KINDS.get(notice.method)
    if kind is None:
        return None
    try:
        return msgspec.json.decode(notice.params, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        _logger.info("codex_notice_unreadable method=%s", notice.method)
        return Completed(TurnEnd("unreadable")) if kind is Completed else None


def cause_of(error: TurnError) -> tuple[str, int | None]:
    """Codex's word in snake case, as in its rollouts, and the HTTP status where the word has one beside it."""
    told = error.codex_error_info
    if told is None or isinstance(told, str):
        return as_code(told or OTHER), None
    name, details = next(iter(told.items()), (OTHER, msgspec.Raw(b"{}")))
    try:
        status = msgspec.json.decode(details, type=_Status).http_status_code
    except msgspec.DecodeError:
        status = None
    return as_code(name), status
