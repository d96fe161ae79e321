"""What evidence a turn of Codex makes, also in shapes that the real program shows seldom."""

import asyncio
import json
from dataclasses import replace
from datetime import timedelta

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakes.clock import START
from vacancy.domain.evidence import Ending
from vacancy.domain.outcome import Kind, classify
from vacancy.errors import CodexError, CodexTrouble
from vacancy.sources.codex_app_server import Notice
from vacancy.sources.codex_turn import Turn

DONE = ("turn/completed", {"turn": {"status": "completed"}})
SAID = ("item/completed", {"item": {"type": "agentMessage", "text": "OK"}})
SECRET = "own-key-without-a-known-shape"


class Script:
    """An app-server that says what it is given, and then ends."""

    def __init__(self, notices, *, trouble=None):
        self.left = [Notice(method, msgspec.Raw(json.dumps(params).encode())) for method, params in notices]
        self.trouble = trouble

    async def ask(self, _method, _params):
        """Take the question, or refuse it."""
        if self.trouble:
            raise CodexError(self.trouble, "Codex does not take it")

    async def notice(self):
        """The next line of the script."""
        if not self.left:
            raise CodexError(CodexTrouble.NOT_STARTED, "Codex ended without an answer")
        return self.left.pop(0)


def followed(*notices, **options):
    """The evidence of that turn, and what it did not wait for."""
    script = Script(notices, **options)
    turn = Turn(now=lambda: START, monotonic=iter(range(1000)).__next__, secrets=(SECRET,))
    turn.serve(asked="gpt-5.5", started="gpt-5.5")
    asyncio.run(turn.follow(script, {}))
    return turn.evidence(), len(script.left)


def failed(info, message="what nobody knows", *, retry=False):
    """A failure, as a notification and as the end of the turn."""
    error = {"message": message, "codexErrorInfo": info}
    return ("error", {"error": error, "willRetry": retry}), (
        "turn/completed",
        {"turn": {"status": "failed", "error": error}},
    )


@pytest.mark.parametrize(
    ("info", "word", "status"),
    [
        ("serverOverloaded", "server_overloaded", None),
        ("policyCapacityUnavailable", "policy_capacity_unavailable", None),
        ({"httpConnectionFailed": {"httpStatusCode": 502}}, "http_connection_failed", 502),
        ({"responseStreamDisconnected": {"httpStatusCode": None}}, "response_stream_disconnected", None),
        ({"activeTurnNotSteerable": {"turnKind": "review"}}, "active_turn_not_steerable", None),
        ({"inventedTomorrow": 7}, "invented_tomorrow", None),
        ({}, "other", None),
        (None, "other", None),
    ],
)
def test_codexs_word_is_told_as_its_rollouts_tell_it(info, word, status):
    """The word is in snake case, whatever shape it comes in, with the status that stands beside it."""
    seen, _ = followed(*failed(info))
    assert (seen.codex_error, seen.status, seen.answer) == (word, status, None)
    assert classify(seen).kind is not Kind.OK


def test_the_first_sign_of_a_retry_ends_it():
    """When Codex says that it will ask again, nobody waits for that, and the cause is what it said."""
    seen, left = followed(*failed("serverOverloaded", retry=True), SAID, DONE)
    assert (seen.codex_error, left) == ("server_overloaded", 3)


def test_another_model_in_its_place_is_named():
    """An answer by a model that Codex took instead proves nothing about the one that was asked."""
    seen, _ = followed(("model/rerouted", {"toModel": "gpt-6-luna"}), SAID, DONE)
    assert classify(replace(seen, asked_model="gpt-5.5")).kind is Kind.OK_BUT_ODD


@pytest.mark.parametrize(
    ("notices", "ending"),
    [
        ((SAID, DONE), Ending.COMPLETED),
        ((DONE,), Ending.EMPTY),
        ((("item/completed", {"item": {"type": "userMessage", "text": "Reply"}}), DONE), Ending.EMPTY),
        ((("item/started", {"item": {"type": "commandExecution"}}), SAID, DONE), Ending.EMPTY),
        ((SAID, ("turn/completed", {"turn": {"status": "inventedTomorrow"}})), Ending.UNREADABLE),
        ((SAID, ("turn/completed", {"turn": 1})), Ending.UNREADABLE),
        ((("item/completed", []), ("thread/tokenUsage/updated", "x"), ("x/y", None), SAID, DONE), Ending.COMPLETED),
    ],
)
def test_only_codexs_own_end_makes_an_answer(notices, ending):
    """Words alone are none, a tool is none, and an end of an unknown kind is none; what is not known is passed over."""
    seen, _ = followed(*notices)
    assert seen.answer.ending is ending


