"""Presence in simulated hours: who is away is not asked for, and the first glance after the return is true."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from fakes.clock import START, settle
from fakes.domain_values import LUNA, SOL, answered, preferences, refused
from fakes.watching import Watch
from vacancy.domain.alerting import NoticeKind
from vacancy.domain.catalog import Connection, ConnectionKind, KeyKind, KeySource, ModelEntry
from vacancy.domain.evidence import Evidence, ExceptionSeen
from vacancy.domain.incident import PageState
from vacancy.domain.preferences import StatusPagePreferences
from vacancy.domain.presence import PRESENT, Circumstance, Held, Presence, PresencePreferences, Restraint
from vacancy.domain.recommendation import Because
from vacancy.domain.verdict import Hindrance, State

SECOND, MINUTE, HOUR = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1)
TWO = preferences(SOL.model, LUNA.model, interval=timedelta(minutes=10), reserve_interval=timedelta(minutes=30))
LOCKED, ASLEEP, OFFLINE = Presence(locked=True), Presence(asleep=True), Presence(online=False)
LOST = Evidence(exception=ExceptionSeen("ConnectError", "All connection attempts failed"))


def watching(story, settings=TWO, **parts):
    """Run a story against a running monitor, and end cleanly."""
    watch = Watch(settings, **parts)

    async def play():
        running = asyncio.create_task(watch.monitor.run())
        await watch.clock.run_for(MINUTE)
        await story(watch)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    asyncio.run(play())
    return watch


def between(watch, model, begin, end):
    """When that model was asked, in seconds since the start, within a part of the story."""
    seconds = [(at - START).total_seconds() for name, at in watch.prober.asked if name == model]
    return [at for at in seconds if begin <= at < end]


def test_a_locked_screen_asks_a_quarter_and_no_reserve():
    """Locked for four hours: the model in use every forty minutes, the one in reserve never, and it is still known."""

    async def story(watch):
        watch.monitor.presence_changed(LOCKED)
        await watch.clock.run_for(4 * HOUR)
        assert State.AVAILABLE is watch.monitor.snapshot.verdict(SOL).state
        assert watch.monitor.snapshot.verdict(LUNA).next_check_at is None

    watch = watching(story)
    assert [0, 2401, 4802, 7203, 9604, 12005, 14406] == watch.prober.times(SOL.model)
    assert [2] == watch.prober.times(LUNA.model)
    assert Held(Restraint.LESS, Circumstance.LOCKED) == watch.monitor.snapshot.held


def test_unlocking_is_one_staggered_round():
    """After four locked hours both are asked at once, two seconds apart, and then as usual."""

    async def story(watch):
        watch.monitor.presence_changed(LOCKED)
        await watch.clock.run_for(4 * HOUR + 10 * MINUTE)
        watch.prober.asked.clear()
        watch.monitor.presence_changed(Presence(locked=False))
        await watch.clock.run_for(9 * MINUTE)

    watch = watching(story)
    assert [(SOL.model, 0), (LUNA.model, 2)] == [
        (name, (at - watch.prober.asked[0][1]).total_seconds()) for name, at in watch.prober.asked
    ]
    assert watch.prober.asked[0][1] == START + 4 * HOUR + 11 * MINUTE


def test_unlocking_soon_asks_nobody():
    """Answers younger than five minutes are true enough for a first glance."""

    async def story(watch):
        watch.monitor.presence_changed(LOCKED)
        await watch.clock.run_for(3 * MINUTE)
        watch.monitor.presence_changed(PRESENT)
        await watch.clock.run_for(MINUTE)

    assert 2 == len(watching(story).prober.asked)


def test_an_awaited_model_is_asked_as_ever_while_locked():
    """Whoever asked to be told is told, with the usual two questions a minute."""

    async def story(watch):
        watch.prober.answers[SOL.model] = lambda now: refused() if now < START + HOUR else answered(SOL.model)
        await watch.clock.run_for(20 * MINUTE)
        watch.monitor.watch(SOL)
        watch.monitor.presence_changed(LOCKED)
        await watch.clock.run_for(HOUR)

    watch = watching(story)
    assert 75 <= len(between(watch, SOL.model, 1300, 3600)) <= 85
    told = [notice.about for notice in watch.notices if notice.kind is NoticeKind.RECOVERED]
    assert [SOL] == told


@pytest.mark.parametrize("awaited", [False, True])
def test_a_pause_sends_nothing_by_itself(awaited):
    """Locked and set to pause: no request and no page, not even for an awaited model, and claims grow old."""
    settings = replace(
        TWO, presence=PresencePreferences(locked=Restraint.PAUSE), status_page=StatusPagePreferences("https://p")
    )

    async def story(watch):
        if awaited:
            watch.monitor.watch(LUNA)
        watch.monitor.presence_changed(LOCKED)
        asked, read = len(watch.prober.asked), len(watch.page.reads)
        await watch.clock.run_for(10 * HOUR)
        assert (asked, read) == (len(watch.prober.asked), len(watch.page.reads))
        shown = watch.monitor.snapshot.verdict(SOL)
        assert (State.UNKNOWN, None) == (shown.state, shown.next_check_at)
        watch.monitor.check_now(SOL)
        await watch.clock.run_for(SECOND)
        assert asked + 1 == len(watch.prober.asked)

    watching(story, settings)


def test_less_reads_the_page_less():
    """While locked the page is left alone four times as long."""

    async def story(watch):
        watch.monitor.presence_changed(LOCKED)
        await watch.clock.run_for(2 * HOUR)

    watch = watching(story, replace(TWO, status_page=StatusPagePreferences("https://p")))
    assert [0, 315, 315 + 1260] == [(at - START).total_seconds() for at in watch.page.reads][:3]


def test_asleep_sends_nothing_whoever_asks():
    """From the announcement of sleep to the waking nothing is sent."""

    async def story(watch):
        watch.monitor.presence_changed(ASLEEP)
        watch.monitor.check_now()
        asked = len(watch.prober.asked)
        await watch.clock.run_for(HOUR)
        assert asked == len(watch.prober.asked)

    watching(story)


def test_waking_asks_once_after_the_network_has_settled():
    """Eight hours of sleep: nothing for fifteen seconds, then one staggered round."""

    async def story(watch):
        watch.monitor.presence_changed(ASLEEP)
        watch.clock.jump(8 * HOUR)
        watch.prober.asked.clear()
        watch.monitor.presence_changed(PRESENT)
        woke = watch.clock.now()
        await watch.clock.run_for(5 * MINUTE)
        asked = [(name, (at - woke).total_seconds()) for name, at in watch.prober.asked]
        assert [SOL.model, LUNA.model] == [name for name, _ in asked]
        assert [15, 17] == [at for _, at in asked]

    watching(story)


def test_what_grew_old_in_a_sleep_that_nobody_announced_is_not_claimed_to_whoever_looks():
    """The loop would find out by itself within half a minute; whoever opens the window sees no old green before."""

    async def story(watch):
        assert State.AVAILABLE is watch.monitor.snapshot.verdict(SOL).state
        watch.clock.jump(8 * HOUR)
        watch.monitor.glance()
        await settle()
        assert State.UNKNOWN is watch.monitor.snapshot.verdict(SOL).state

    assert len(watching(story).prober.asked) == len(TWO.models)


def test_a_short_sleep_is_one_round_as_well():
    """Ten minutes of sleep: the reserve, due much later, is asked too, since its answer is older than five minutes."""

    async def story(watch):
        watch.monitor.presence_changed(ASLEEP)
        watch.clock.jump(10 * MINUTE)
        watch.monitor.presence_changed(PRESENT)
        await watch.clock.run_for(MINUTE)

    watch = watching(story)
    assert [SOL.model, LUNA.model] == [name for name, _ in watch.prober.asked[2:]]


def test_nobody_is_asked_before_the_network_has_settled_though_due():
    """A second look that was due at once waits for the network too."""

    async def story(watch):
        watch.prober.answers[SOL.model] = refused()
        watch.monitor.check_now(SOL)
        await watch.clock.run_for(5 * SECOND)
        watch.monitor.presence_changed(ASLEEP)
        watch.clock.jump(MINUTE)
        asked, woke = len(watch.prober.asked), watch.clock.now()
        watch.monitor.presence_changed(PRESENT)
        await watch.clock.run_for(MINUTE)
        assert 15 * SECOND == watch.prober.asked[asked][1] - woke

    watching(story)


def test_unlocking_right_after_waking_waits_for_the_network():
    """The user is back three seconds after the machine: the round is one, and it comes when the network is there."""

    async def story(watch):
        watch.monitor.presence_changed(LOCKED)
        watch.monitor.presence_changed(replace(LOCKED, asleep=True))
        watch.clock.jump(8 * HOUR)
        asked, woke = len(watch.prober.asked), watch.clock.now()
        watch.monitor.presence_changed(LOCKED)
        await watch.clock.run_for(3 * SECOND)
        watch.monitor.presence_changed(PRESENT)
        await watch.clock.run_for(MINUTE)
        assert [15, 17] == [(at - woke).total_seconds() for _, at in watch.prober.asked[asked:]]

    watching(story)


def test_a_lost_signal_of_waking_does_not_silence_for_ever():
    """The clock says so too: after a jump it is awake, whatever the system forgot to tell."""

    async def story(watch):
        watch.monitor.presence_changed(ASLEEP)
        watch.clock.jump(8 * HOUR)
        await watch.clock.run_for(MINUTE)
        assert State.AVAILABLE is watch.monitor.snapshot.verdict(SOL).state

    watching(story)


@pytest.mark.parametrize("takes", [5, 20])
def test_a_failure_from_the_waking_is_no_sign(takes):
    """A probe that was under way when the machine slept fails after waking: nothing is claimed, all is asked."""

    async def story(watch):
        await watch.clock.run_for(9 * MINUTE)
        watch.prober.answers[SOL.model] = LOST
        watch.prober.takes = takes * SECOND
        await watch.clock.run_for(2 * SECOND)
        assert 2 == len(watch.prober.times(SOL.model))
        watch.monitor.presence_changed(ASLEEP)
        watch.clock.jump(8 * HOUR)
        watch.monitor.presence_changed(PRESENT)
        await watch.clock.run_for((takes - 1) * SECOND)
        watch.prober.answers[SOL.model] = answered(SOL.model)
        watch.prober.takes = SECOND
        await watch.clock.run_for(MINUTE)

    watch = watching(story)
    assert State.UNREACHABLE not in watch.states(SOL)
    assert State.AVAILABLE is watch.monitor.snapshot.verdict(SOL).state
    assert [] == watch.notices
    assert 5 == watch.monitor.snapshot.requests_today, "what was sent in vain is counted all the same"


def test_a_failure_from_the_waking_is_not_asked_again_within_seconds():
    """Settling takes 15 seconds, and between two requests for one model there are twenty, this one included."""

    async def story(watch):
        watch.prober.answers[SOL.model] = LOST
        await watch.clock.run_for(9 * MINUTE)
        watch.monitor.check_now()
        await watch.clock.run_for(timedelta(seconds=0.5))
        watch.monitor.presence_changed(Presence(online=False))
        watch.monitor.presence_changed(Presence(online=True))
        await watch.clock.run_for(MINUTE)

    times = watching(story, settings=preferences(SOL.model)).prober.times(SOL.model)
    checked = next(at for at in times if at >= 10 * 60)
    assert 20 <= min(at for at in times if at > checked) - checked <= 25


def test_a_real_failure_after_the_waking_is_a_sign():
    """Once the network had time to settle, not reaching anything is said."""

    async def story(watch):
        watch.monitor.presence_changed(ASLEEP)
        watch.clock.jump(8 * HOUR)
        watch.prober.answers = dict.fromkeys((SOL.model, LUNA.model), LOST)
        watch.monitor.presence_changed(PRESENT)
        await watch.clock.run_for(MINUTE)
        assert State.UNREACHABLE is watch.monitor.snapshot.verdict(SOL).state

    watching(story)


def test_nothing_is_told_in_the_first_seconds_after_waking():
    """Owed before the sleep and held back by snooze, the news waits for the network, and for its confirmation."""

    async def story(watch):
        watch.prober.answers[SOL.model] = lambda now: refused() if now < START + HOUR else answered(SOL.model)
        watch.monitor.snooze(2 * HOUR)
        await watch.clock.run_for(HOUR + 59 * MINUTE)
        assert State.AVAILABLE is watch.monitor.snapshot.verdict(SOL).state
        watch.monitor.presence_changed(ASLEEP)
        watch.clock.jump(2 * MINUTE)
        woke = watch.clock.now()
        watch.monitor.presence_changed(PRESENT)
        assert State.AVAILABLE is watch.monitor.snapshot.verdict(SOL).state
        await watch.clock.run_for(MINUTE)
        told = [update.snapshot.taken_at - woke for update in watch.updates if update.notices]
        assert [NoticeKind.RECOVERED] == [notice.kind for notice in watch.notices]
        assert all(at >= 15 * SECOND for at in told)

    watching(story)


def test_without_a_network_nothing_is_sent_and_it_is_said():
    """Offline for an hour: no request, no page, offline is shown; back again, one round after fifteen seconds."""
    settings = replace(TWO, status_page=StatusPagePreferences("https://p"))

    async def story(watch):
        watch.monitor.presence_changed(OFFLINE)
        asked, read = len(watch.prober.asked), len(watch.page.reads)
        await watch.clock.run_for(HOUR)
        shown = watch.monitor.snapshot
        assert (asked, read) == (len(watch.prober.asked), len(watch.page.reads))
        assert Because.OFFLINE is shown.recommendation.because
        assert (State.UNREACHABLE, Hindrance.OFFLINE) == (shown.models[0].state, shown.models[0].hindrance)
        back = watch.clock.now()
        watch.monitor.presence_changed(Presence(online=True))
        await watch.clock.run_for(MINUTE)
        assert [15, 17] == [(at - back).total_seconds() for _, at in watch.prober.asked[asked:]]
        assert State.AVAILABLE is watch.monitor.snapshot.verdict(SOL).state
        assert read + 1 == len(watch.page.reads)

    assert [] == watching(story, settings).notices


def test_a_network_is_tried_anew_though_it_just_failed():
    """The last attempt is young but was never answered: the return of the network asks at once."""

    async def story(watch):
        watch.prober.answers[SOL.model] = LOST
        watch.monitor.check_now(SOL)
        await watch.clock.run_for(20 * SECOND)
        watch.monitor.presence_changed(OFFLINE)
        watch.prober.answers[SOL.model] = answered(SOL.model)
        await watch.clock.run_for(MINUTE)
        watch.monitor.presence_changed(PRESENT)
        await watch.clock.run_for(20 * SECOND)
        assert State.AVAILABLE is watch.monitor.snapshot.verdict(SOL).state

    watching(story)


def test_a_model_on_this_machine_needs_no_network():
    """Offline, a local server is asked as ever."""
    local = Connection("here", ConnectionKind.OPENAI_CHAT, "http://127.0.0.1:11434/v1", KeySource(KeyKind.NONE))
    settings = replace(TWO, connections=(*TWO.connections, local), models=(*TWO.models, ModelEntry("here", "llama-5")))

    async def story(watch):
        watch.monitor.presence_changed(OFFLINE)
        watch.prober.asked.clear()
        await watch.clock.run_for(HOUR)
        assert {"llama-5"} == {name for name, _ in watch.prober.asked}
        assert "llama-5" == watch.monitor.snapshot.recommendation.key.model

    watching(story, settings)


def test_an_answer_contradicts_a_network_that_is_said_to_be_gone():
    """The user asks all the same, and it answers: the system was wrong, and asking goes on."""

    async def story(watch):
        watch.monitor.presence_changed(OFFLINE)
        watch.monitor.check_now(SOL)
        await watch.clock.run_for(5 * SECOND)
        shown = watch.monitor.snapshot.verdict(SOL)
        assert (State.AVAILABLE, None) == (shown.state, shown.hindrance)
        assert shown.next_check_at is not None

    watching(story)


def test_a_lost_network_loses_no_recovery():
    """Full, then offline, then available: told once it was seen again."""

    async def story(watch):
        watch.prober.answers[SOL.model] = lambda now: refused() if now < START + HOUR else answered(SOL.model)
        await watch.clock.run_for(50 * MINUTE)
        watch.monitor.presence_changed(OFFLINE)
        await watch.clock.run_for(3 * HOUR)
        watch.monitor.presence_changed(PRESENT)
        await watch.clock.run_for(HOUR)

    assert [SOL] == [notice.about for notice in watching(story).notices if notice.kind is NoticeKind.RECOVERED]


def test_a_page_that_fails_while_the_machine_wakes_is_no_news():
    """A reading that was under way when it slept fails after waking: it stays readable, and is read once settled."""
    settings = replace(TWO, status_page=StatusPagePreferences("https://p"))

    async def story(watch):
        read_at = watch.monitor.snapshot.page.read_at
        watch.page.takes = 10 * SECOND
        watch.page.failing = True
        await watch.clock.run_for(4 * MINUTE + 20 * SECOND)
        assert 2 == len(watch.page.reads), "it is under way"
        watch.monitor.presence_changed(ASLEEP)
        watch.clock.jump(8 * HOUR)
        watch.monitor.presence_changed(PRESENT)
        woke = watch.clock.now()
        await watch.clock.run_for(14 * SECOND)
        assert read_at == watch.monitor.snapshot.page.read_at
        assert PageState.READABLE is watch.monitor.snapshot.page.state
        watch.page.failing = False
        await watch.clock.run_for(MINUTE)
        assert woke + 15 * SECOND <= watch.page.reads[2] <= woke + 45 * SECOND
        assert watch.monitor.snapshot.page.read_at > woke

    watching(story, settings)


def test_the_end_of_idling_reads_the_page_and_asks_as_usual():
    """No round of all: the model in use is overdue and asked, the reserve is not, and the page is read."""
    settings = replace(TWO, status_page=StatusPagePreferences("https://p"))

    async def story(watch):
        watch.monitor.presence_changed(Presence(idle=True))
        await watch.clock.run_for(15 * MINUTE)
        asked, read = len(watch.prober.asked), len(watch.page.reads)
        watch.monitor.presence_changed(Presence(idle=False))
        await watch.clock.run_for(MINUTE)
        assert [SOL.model] == [name for name, _ in watch.prober.asked[asked:]]
        assert read + 1 == len(watch.page.reads)

    watching(story, settings)
