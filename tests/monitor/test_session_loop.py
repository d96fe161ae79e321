"""The monitor follows what Codex writes down, sends nothing for it, and asks only where that was allowed."""

import asyncio
import logging
from dataclasses import replace
from datetime import timedelta

from fakes.clock import START
from fakes.domain_values import CODEX, CODEX_SOL, codex_preferences, turn
from fakes.watching import Watch
from vacancy.domain.catalog import CodexAsking
from vacancy.domain.events import Probed, StateChanged
from vacancy.domain.sighting import Login, SessionNews
from vacancy.domain.usage import Usage, UsageWindow
from vacancy.domain.verdict import Hindrance, State

HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)


def playing(watch, story):
    """Run a story against a running monitor, and end with no task left."""

    async def play():
        running = asyncio.create_task(watch.monitor.run())
        await watch.clock.run_for(timedelta(0))
        await story(watch)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(play())
    return watch


async def write(watch, *turns, login=Login.CHATGPT):
    """Let Codex write those turns down."""
    watch.sessions.write(SessionNews(sightings=turns, login=login))
    await watch.clock.run_for(timedelta(0))


def test_a_turn_is_shown_and_filed_without_a_request():
    """It costs nothing: no request, no tokens, and the history has it with the time of the turn."""

    async def story(watch):
        await write(watch, turn(at=START))
        assert watch.monitor.snapshot.verdict(CODEX_SOL).state is State.AVAILABLE
        await watch.clock.run_for(HOUR)

    watch = playing(Watch(codex_preferences()), story)
    assert watch.prober.asked == []
    assert watch.monitor.snapshot.requests_today == 0
    assert watch.monitor.snapshot.tokens_today == 0
    assert [event.at for event in watch.keeper.events if isinstance(event, Probed)] == [START]
    states = [event.after for event in watch.keeper.events if isinstance(event, StateChanged)]
    assert states == [State.AVAILABLE, State.UNKNOWN]


def test_check_now_asks_no_costly_model_and_one_by_its_name_only_where_allowed():
    """F5 must not spend ten thousand tokens; a click on that model may, once the user said so."""

    async def story(watch):
        watch.monitor.check_now()
        await watch.clock.run_for(MINUTE)
        assert watch.prober.asked == []
        watch.monitor.check_now(CODEX_SOL)
        await watch.clock.run_for(MINUTE)

    assert playing(Watch(codex_preferences()), story).prober.asked == []
    allowed = codex_preferences(connection=replace(CODEX, ask=CodexAsking.ON_DEMAND))
    assert len(playing(Watch(allowed), story).prober.asked) == 1


def test_a_model_that_is_waited_for_is_asked_until_its_return_is_sure():
    """Every ten minutes while it is full, and once more a minute after it answered: two successes are a return."""
    allowed = codex_preferences(connection=replace(CODEX, ask=CodexAsking.AWAITED))

    async def story(watch):
        full_until = START + timedelta(minutes=25)
        watch.prober.answers["gpt-6.2-sol"] = lambda now: (
            turn(error="server_overloaded" if now < full_until else None).evidence
        )
        await write(watch, turn(at=START, error="server_overloaded"))
        watch.monitor.watch(CODEX_SOL)
        await watch.clock.run_for(HOUR)

    watch = playing(Watch(allowed), story)
    asked = [round((at - START) / MINUTE) for _, at in watch.prober.asked]
    assert asked == [10, 21, 32, 33]
    assert [notice.about for notice in watch.notices] == [CODEX_SOL]


def test_another_folder_is_followed_as_soon_as_the_settings_name_it():
    """The old one is left, so nothing of it is taken for news of the new one."""

    async def story(watch):
        watch.monitor.change_preferences(codex_preferences(connection=replace(CODEX, home="/elsewhere")))
        await watch.clock.run_for(MINUTE)

    watch = playing(Watch(codex_preferences()), story)
    assert [each.home for each in watch.sessions.followed] == [None, "/elsewhere"]
    assert [each.home for each in watch.sessions.ended] == [None, "/elsewhere"]