def test_an_interrupted_turn_is_no_answer():
    """Somebody else ended it."""
    seen, _ = followed(SAID, ("turn/completed", {"turn": {"status": "interrupted"}}))
    assert (seen.codex_error, classify(seen).kind) == ("interrupted", Kind.OK_BUT_ODD)


def test_a_program_that_ends_in_the_middle_is_evidence():
    """The question was sent, so that Codex ended is what was seen, and a request is counted."""
    seen, _ = followed(SAID)
    assert (seen.exception.type, seen.answer, seen.requests_sent) == ("CodexEnded", None, 1)
    assert classify(seen).kind is not Kind.OK


def test_a_question_that_is_refused_was_not_sent():
    """Codex did not take it, so nothing is counted."""
    turn = Turn(now=lambda: START, monotonic=lambda: 0.0)
    with pytest.raises(CodexError):
        asyncio.run(turn.follow(Script((), trouble=CodexTrouble.REFUSED), {}))
    assert (turn.was_sent, turn.evidence().requests_sent) == (False, 0)


def test_a_question_without_an_answer_may_have_been_sent():
    """Codex may have passed it on before it fell silent, so a request is counted."""
    seen, _ = followed(trouble=CodexTrouble.NOT_STARTED)
    assert (seen.requests_sent, seen.exception.type) == (1, "CodexEnded")


def test_the_time_ends_with_the_answer():
    """What Codex takes to end itself afterwards is not the model's."""
    times = iter((10.0, 12.0, 13.0, 60.0))
    turn = Turn(now=lambda: START, monotonic=times.__next__)
    asyncio.run(turn.follow(Script((SAID, DONE)), {}))
    assert (turn.evidence().first_output_s, turn.evidence().total_s) == (2.0, 3.0)


def test_the_reset_of_a_full_window_is_kept():
    """Only a usage limit says when its window begins anew, and only a window that is full."""
    at = int((START + timedelta(hours=1)).timestamp())
    limits = {"primary": {"usedPercent": 100, "resetsAt": at}, "secondary": {"usedPercent": 99, "resetsAt": at + 5}}
    told = ("account/rateLimits/updated", {"rateLimits": limits})
    seen, _ = followed(told, *failed("usageLimitExceeded"))
    assert classify(seen).retry_after_s == 3_600.0
    full, _ = followed(told, *failed("serverOverloaded"))
    assert (full.headers, classify(full).retry_after_s) == ((), None)


def test_no_secret_is_kept():
    """Neither the user's own keys nor anything of a key's shape comes through, wherever it stands."""
    message = f"Incorrect API key provided: {SECRET} sk-canary-3333333333, request id: req_1"
    seen, _ = followed(*failed("other", message))
    said, _ = followed(("item/completed", {"item": {"type": "agentMessage", "text": SECRET}}), DONE)
    assert seen.request_id == "req_1"
    assert SECRET not in repr((seen, said))
    assert "3333333333" not in repr(seen)


@given(
    st.lists(
        st.tuples(
            st.sampled_from(("item/completed", "error", "turn/completed", "thread/tokenUsage/updated", "item/started")),
            st.recursive(
                st.none() | st.integers() | st.text(max_size=9),
                lambda inner: st.dictionaries(
                    st.sampled_from(("turn", "status", "error", "item", "type", "text", "codexErrorInfo")), inner
                ),
                max_leaves=6,
            ),
        ),
        max_size=6,
    )
)
def test_no_notification_is_an_answer_by_chance(notices):
    """Whatever is said in whatever shape, there is an end, and it is never good news without Codex's own end."""
    seen, _ = followed(*notices)
    if ("turn/completed", {"turn": {"status": "completed"}}) not in notices:
        assert classify(seen).kind is not Kind.OK
