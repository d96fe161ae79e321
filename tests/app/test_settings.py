"""The settings window, from a click to the file, the keyring and the provider."""

from dataclasses import replace
from datetime import timedelta

import pytest

from fakes import behaviours
from fakes.domain_values import answered
from fakes.form_filling import pick, retype
from fakes.keyrings import LockedKeyring, PretendingKeyring
from vacancy.app.settings import SettingsDesk
from vacancy.desktop.autostart import Autostart, XdgAutostart
from vacancy.domain.catalog import Connection, ConnectionKind, EntryKey, KeyKind, KeySource
from vacancy.domain.preferences import IconStyle
from vacancy.views.intents import SaveSettings

KEY = "sk-canary-0123456789"
TWENTY = timedelta(minutes=20)


@pytest.fixture
def opened(desk, play, settled, tmp_path):
    """Play a story with the window open, and close it for good."""

    def run(story, login=None, environment=None):
        async def whole(bridge):
            login_items = login or XdgAutostart(tmp_path / "autostart", ("vacancy", "--hidden"))
            owner = SettingsDesk(
                desk.decisions,
                desk.outward,
                desk.monitor,
                bridge,
                login_items,
                environment={"HOME": str(tmp_path), **(environment or {})},
            )
            owner.show()
            await settled()
            try:
                return await story(owner, owner._window)
            finally:
                owner.close()

        return play(whole)

    return run


def type_key(window, key):
    """Enter a key for the first connection."""
    window.tabs.connections.list.setCurrentRow(0)
    window.tabs.connections.form.key.line.setText(key)
    window.tabs.connections.form.keep.click()


def test_it_opens_with_what_holds(opened, desk):
    """The settings in force, the state of each key, and whether it starts at login."""

    async def story(_owner, window):
        assert window.preferences == desk.settings
        assert window.tabs.connections.form.state.text() == "There is no key in memory"
        assert (window.tabs.look.login.isChecked(), window.tabs.look.login.isEnabled()) == (False, True)

    opened(story)


def test_a_key_goes_into_the_keyring_and_its_models_are_asked_anew(opened, desk, settled):
    """It is read back, the field is emptied, and what was seen without it counts no more."""

    async def story(_owner, window):
        type_key(window, KEY)
        await settled()
        assert desk.kept == [KEY]
        assert window.tabs.connections.form.key.text == ""
        assert window.tabs.connections.form.state.text() == "The key is kept"

    opened(story)


def test_without_a_safe_place_a_key_lasts_until_the_end_and_that_is_said(opened, desk, settled):
    """The pretending keyring forgets at once; nobody is told that the key is safe."""
    desk.keyring = PretendingKeyring()

    async def story(_owner, window):
        type_key(window, KEY)
        await settled()
        assert "until Vacancy ends" in window.tabs.connections.form.state.text()
        assert desk.outward.keys.keeps_for_this_run

    opened(story)


def test_a_keyring_that_is_locked_is_said(opened, desk, settled):
    """The reason and what to do stand below the connection; no exception gets out."""
    desk.keyring = LockedKeyring()

    async def story(_owner, window):
        type_key(window, KEY)
        await settled()
        assert window.tabs.connections.form.state.text() == "The keyring is locked. Unlock it."

    opened(story)


def test_a_deleted_key_takes_back_what_was_seen_with_it(opened, desk, settled):
    """The key is gone from the keyring, and no model is claimed to work through it."""
    desk.monitor._board.probed(desk.settings.models[0], answered("first"))
    key = EntryKey("lab", "first")
    assert desk.monitor.snapshot.verdict(key).succeeded_at is not None

    async def story(_owner, window):
        type_key(window, KEY)
        await settled()
        desk.monitor._board.probed(desk.settings.models[0], answered("first"))
        window.tabs.connections.form.forget.click()
        await settled()
        assert window.tabs.connections.form.state.text() == "The key was deleted"
        assert desk.kept == []
        assert desk.monitor.snapshot.verdict(key).succeeded_at is None
        window.tabs.connections.form.forget.click()
        await settled()
        assert window.tabs.connections.form.state.text() == "There was no key"

    opened(story)


