"""The first run, from the welcome window to the keyring and the settings."""

import json
import os
from datetime import timedelta

import pytest

from fakes import behaviours
from fakes.codex_program import codex_program
from fakes.keyrings import LockedKeyring, no_keyring
from vacancy.app.first_run import FirstRun
from vacancy.domain.catalog import Connection, ConnectionKind, KeyKind, KeySource, ModelEntry
from vacancy.errors import KeyStoreError
from vacancy.redaction import Secret
from vacancy.views.intents import FinishSetup
from vacancy.views.welcome import Step
from vacancy.views.welcome_ways import Way

KEY = Secret("sk-canary-0123456789")
FIVE = timedelta(minutes=5)
NO_KEY = KeySource(KeyKind.NONE)


@pytest.fixture
def environment(own_home):
    """What the program was started with; a story may add to it before the window is opened."""
    return {"HOME": str(own_home)}


@pytest.fixture
def opened(desk, play, settled, environment):
    """Play a story with the welcome open; it is given the window's owner, the window, and how often it finished."""

    def run(story):
        async def whole(bridge):
            finished = []
            owner = FirstRun(
                desk.decisions,
                desk.outward,
                desk.monitor,
                bridge,
                environment=environment,
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


def codex_at(folder):
    """A Codex that somebody logged in to, with the two models that it was told of."""
    folder.mkdir()
    (folder / "auth.json").write_text('{"auth_mode": "chatgpt", "tokens": {"id_token": "x"}}')
    listed = [{"slug": slug, "visibility": "list"} for slug in ("gpt-6.2-sol", "gpt-6-luna")]
    (folder / "models_cache.json").write_text(json.dumps({"fetched_at": "2026-11-29T12:00:00Z", "models": listed}))


def click_check(window, gateway):
    """Enter the gateway and its key, and click on Check."""
    window.where.choices[Way.GATEWAY].click()
    page = window.where.page
    page.address.line.setText(gateway.base_url)
    page.key.line.setText(KEY.reveal())
    window.forward.click()


def test_it_says_where_a_key_will_go_before_one_is_typed(opened, desk):
    """The name of the keyring stands below the field."""

    async def story(_owner, window, _finished):
        assert window.where.pages[Way.OPENAI].key.reason.text() == "The key is kept in memory, and nowhere else."

    opened(story)


def test_without_a_safe_place_that_is_said(opened, desk):
    """Before anybody types a key."""
    with pytest.raises(KeyStoreError) as none:
        no_keyring()
    desk.keyring = none.value

    async def story(_owner, window, _finished):
        assert "kept until Vacancy ends" in window.where.pages[Way.OPENAI].key.reason.text()

    opened(story)


def test_a_check_offers_the_models_and_stores_nothing(opened, desk, gateway, settled):
    """One request with the key as typed; the keyring and the file stay as they are."""
    before = desk.file.path.read_text()

    async def story(_owner, window, _finished):
        click_check(window, gateway)
        await settled()
        assert window.step is Step.MODELS
        assert [request.header("authorization") for request in desk.server.requests] == [f"Bearer {KEY.reveal()}"]
        assert (desk.kept, desk.file.path.read_text()) == ([], before)

    opened(story)


def test_a_refused_key_is_said_under_its_field(opened, desk, gateway, settled):
    """With the cause, and without the key; the user stays where it can be mended."""
    desk.server.routes["/v1/models"] = behaviours.refused_key

    async def story(_owner, window, _finished):
        click_check(window, gateway)
        await settled()
        said = window.where.page.key.error.text()
        assert said.startswith(f"{gateway.host} does not accept this key")
        assert KEY.reveal() not in said
        assert window.step is Step.WHERE

    opened(story)


def test_an_address_where_nothing_listens_is_said_under_the_address(opened, desk, settled):
    """Another key would not help, so the key's field stays as it is."""

    async def story(_owner, window, _finished):
        click_check(window, Connection("gateway", ConnectionKind.OPENAI_CHAT, "http://127.0.0.1:9/v1", NO_KEY))
        await settled()
        page = window.where.page
        assert page.address.error.text().startswith("127.0.0.1:9")
        assert page.key.error.text() == ""

    opened(story)


def test_the_key_in_a_variable_is_offered_and_used_without_being_kept(opened, desk, environment, settled):
    """The variable's name is what the settings get; a variable that is empty by then is said, and nothing is sent."""
    environment["OPENAI_API_KEY"] = KEY.reveal()

    async def story(_owner, window, _finished):
        page = window.where.page
        assert page.use_variable.isVisible()
        assert page.use_variable.isChecked()
        window.forward.click()
        await settled()
        assert page.variable_error.text().startswith("The environment variable OPENAI_API_KEY is not set")
        assert desk.server.requests == []

    opened(story)  # the desk's key store was started with another environment, as after a log-out


def test_a_codex_that_is_here_is_offered_first_with_its_own_models(opened, desk, environment, own_home, settled):
    """Its login and its list are shown, and no request is sent for them."""
    codex_at(own_home / ".codex")

    async def story(_owner, window, _finished):
        assert window.where.way is Way.CODEX
        assert "logged in with ChatGPT, 2 models" in window.where.page.found.text()
        window.forward.click()
        await settled()
        assert window.step is Step.MODELS
        offered = window.models.choice.offered
        assert [offered.item(place).text() for place in range(2)] == ["gpt-6.2-sol", "gpt-6-luna"]
        assert desk.server.requests == []

    opened(story)


def test_a_codex_that_only_a_variable_names_is_written_down(opened, environment, tmp_path):
    """A start at login may not know CODEX_HOME."""
    codex_at(tmp_path / "elsewhere")
    environment["CODEX_HOME"] = str(tmp_path / "elsewhere")

    async def story(_owner, window, _finished):
        assert window.where.page.entered().connection.home == str(tmp_path / "elsewhere")

    opened(story)


def test_a_codex_in_another_folder_is_found_there_and_nowhere_else(opened, tmp_path, settled):
    """A wrong folder is said under its field; the right one leads on."""
    codex_at(tmp_path / "elsewhere")

    async def story(_owner, window, _finished):
        window.where.choices[Way.CODEX].click()
        page = window.where.page
        page.folder.line.setText(str(tmp_path / "nowhere"))
        window.forward.click()
        await settled()
        assert page.folder.error.text().startswith("There is no Codex in this folder")
        page.folder.line.setText(str(tmp_path / "elsewhere"))
        window.forward.click()
        await settled()
        assert window.step is Step.MODELS

    opened(story)


@pytest.mark.parametrize("is_there", [True, False])
def test_a_codex_that_wrote_no_list_tells_its_own(opened, environment, own_home, settled, is_there):
    """The program is started for it, which sends nothing with such a login; without a program, names can be typed."""
    (own_home / ".codex").mkdir()
    (own_home / ".codex" / "auth.json").write_text('{"auth_mode": "apikey", "OPENAI_API_KEY": "sk-canary-0123456789"}')
    environment["PATH"] = f"{codex_program().parent}:{os.environ['PATH']}" if is_there else str(own_home)
    environment["HTTPS_PROXY"] = "http://127.0.0.1:9"  # nothing listens there, so nothing leaves this machine

    async def story(_owner, window, _finished):
        assert "logged in with an API key, 0 models" in window.where.page.found.text()
        window.forward.click()
        await settled()
        assert window.step is Step.MODELS
        assert bool(window.models.choice.offered.count()) is is_there

    opened(story)


def test_codex_is_kept_without_a_key_and_without_asking(opened, desk, settled):
    """One connection of its kind in the file, which sends nothing until the user allows it."""
    codex = Connection("codex", ConnectionKind.CODEX, "", NO_KEY)

    async def story(_owner, window, _finished):
        window.asked.emit(FinishSetup(codex, None, ("gpt-6.2-sol",), FIVE))
        await settled()
        written = desk.file.read()
        assert codex in written.connections
        assert written.models[0] == ModelEntry("codex", "gpt-6.2-sol")
        assert desk.kept == []

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
        click_check(window, gateway)
        owner.close()
        await settled()
        assert owner._window is None

    opened(story)
