"""Turns of a session become sightings, and what is not believable does not."""

from datetime import timedelta

import pytest

from fakes.codex_folder import NOW, VERSIONS, begun, born, ended, limits, line, recorded
from vacancy.domain.cause import Kind
from vacancy.domain.evidence import Answer, Ending, Evidence
from vacancy.domain.outcome import classify
from vacancy.domain.sighting import Sighting
from vacancy.domain.usage import Usage
from vacancy.sources.codex_rollout import read_line
from vacancy.sources.codex_rollout_lines import Context
from vacancy.sources.codex_rollout_turns import EARLY_EVERY, Turns

SECOND, MINUTE, HOUR = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1)


def shown(content, *, find=lambda _: None, since=NOW - HOUR, provider="openai"):
    """What the lines show, the keys left out."""
    turns = Turns(provider=provider, since=since, find=find)
    stated = (read_line(each) for each in content.splitlines())
    taken = [turns.take(each) for each in stated if each is not None]
    return [each if isinstance(each, Usage) else each[1] for each in taken if each is not None]


def sighted(content, **more):
    """The sightings among it."""
    return [each for each in shown(content, **more) if isinstance(each, Sighting)]


def answer(turn, at):
    """The record of one answer that came through."""
    return line("token_usage_record", at, turn_id=turn, usage={"output_tokens": 3})


def test_a_turn_that_ended_well_is_a_success():
    """With its model, effort and times, no latency, and no request of ours."""
    end = ended("t", NOW, started_at=int((NOW - MINUTE).timestamp()), time_to_first_token_ms=1500)
    (seen,) = sighted(born() + begun("t", NOW - MINUTE) + end)
    evidence = Evidence(
        started_at=NOW - MINUTE, finished_at=NOW, asked_model="gpt-x", answer=Answer(Ending.COMPLETED),
        first_output_s=1.5, requests_sent=0,
    )  # fmt: skip
    assert seen == Sighting("gpt-x", evidence, "high")
    assert classify(seen.evidence).kind is Kind.OK


def test_a_turn_that_failed_tells_codexs_word():
    """And neither an answer nor a time to the first output, though some output came."""
    (seen,) = sighted(born() + begun("t") + ended("t", error="server_overloaded", time_to_first_token_ms=40))
    assert (seen.evidence.codex_error, seen.evidence.answer, seen.evidence.first_output_s) == (
        "server_overloaded", None, None,
    )  # fmt: skip
    assert (seen.evidence.body, seen.evidence.exception, seen.evidence.requests_sent) == (None, None, 0)


def test_a_spent_allowance_tells_when_it_begins_anew():
    """In the headers that say so everywhere; a failure of another kind says nothing of it."""
    full = limits(100.0, NOW, resets_at=int((NOW + HOUR).timestamp()))
    (spent,) = sighted(born() + begun("t") + full + ended("t", error="usage_limit_exceeded"))
    (other,) = sighted(born() + begun("t") + full + ended("t", error="server_overloaded"))
    assert spent.evidence.headers == (
        ("x-codex-primary-used-percent", "100"), ("x-codex-primary-reset-after-seconds", "3600"),
    )  # fmt: skip
    assert other.evidence.headers == ()


def test_limits_of_an_earlier_turn_say_nothing_of_this_one():
    """What was full then may have begun anew."""
    full = limits(100.0, NOW, resets_at=int((NOW + HOUR).timestamp()))
    content = born() + begun("a") + full + begun("b") + ended("b", error="usage_limit_exceeded")
    assert [each.evidence.headers for each in sighted(content)] == [()]


@pytest.mark.parametrize(
    "content",
    [
        born() + begun("t") + ended("t", said=None),
        born() + begun("t") + line("turn_aborted", turn_id="t", reason="interrupted"),
        born() + begun("t") + answer("t", NOW),
        born() + begun("t") + line("response_item", type="reasoning") + line("agent_message", message="x"),
        born() + begun("other") + ended("t"),
        born("ollama") + begun("t") + ended("t"),
        born() + begun("t") + line("thread_settings_applied", thread_settings={"model_provider_id": "lmstudio"})
        + ended("t"),
        born("ollama") + begun("t") + limits(50.0),
    ],
    ids=["unsaid", "aborted", "one answer", "started", "no context", "other provider", "moved", "others' limits"],
)  # fmt: skip
def test_what_proves_nothing_shows_nothing(content):
    """A turn without an outcome, cut short by the user, under way, without a model, or of another provider."""
    assert shown(content) == []


def test_a_session_that_names_no_provider_counts():
    """Old versions wrote none."""
    assert len(sighted(line("session_meta", id="x") + begun("t") + ended("t"))) == 1


def test_a_context_without_an_id_holds_for_what_follows():
    """Old versions gave turns an id at their end only."""
    content = born() + line("turn_context", model="gpt-old") + ended("t")
    assert [each.model for each in sighted(content)] == ["gpt-old"]


def test_the_last_context_of_a_turn_decides():
    """A model can be changed while a turn goes on."""
    content = born() + begun("t", model="gpt-a") + begun("t", model="gpt-b") + ended("t")
    assert [each.model for each in sighted(content)] == ["gpt-b"]


def test_a_context_that_no_line_gave_is_looked_for_once():
    """As where reading began in the middle of a turn."""
    asked = []

    def find(turn):
        asked.append(turn)
        return Context(turn, "gpt-y", None) if turn == "t" else None

    content = ended("gone") + ended("gone") + ended("t") + ended("t")
    assert [each.model for each in sighted(content, find=find)] == ["gpt-y", "gpt-y"]
    assert asked == ["gone", "t"]


