"""The first run, from the welcome window to the keyring and the settings."""

from datetime import timedelta

import pytest

from fakes import behaviours
from fakes.keyrings import LockedKeyring, no_keyring
from vacancy.app.first_run import FirstRun
from vacancy.domain.catalog import Connection, ConnectionKind, KeyKind, KeySource, ModelEntry
from vacancy.errors import KeyStoreError
from vacancy.redaction import Secret
from vacancy.views.intents import CheckKey, FinishSetup
from vacancy.views.welcome import Step

KEY = Secret("sk-canary-0123456789")
FIVE = timedelta(minutes=5)


@pytest.fixture
def opened(desk, play, settled):
    """Play a story with the welcome open; it is given the window's owner, the window, and how often it finished."""

    def run(story):
        async def whole(bridge):
            finished = []
            owner = FirstRun(
                desk.decisions,
                desk.outward,
                desk.monitor,
                bridge,
                demo=False,
                finished=lambda: finished.append(True),
            )
            owner.show()
            await settled()
            try:
                return await story(owner, owner._window, finished)
            finally:
                owner.close()

        return play(whole)

    return run


@pytest.fixture
def gateway(server):
    """The connection that the user enters."""
    return Connection("gateway", ConnectionKind.OPENAI_CHAT, server.base_url, KeySource(KeyKind.KEYRING))


def waiting_for_a_check(window, gateway):
    """The window as it is after a click on Check."""
    window._checking = True
    return CheckKey(gateway, KEY)


def test_it_says_where_a_key_will_go_before_one_is_typed(opened, desk):
    """The name of the keyring stands below the field."""

    async def story(_owner, window, _finished):
        assert window.where.key.reason.text() == "It will be kept in memory, and nowhere else."

    opened(story)


def test_without_a_safe_place_that_is_said(opened, desk):
    """Before anybody types a key."""
    with pytest.raises(KeyStoreError) as none:
        no_keyring()
    desk.keyring = none.value

    async def story(_owner, window, _finished):
        assert "kept until Vacancy ends" in window.where.key.reason.text()

    opened(story)


def test_a_check_offers_the_models_and_stores_nothing(opened, desk, gateway, settled):
    """One request with the key as typed; the keyring and the file stay as they are."""
    before = desk.file.path.read_text()

    async def story(_owner, window, _finished):
        window.asked.emit(waiting_for_a_check(window, gateway))
        await settled()
        assert window.step is Step.MODELS
        assert [request.header("authorization") for request in desk.server.requests] == [f"Bearer {KEY.reveal()}"]
        assert (desk.kept, desk.file.path.read_text()) == ([], before)

    opened(story)


def test_a_refused_key_is_said_under_its_field(opened, desk, gateway, settled):
    """With the cause, and without the key; the user stays where it can be mended."""
    desk.server.routes["/v1/models"] = behaviours.refused_key

    async def story(_owner, window, _finished):
        window.asked.emit(waiting_for_a_check(window, gateway))
        await settled()
        said = window.where.key.error.text()
        assert said.startswith(f"{gateway.host} does not accept this key")
        assert KEY.reveal() not in said
        assert window.step is Step.WHERE

    opened(story)


def test_a_check_without_a_key_that_is_typed_uses_the_one_that_is_kept(opened, desk, gateway, settled):
    """And where there is none, that is said and nothing is sent."""

    async def story(_owner, window, _finished):
        window._checking = True
        window.asked.emit(CheckKey(gateway, None))
        await settled()
        assert window.where.key.error.text().startswith("There is no key for gateway")
        assert desk.server.requests == []

    opened(story)


def test_the_end_keeps_the_key_then_the_settings_and_closes(opened, desk, gateway, settled):
    """New models stand in front of those that were there; the window is gone, and the panel is asked for once."""

    async def story(owner, window, finished):
        window.asked.emit(FinishSetup(gateway, KEY, ("second", "first"), FIVE))
        await settled()
        assert desk.kept == [KEY.reveal()]
        written = desk.file.read()
        assert written.models == desk.monitor.preferences.models
        assert written.models == (
            ModelEntry("gateway", "second"),
            ModelEntry("gateway", "first"),
            ModelEntry("lab", "first"),
        )
        assert {connection.name for connection in written.connections} == {"gateway", "lab"}
        assert written.probing.interval == FIVE
        assert (finished, owner._window) == ([True], None)

    opened(story)


def test_a_second_setup_of_a_connection_replaces_it(opened, desk, settled):
    """The same name means the same connection: no model is listed twice."""

    async def story(_owner, window, _finished):
        window.asked.emit(FinishSetup(desk.lab, KEY, ("second",), FIVE))
        await settled()
        assert desk.file.read().models == (ModelEntry("lab", "second"),)
        assert [connection.name for connection in desk.file.read().connections] == ["lab"]

    opened(story)


def test_the_page_alone_needs_no_connection(opened, desk, settled):
    """Whoever wants only the status page gets settings without a new model, and no key is kept."""

    async def story(_owner, window, finished):
        window.asked.emit(FinishSetup(None, None, (), FIVE))
        await settled()
        assert desk.file.read().connections == desk.settings.connections
        assert (desk.file.read().probing.interval, desk.kept, finished) == (FIVE, [], [True])

    opened(story)


def test_a_key_that_cannot_be_kept_leaves_the_settings_alone(opened, desk, gateway, settled):
    """Settings without their key would only block every model; what was entered stays in the window."""
    desk.keyring = LockedKeyring()
    before = desk.file.path.read_text()

    async def story(_owner, window, finished):
        window.asked.emit(FinishSetup(gateway, KEY, ("second",), FIVE))
        await settled()
        assert window.failed.text() == "The keyring is locked. Unlock it."
        assert (desk.file.path.read_text(), finished) == (before, [])

    opened(story)


def test_settings_that_cannot_be_written_are_said(opened, desk, gateway, settled):
    """A file that somebody else changed meanwhile is not overwritten, and the window stays."""

    async def story(owner, window, finished):
        desk.file.path.write_text(desk.file.path.read_text() + "# by hand\n")
        window.asked.emit(FinishSetup(gateway, KEY, ("second",), FIVE))
        await settled()
        assert "meanwhile" in window.failed.text()
        assert (owner._window, finished) == (window, [])

    opened(story)


def test_an_answer_after_the_window_was_closed_changes_nothing(opened, desk, gateway, settled):
    """The check was under way when the user closed it for good."""

    async def story(owner, window, _finished):
        window.asked.emit(waiting_for_a_check(window, gateway))
        owner.close()
        await settled()
        assert owner._window is None

    opened(story)