def test_a_test_asks_for_the_models_with_the_key_that_is_there(opened, desk, settled):
    """One request, no tokens, and the number of models as the answer."""

    async def story(_owner, window):
        type_key(window, KEY)
        await settled()
        window.tabs.connections.form.test.click()
        await settled()
        assert window.tabs.connections.form.state.text() == "It answers, and lists 2 models"
        assert [request.header("authorization") for request in desk.server.requests] == [f"Bearer {KEY}"]
        assert [request.path for request in desk.server.requests] == ["/v1/models"]

    opened(story)


def test_a_refused_key_is_named_as_such(opened, desk, settled):
    """The cause stands there, not the status number."""
    desk.server.routes["/v1/models"] = behaviours.refused_key

    async def story(_owner, window):
        type_key(window, KEY)
        await settled()
        window.tabs.connections.form.test.click()
        await settled()
        assert window.tabs.connections.form.state.text().startswith(f"{desk.lab.host} does not accept this key")

    opened(story)


def test_a_test_without_a_key_sends_nothing(opened, desk, settled):
    """What is missing is said, with what to do."""

    async def story(_owner, window):
        window.tabs.connections.form.test.click()
        await settled()
        assert window.tabs.connections.form.state.text().startswith("There is no key for lab")
        assert desk.server.requests == []

    opened(story)


def test_saved_settings_are_in_the_file_and_in_force(opened, desk):
    """One click, and the monitor lives by them."""
    wanted = replace(desk.settings, probing=replace(desk.settings.probing, interval=TWENTY))

    async def story(_owner, window):
        window.asked.emit(SaveSettings(wanted))
        assert desk.file.read() == wanted == desk.monitor.preferences
        assert window.message.text() == "Saved."

    opened(story)


def test_a_change_on_disk_is_noticed_and_nothing_that_was_entered_is_lost(opened, desk, settled):
    """Somebody edits the file while something is not saved: both come together, comments stay, and Save keeps both."""

    async def story(owner, window):
        retype(window.tabs.probing.interval.line, "20m")
        text = desk.file.path.read_text()
        desk.file.path.write_text("# by hand\n" + text.replace('# icon_style = "quiet"', "icon_style = 'mono'"))
        desk.decisions.reload()
        owner.follow()
        assert window.tabs.look.style_field.value is IconStyle.MONO
        window.save.click()
        after = desk.file.path.read_text()
        assert "# by hand" in after
        assert "icon_style = 'mono'" in after
        assert desk.monitor.preferences.probing.interval == TWENTY
        assert desk.monitor.preferences.appearance.icon_style is IconStyle.MONO

    opened(story)


def test_a_file_that_changed_in_the_moment_of_saving_is_not_overwritten(opened, desk):
    """The window follows it, keeps what was entered, and the next Save has both."""

    async def story(owner, window):
        retype(window.tabs.probing.interval.line, "20m")
        by_hand = desk.file.path.read_text().replace('# icon_style = "quiet"', "icon_style = 'mono'")
        desk.file.path.write_text(by_hand)
        window.save.click()
        assert desk.file.path.read_text() == by_hand
        assert "meanwhile" in window.message.text()
        owner.follow()
        window.save.click()
        assert desk.file.read().probing.interval == TWENTY
        assert desk.file.read().appearance.icon_style is IconStyle.MONO

    opened(story)


def test_a_file_that_was_broken_meanwhile_is_said_and_stays(opened, desk):
    """What is in force goes on, what was entered stays, and nothing is written before the file is whole again."""

    async def story(owner, window):
        retype(window.tabs.probing.interval.line, "20m")
        before = desk.file.path.read_text()
        desk.file.path.write_text("version = 'x'\n")
        desk.decisions.reload()
        owner.follow()
        assert "The settings have a mistake" in window.problem.text()
        window.save.click()
        assert desk.file.path.read_text() == "version = 'x'\n"
        assert window.tabs.probing.interval.text == "20m"
        desk.file.path.write_text(before)
        desk.decisions.reload()
        owner.follow()
        assert window.problem.isHidden()
        window.save.click()
        assert desk.file.read().probing.interval == TWENTY

    opened(story)


