"""Notices reach the desktop's own service in words, and what is clicked there is done."""

import asyncio
from datetime import UTC, timedelta

import pytest

from fakes.notification_daemon import NotificationDaemon
from fakes.snapshots import ALL, LUNA, SOL
from vacancy.app.telling import Telling
from vacancy.desktop.bridge import Bridge
from vacancy.desktop.tray import TraySwitch
from vacancy.domain.alerting import RECOMMENDATION_TOPIC, Notice, NoticeKind

pytestmark = pytest.mark.real_desktop

SWITCHED = Notice(NoticeKind.SWITCHED, RECOMMENDATION_TOPIC, SOL, LUNA)
NOTHING = Notice(NoticeKind.NOTHING_WORKS, RECOMMENDATION_TOPIC, SOL)


class Done:
    """What was asked of the app."""

    def __init__(self):
        self.copied, self.opened, self.snoozed, self.used, self.undone = [], [], [], [], []

    @property
    def anything(self):
        """One of them was."""
        return self.copied or self.opened or self.snoozed or self.used or self.undone


@pytest.fixture
def daemon():
    """A notification service on the session bus."""
    service = NotificationDaemon()
    service.start()
    yield service
    service.stop()


@pytest.fixture
def tell(play, until_done):
    """Tell notices, and click on the last one; what was asked of the app comes back."""

    def run(daemon, *notices, click=None, token=None, demo=False, switch=None, announced=None):
        done = Done()

        async def story(bridge: Bridge):
            telling = Telling(
                bridge.spawn,
                None,  # the tray shows balloons where there is no service, as on Windows
                zone=UTC,
                demo=demo,
                copy=done.copied.append,
                open_panel=done.opened.append,
                snooze=done.snoozed.append,
                use=done.used.append,
                undo=lambda: done.undone.append(True),
            )
            try:
                for number, notice in enumerate(notices, start=1):
                    telling.tell(notice, ALL["full"], switch=switch)
                    await until_done(lambda number=number: len(daemon.shown) == number)
                if announced is not None:
                    telling.announce(*announced)
                    await until_done(lambda: len(daemon.shown) == len(notices) + 1)
                if click is not None:
                    daemon.click(daemon.shown[-1]["id"], click, token=token)
                    await until_done(lambda: done.anything)
            finally:
                await telling.close()

        play(story)
        return done

    return run


@pytest.fixture
def until_done():
    """Wait in a story until a condition holds."""

    async def wait(condition):
        async with asyncio.timeout(5):
            while not condition():  # noqa: ASYNC110 - the condition is of another thread
                await asyncio.sleep(0.01)

    return wait


def test_a_notice_has_its_words_and_its_buttons(tell, daemon):
    """Copy names the model that it copies, and quiet is one click away; opening is the last one."""
    tell(daemon, SWITCHED)
    (shown,) = daemon.shown
    assert shown["title"] == "gpt-6.2-sol is full - gpt-6-luna works"
    assert shown["actions"] == ["copy", "Copy gpt-6-luna", "snooze", "Quiet for an hour", "default", "Open"]


def test_copy_copies_the_model_of_the_notice(tell, daemon):
    """And nothing else happens."""
    done = tell(daemon, SWITCHED, click="copy")
    assert (done.copied, done.opened, done.snoozed) == ([LUNA], [], [])


def test_quiet_lasts_an_hour(tell, daemon):
    """As its words say."""
    done = tell(daemon, SWITCHED, click="snooze")
    assert (done.copied, done.opened, done.snoozed) == ([], [], [timedelta(hours=1)])


@pytest.mark.parametrize(("token", "given"), [("raise-me", "raise-me"), (None, "")])
def test_a_click_opens_the_window_with_the_desktops_permission(tell, daemon, token, given):
    """Where the desktop gave one; Wayland raises nothing without."""
    done = tell(daemon, SWITCHED, click="default", token=token)
    assert (done.copied, done.opened, done.snoozed) == ([], [given], [])


def test_a_newer_notice_of_the_topic_leaves_no_old_model_to_copy(tell, daemon):
    """Nothing works any more: Copy is not offered, and a late click on it copies nothing that was full."""
    done = tell(daemon, SWITCHED, NOTHING, click="copy")
    assert "copy" not in daemon.shown[-1]["actions"]
    assert done.copied == []
    assert daemon.shown[-1]["replaces"] == daemon.shown[0]["id"]


def test_a_rehearsal_says_so_in_every_title(tell, daemon):
    """Nobody takes a simulated outage for a real one."""
    tell(daemon, SWITCHED, demo=True)
    assert daemon.shown[0]["title"].startswith("DEMO - ")


def test_a_service_that_refuses_costs_a_line_in_the_log(tell_refused, caplog):
    """The notice is not lost in the window, and nothing fails."""
    tell_refused(SWITCHED)
    assert [record.message for record in caplog.records if record.levelname == "WARNING"] == [
        "notification_failed topic=recommendation kind=DBusErrorResponse"
    ]


@pytest.fixture
def tell_refused(play, until_done, caplog):
    """Tell a notice to a service that refuses everything, and wait for the word in the log."""

    def run(notice):
        service = NotificationDaemon(refuse=True)
        service.start()

        async def story(bridge):
            telling = Telling(
                bridge.spawn,
                None,
                zone=UTC,
                demo=False,
                copy=print,
                open_panel=print,
                snooze=print,
                use=print,
                undo=print,
            )
            telling.tell(notice, ALL["full"])
            await until_done(lambda: caplog.records)
            await telling.close()

        try:
            play(story)
        finally:
            service.stop()

    return run


def test_the_tool_can_be_switched_from_the_notification(tell, daemon):
    """The button names the tool and the model, and stands first; the change is shown before anything is written."""
    done = tell(daemon, SWITCHED, click="use", switch=TraySwitch("Use gpt-6-luna in Codex", LUNA))
    assert daemon.shown[0]["actions"][:4] == ["use", "Use gpt-6-luna in Codex", "copy", "Copy gpt-6-luna"]
    assert done.used == [LUNA]


def test_a_tool_on_another_model_gets_no_button(tell, daemon):
    """The offer is about another model than the notice."""
    tell(daemon, SWITCHED, switch=TraySwitch("Use gpt-6.2-sol in Codex", SOL))
    assert "use" not in daemon.shown[0]["actions"]


def test_what_was_switched_is_told_with_the_way_back(tell, daemon):
    """A click on Undo takes it back."""
    done = tell(daemon, click="undo", announced=("Codex was switched to gpt-6-luna", "New threads take it at once."))
    assert daemon.shown[0]["title"] == "Codex was switched to gpt-6-luna"
    assert done.undone == [True]
