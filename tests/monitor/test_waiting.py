"""Waiting for one model: when it ends, what it sends, and that many waits send no more than one."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise

import pytest

from fakes.clock import START, settle
from fakes.domain_values import CODEX, CODEX_SOL, SOL, answered, codex_preferences, preferences, refused, turn
from fakes.waiting import Queue
from vacancy.domain.catalog import CodexAsking, ModelEntry
from vacancy.domain.evidence import Evidence, ExceptionSeen
from vacancy.domain.health import advance
from vacancy.domain.memory import EntryMemory, Memory, Pause, Watch
from vacancy.domain.outcome import classify
from vacancy.domain.sighting import Login, SessionNews
from vacancy.domain.verdict import Hindrance, State
from vacancy.domain.waiting import Result, Verb
from vacancy.errors import KeyStoreError, KeyTrouble

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
ONE = preferences(SOL.model)
LOST = Evidence(exception=ExceptionSeen("ConnectError", "All connection attempts failed"))
KEY_REFUSED = refused(401, '{"error":{"code":"invalid_api_key","message":"Incorrect API key provided."}}')


def play(queue, story):
    """Run a story to its end, with no task left."""

    async def run():
        result = await story(queue)
        assert [] == [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        return result

    return asyncio.run(run())


def waiting(queue, timeout=None, lasting=HOUR):
    """One wait, played for a while."""

    async def story(queue):
        task = queue.wait(timeout)
        await queue.clock.run_for(lasting)
        return await task

    return play(queue, story)


def remembered(evidence, ago, route=ONE.connections[0].fingerprint):
    """A memory in which the model answered so, that long ago."""
    health = advance(EntryMemory(SOL).health, classify(evidence), START - ago)
    return Memory(entries=(EntryMemory(SOL, health, route),))


def full_until(back):
    """Full until that long after the start."""
    return lambda now: refused() if now - START < back else answered(SOL.model)


def test_a_model_that_answers_ends_the_wait_with_one_request():
    """Nothing was known, so the first answer decides."""
    queue = Queue(ONE)
    waited = waiting(queue)
    assert (Result.AVAILABLE, State.AVAILABLE) == (waited.result, waited.verdict.state)
    assert [0] == queue.prober.times(SOL.model)
    assert 1 == queue.room.stored.budget.sent
    assert 1 == len(queue.room.events)


def test_an_older_success_is_no_proof():
    """A remembered answer of five minutes ago is asked for again, one of ten seconds ago is the answer."""
    old, young = (
        Queue(ONE, memory=remembered(answered(), 5 * MINUTE)),
        Queue(ONE, memory=remembered(answered(), timedelta(seconds=10))),
    )
    assert [Result.AVAILABLE] * 2 == [waiting(queue).result for queue in (old, young)]
    assert (1, 0) == (len(old.prober.asked), len(young.prober.asked))


def test_a_return_is_confirmed_and_asked_for_politely():
    """Full for ten minutes: never oftener than each twenty seconds, and two successes end the wait."""
    queue = Queue(ONE)
    queue.prober.answers[SOL.model] = full_until(10 * MINUTE)
    waited = waiting(queue)
    times = queue.prober.times(SOL.model)
    assert min(later - earlier for earlier, later in pairwise(times)) >= 20
    assert Result.AVAILABLE is waited.result
    assert 2 == sum(at >= 600 for at in times)
    assert timedelta(minutes=10, seconds=20) < waited.lasted < timedelta(minutes=11, seconds=10)


def test_two_waits_are_one_stream_of_requests():
    """The second learns from what the first was told, and both end."""
    alone, both = Queue(ONE), Queue(ONE)
    for queue in (alone, both):
        queue.prober.answers[SOL.model] = full_until(5 * MINUTE)
    waiting(alone)

    async def story(queue):
        tasks = [queue.wait(who=who) for who in ("one", "two", "three")]
        await queue.clock.run_for(HOUR)
        return [(await task).result for task in tasks]

    assert [Result.AVAILABLE] * 3 == play(both, story)
    assert len(alone.prober.asked) == len(both.prober.asked)
    assert min(later - earlier for earlier, later in pairwise(both.prober.times(SOL.model))) >= 20


def test_another_wait_takes_over():
    """Whoever asked is interrupted while it asks; the other goes on at the usual times."""
    queue = Queue(ONE)
    queue.prober.answers[SOL.model] = full_until(5 * MINUTE)

    async def story(queue):
        first, second = queue.wait(who="one"), queue.wait(who="two")
        await queue.clock.run_for(timedelta(milliseconds=500))
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        assert 1 == queue.room.stored.budget.sent
        await queue.clock.run_for(HOUR)
        return (await second).result

    assert Result.AVAILABLE is play(queue, story)


@pytest.mark.parametrize(
    ("answer", "result"), [(refused(), Result.TIMED_OUT), (LOST, Result.UNKNOWN)], ids=["full", "offline"]
)
def test_a_wait_has_an_end(answer, result):
    """At its time, to the second; nobody who never answered is called full."""
    queue = Queue(ONE)
    queue.prober.answers[SOL.model] = answer
    waited = waiting(queue, 10 * MINUTE)
    assert (result, 10 * MINUTE) == (waited.result, waited.lasted)


def test_a_question_that_hangs_does_not_hold_the_end_up():
    """It is given up with the wait, and counts as sent."""
    queue = Queue(ONE)
    queue.prober.takes = MINUTE
    waited = waiting(queue, timedelta(seconds=5))
    assert (Result.UNKNOWN, timedelta(seconds=5)) == (waited.result, waited.lasted)
    assert 1 == queue.room.stored.budget.sent


@pytest.mark.parametrize(
    "answer", [KEY_REFUSED, KeyStoreError(KeyTrouble.MISSING, "There is no key")], ids=["refused", "missing"]
)
def test_who_needs_the_user_says_so_at_once(answer):
    """Waiting would not help."""
    queue = Queue(ONE)
    queue.prober.answers[SOL.model] = answer
    waited = waiting(queue)
    assert Result.NEEDS_USER is waited.result
    assert 1 == len(queue.prober.asked)


def test_a_remembered_refusal_is_no_reason_to_give_up():
    """The user has just changed the key; the old answer is not of this wait."""
    queue = Queue(ONE, memory=remembered(KEY_REFUSED, HOUR))
    assert Result.AVAILABLE is waiting(queue).result


@pytest.mark.parametrize(
    ("pause", "entry", "result"),
    [
        (Pause(), ModelEntry("openai", SOL.model), Result.NEEDS_USER),
        (None, ModelEntry("openai", SOL.model, paused=True), Result.NEEDS_USER),
        (Pause(START + 10 * MINUTE), ModelEntry("openai", SOL.model), Result.AVAILABLE),
    ],
)
def test_paused_sends_nothing(pause, entry, result):
    """A pause without an end needs the user; one with an end is waited for."""
    queue = Queue(preferences(entry), memory=Memory(pause=pause))
    waited = waiting(queue)
    assert result is waited.result
    assert all(at >= START + 10 * MINUTE for _, at in queue.prober.asked)


def test_the_daily_cap_holds():
    """Nothing is sent beyond it, and the wait goes on until its end."""
    queue = Queue(preferences(SOL.model, daily_requests=3))
    queue.prober.answers[SOL.model] = refused()
    assert Result.TIMED_OUT is waiting(queue, 30 * MINUTE).result
    assert 3 == len(queue.prober.asked)


def test_who_was_asked_to_wait_waits():
    """Retry-After is obeyed, also by a wait that begins within it."""
    queue = Queue(ONE, memory=remembered(refused(429, "{}", [("retry-after", "600")]), MINUTE))
    assert Result.AVAILABLE is waiting(queue).result
    assert queue.prober.asked[0][1] >= START + 9 * MINUTE


def test_a_disk_that_cannot_be_written_makes_no_burst():
    """What was learnt counts, stored or not."""
    queue = Queue(ONE)
    queue.room.broken_disk = True
    queue.prober.answers[SOL.model] = full_until(3 * MINUTE)
    assert Result.AVAILABLE is waiting(queue).result
    assert min(later - earlier for earlier, later in pairwise(queue.prober.times(SOL.model))) >= 20


def test_beside_the_app_nothing_is_sent():
    """The app is wished to look, then to watch; its answers end the wait, and the watch stays its own."""
    queue = Queue(ONE, memory=remembered(answered(), 5 * MINUTE))
    queue.room.app = True

    async def story(queue):
        task, now = queue.wait(), queue.clock.now
        await queue.clock.run_for(timedelta(seconds=2))
        assert [Verb.LOOK] == [wish.verb for wish in queue.room.wishes]
        for _ in range(2):  # the app asked twice, and it was full
            health = advance(queue.room.stored.of(SOL).health, classify(refused()), now())
            queue.room.stored = queue.room.stored.with_entry(replace(queue.room.stored.of(SOL), health=health))
        await queue.clock.run_for(timedelta(seconds=2))
        assert [Verb.LOOK, Verb.WATCH] == [wish.verb for wish in queue.room.wishes]
        queue.room.stored = queue.room.stored.watching(Watch(SOL, now() + HOUR))
        await queue.clock.run_for(10 * MINUTE)
        assert 2 == len(queue.room.wishes)
        for _ in range(2):
            health = advance(queue.room.stored.of(SOL).health, classify(answered()), now())
            queue.room.stored = queue.room.stored.with_entry(replace(queue.room.stored.of(SOL), health=health))
        await queue.clock.run_for(timedelta(seconds=2))
        return (await task).result

    assert Result.AVAILABLE is play(queue, story)
    assert [] == queue.prober.asked


def test_an_app_that_ends_is_replaced():
    """The wait goes on by itself, and takes nothing back from an app that is not there."""
    queue = Queue(ONE)
    queue.room.app = True

    async def story(queue):
        task = queue.wait()
        await queue.clock.run_for(timedelta(seconds=3))
        assert [] == queue.prober.asked
        queue.room.app = False
        await queue.clock.run_for(timedelta(seconds=3))
        return (await task).result

    assert Result.AVAILABLE is play(queue, story)


def test_an_app_that_has_no_key_needs_the_user():
    """The app is given the time to try before what it said is believed."""
    known = remembered(answered(), HOUR)
    queue = Queue(ONE, memory=known.with_entry(replace(known.of(SOL), hindrance=Hindrance.KEY_MISSING)))
    queue.room.app = True
    waited = waiting(queue)
    assert (Result.NEEDS_USER, 5) == (waited.result, round(waited.lasted.total_seconds()))


def test_what_was_wished_is_taken_back():
    """Only a watch that this wait wished, and only from an app."""
    queue = Queue(ONE, memory=remembered(refused(), timedelta(seconds=5)))
    queue.room.app = True

    async def story(queue):
        task = queue.wait(MINUTE)
        await settle()
        await queue.clock.run_for(2 * MINUTE)
        await task
        queue.waits[0].withdraw()

    play(queue, story)
    assert (Verb.WATCH, Verb.UNWATCH) == (queue.room.wishes[0].verb, queue.room.wishes[-1].verb)


def test_a_turn_of_codex_ends_the_wait_without_a_request():
    """Nothing may be asked there, so what Codex writes down is all there is; it is stored for the others."""
    queue = Queue(codex_preferences())

    async def story(queue):
        task = queue.wait()
        await queue.clock.run_for(MINUTE)
        queue.sessions.write(SessionNews((turn(at=START, error="server_overloaded"),), login=Login.CHATGPT))
        await queue.clock.run_for(MINUTE)
        queue.sessions.write(SessionNews((turn(at=queue.clock.now()),)))
        await queue.clock.run_for(MINUTE)
        return await task

    waited = play(queue, story)
    assert (Result.AVAILABLE, []) == (waited.result, queue.prober.asked)
    assert [0, 0] == [event.requests_sent for event in queue.room.events]
    assert Login.CHATGPT is queue.room.stored.standing("codex").login


@pytest.mark.parametrize(
    ("allowed", "asked"), [(CodexAsking.NEVER, 0), (CodexAsking.ON_DEMAND, 0), (CodexAsking.AWAITED, 3)]
)
def test_codex_is_asked_while_somebody_waits_only_where_that_was_allowed(allowed, asked):
    """A question costs thousands of tokens: leave to ask by hand is no leave to ask every ten minutes."""
    queue = Queue(codex_preferences(connection=replace(CODEX, ask=allowed)))
    queue.prober.answers["gpt-6.2-sol"] = turn(error="server_overloaded").evidence
    waiting(queue, timeout=25 * MINUTE)
    assert asked == len(queue.prober.asked)


def test_beside_the_app_a_wait_follows_nothing_itself():
    """The app does, and tells what it learnt through the store."""
    queue = Queue(codex_preferences())
    queue.room.app = True

    async def story(queue):
        task = queue.wait(timeout=MINUTE)
        await queue.clock.run_for(2 * MINUTE)
        return await task

    assert (Result.UNKNOWN, []) == (play(queue, story).result, queue.sessions.followed)
    assert {CODEX_SOL} == {wish.key for wish in queue.room.wishes}


def test_a_login_that_is_missing_ends_the_wait():
    """Waiting does not help: nobody is logged in to Codex, and its own files say so."""
    queue = Queue(codex_preferences())
    queue.sessions.write(SessionNews(login=Login.NONE))
    waited = waiting(queue, lasting=MINUTE)
    assert (Result.NEEDS_USER, Hindrance.LOGGED_OUT) == (waited.result, waited.verdict.hindrance)