def test_what_a_connection_lists_is_offered_where_models_are_added(opened, desk, settled):
    """One click asks; the list can be searched at once."""

    async def story(_owner, window):
        type_key(window, KEY)
        await settled()
        window.tabs.models.open_finder()
        window.tabs.models.finder.discover.click()
        await settled()
        offered = window.tabs.models.finder.offered
        assert ["first", "second"] == sorted(offered.item(row).text() for row in range(offered.count()))

    opened(story)


def test_a_certificate_file_that_is_not_there_is_said_by_the_test(opened, desk, settled):
    """One line below the connection, and nothing is sent."""
    lab = replace(desk.lab, base_url="https://127.0.0.1:9/v1", key=KeySource(KeyKind.NONE), ca_file="/nowhere/ca.pem")
    desk.decisions.take(replace(desk.settings, connections=(lab,)))

    async def story(_owner, window):
        window.tabs.connections.form.test.click()
        await settled()
        said = window.tabs.connections.form.state.text()
        assert said.startswith("The certificate file of this connection cannot be used. Nothing was sent: /nowhere/ca")

    opened(story)


def test_codex_is_looked_for_and_its_models_are_offered(opened, desk, settled, tmp_path):
    """Nothing is sent; a folder that is not there is said."""
    home = tmp_path / "codex"
    codex = Connection("codex", ConnectionKind.CODEX, "", KeySource(KeyKind.NONE), home=str(home))
    desk.decisions.take(replace(desk.settings, connections=(codex, desk.lab)))

    async def story(_owner, window):
        page = window.tabs.connections
        page.list.setCurrentRow(0)
        page.form.test.click()
        await settled()
        assert page.form.state.text().startswith("There is no Codex in this folder")
        home.mkdir()
        (home / "models_cache.json").write_text('{"models": [{"slug": "gpt-6.2-sol"}]}')
        page.form.test.click()
        await settled()
        assert page.form.state.text().startswith("Found in ")
        pick(window.tabs.models.finder.connection, "codex")
        assert window.tabs.models.finder.offered.item(0).text() == "gpt-6.2-sol"
        assert desk.server.requests == []

    opened(story)


def test_starting_at_login_is_asked_of_the_desktop(opened, tmp_path):
    """The entry is written and removed, and the box shows what the desktop has."""

    async def story(_owner, window):
        for wanted in (True, False):
            window.tabs.look.login.click()
            assert bool(list((tmp_path / "autostart").glob("*.desktop"))) is wanted
            assert window.tabs.look.login.isChecked() is wanted

    opened(story)


class RefusingLogin(Autostart):
    """A desktop that says it can, and cannot."""

    supported = True


def test_a_desktop_that_refuses_is_said_and_the_box_stays_true(opened):
    """The box shows what is so, not what was wished."""

    async def story(_owner, window):
        window.tabs.look.login.click()
        assert not window.tabs.look.login.isChecked()
        assert window.message.text().startswith("Vacancy cannot add itself to the login items here.")

    opened(story, login=RefusingLogin())


def test_opening_again_shows_what_holds_now(opened, desk, settled):
    """A hidden window that is shown again has the newest settings; it is the same window."""

    async def story(owner, window):
        window.close()
        desk.decisions.take(replace(desk.settings, probing=replace(desk.settings.probing, interval=TWENTY)))
        owner.show()
        await settled()
        assert owner._window is window
        assert window.preferences.probing.interval == TWENTY

    opened(story)


def test_the_end_waits_once_for_what_is_not_saved(opened):
    """Quit asks in the window, where it is answered or asked again; what was changed stays until then."""

    async def story(owner, window):
        window.show_page(window.tabs.probing)
        window.tabs.probing.interval.line.setText("7m")
        assert not owner.may_end()
        assert window.is_asking
        assert window.preferences.probing.interval == timedelta(minutes=7)
        assert owner.may_end()
        window.unsaved.discard.click()
        assert not window.isVisible()
        assert owner.may_end()

    opened(story)


def test_a_broken_file_is_said_when_the_window_opens(opened, desk, settled):
    """Whoever opens the settings learns why they are not those of the file."""

    async def story(owner, window):
        desk.file.path.write_text("version = 'x'\n")
        desk.decisions.reload()
        owner.show()
        await settled()
        assert "The settings have a mistake" in window.problem.text()

    opened(story)
