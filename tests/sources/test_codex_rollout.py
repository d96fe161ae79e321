"""Lines of rollouts state a few named things, and nothing of what was said."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakes.codex_folder import CANARY, NOW, VERSIONS, begun, born, ended, limits, line, recorded, said
from vacancy.domain.usage import UsageWindow
from vacancy.sources.codex_failures import Failure
from vacancy.sources.codex_rollout import read_line
from vacancy.sources.codex_rollout_lines import Answered, Born, Context, Ended, Limits, Moved, Started


def read(content):
    """What the lines state, those that state nothing left out."""
    return [stated for each in content.splitlines() if (stated := read_line(each)) is not None]


def test_each_kind_of_line_is_read():
    """Birth, settings, start, context, answer, limits and end."""
    content = (
        born()
        + line("thread_settings_applied", thread_settings={"model": "gpt-x", "model_provider_id": "ollama"})
        + begun("t1")
        + line("token_usage_record", turn_id="t1", response_id="r", usage={"output_tokens": 7})
        + limits(42.0, resets_at=NOW.timestamp() + 60)
        + ended("t1", time_to_first_token_ms=1500, started_at=NOW.timestamp() - 9)
    )
    birth, moved, started, context, answered, allowance, end = read(content)
    assert birth == Born("openai", forked=False)
    assert moved == Moved("ollama")
    assert started == Started(NOW, NOW)
    assert context == Context("t1", "gpt-x", "high")
    assert answered == Answered(NOW, "t1", 7)
    assert isinstance(allowance, Limits)
    assert allowance.usage.windows == (UsageWindow(42.0, timedelta(hours=5), NOW + timedelta(minutes=1)),)
    assert (allowance.usage.plan, allowance.usage.seen_at, allowance.usage.allowed) == ("plus", NOW, None)
    assert end == Ended(
        at=NOW, turn="t1", completed=NOW, began=NOW - timedelta(seconds=9), first_output_s=1.5, answered=True,
        failure=None,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("error", "failure"),
    [
        ("server_overloaded", Failure("server_overloaded")),
        ({"http_connection_failed": {"http_status_code": 401}}, Failure("http_connection_failed", 401)),
        ({"http_connection_failed": {"http_status_code": None}}, Failure("http_connection_failed")),
        ({"http_connection_failed": {"http_status_code": 99999}}, Failure("http_connection_failed")),
        ({"active_turn_not_steerable": {"turn_kind": CANARY}}, Failure("active_turn_not_steerable")),
        ({}, Failure("other")),
        ("What The User Said", Failure("other")),
        ("a_word_of_a_later_version", Failure("a_word_of_a_later_version")),
    ],
)
def test_a_failed_turn_is_told_by_codexs_word(error, failure):
    """A word, or an object with a status; what is no word is no more than `other`."""
    (stated,) = read(ended("t", error=error))
    assert (stated.answered, stated.failure) == (False, failure)


def test_a_turn_without_a_message_and_without_an_error_says_nothing():
    """Versions up to 0.143 wrote down a failed turn so; it is neither a success nor a known failure."""
    (stated,) = read(ended("t", said=None))
    assert (stated.answered, stated.failure) == (False, None)


def test_the_beginning_is_reckoned_where_only_the_duration_was_written():
    """Codex 0.125 writes no `started_at` at the end."""
    (stated,) = read(ended("t", duration_ms=2500))
    assert stated.began == NOW - timedelta(seconds=2.5)


def test_only_the_limit_of_the_login_as_a_whole_is_its_allowance():
    """The limit of a single model is another thing, and a snapshot without windows says nothing."""
    assert read(limits(100.0, limit_id="codex_other")) == []
    assert read(line("token_count", info=None, rate_limits=None)) == []
    assert read(line("token_count", info=None, rate_limits={"limit_id": "codex", "primary": None})) == []


def test_credits_and_a_named_limit_say_whether_more_may_be_used():
    """Credits let more through; a limit that was named as reached does not."""
    (credited,) = read(limits(100.0, credits={"has_credits": True, "unlimited": False, "balance": "5"}))
    (reached,) = read(limits(100.0, rate_limit_reached_type="workspace_member"))
    assert (credited.usage.allowed, reached.usage.allowed) == (True, False)


@pytest.mark.parametrize("version", VERSIONS)
def test_recorded_sessions_of_four_versions_are_read(version):
    """Whom it asks, the model with its effort, and the end of the one turn."""
    stated = read(recorded(version, "answered_with_a_tool"))
    contexts = {each.model: each.effort for each in stated if isinstance(each, Context)}
    (end,) = (each for each in stated if isinstance(each, Ended))
    assert stated[0] == Born("openai", forked=False)
    assert contexts == {"gpt-5.5": "low"}
    assert end.answered
    assert end.began is not None
    assert abs(end.at - end.completed) < timedelta(seconds=2)


@pytest.mark.parametrize(
    "broken",
    [
        b"", b"{", b"null", b"[]", b'"task_complete"', b'{"type":"event_msg","payload":{"type":"task_complete"}}',
        b'{"timestamp":7,"type":"event_msg","payload":{"type":"task_complete"}}',
        b'{"timestamp":"2026-11-29T20:59:06Z","type":"turn_context","payload":{"turn_id":"t","model":{"a":1}}}',
        line("task_complete", turn_id="t", last_agent_message="x", completed_at=1e300),
        ended("t")[:-20], b"\xff\xfe" + ended("t"), b'{"payload":' * 5000 + b'"turn_context"',
        line("turn_context", turn_id="t", model="a model whose name is " + CANARY),
    ],
)  # fmt: skip
def test_what_cannot_be_read_states_nothing(broken):
    """Half lines, other types, other shapes, deep nesting, and a model's name that is a sentence."""
    assert read_line(broken) is None