def test_a_fault_in_following_ends_nothing_else(caplog):
    """It is logged; the models go on being watched, and the sessions are followed again some minutes later."""

    async def story(watch):
        watch.sessions.write(RuntimeError("broken"))
        await watch.clock.run_for(MINUTE)
        watch.monitor.watch(CODEX_SOL)
        assert len(watch.sessions.followed) == 1
        await watch.clock.run_for(5 * MINUTE)
        assert len(watch.sessions.followed) == 2

    with caplog.at_level(logging.ERROR):
        watch = playing(Watch(codex_preferences()), story)
    assert watch.monitor.snapshot.verdict(CODEX_SOL).hindrance is Hindrance.ONLY_READ
    assert "follow_failed" in caplog.text


def test_nothing_is_followed_without_a_connection_that_belongs_to_another_program():
    """Whoever has no Codex has no reading of files either."""

    async def story(watch):
        await watch.clock.run_for(MINUTE)

    assert playing(Watch(codex_preferences(connection=CODEX)), story).sessions.followed == [CODEX]
    plain = codex_preferences()
    plain = replace(plain, connections=(), models=())
    assert playing(Watch(plain), story).sessions.followed == []


def test_check_now_asks_for_the_login_and_its_allowance_where_that_is_allowed(caplog):
    """It costs no tokens, but it is a question; a fault in it ends nothing."""
    spent = Usage(START, (UsageWindow(100, timedelta(hours=5), START + HOUR),))

    async def story(watch):
        watch.logins.news = SessionNews(login=Login.CHATGPT, usage=spent)
        watch.monitor.check_now()
        await watch.clock.run_for(MINUTE)

    assert playing(Watch(codex_preferences()), story).logins.asked == []
    allowed = codex_preferences(connection=replace(CODEX, ask=CodexAsking.ON_DEMAND))
    watch = playing(Watch(allowed), story)
    assert watch.logins.asked == ["codex"]
    assert watch.monitor.snapshot.verdict(CODEX_SOL).state is State.RATE_LIMITED
    broken = Watch(allowed)

    async def fault(watch):
        watch.logins.news = RuntimeError("broken")
        watch.monitor.check_now()
        await watch.clock.run_for(MINUTE)

    assert playing(broken, fault).logins.asked == ["codex"]
    assert "login_failed" in caplog.text


def test_a_login_is_asked_for_once_at_a_time_and_nobody_waits_for_it_in_the_end():
    """F5 pressed twice starts one program; ending the monitor ends it too, and leaves no task (`playing` looks)."""
    allowed = codex_preferences(connection=replace(CODEX, ask=CodexAsking.ON_DEMAND))

    async def story(watch):
        watch.logins.may_tell.clear()
        for _ in range(2):
            watch.monitor.check_now()
            await watch.clock.run_for(MINUTE)

    assert playing(Watch(allowed), story).logins.asked == ["codex"]


def test_what_a_login_tells_of_a_route_that_is_not_followed_any_more_is_dropped():
    """The settings name another folder by now: its login may be another one."""
    allowed = codex_preferences(connection=replace(CODEX, ask=CodexAsking.ON_DEMAND))
    spent = Usage(START, (UsageWindow(100, timedelta(hours=5), START + HOUR),))

    async def story(watch):
        watch.logins.news = SessionNews(login=Login.CHATGPT, usage=spent, from_files=False)
        watch.logins.may_tell.clear()
        watch.monitor.check_now()
        await watch.clock.run_for(MINUTE)
        elsewhere = replace(CODEX, home="/elsewhere", ask=CodexAsking.ON_DEMAND)
        watch.monitor.change_preferences(codex_preferences(connection=elsewhere))
        await watch.clock.run_for(MINUTE)
        watch.logins.may_tell.set()
        await watch.clock.run_for(MINUTE)

    assert [each.usage for each in playing(Watch(allowed), story).monitor.snapshot.standings] == [None]


def test_nothing_is_asked_of_a_login_while_paused():
    """Paused means that nothing is sent, and with a ChatGPT login Codex asks OpenAI for the windows."""
    allowed = codex_preferences(connection=replace(CODEX, ask=CodexAsking.ON_DEMAND))

    async def story(watch):
        watch.monitor.pause()
        watch.monitor.check_now()
        await watch.clock.run_for(MINUTE)

    assert playing(Watch(allowed), story).logins.asked == []
