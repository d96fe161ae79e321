"""The settings window, as a user drives it."""

from dataclasses import replace
from datetime import time, timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from fakes.ears import heard
from fakes.preferences import EXAMPLE, LOCAL, OPENAI
from fakes.widget_walk import clipped, settle, unnamed, words
from vacancy.domain import bounds
from vacancy.domain.catalog import Connection, ConnectionKind, KeyKind, KeySource, ModelEntry
from vacancy.domain.preferences import IconStyle, NotificationPreferences, Preferences, QuietHours
from vacancy.domain.presence import Restraint
from vacancy.domain.prices import Price
from vacancy.redaction import Secret
from vacancy.store.settings_edit import full_text
from vacancy.store.settings_reading import read_preferences
from vacancy.views.intents import ForgetKey, ReloadSettings, SaveSettings, SetKey, StartAtLogin, TryConnection
from vacancy.views.settings_window import SettingsWindow

HOURS = QuietHours(time(22), time(7, 30))


@pytest.fixture
def window(shown):
    """The window on the example settings."""
    return shown(SettingsWindow(EXAMPLE, path="~/.config/vacancy/config.toml"))


def retype(line, text):
    """Replace what stands in a field, as a user does."""
    line.clear()
    QTest.keyClicks(line, text)
    if not text:
        line.textEdited.emit("")


def saved(window):
    """What Save would write."""
    asked = heard(window.asked)
    window.save.click()
    (intent,) = asked
    assert isinstance(intent, SaveSettings)
    return intent.preferences


def test_what_is_shown_is_what_was_loaded(window):
    """Opening and looking changes nothing, so there is nothing to save."""
    assert window.preferences == EXAMPLE
    assert not window.save.isEnabled()
    assert "~/.config/vacancy/config.toml" in words(window)


def test_the_empty_settings_can_be_shown(shown):
    """A new user's window is no special case."""
    window = shown(SettingsWindow(Preferences(), path="config.toml"))
    assert window.preferences == Preferences()


@pytest.mark.parametrize("end", ["least", "most"])
def test_whatever_the_file_may_hold_can_be_shown_and_saved(shown, end):
    """The window refuses no duration that the file accepts, or nothing else could be saved either."""
    interval, page_interval, timeout, slow_after = (
        getattr(each, end) for each in (bounds.INTERVAL, bounds.PAGE_INTERVAL, bounds.TIMEOUT, bounds.SLOW_AFTER)
    )
    held = replace(
        EXAMPLE,
        models=(replace(EXAMPLE.models[0], interval=interval),),
        probing=replace(EXAMPLE.probing, interval=interval, timeout=timeout, slow_after=slow_after),
        status_page=replace(EXAMPLE.status_page, interval=page_interval),
    )
    assert read_preferences(full_text(held)) == (held, [])
    window = shown(SettingsWindow(held, path="config.toml"))
    window.models.list.setCurrentRow(0)
    assert window.models.valid()
    assert window.preferences == held


def test_the_order_is_changed_by_keyboard_and_by_buttons(window):
    """Ctrl+Down and the button do the same."""
    models = window.models
    models.list.setFocus()
    QTest.keyClick(models.list, Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier)
    models.down.click()
    assert [entry.id for entry in saved(window).models] == ["gpt-6-luna", "llama-5", "gpt-6.2-sol"]


def test_a_dragged_model_keeps_everything_it_has(window):
    """A drag within the list moves the row; label, interval and effort go with it."""
    model = window.models.list.model()
    assert model.moveRow(model.index(-1, -1), 0, model.index(-1, -1), 3)
    assert saved(window).models == (*EXAMPLE.models[1:], EXAMPLE.models[0])


def test_the_current_model_is_edited(window):
    """Label, interval, pause and quiet; an option that the window does not show stays."""
    window.models.list.setCurrentRow(0)
    retype(window.models.label.line, "Best")
    retype(window.models.interval.line, "1h30m")
    window.models.paused.click()
    window.models.muted.click()
    assert saved(window).models[0] == replace(
        EXAMPLE.models[0], label="Best", interval=timedelta(minutes=90), paused=True, muted=True
    )


