"""What Codex met becomes memory: at once, in the order of time, and for its own login."""

from dataclasses import replace
from datetime import timedelta

import pytest

from fakes.clock import START
from fakes.domain_values import CODEX, CODEX_SOL, LUNA, MINUTE, codex_preferences, turn
from vacancy.domain.catalog import CodexAsking, ModelEntry
from vacancy.domain.memory import Memory, Watch
from vacancy.domain.recommendation import Action, Because
from vacancy.domain.sighting import Login, SessionNews
from vacancy.domain.snapshot import compose
from vacancy.domain.usage import Usage, UsageWindow
from vacancy.domain.verdict import Hindrance, State
from vacancy.domain.witnessing import after_news

SETTINGS = codex_preferences("gpt-6.2-sol", "gpt-6-luna")
CHATGPT = SessionNews(login=Login.CHATGPT)


def after(*news, settings=SETTINGS, memory=Memory(), now=START):
    """The memory after those news of a ChatGPT login, and the events of the last."""
    events = ()
    for each in (CHATGPT, *news):
        memory, events = after_news(memory, settings, "codex", each, now=now, chance=lambda: 0.5)
    return memory, events


def seen(*turns):
    """News of those turns."""
    return SessionNews(sightings=turns)


def verdict(memory, now=START, settings=SETTINGS, key=CODEX_SOL):
    """What is claimed of a model then."""
    return compose(memory, settings, now=now).verdict(key)


def test_one_full_turn_is_believed():
    """Codex itself asked again and again before it gave up, and the user stands before the refusal."""
    memory, events = after(seen(turn()), seen(turn(at=START + MINUTE, error="server_overloaded")), now=START + MINUTE)
    claimed = verdict(memory, START + MINUTE)
    assert claimed.state is State.AT_CAPACITY
    assert claimed.since == START + MINUTE
    assert str(claimed.route) == "Codex, ChatGPT login"
    assert [(event.key, event.requests_sent) for event in events] == [(CODEX_SOL, 0)]


def test_one_answered_turn_is_green_and_calls_nobody_after_an_outage():
    """The first success after refusals is shown; only the second in a row is a return to be told."""
    full = [turn(at=START - each * MINUTE, error="server_overloaded") for each in (3, 2)]
    memory, _ = after(seen(*full, turn(at=START - MINUTE)))
    assert (verdict(memory).state, verdict(memory).proven) == (State.AVAILABLE, False)
    memory, _ = after(seen(turn(at=START)), memory=memory)
    assert (verdict(memory).state, verdict(memory).proven) == (State.AVAILABLE, True)


def test_what_is_read_again_changes_nothing():
    """A session is read from its start after a restart; what is known is known, and no event is filed twice."""
    turns = seen(turn(at=START - MINUTE), turn(at=START, error="server_overloaded"))
    memory, _ = after(turns)
    again, events = after(turns, memory=memory)
    assert (again, events) == (memory, ())


def test_an_older_turn_does_not_overrule_a_newer_one():
    """Files are read one after another, not in the order of time."""
    memory, _ = after(seen(turn(at=START, error="server_overloaded")), seen(turn(at=START - MINUTE)))
    assert verdict(memory).state is State.AT_CAPACITY


def test_a_turn_from_the_future_shows_a_wrong_clock():
    """It would stay the newest for ever."""
    memory, events = after(seen(turn(at=START + timedelta(hours=1))))
    assert (verdict(memory).state, events) == (State.UNKNOWN, ())


def test_another_login_begins_anew():
    """What the ChatGPT login met proves nothing for an API key."""
    memory, _ = after(seen(turn()), SessionNews(login=Login.API_KEY))
    claimed = verdict(memory)
    assert (claimed.state, str(claimed.route)) == (State.UNKNOWN, "Codex, API key")


def test_a_turn_with_another_effort_says_nothing_of_one_that_is_listed_with_its_own():
    """The same model with another effort is another thing to watch; listed without one it is any."""
    high = ModelEntry("codex", "gpt-6.2-sol", effort="high")
    settings = codex_preferences(high, "gpt-6.2-sol")
    memory, events = after(seen(turn(effort="low")), settings=settings)
    assert [event.key for event in events] == [CODEX_SOL]
    assert verdict(memory, settings=settings, key=high.key).state is State.UNKNOWN


