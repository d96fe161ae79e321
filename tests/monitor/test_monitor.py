"""Simulated hours: requests, notices and state changes are exactly those of the schedule and the tables."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise

import pytest

from fakes.clock import START, FakeClock
from fakes.domain_values import LUNA, SOL, answered, preferences, refused
from fakes.watching import Watch
from vacancy.domain.alerting import NoticeKind
from vacancy.domain.catalog import EntryKey, ModelEntry
from vacancy.domain.events import Probed, StateChanged
from vacancy.domain.evidence import Evidence, ExceptionSeen
from vacancy.domain.incident import Incident
from vacancy.domain.preferences import StatusPagePreferences
from vacancy.domain.recommendation import Action
from vacancy.domain.verdict import Doubt, Hindrance, State
from vacancy.errors import KeyStoreError, KeyTrouble

HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)
TEN, HALF = timedelta(minutes=10), timedelta(minutes=30)
TWO = preferences(SOL.model, LUNA.model, interval=TEN, reserve_interval=HALF)
LOST = Evidence(exception=ExceptionSeen("ConnectError", "All connection attempts failed"))


def watching(watch: Watch, story: Callable) -> Watch:
    """Run a story against a running monitor, and end cleanly."""

    async def play():
        running = asyncio.create_task(watch.monitor.run())
        await story(watch)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        leftover = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        assert [] == leftover

    asyncio.run(play())
    return watch


def full_from(begin, end):
    """An answer that is full between two moments after START."""
    return lambda now: refused() if begin <= now - START < end else answered(SOL.model)


def test_a_quiet_hour_asks_the_model_in_use_and_seldom_the_reserve():
    """All well: both at once, two seconds apart; then the one in use every ten minutes, the reserve every thirty."""

    async def story(watch):
        await watch.clock.run_for(HOUR)

    watch = watching(Watch(TWO), story)
    assert [0, 601, 1202, 1803, 2404, 3005] == watch.prober.times(SOL.model)
    assert [2, 1803 + 2] == watch.prober.times(LUNA.model)
    assert [] == watch.notices
    assert [State.UNKNOWN, State.AVAILABLE] == watch.states(SOL)
    assert 8 == watch.monitor.snapshot.requests_today


def test_a_clock_that_never_stands_still():
    """Time passes between two looks at the clock, and everything is asked all the same."""

    async def story(watch):
        await watch.clock.run_for(timedelta(minutes=15))

    watch = watching(Watch(TWO, clock=FakeClock(tick=timedelta(microseconds=3))), story)
    assert [0, 601] == [round(seconds) for seconds in watch.prober.times(SOL.model)]
    assert [2] == [round(seconds) for seconds in watch.prober.times(LUNA.model)]


def test_an_outage():
    """Full from minute 10 to 40: a second look, back-off, a substitute in use, proof of the return, two notices."""

    async def story(watch):
        watch.prober.answers[SOL.model] = full_from(timedelta(minutes=10), timedelta(minutes=40))
        await watch.clock.run_for(timedelta(minutes=70))

    watch = watching(Watch(TWO), story)
    # A probe takes a second and chance lengthens each wait by a twentieth. Full at 601: asked again after 20 s, one
    # minute, two, and then 0.45 of the interval. Back at 2400, seen at 2521 and confirmed 20 s later. Nine refusals
    # are not quite proof, so it is asked every minute until two more successes make it one.
    refused_at = [601, 623, 687, 814, 1098.5, 1383, 1667.5, 1952, 2236.5]
    proved_at = [2521, 2543, 2607, 2671]
    assert [0, *refused_at, *proved_at, 3272, 3873] == watch.prober.times(SOL.model)
    # The reserve is asked as soon as it is in use, and then like one.
    assert [2, 625, 1226, 1827, 2428] == watch.prober.times(LUNA.model)
    assert [(NoticeKind.SWITCHED, LUNA), (NoticeKind.RECOVERED, SOL)] == [
        (notice.kind, notice.use) for notice in watch.notices
    ]
    changes = [event for event in watch.keeper.events if isinstance(event, StateChanged) and event.key == SOL]
    assert [State.AVAILABLE, State.UNSTABLE, State.AT_CAPACITY, State.AVAILABLE] == [change.after for change in changes]
    assert 21 == sum(isinstance(event, Probed) for event in watch.keeper.events)


def test_a_substitute_is_asked_before_it_is_recommended():
    """A reserve that was last asked long ago is asked at the first doubt, and recommended with a fresh success."""

    async def story(watch):
        watch.prober.answers[SOL.model] = full_from(timedelta(minutes=25), HOUR)
        await watch.clock.run_for(timedelta(minutes=31))

    watch = watching(Watch(preferences(SOL.model, LUNA.model, interval=TEN, reserve_interval=2 * HOUR)), story)
    doubted = next(at for at in watch.prober.times(SOL.model) if at >= 25 * 60)
    assert any(doubted < at < doubted + 5 for at in watch.prober.times(LUNA.model))
    assert LUNA == watch.monitor.snapshot.recommendation.key


def test_an_awaited_model_is_told_once_and_then_left():
    """Tell me when it is back: asked twice a minute, told once, and the watch is over."""

    async def story(watch):
        watch.prober.answers[SOL.model] = full_from(timedelta(0), timedelta(minutes=30))
        await watch.clock.run_for(MINUTE)
        watch.monitor.watch(SOL)
        await watch.clock.run_for(2 * HOUR)

    watch = watching(Watch(TWO), story)
    assert [(NoticeKind.RECOVERED, SOL)] == [(notice.kind, notice.about) for notice in watch.notices]
    waiting = [at for at in watch.prober.times(SOL.model) if 60 < at < 1800]
    assert 28 <= max(later - earlier for earlier, later in pairwise(waiting)) <= 32
    assert not watch.monitor.snapshot.verdict(SOL).awaited


def test_a_watch_ends_with_its_time():
    """What is not back within eight hours is given up, and asked like any other."""

    async def story(watch):
        watch.prober.answers[SOL.model] = refused()
        await watch.clock.run_for(MINUTE)
        watch.monitor.watch(SOL, lasting=HOUR)
        await watch.clock.run_for(HOUR + MINUTE)
        assert not watch.monitor.snapshot.verdict(SOL).awaited

    watching(Watch(preferences(SOL.model, daily_requests=10_000)), story)


def test_an_account_in_trouble_is_asked_about_once():
    """No money: the first model that says so asks for all of them, once an hour."""

    async def story(watch):
        spent = refused(429, '{"error":{"code":"insufficient_quota","message":"You exceeded your current quota"}}')
        for model in (SOL, LUNA):
            watch.prober.answers[model.model] = spent
        await watch.clock.run_for(10 * HOUR)

    watch = watching(Watch(TWO), story)
    assert [] == watch.prober.times(LUNA.model)
    assert 10 == len(watch.prober.times(SOL.model))


def test_a_lost_network_raises_and_swallows_nothing():
    """Full, then no network for ten minutes, then available: one loss, one return, no alarm for the network."""

    async def story(watch):
        def answer(now):
            minute = (now - START) / MINUTE
            if 10 <= minute < 12:
                return refused()
            return LOST if 12 <= minute < 22 else answered(SOL.model)

        watch.prober.answers[SOL.model] = answer
        await watch.clock.run_for(2 * HOUR)

    watch = watching(Watch(TWO), story)
    assert [NoticeKind.SWITCHED, NoticeKind.RECOVERED] == [notice.kind for notice in watch.notices]
    assert State.UNREACHABLE in watch.states(SOL)


def test_retry_after_is_honoured():
    """A limit that asks for 20 minutes is not asked before."""

    async def story(watch):
        watch.prober.answers[SOL.model] = refused(
            429, '{"error":{"code":"rate_limit_exceeded","message":"Rate limit reached"}}', [("retry-after", "1200")]
        )
        await watch.clock.run_for(timedelta(minutes=20))

    watch = watching(Watch(TWO), story)
    assert [0] == watch.prober.times(SOL.model)
    assert State.RATE_LIMITED is watch.monitor.snapshot.verdict(SOL).state


def test_paused_sends_nothing():
    """While paused no model is asked and no page read, whoever wants it; resuming goes on."""

    async def story(watch):
        await watch.clock.run_for(MINUTE)
        before = len(watch.prober.asked), len(watch.page.reads)
        watch.monitor.pause()
        watch.monitor.check_now()
        await watch.clock.run_for(5 * HOUR)
        assert before == (len(watch.prober.asked), len(watch.page.reads))
        assert State.PAUSED is watch.monitor.snapshot.verdict(SOL).state
        watch.monitor.resume()
        await watch.clock.run_for(MINUTE)
        assert State.AVAILABLE is watch.monitor.snapshot.verdict(SOL).state

    with_page = replace(TWO, status_page=StatusPagePreferences())
    watching(Watch(with_page), story)


def test_a_pause_survives_a_restart():
    """Paused until resumed: a new start sends nothing either."""

    async def pausing(watch):
        await watch.clock.run_for(MINUTE)
        watch.monitor.pause()

    async def going_on(watch):
        await watch.clock.run_for(HOUR)

    first = watching(Watch(TWO), pausing)
    second = watching(Watch(TWO, memory=first.keeper.memories[-1], clock=FakeClock(first.clock.now())), going_on)
    assert [] == second.prober.asked
    assert second.monitor.snapshot.paused


def test_a_pause_ends_by_itself():
    """A pause of an hour is over after an hour."""

    async def story(watch):
        watch.monitor.pause(HOUR)
        await watch.clock.run_for(HOUR + MINUTE)

    watch = watching(Watch(TWO), story)
    assert not watch.monitor.snapshot.paused
    assert 2 == len({name for name, _ in watch.prober.asked})


def test_a_paused_model_is_never_asked():
    """One model paused in the settings sends nothing at all."""

    async def story(watch):
        watch.monitor.check_now(LUNA)
        await watch.clock.run_for(HOUR)

    watch = watching(Watch(preferences(SOL.model, ModelEntry("openai", LUNA.model, paused=True))), story)
    assert [] == watch.prober.times(LUNA.model)


def test_the_daily_cap_is_kept_and_midnight_frees_it():
    """Five requests are allowed, five are sent; the snapshot says so; after midnight it goes on."""

    async def story(watch):
        await watch.clock.run_for(5 * HOUR)
        assert 5 == len(watch.prober.asked)
        assert Hindrance.BUDGET_SPENT is watch.monitor.snapshot.models[0].hindrance
        await watch.clock.run_for(12 * HOUR)
        assert 10 == len(watch.prober.asked)

    watching(Watch(preferences(SOL.model, LUNA.model, daily_requests=5)), story)


def test_check_now_asks_everyone_once():
    """Check now is one request per model; an answer younger than twenty seconds is not asked for again."""

    async def story(watch):
        await watch.clock.run_for(MINUTE)
        for _ in range(5):
            watch.monitor.check_now()
        await watch.clock.run_for(timedelta(seconds=10))
        watch.monitor.check_now()
        await watch.clock.run_for(timedelta(seconds=5))

    watch = watching(Watch(TWO), story)
    assert [0, 60] == watch.prober.times(SOL.model)
    assert [2, 62] == watch.prober.times(LUNA.model)


def test_one_probe_in_flight_per_model():
    """A probe that takes ten minutes is not joined by another one."""

    async def story(watch):
        watch.prober.takes = timedelta(minutes=15)
        await watch.clock.run_for(timedelta(minutes=14))
        watch.monitor.check_now()
        await watch.clock.run_for(timedelta(seconds=30))

    watch = watching(Watch(TWO), story)
    assert [0] == watch.prober.times(SOL.model)


def test_a_round_never_is_a_burst():
    """Ten models start two seconds apart."""

    async def story(watch):
        await watch.clock.run_for(MINUTE)

    watch = watching(Watch(preferences(*[f"gpt-{number}" for number in range(10)])), story)
    assert [2.0 * index for index in range(10)] == [(at - START).total_seconds() for _, at in watch.prober.asked]


def test_a_clock_jump_is_one_staggered_round():
    """After an hour of sleep everyone is asked once, fifteen seconds after waking, and not in a burst."""

    async def story(watch):
        await watch.clock.run_for(MINUTE)
        watch.clock.jump(HOUR)
        await watch.clock.run_for(MINUTE)

    watch = watching(Watch(TWO), story)
    woken = [at for _, at in watch.prober.asked[2:]]
    assert 2 == len(woken)
    assert timedelta(seconds=2) <= woken[1] - woken[0]
    assert woken[0] - START >= HOUR + MINUTE + timedelta(seconds=15)


def test_a_clock_set_back_claims_nothing_and_asks_again():
    """With answers from the future nothing is available until it was asked again."""

    async def story(watch):
        await watch.clock.run_for(MINUTE)
        watch.clock.jump(-5 * HOUR)
        await watch.clock.run_for(timedelta(seconds=40))
        assert 3 <= len(watch.prober.asked)
        await watch.clock.run_for(MINUTE)
        assert State.AVAILABLE is watch.monitor.snapshot.verdict(SOL).state

    watching(Watch(TWO), story)


def test_a_missing_key_blocks_and_a_new_key_is_tried_at_once():
    """Without a key nothing is sent and the user is told; storing one asks at once."""

    async def story(watch):
        watch.prober.answers[SOL.model] = KeyStoreError(KeyTrouble.MISSING, "No key")
        await watch.clock.run_for(MINUTE)
        shown = watch.monitor.snapshot.verdict(SOL)
        assert (State.BLOCKED, Hindrance.KEY_MISSING) == (shown.state, shown.hindrance)
        assert 1 == watch.monitor.snapshot.requests_today
        watch.prober.answers[SOL.model] = answered(SOL.model)
        watch.monitor.key_changed()
        await watch.clock.run_for(timedelta(seconds=10))
        assert State.AVAILABLE is watch.monitor.snapshot.verdict(SOL).state

    watching(Watch(TWO), story)


def test_an_answer_to_the_old_key_says_nothing_about_the_new_one():
    """Changed while a probe was under way, the key is judged by a probe of its own, and both are counted."""

    async def story(watch):
        watch.prober.takes = timedelta(seconds=8)
        watch.prober.answers[SOL.model] = refused(401, '{"error":{"code":"invalid_api_key"}}')
        await watch.clock.run_for(timedelta(seconds=4))
        watch.monitor.key_changed(SOL.connection)
        await watch.clock.run_for(timedelta(seconds=4.5))
        watch.prober.answers[SOL.model] = answered(SOL.model)
        await watch.clock.run_for(MINUTE)

    watch = watching(Watch(preferences(SOL.model)), story)
    assert [State.UNKNOWN, State.AVAILABLE] == watch.states(SOL)
    assert [] == watch.notices
    assert 2 == watch.monitor.snapshot.requests_today


def test_what_is_under_way_when_its_model_leaves_the_list_is_counted():
    """Its answer is of no use to anybody, but it was sent."""

    async def story(watch):
        watch.prober.takes = timedelta(seconds=8)
        await watch.clock.run_for(timedelta(seconds=1))
        watch.monitor.change_preferences(preferences(LUNA.model))
        await watch.clock.run_for(MINUTE)

    watch = watching(Watch(preferences(SOL.model)), story)
    assert 2 == len(watch.prober.asked) == watch.monitor.snapshot.requests_today


def test_slow_probes_keep_the_daily_cap_together():
    """What is under way counts against the cap before its answer comes."""

    async def story(watch):
        watch.prober.takes = timedelta(seconds=20)
        await watch.clock.run_for(10 * MINUTE)

    watch = watching(Watch(preferences(SOL.model, LUNA.model, "gpt-6-astra", daily_requests=2)), story)
    assert 2 == len(watch.prober.asked) == watch.monitor.snapshot.requests_today


def test_a_fault_of_ours_in_one_probe_ends_neither_the_others_nor_the_loop(caplog):
    """An unexpected exception is logged, changes no state, and the model is asked again an interval later."""

    async def story(watch):
        watch.prober.answers[SOL.model] = RuntimeError("bug")
        await watch.clock.run_for(timedelta(minutes=11))

    watch = watching(Watch(TWO), story)
    assert 2 == len(watch.prober.times(SOL.model))
    assert State.UNKNOWN is watch.monitor.snapshot.verdict(SOL).state
    assert State.AVAILABLE is watch.monitor.snapshot.verdict(LUNA).state
    assert "probe_failed" in caplog.text


def test_new_settings_take_effect_without_a_restart():
    """A model added to the list is asked at once, and one taken off is asked no more."""

    async def story(watch):
        await watch.clock.run_for(MINUTE)
        watch.monitor.change_preferences(preferences(LUNA.model, "gpt-6-astra"))
        await watch.clock.run_for(30 * MINUTE)

    watch = watching(Watch(TWO), story)
    assert [0] == watch.prober.times(SOL.model)
    assert 60 == watch.prober.times("gpt-6-astra")[0]
    assert Action.STAY is watch.monitor.snapshot.recommendation.action


def test_restart_goes_on_where_it_was():
    """State, streak, budget and what was told survive: no second notice, no loss, no second request at once."""

    async def first_half(watch):
        watch.prober.answers[SOL.model] = full_from(timedelta(minutes=10), HOUR)
        await watch.clock.run_for(timedelta(minutes=20))

    async def second_half(watch):
        await watch.clock.run_for(HOUR)

    first = watching(Watch(TWO), first_half)
    assert [NoticeKind.SWITCHED] == [notice.kind for notice in first.notices]
    memory = first.keeper.memories[-1]
    second = watching(Watch(TWO, memory=memory, clock=FakeClock(first.clock.now())), second_half)
    assert [NoticeKind.RECOVERED] == [notice.kind for notice in second.notices]
    assert first.monitor.snapshot.requests_today < second.monitor.snapshot.requests_today


def test_the_page_is_read_at_its_own_pace_and_backs_off():
    """Every five minutes while readable; doubled waits while it is not."""

    async def story(watch):
        await watch.clock.run_for(timedelta(minutes=11))
        assert [0, 315, 630] == [(at - START).total_seconds() for at in watch.page.reads]
        watch.page.failing = True
        await watch.clock.run_for(HOUR)
        gaps = [
            (later - earlier) / MINUTE for earlier, later in zip(watch.page.reads, watch.page.reads[1:], strict=False)
        ]
        assert [5.25, 5.25, 5.25, 10.5, 21.0] == gaps[:5]

    watching(Watch(replace(TWO, status_page=StatusPagePreferences())), story)


@pytest.mark.parametrize(("ends", "looks"), [(False, 1), (True, 2)])
def test_an_incident_that_names_a_model_brings_the_next_look_forward(ends, looks):
    """When the page begins or ends an incident about a listed model, that model is asked at once, and only that one."""

    async def story(watch):
        await watch.clock.run_for(MINUTE)
        watch.page.incidents = (Incident("i1", "Errors on GPT-6.2 Sol", "investigating", "minor", models=(SOL.model,)),)
        await watch.clock.run_for(5 * MINUTE)
        if ends:
            watch.page.incidents = ()
            await watch.clock.run_for(3 * MINUTE)

    long = preferences(SOL.model, LUNA.model, interval=HOUR, reserve_interval=HOUR)
    watch = watching(Watch(replace(long, status_page=StatusPagePreferences(interval=2 * MINUTE))), story)
    assert looks == len([at for at in watch.prober.times(SOL.model) if at > 30])
    assert [2] == watch.prober.times(LUNA.model)


def test_nothing_new_tells_nobody():
    """Ticks without news do not reach the listener."""

    async def story(watch):
        await watch.clock.run_for(MINUTE)
        before = len(watch.updates)
        await watch.clock.run_for(5 * MINUTE)
        assert before == len(watch.updates)

    watching(Watch(TWO), story)


def test_what_the_command_line_asked_by_hand_counts_as_if_it_had_been_asked_here():
    """Answer and cost; of a model that is not listed nothing is known and nothing is charged."""

    async def story(watch):
        await watch.clock.run_for(MINUTE)
        watch.monitor.seen(SOL, refused())
        watch.monitor.seen(EntryKey(SOL.connection, "gpt-elsewhere"), answered())
        assert Doubt.CONFIRMING is watch.monitor.snapshot.verdict(SOL).doubt
        assert 2 == watch.monitor.snapshot.requests_today

    watching(Watch(preferences(SOL.model, interval=TEN)), story)


def test_somebody_who_waits_elsewhere_has_a_model_asked_soon_unless_its_answer_is_young():
    """A wish that comes a moment after an answer, or comes twice, sends nothing more."""

    async def story(watch):
        await watch.clock.run_for(timedelta(seconds=5))
        watch.monitor.look(SOL)
        await watch.clock.run_for(timedelta(seconds=5))
        assert [0] == watch.prober.times(SOL.model)
        await watch.clock.run_for(MINUTE)
        for _ in range(2):
            watch.monitor.look(SOL)
            await watch.clock.run_for(timedelta(seconds=5))

    assert 2 == len(watching(Watch(preferences(SOL.model, interval=TEN)), story).prober.asked)


def test_a_wish_to_be_told_can_be_taken_back():
    """Then nobody waits for that model any more."""

    async def story(watch):
        watch.prober.answers[SOL.model] = full_from(timedelta(0), HALF)
        await watch.clock.run_for(MINUTE)
        watch.monitor.watch(SOL)
        assert watch.monitor.snapshot.verdict(SOL).awaited_until is not None
        watch.monitor.unwatch(SOL)
        assert watch.monitor.snapshot.verdict(SOL).awaited_until is None

    watching(Watch(preferences(SOL.model, interval=TEN)), story)


def test_a_problem_of_ours_is_shown_until_it_is_taken_back():
    """It is told once, however often it is reported."""

    async def story(watch):
        before = len(watch.updates)
        for problem in ("The history cannot be written", "The history cannot be written", None):
            watch.monitor.report(problem)
        assert ["The history cannot be written", None] == [each.snapshot.problem for each in watch.updates[before:]]

    watching(Watch(preferences(SOL.model)), story)