def test_an_empty_interval_means_the_common_one(window):
    """So does a label that was emptied."""
    window.models.list.setCurrentRow(1)
    retype(window.models.interval.line, "")
    retype(window.models.label.line, "")
    assert saved(window).models[1] == ModelEntry("openai", "gpt-6-luna")


def test_a_model_is_added_and_removed(window):
    """As the last, on the chosen connection; twice is refused with a reason."""
    models = window.models
    QTest.keyClicks(models.id.line, "gpt-7")
    QTest.keyClick(models.id.line, Qt.Key.Key_Return)
    QTest.keyClicks(models.id.line, "gpt-7")
    models.add.click()
    assert "watched already" in words(window)
    models.list.setCurrentRow(0)
    models.remove.click()
    assert [entry.id for entry in saved(window).models] == ["gpt-6-luna", "llama-5", "gpt-7"]


@pytest.mark.parametrize(
    ("field", "bad"),
    [
        ("probing.interval", "10s"), ("probing.interval", "soon"), ("probing.timeout", "1h"), ("probing.slow", ""),
        ("page.url", "status.openai.com"), ("page.interval", "1s"), ("models.interval", "5"),
        ("connections.address", "api.openai.com"), ("behaviour.quiet_hours", "22-7"),
        ("behaviour.quiet_hours", "22:00-22:00"), ("models.price", "cheap"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_under_its_field_and_cannot_be_saved(window, field, bad):
    """As it is typed; what was there before is still there after a correction."""
    page_name, _, name = field.partition(".")
    page = getattr(window, page_name)
    window.show_page(page)
    edited = getattr(page, name)
    before = edited.text
    retype(edited.line, bad)
    assert edited.error.isVisible()
    assert not window.save.isEnabled()
    assert window.preferences is None
    retype(edited.line, before)
    assert not edited.error.isVisible()
    assert window.preferences == EXAMPLE


def test_the_effect_of_an_interval_is_shown_in_numbers(window):
    """Paused models and models with an interval of their own are counted as they are."""
    window.show_page(window.probing)
    assert "About 432 requests a day, of 1000 allowed" in words(window)
    retype(window.probing.interval.line, "1m")
    assert "About 1512 requests a day, but only 1000 are allowed" in words(window)
    window.probing.cap.setValue(2000)
    assert "of 2000 allowed" in words(window)
    assert saved(window).probing == replace(EXAMPLE.probing, interval=timedelta(minutes=1), daily_requests=2000)


def test_page_notices_and_look_are_saved(window):
    """An empty address switches the page off."""
    retype(window.page.url.line, "")
    window.behaviour.recovered.click()
    window.behaviour.style_box.setCurrentIndex(1)
    window.behaviour.style_box.activated.emit(1)
    wanted = saved(window)
    assert wanted.status_page.url == ""
    assert not wanted.notifications.recovered
    assert wanted.notifications.switched
    assert wanted.appearance.icon_style is IconStyle.COLOR


def test_a_price_is_typed_once_for_a_model_and_counted(window):
    """It is unknown until then, holds wherever the model is listed, and can be taken back; other prices stay."""
    other = {"gpt-9": Price(1.0, 2.0)}
    window.show_preferences(replace(EXAMPLE, prices=other))
    window.show_page(window.probing)
    assert "Price unknown: 2 models have none" in words(window)
    window.show_page(window.models)
    for row, text in ((0, "1.25 / 10"), (1, "0.25 / 2 USD")):
        window.models.list.setCurrentRow(row)
        retype(window.models.price.line, text)
    window.show_page(window.probing)
    assert "At most 0.07 USD a day, by your prices." in words(window)
    priced = {**other, "gpt-6.2-sol": Price(1.25, 10.0), "gpt-6-luna": Price(0.25, 2.0)}
    wanted = saved(window)
    assert wanted.prices == priced
    assert read_preferences(full_text(wanted)) == (wanted, [])
    retype(window.models.price.line, "")
    assert "gpt-6-luna" not in saved(window).prices


def test_the_cap_of_tokens_is_saved(window):
    """Beside that of requests."""
    window.show_page(window.probing)
    window.probing.token_cap.setValue(50_000)
    assert saved(window).probing == replace(EXAMPLE.probing, daily_tokens=50_000)


def test_what_is_told_is_chosen_one_by_one(window):
    """Every sort of notice, and the hours in which none is shown; what was in the file is shown first."""
    page = window.behaviour
    window.show_preferences(replace(EXAMPLE, notifications=NotificationPreferences(quiet_hours=HOURS)))
    assert page.quiet_hours.text == "22:00-07:30"
    for box in (page.switched, page.nothing_works, page.needs_user, page.incidents):
        box.click()
    retype(page.quiet_hours.line, "23:15-06:00")
    expected = NotificationPreferences(
        switched=False,
        nothing_works=False,
        needs_user=False,
        incidents=True,
        quiet_hours=QuietHours(time(23, 15), time(6)),
    )
    assert saved(window).notifications == expected
    retype(page.quiet_hours.line, "")
    assert saved(window).notifications == replace(expected, quiet_hours=None)


@pytest.mark.parametrize("name", ["locked", "idle", "on_battery", "metered"])
def test_what_is_asked_of_the_absent_is_chosen_one_by_one(window, name):
    """Each circumstance is a choice of its own, by keyboard, and the others stay as they were."""
    box = getattr(window.presence, name)
    QTest.keyClick(box, Qt.Key.Key_End)
    wanted = saved(window).presence
    assert wanted == replace(EXAMPLE.presence, **{name: Restraint.PAUSE})
    assert wanted != EXAMPLE.presence


def test_a_connection_is_added_edited_and_its_key_is_in_a_variable(window):
    """And the models page offers it at once."""
    page = window.connections
    window.show_page(page)
    QTest.keyClicks(page.name.line, "work")
    page.add.click()
    retype(page.address.line, "https://gateway.example/v1/")
    page.source.setCurrentIndex(1)
    page.source.activated.emit(1)
    assert not window.save.isEnabled()
    retype(page.variable.line, "WORK_KEY")
    expected = Connection(
        "work", ConnectionKind.OPENAI_CHAT, "https://gateway.example/v1", KeySource(KeyKind.ENVIRONMENT, "WORK_KEY")
    )
    assert saved(window).connections == (OPENAI, LOCAL, expected)
    assert window.models.connection.findText("work") >= 0


@pytest.mark.parametrize("name", ["", "openai", "a/b"])
def test_a_connection_without_a_usable_name_is_refused(window, name):
    """With the reason under the button."""
    window.show_page(window.connections)
    QTest.keyClicks(window.connections.name.line, name)
    window.connections.add.click()
    assert window.connections.error.isVisible()
    assert window.preferences == EXAMPLE


def test_a_connection_with_models_stays(window):
    """Settings that the file would refuse are not made."""
    window.show_page(window.connections)
    window.connections.remove.click()
    assert "remove those first" in words(window)
    window.models.list.setCurrentRow(2)
    window.models.remove.click()
    window.connections.list.setCurrentRow(1)
    window.connections.remove.click()
    assert saved(window).connections == (OPENAI,)


def test_a_key_is_kept_at_once_and_never_shown(window):
    """It leaves the field with the intent; a test and forgetting are asked for in the same place."""
    asked, page = heard(window.asked), window.connections
    window.show_page(page)
    page.keep.click()
    assert page.key.error.isVisible()
    QTest.keyClicks(page.key.line, "sk-canary-0123456789")
    page.keep.click()
    page.test.click()
    page.forget.click()
    assert asked == [SetKey(OPENAI, Secret("sk-canary-0123456789")), TryConnection(OPENAI), ForgetKey(OPENAI)]
    assert page.key.text == ""
    assert "canary" not in words(window)


def test_key_states_and_results_are_shown_with_their_connection(window):
    """Whatever the answer is, it is not taken for another connection's."""
    page = window.connections
    window.show_page(page)
    window.show_key_states({"openai": "A key is stored.", "local": ""})
    assert "A key is stored." in words(window)
    window.show_connection_result("local", "12 models")
    assert "12 models" not in words(window)
    page.list.setCurrentRow(1)
    assert "12 models" in words(window)


def test_start_at_login_is_asked_for_at_once(window):
    """The desktop keeps it, not the file."""
    asked = heard(window.asked)
    window.show_start_at_login(wanted=False)
    assert asked == []
    window.behaviour.login.click()
    assert asked == [StartAtLogin(wanted=True)]
    window.show_start_at_login(wanted=True, possible=False)
    assert not window.behaviour.login.isEnabled()


def test_a_conflict_keeps_what_was_entered_until_the_user_decides(window):
    """Nothing is overwritten; the file's settings can be taken."""
    asked = heard(window.asked)
    retype(window.probing.interval.line, "20m")
    window.show_conflict("The file changed meanwhile.")
    assert "The file changed meanwhile." in words(window)
    assert window.probing.interval.text == "20m"
    window.reload.click()
    assert asked == [ReloadSettings()]
    window.show_preferences(EXAMPLE)
    assert window.probing.interval.text == "4m"
    assert not window.reload.isVisible()


def test_a_failed_save_keeps_what_was_entered(window):
    """And a done one says so."""
    retype(window.probing.interval.line, "20m")
    window.show_save_failed("The disk is full.")
    assert "The disk is full." in words(window)
    assert window.save.isEnabled()
    window.show_saved(window.preferences)
    assert "Saved." in words(window)
    assert not window.save.isEnabled()


def test_nothing_is_cut_and_everything_is_named(shown, large_text):
    """At 200 % text, on every page."""
    window = shown(SettingsWindow(EXAMPLE, path="~/.config/vacancy/config.toml"))
    for place in range(window.tabs.count()):
        window.tabs.setCurrentIndex(place)
        settle()
        assert [widget.text() for widget in clipped(window)] == []
        assert unnamed(window) == []


def test_escape_closes(window):
    """Without saving."""
    asked = heard(window.asked)
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert not window.isVisible()
    assert asked == []


def test_codex_on_this_machine_needs_neither_address_nor_key(shown):
    """It can be shown, chosen and left again; what is saved is what the file accepts."""
    codex = Connection("mine", ConnectionKind.CODEX, "", KeySource(KeyKind.NONE))
    window = shown(SettingsWindow(replace(EXAMPLE, connections=(codex, *EXAMPLE.connections)), path="config.toml"))
    page = window.connections
    window.show_page(page)
    assert window.preferences is not None
    hidden = (page.address, page.source_field, page.variable, page.key, page.keep, page.forget, page.test)
    assert not any(part.isVisible() for part in hidden)
    page.list.setCurrentRow(1)
    assert page.address.isVisible()
    page.kind.setCurrentIndex(2)
    page.kind.activated.emit(2)
    wanted = saved(window)
    assert wanted.connections[1] == replace(codex, name="openai")
    assert read_preferences(full_text(wanted)) == (wanted, [])


def test_a_rehearsal_is_marked_and_says_that_nothing_is_kept(shown):
    """No file is named where there is none, and Save claims no more than it does."""
    window = shown(SettingsWindow(EXAMPLE, path=""))
    assert "DEMO" in window.windowTitle()
    assert window.demo_mark.isVisible()
    assert "is forgotten when it ends" in words(window)
    assert "edit them too" not in words(window)
    window.show_saved(EXAMPLE)
    assert "Taken until the demo ends." in words(window)


def test_the_real_settings_are_not_marked(window):
    """They name their file."""
    assert not window.demo_mark.isVisible()
    assert "DEMO" not in window.windowTitle()
    assert "~/.config/vacancy/config.toml" in words(window)
