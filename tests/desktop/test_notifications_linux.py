"""Notifications through a real service on the session bus."""

import asyncio
import logging
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest
from jeepney import DBusAddress, new_error, new_method_call, new_method_return

from vacancy.desktop.bridge import Bridge
from vacancy.desktop.notifications import Notification
from vacancy.desktop.notifications_linux import LinuxNotifier, _FirstAnswers

pytestmark = pytest.mark.real_desktop

FULL = Notification(
    "recommendation",
    "gpt-6.2-sol is full",
    "a < b & <i>c</i>",
    actions=(("copy", "Copy gpt-6-luna"),),
)


@asynccontextmanager
async def notifier(on_action=lambda *_: None, **options):
    """A notifier with an owner for its task, both closed at the end."""
    bridge = Bridge(asyncio.get_running_loop())
    linux = LinuxNotifier(on_action, spawn=bridge.spawn, **options)
    try:
        yield linux
    finally:
        await linux.close()
        await bridge.close()


def test_the_service_gets_the_exact_arguments(run, make_daemon):
    """Words escaped for markup, a byte of urgency, who we are, and the buttons."""
    daemon = make_daemon()

    async def story():
        async with notifier(icon="vacancy") as linux:
            assert await linux.send(FULL)

    run(story())
    assert daemon.shown == [
        {
            "id": 41,
            "app": "Vacancy",
            "replaces": 0,
            "icon": "vacancy",
            "title": "gpt-6.2-sol is full",
            "body": "a &lt; b &amp; &lt;i&gt;c&lt;/i&gt;",
            "actions": ["copy", "Copy gpt-6-luna", "default", "Open"],
            "hints": {"urgency": ("y", 1), "desktop-entry": ("s", "vacancy")},
        }
    ]


def test_a_service_that_answers_twice_is_heard_once(run, make_daemon):
    """Mako's second answer, a refusal, costs neither this notification nor the connection."""
    daemon = make_daemon(answers_twice=True)

    async def story():
        async with notifier() as linux:
            return await linux.send(FULL), await linux.send(FULL)

    assert run(story()) == (True, True)
    assert [shown["replaces"] for shown in daemon.shown] == [0, 41]


def test_a_second_answer_that_comes_at_once_is_let_pass(run):
    """The first answer stays; the second one is no error, though nobody had time to take the first."""
    call = new_method_call(DBusAddress("/n", bus_name="n.n", interface="n.n"), "GetCapabilities")
    call.header.serial = 7
    answer, refusal = new_method_return(call), new_error(call, "n.n.UnknownMethod")

    async def story():
        answers = _FirstAnswers()
        with answers.catch(7, asyncio.get_running_loop().create_future()) as future:
            assert answers.dispatch(answer)
            assert answers.dispatch(refusal)
            return await future

    assert run(story()) is answer


def test_a_plain_service_gets_plain_words_and_no_buttons(run, make_daemon):
    """Nothing is escaped or offered that the service would show as it is."""
    daemon = make_daemon(capabilities=("body",))

    async def story():
        async with notifier() as linux:
            assert await linux.send(FULL)

    run(story())
    assert (daemon.shown[0]["body"], daemon.shown[0]["actions"]) == ("a < b & <i>c</i>", [])


def test_one_topic_is_one_notification(run, make_daemon):
    """A newer one replaces the older of its topic, and only that."""
    daemon = make_daemon()

    async def story():
        async with notifier() as linux:
            for topic in ("a", "b", "a"):
                await linux.send(Notification(topic, "t", "b"))

    run(story())
    assert [shown["replaces"] for shown in daemon.shown] == [0, 0, 41]


def test_a_closed_notification_is_not_replaced(run, make_daemon, until):
    """What the user has closed is told anew."""
    daemon = make_daemon()

    async def story():
        async with notifier() as linux:
            await linux.send(FULL)
            daemon.close(41)
            await until(lambda: not linux._ids)
            await linux.send(FULL)

    run(story())
    assert [shown["replaces"] for shown in daemon.shown] == [0, 0]


def test_a_click_comes_back_as_topic_and_action_with_its_token(run, make_daemon, until):
    """The button of our notification is heard, another program's is not, and the token is good once."""
    daemon = make_daemon()
    chosen = []

    async def story():
        async with notifier(lambda *choice: chosen.append(choice)) as linux:
            await linux.send(FULL)
            daemon.click(7, "copy")
            daemon.click(41, "copy", token="raise-me")
            await until(lambda: chosen)
            return linux.take_activation_token(), linux.take_activation_token()

    assert run(story()) == ("raise-me", "")
    assert chosen == [("recommendation", "copy")]


def test_a_failing_reaction_does_not_deafen(run, make_daemon, until, caplog):
    """After one click whose handler failed the next one is heard."""
    daemon = make_daemon()
    chosen = []

    def on_action(topic, action):
        chosen.append(action)
        if action == "bad":
            raise ValueError("bad")

    async def story():
        async with notifier(on_action) as linux:
            await linux.send(FULL)
            daemon.click(41, "bad")
            daemon.click(41, "good")
            await until(lambda: len(chosen) == 2)

    run(story())
    assert chosen == ["bad", "good"]
    assert "notification_action_failed" in caplog.text


def test_a_restarted_service_is_asked_anew(run, make_daemon, until):
    """Ids and abilities die with the service that gave them."""
    first = make_daemon()

    async def story():
        async with notifier() as linux:
            await linux.send(FULL)
            first.stop()
            await until(lambda: not linux._ids)
            second = make_daemon(capabilities=())
            assert await linux.send(FULL)
            return second.shown[0]

    shown = run(story())
    assert (shown["replaces"], shown["actions"], shown["body"]) == (0, [], "a < b & <i>c</i>")


def test_a_refusal_is_false_and_the_next_one_may_pass(run, make_daemon, caplog):
    """Plasma refuses floods; that is a warning, never an exception."""
    make_daemon(refuse=True)

    async def story():
        async with notifier() as linux:
            return await linux.send(FULL)

    assert run(story()) is False
    assert "kind=DBusErrorResponse" in caplog.text


def test_nobody_there_is_false_until_somebody_comes(run, own_bus, make_daemon, caplog):
    """Without a service nothing is shown and nothing breaks; one that comes later is used."""

    async def story():
        async with notifier() as linux:
            early = await linux.send(FULL)
            make_daemon()
            return early, await linux.send(FULL)

    assert run(story()) == (False, True)


def test_a_lost_bus_is_false_and_the_next_one_is_used(run, make_bus, make_daemon, until):
    """When the bus dies, what is told meanwhile is lost, and the connection is made anew."""
    first = make_bus()
    make_daemon()

    async def story():
        async with notifier() as linux:
            before = await linux.send(FULL)
            first.kill()
            await until(lambda: first.poll() is not None)
            return before, await linux.send(FULL)

    assert run(story()) == (True, False)


def test_no_bus_is_false(run, monkeypatch, caplog):
    """Without a session bus nothing is shown and nothing breaks."""
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")

    async def story():
        async with notifier() as linux:
            return await linux.send(FULL)

    assert run(story()) is False
    assert [record.levelno for record in caplog.records if record.name.startswith("vacancy")] == [logging.WARNING]


def test_a_service_that_hangs_is_given_up(run, make_daemon):
    """A service that does not answer costs the time that was set, and the next call starts afresh."""
    daemon = make_daemon()

    async def story():
        async with notifier(answer_within=timedelta(milliseconds=200)) as linux:
            daemon.hang()
            hung = await linux.send(FULL)
            daemon.recover()
            return hung, await linux.send(FULL)

    assert run(story()) == (False, True)