def test_a_conversation_that_looks_like_a_line_is_none():
    """What was said stands within a text, and is not looked into."""
    spoken = json.dumps({"type": "event_msg", "payload": {"type": "task_complete", "turn_id": "t"}})
    assert read(line("response_item", type="message", content=[{"text": spoken}])) == []


def test_nothing_that_was_said_is_stated():
    """The canary stands in every line, and in nothing that comes out."""
    content = born() + begun("t") + said() + ended("t") + ended("t", error="other") + limits(1.0)
    for version in VERSIONS:
        content += recorded(version, "usage_limit") + recorded(version, "not_with_this_login")
    stated = read(content)
    assert CANARY in content.decode()
    assert len(stated) > 20
    assert "CANARY" not in repr(stated)


LINES = st.sampled_from(
    [each for version in VERSIONS for each in recorded(version, "capacity_after_a_tool").splitlines() if each]
)


@given(LINES, st.data())
def test_a_damaged_line_harms_nothing(content, data):
    """Whatever bytes are changed in a line, it states something or nothing, and never a text of its own."""
    at = data.draw(st.integers(0, len(content) - 1))
    damaged = content[:at] + data.draw(st.binary(max_size=8)) + content[at + data.draw(st.integers(0, 40)) :]
    stated = read_line(damaged)
    assert "CANARY" not in repr(stated)


def test_times_are_in_utc():
    """Whatever offset a line is dated with."""
    content = ended("t").replace(b"Z", b"+01:00", 1)
    (stated,) = read(content)
    assert stated.at == NOW - timedelta(hours=1)
    assert stated.at.tzinfo is UTC
    assert isinstance(stated.completed, datetime)


@pytest.mark.parametrize("message", ["", None, 0, [], {}])
def test_an_answer_without_a_word_is_none(message):
    """Only a text with something in it shows that the model answered."""
    (stated,) = read(ended("t", said=message))
    assert (stated.answered, stated.failure) == (False, None)