def test_a_green_that_nobody_renews_ends():
    """Nothing is asked, so twenty minutes after the last turn nothing is claimed any more."""
    memory, _ = after(seen(turn()))
    assert verdict(memory, START + timedelta(minutes=20)).state is State.AVAILABLE
    later = verdict(memory, START + timedelta(minutes=21))
    assert (later.state, later.hindrance, later.next_check_at) == (State.UNKNOWN, Hindrance.ONLY_READ, None)


def test_a_spent_login_is_no_full_model():
    """The allowance is the user's, so every model behind the login is limited, with the time at which it is free."""
    spent = Usage(START, (UsageWindow(100, timedelta(hours=5), START + timedelta(hours=1)),))
    memory, _ = after(SessionNews(sightings=(turn(),), usage=spent))
    snapshot = compose(memory, SETTINGS, now=START)
    assert [each.state for each in snapshot.models] == [State.RATE_LIMITED] * 2
    assert snapshot.models[0].free_at == START + timedelta(hours=1)
    assert (snapshot.recommendation.action, snapshot.recommendation.because) == (Action.NONE, Because.ALL_DOWN)


def test_another_model_that_answered_lately_is_recommended():
    """Codex wrote down both: the preferred one is full, the other one answered."""
    memory, _ = after(seen(turn("gpt-6-luna", at=START - MINUTE), turn(error="server_overloaded")))
    recommendation = compose(memory, SETTINGS, now=START).recommendation
    assert (recommendation.action, recommendation.key.model) == (Action.SWITCH, LUNA.model)


def test_only_a_model_that_is_waited_for_is_ever_due():
    """And only where the user allowed the cost, no oftener than every ten minutes."""
    allowed = codex_preferences(connection=replace(CODEX, ask=CodexAsking.AWAITED))
    memory, _ = after(seen(turn(error="server_overloaded")), settings=allowed)
    assert verdict(memory, settings=allowed).next_check_at is None
    waiting = memory.watching(Watch(CODEX_SOL, START + timedelta(hours=8)))
    due = verdict(waiting, settings=allowed).next_check_at
    assert timedelta(minutes=10) <= due - START <= timedelta(minutes=11)
    assert verdict(waiting, settings=codex_preferences()).next_check_at is None


@pytest.mark.parametrize("error", ["context_window_exceeded", "turn_aborted", "sandbox_error"])
def test_a_turn_that_ended_by_what_was_in_it_says_nothing_of_the_model(error):
    """A conversation that outgrew the model, or the user's own Esc, takes no green away and gives none."""
    memory, events = after(seen(turn(at=START - MINUTE), turn(error=error)))
    assert (verdict(memory).state, len(events)) == (State.AVAILABLE, 1)


def test_a_used_up_plan_is_claimed_until_the_time_that_was_named():
    """Then nobody knows: the claim ends by itself, although nothing is asked."""
    limit = turn(error="usage_limit_exceeded")
    named = replace(limit, evidence=replace(limit.evidence, headers=(("retry-after", "7200"),)))
    memory, _ = after(seen(named))
    assert verdict(memory, START + timedelta(minutes=119)).state is State.BLOCKED
    assert verdict(memory, START + timedelta(minutes=121)).state is State.UNKNOWN


def test_a_clock_that_was_set_back_does_not_make_news_old():
    """What was remembered is dated in the future, and would be newer than anything for hours."""
    full = Usage(START + 90 * MINUTE, (UsageWindow(100, None, START + timedelta(hours=9)),))
    ahead, _ = after(SessionNews((turn(at=START + 90 * MINUTE),), usage=full), now=START + 90 * MINUTE)
    free = Usage(START, (UsageWindow(10),))
    memory, _ = after(SessionNews((turn(at=START, error="server_overloaded"),), usage=free), memory=ahead)
    assert verdict(memory).state is State.AT_CAPACITY
    assert memory.standing("codex").usage == free


def test_an_allowance_dated_in_the_future_is_no_news():
    """It would be the newest for years, and lock the login out as long."""
    ever = Usage(START + timedelta(days=900), (UsageWindow(100, None, START + timedelta(days=2000)),))
    memory, _ = after(SessionNews(usage=ever))
    assert memory.standing("codex").usage is None
