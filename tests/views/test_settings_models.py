"""The settings page of the models, as a user drives it."""

from dataclasses import replace
from datetime import timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from fakes.ears import heard
from fakes.form_filling import PATH, pick, retype, saved
from fakes.preferences import EXAMPLE, LOCAL
from fakes.widget_walk import words
from vacancy.domain.catalog import ModelEntry
from vacancy.domain.preferences import Preferences
from vacancy.views.intents import TryConnection
from vacancy.views.settings_window import SettingsWindow


@pytest.fixture
def window(shown):
    """The window on the example settings."""
    return shown(SettingsWindow(EXAMPLE, path=PATH))


@pytest.mark.parametrize("modifier", [Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier])
def test_the_order_is_changed_by_keyboard_and_by_buttons(window, modifier):
    """Alt+Down, Ctrl+Down as in the first run, and the button do the same; the keyboard stays on the model."""
    models = window.tabs.models
    models.list.setFocus()
    QTest.keyClick(models.list, Qt.Key.Key_Down, modifier)
    assert models.list.currentRow() == 1
    models.down.click()
    assert [entry.id for entry in saved(window).models] == ["gpt-6-luna", "llama-5", "gpt-6.2-sol"]


def test_a_dragged_model_keeps_everything_it_has(window):
    """A drag within the list moves the row; label, interval and effort go with it."""
    model = window.tabs.models.list.model()
    assert model.moveRow(model.index(-1, -1), 0, model.index(-1, -1), 3)
    assert saved(window).models == (*EXAMPLE.models[1:], EXAMPLE.models[0])


def test_the_current_model_is_edited(window):
    """Label, effort, tier, interval, pause and quiet."""
    form = window.tabs.models.form
    window.tabs.models.list.setCurrentRow(0)
    for field, text in ((form.label, "Best"), (form.effort, "low"), (form.tier, "flex"), (form.interval, "1h30m")):
        retype(field.line, text)
    form.paused.click()
    form.muted.click()
    assert saved(window).models[0] == replace(
        EXAMPLE.models[0], label="Best", effort="low", service_tier="flex", interval=timedelta(minutes=90),
        paused=True, muted=True,
    )  # fmt: skip


def test_an_empty_interval_means_the_common_one(window):
    """So does a label that was emptied."""
    window.tabs.models.list.setCurrentRow(1)
    retype(window.tabs.models.form.interval.line, "")
    retype(window.tabs.models.form.label.line, "")
    assert saved(window).models[1] == ModelEntry("openai", "gpt-6-luna")


WRONG = (("interval", "5"), ("price", "cheap"), ("effort", "very high"), ("label", "x" * 81))


def test_what_is_wrong_is_said_under_its_field_and_cannot_be_saved(window):
    """As it is typed; what was there before is still there after a correction."""
    for name, bad in WRONG:
        field = getattr(window.tabs.models.form, name)
        before = field.text
        retype(field.line, bad)
        assert field.error.isVisible(), name
        assert not window.save.isEnabled(), name
        retype(field.line, before)
        assert not field.error.isVisible(), name
        assert window.preferences == EXAMPLE


def test_one_model_is_not_listed_twice(window):
    """Two entries that became the same are told apart before they are saved."""
    page = window.tabs.models
    page.open_finder()
    page.finder.chosen.emit(ModelEntry("openai", "gpt-6.2-sol"))
    assert window.preferences is not None
    page.list.setCurrentRow(3)
    retype(page.form.effort.line, "high")
    assert "listed twice" in words(window)
    assert not window.save.isEnabled()


def test_a_model_is_added_by_its_name_and_removed(window):
    """As the last, on the chosen connection, without asking anybody; twice is refused with a reason."""
    page = window.tabs.models
    page.add.click()
    assert page.finder.isVisible()
    for _ in range(2):
        retype(page.finder.search.line, "gpt-7")
        QTest.keyClick(page.finder.search.line, Qt.Key.Key_Return)
    assert "watched already" in words(window)
    retype(page.finder.search.line, "gpt 8")
    page.finder.add.click()
    assert "it has no spaces" in words(window)
    page.list.setCurrentRow(0)
    page.remove.click()
    assert [entry.id for entry in saved(window).models] == ["gpt-6-luna", "llama-5", "gpt-7"]


def test_models_are_discovered_searched_and_added_by_keyboard(window):
    """One request to the chosen connection; the list is narrowed as one types, and Return adds what is marked."""
    asked, page = heard(window.asked), window.tabs.models
    page.open_finder()
    pick(page.finder.connection, "local")
    page.finder.discover.click()
    assert asked == [TryConnection(LOCAL)]
    window.show_offer("local", ("llama-5", "llama-6", "qwen-4", "whisper-2"))
    assert "4 models" in words(window)
    retype(page.finder.search.line, "llama")
    assert "2 models" in words(window)
    retype(page.finder.search.line, "llama-6")
    QTest.keyClick(page.finder.search.line, Qt.Key.Key_Return)
    assert saved(window).models[-1] == ModelEntry("local", "llama-6")


def test_a_name_that_is_part_of_another_is_what_is_added(window):
    """Whoever types a whole name gets that model, though the offer has longer ones."""
    page = window.tabs.models
    window.show_offer("openai", ("gpt-6-mini", "gpt-6"))
    page.open_finder()
    retype(page.finder.search.line, "gpt-6")
    page.finder.add.click()
    assert saved(window).models[-1] == ModelEntry("openai", "gpt-6")


def test_a_connection_that_lists_nothing_says_why_where_it_was_asked(window):
    """And only there: what came of a test on the other page does not stand here."""
    page = window.tabs.models
    page.open_finder()
    window.show_connection_result("openai", "The key is kept")
    assert "The key is kept" not in words(window)
    page.finder.discover.click()
    window.show_connection_result("openai", "api.openai.com does not accept this key")
    assert "does not accept this key" in words(window)
    page.finder.close_button.click()
    assert page.form.isVisible()


def test_without_connections_the_way_is_shown(shown):
    """A new user is led to the connections first."""
    window = shown(SettingsWindow(Preferences(), path=PATH))
    assert window.tabs.models.finder.isVisible()
    assert "Add a connection first" in words(window)
    assert not window.tabs.models.finder.add.isEnabled()
