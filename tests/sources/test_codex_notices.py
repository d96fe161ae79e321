"""What the app-server says during a turn, as values; the turn that they tell is tested in `test_codex_turn`."""

import json

import msgspec
import pytest

from vacancy.sources.codex_app_server import Notice
from vacancy.sources.codex_notices import (
    Completed,
    Counted,
    Delta,
    Failed,
    ItemBegan,
    ItemFinished,
    Limited,
    Rerouted,
    TurnError,
    cause_of,
    understood,
)

ITEM = {"item": {"type": "agentMessage", "text": "OK", "id": "1"}}


def notice(method, params):
    """A notification as it comes over the line."""
    return Notice(method, msgspec.Raw(params if isinstance(params, bytes) else json.dumps(params).encode()))


@pytest.mark.parametrize(
    ("method", "params", "kind"),
    [
        ("item/started", ITEM, ItemBegan),
        ("item/completed", ITEM, ItemFinished),
        ("item/agentMessage/delta", {"delta": "O"}, Delta),
        ("thread/tokenUsage/updated", {"tokenUsage": {"last": {"inputTokens": 3, "later": 1}}}, Counted),
        ("account/rateLimits/updated", {"rateLimits": {"primary": None}}, Limited),
        ("model/rerouted", {"toModel": "gpt-6-luna"}, Rerouted),
        ("error", {"error": {"message": "m"}, "willRetry": True}, Failed),
        ("turn/completed", {"turn": {"status": "failed", "error": None}}, Completed),
    ],
)
def test_each_notification_that_matters_is_a_value_of_its_own(method, params, kind):
    """Fields that a later version adds are passed over."""
    assert type(understood(notice(method, params))) is kind


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("invented/tomorrow", {}),
        ("item/started", {}),
        ("item/agentMessage/delta", b"\xff"),
        ("error", b"[" * 100_000),
        ("account/rateLimits/updated", {"rateLimits": {"primary": {"usedPercent": "half"}}}),
    ],
)
def test_what_cannot_be_understood_is_passed_over(method, params):
    """Nobody guesses, and the turn goes on."""
    assert understood(notice(method, params)) is None


@pytest.mark.parametrize("params", [{}, {"turn": 3}, b"", b"\xff"])
def test_an_end_is_an_end_even_where_nobody_can_read_it(params):
    """It would be waited for until the time is over; how it ended is not known, which is no success."""
    assert understood(notice("turn/completed", params)).turn.status == "unreadable"


@pytest.mark.parametrize(
    ("info", "cause"),
    [
        (b"null", ("other", None)),
        (b'"serverOverloaded"', ("server_overloaded", None)),
        (b'{"httpConnectionFailed": {"httpStatusCode": 503}}', ("http_connection_failed", 503)),
        (b'{"httpConnectionFailed": {"httpStatusCode": null}}', ("http_connection_failed", None)),
        (b'{"responseStreamDisconnected": 7}', ("response_stream_disconnected", None)),
        (b"{}", ("other", None)),
    ],
)
def test_the_cause_is_codexs_word_with_the_status_beside_it(info, cause):
    """In snake case, as in the sessions that it writes, so that one table judges both."""
    error = msgspec.json.decode(b'{"codexErrorInfo": ' + info + b"}", type=TurnError)
    assert cause_of(error) == cause