def test_a_turn_that_ended_long_ago_is_no_news_and_is_not_looked_for():
    """Looking would read for nothing."""
    asked = []
    assert sighted(ended("t", NOW - 2 * HOUR), find=asked.append) == []
    assert asked == []


def test_a_copied_turn_is_no_news():
    """A fork dates another session's lines anew; the times within them are the old ones."""
    old = (NOW - HOUR / 2).timestamp()
    copied = (
        line("task_started", NOW, turn_id="a", started_at=old)
        + line("turn_context", NOW, turn_id="a", model="gpt-x")
        + answer("a", NOW + 2 * EARLY_EVERY)
        + limits(100.0, NOW)
        + line("task_complete", NOW, turn_id="a", last_agent_message="x", completed_at=old)
    )
    content = born(forked_from_id="other") + born() + copied + begun("b") + limits(50.0) + ended("b")
    usage, seen = shown(content)
    assert usage.windows[0].used_percent == 50.0
    assert seen.evidence.finished_at == NOW


def test_a_fork_names_its_own_provider_first():
    """The birth that was copied is the other session's."""
    content = born("ollama", forked_from_id="x") + born("openai") + begun("t") + ended("t")
    assert shown(content) == []


def test_a_long_turn_is_told_to_be_answering_while_it_lasts():
    """Each minute at most, and never within the first; then comes its end, whatever it is."""
    at = [NOW + minutes * MINUTE for minutes in (0.5, 1.1, 1.9, 2.2)]
    content = born() + begun("t", NOW) + b"".join(answer("t", each) for each in at)
    content += ended("t", NOW + 3 * MINUTE, error="server_overloaded")
    seen = sighted(content)
    assert [each.evidence.finished_at for each in seen] == [at[1], at[3], NOW + 3 * MINUTE]
    assert [each.evidence.codex_error for each in seen] == [None, None, "server_overloaded"]
    assert seen[0].evidence.answer == Answer(Ending.COMPLETED, output_tokens=3)


RECORDED = {
    "answered_with_a_tool": ("ok", "ok", "ok", "ok"),
    "capacity_503": (None, "server_overloaded", "server_overloaded", "server_overloaded"),
    "capacity_in_stream": (None, "server_overloaded", "server_overloaded", "server_overloaded"),
    "capacity_after_a_tool": (None, "server_overloaded", "server_overloaded", "server_overloaded"),
    "slow_down": (None, "server_overloaded", "rate_limit_exceeded", "rate_limit_exceeded"),
    "usage_limit": (None, "usage_limit_exceeded", "usage_limit_exceeded", "usage_limit_exceeded"),
    "key_refused": (None, *["http_connection_failed 401"] * 3),
    "rate_limited": (None, *["response_too_many_failed_attempts 429"] * 3),
    "model_missing": (None, *["model_not_found"] * 3),
    "not_with_this_login": (None, *["other model_unavailable"] * 3),
    "high_demand": (None, *["internal_server_error"] * 3),
    "cut_off": (None, *["other server_error"] * 3),
}
"""What four versions wrote down of the same twelve answers."""


def told(seen):
    """A sighting in a word or two."""
    evidence = seen.evidence
    if evidence.answer is not None:
        return classify(evidence).kind
    more = evidence.status or (evidence.body and classify(Evidence(body=evidence.body)).kind)
    return f"{evidence.codex_error} {more}" if more else evidence.codex_error


@pytest.mark.parametrize("name", RECORDED)
@pytest.mark.parametrize(("version", "column"), [(version, at) for at, version in enumerate(VERSIONS)])
def test_recorded_turns_show_what_happened(version, column, name):
    """Up to 0.143 a failure was not written down, so the turn shows nothing; a success shows always."""
    seen = sighted(recorded(version, name))
    assert [told(each) for each in seen] == [each for each in (RECORDED[name][column],) if each is not None]
    assert {(each.model, each.effort) for each in seen} <= {("gpt-5.5", "low")}


def test_the_recorded_allowance_is_read():
    """Two windows, their lengths, and when they begin anew; the answers came through with 42 and 7.5 percent."""
    usage = next(each for each in shown(recorded("0.171.0", "answered_with_a_tool")) if isinstance(each, Usage))
    assert [(each.used_percent, each.span) for each in usage.windows] == [(42.0, 5 * HOUR), (7.5, timedelta(days=7))]
    assert all(each.resets_at is not None for each in usage.windows)


@pytest.mark.parametrize("version", ["0.145.0", "0.171.0"])
def test_recorded_forks_show_their_own_turn_alone(version):
    """0.145 copies the forked session's turns, 0.171 does not."""
    assert [told(each) for each in sighted(recorded(version, "forked"))] == ["ok"]


def test_twice_the_same_lines_have_the_same_keys():
    """So that whoever reads a file anew can tell what he told."""
    content = born() + begun("t", NOW) + answer("t", NOW + 2 * MINUTE) + ended("t", NOW + 3 * MINUTE)
    first, second = (Turns(provider="openai", since=NOW - HOUR, find=lambda _: None) for _ in range(2))
    lines = [stated for each in content.splitlines() if (stated := read_line(each))]
    keys, others = ([taken[0] for each in lines if (taken := turns.take(each))] for turns in (first, second))
    assert keys == others
    assert len(set(keys)) == 2
