"""The settings page of the connections, as a user drives it."""

from dataclasses import replace

import pytest
from PySide6.QtTest import QTest

from fakes.ears import heard
from fakes.form_filling import PATH, pick, retype, saved
from fakes.preferences import EXAMPLE, LOCAL, OPENAI
from fakes.widget_walk import words
from vacancy.domain.catalog import CodexAsking, Connection, ConnectionKind, KeyKind, KeySource
from vacancy.domain.preferences import Preferences
from vacancy.redaction import Secret
from vacancy.store.settings_edit import full_text
from vacancy.store.settings_reading import read_preferences
from vacancy.views import cost
from vacancy.views.intents import ForgetKey, SetKey, TryConnection
from vacancy.views.settings_window import SettingsWindow

CODEX = Connection("mine", ConnectionKind.CODEX, "", KeySource(KeyKind.NONE))


@pytest.fixture
def window(shown):
    """The window on the example settings, on its page of the connections."""
    made = shown(SettingsWindow(EXAMPLE, path=PATH))
    made.show_page(made.tabs.connections)
    return made


@pytest.fixture
def codex_form(shown):
    """The window on settings with Codex alone, and the part of the form that Codex has."""
    made = shown(SettingsWindow(Preferences(connections=(CODEX,)), path=PATH))
    made.show_page(made.tabs.connections)
    return made, made.tabs.connections.form.codex


def add(page, number):
    """Choose one of what is offered to be added."""
    page.presets.actions()[number].trigger()


def test_a_connection_is_added_edited_and_its_key_is_in_a_variable(window):
    """And the models page offers it at once, by the name that it was given."""
    page = window.tabs.connections
    add(page, 2)
    assert not window.save.isEnabled()
    retype(page.name.line, "work")
    retype(page.form.address.line, "https://gateway.example/v1/")
    pick(page.form.source, KeyKind.ENVIRONMENT)
    assert not window.save.isEnabled()
    retype(page.form.variable.line, "WORK_KEY")
    expected = Connection(
        "work", ConnectionKind.OPENAI_CHAT, "https://gateway.example/v1", KeySource(KeyKind.ENVIRONMENT, "WORK_KEY")
    )
    assert saved(window).connections == (OPENAI, LOCAL, expected)
    assert window.tabs.models.finder.connection.box.findText("work") >= 0


def test_everything_that_can_be_added_is_one_click_from_being_saved(shown):
    """But for the gateway, whose address nobody else knows; each has a name of its own, also when added twice."""
    window = shown(SettingsWindow(Preferences(), path=PATH))
    page = window.tabs.connections
    window.show_page(page)
    for number, action in enumerate(page.presets.actions()):
        assert action.text()
        for _ in range(2):
            add(page, number)
            if not page.form.codex.isVisible() and not page.form.address.text:
                retype(page.form.address.line, "https://gateway.example/v1")
    wanted = saved(window)
    names = [connection.name for connection in wanted.connections]
    assert len(set(names)) == len(names) == 2 * len(page.presets.actions())
    assert read_preferences(full_text(wanted)) == (wanted, [])


def test_a_connection_without_a_usable_name_is_refused(window):
    """With the reason under the field."""
    page = window.tabs.connections
    add(page, 0)
    for name in ("", "openai", "a/b"):
        retype(page.name.line, name)
        assert page.name.error.isVisible(), name
        assert not window.save.isEnabled(), name


def test_a_saved_connection_keeps_its_name(window):
    """Keys and history are filed under it; a new one can be renamed until it is saved."""
    page = window.tabs.connections
    assert not page.name.isVisible()
    add(page, 0)
    assert page.name.isVisible()
    window.show_saved(saved(window))
    assert not page.name.isVisible()


def test_a_connection_whose_key_was_kept_keeps_its_name(window):
    """The key is filed under it; another name would leave the key behind."""
    page = window.tabs.connections
    add(page, 0)
    QTest.keyClicks(page.form.key.line, "sk-canary-0123456789")
    page.form.keep.click()
    assert not page.name.isVisible()


def test_a_model_follows_its_connection_to_another_name(window):
    """Whoever adds a connection, then a model on it, may still find a better name."""
    page = window.tabs.connections
    add(page, 3)
    finder = window.tabs.models.finder
    pick(finder.connection, "ollama")
    retype(finder.search.line, "llama-6")
    finder.add.click()
    retype(page.name.line, "attic")
    assert saved(window).models[-1].connection == "attic"


def test_a_connection_that_is_not_shown_is_named_when_it_is_not_complete(window):
    """Otherwise nobody would know why nothing can be saved."""
    page = window.tabs.connections
    add(page, 2)
    page.list.setCurrentRow(0)
    assert "gateway is not complete yet" in words(window)
    assert not window.save.isEnabled()


def test_a_connection_with_models_stays(window):
    """Settings that the file would refuse are not made."""
    page, models = window.tabs.connections, window.tabs.models
    page.remove.click()
    assert "remove those first" in words(window)
    models.list.setCurrentRow(2)
    models.remove.click()
    page.list.setCurrentRow(1)
    page.remove.click()
    assert saved(window).connections == (OPENAI,)


def test_a_key_is_kept_at_once_and_never_shown(window):
    """It leaves the field with the intent; a test and forgetting are asked for in the same place."""
    asked, form = heard(window.asked), window.tabs.connections.form
    form.keep.click()
    assert form.key.error.isVisible()
    QTest.keyClicks(form.key.line, "sk-canary-0123456789")
    form.keep.click()
    form.test.click()
    form.forget.click()
    assert asked == [SetKey(OPENAI, Secret("sk-canary-0123456789")), TryConnection(OPENAI), ForgetKey(OPENAI)]
    assert form.key.text == ""
    assert "canary" not in words(window)


def test_a_key_that_was_typed_does_not_follow_to_another_connection(window):
    """Nobody keeps it in the wrong place by accident."""
    page = window.tabs.connections
    pick(page.form.source, KeyKind.KEYRING)
    QTest.keyClicks(page.form.key.line, "sk-canary-0123456789")
    page.list.setCurrentRow(1)
    assert page.form.key.text == ""


def test_key_states_and_results_are_shown_with_their_connection(window):
    """Whatever the answer is, it is not taken for another connection's."""
    window.show_key_states({"openai": "A key is stored.", "local": ""})
    assert "A key is stored." in words(window)
    window.show_connection_result("local", "12 models")
    assert "12 models" not in words(window)
    window.tabs.connections.list.setCurrentRow(1)
    assert "12 models" in words(window)


WRONG_AND_RIGHT = (
    ("address", "api.openai.com", "https://eu.example/v1"),
    ("address", "http://gateway.example/v1", "https://gateway.example/v1"),
    ("proxy", "proxy:3128", "http://proxy:3128"),
    ("proxy", "http://me:word@proxy:3128", "env:MY_PROXY"),
    ("proxy", "env:", "none"),
    ("ca_file", "company.pem", "~/company.pem"),
)


def test_what_is_wrong_is_said_under_its_field_and_cannot_be_saved(window):
    """As it is typed, by the rules of the file."""
    for name, bad, good in WRONG_AND_RIGHT:
        field = getattr(window.tabs.connections.form, name)
        retype(field.line, bad)
        assert field.error.isVisible(), bad
        assert not window.save.isEnabled(), bad
        retype(field.line, good)
        assert not field.error.isVisible(), good
        wanted = saved(window)
        assert good in {wanted.connections[0].base_url, wanted.connections[0].proxy, wanted.connections[0].ca_file}
        assert read_preferences(full_text(wanted)) == (wanted, [])


def test_a_password_of_a_proxy_has_its_place_said(window):
    """The window says where it may stand, and does not repeat it elsewhere."""
    retype(window.tabs.connections.form.proxy.line, "http://me:word@proxy:3128")
    assert "give env:NAME" in words(window)


def test_codex_on_this_machine_needs_neither_address_nor_key(shown):
    """It can be shown, chosen and left again; what is saved is what the file accepts."""
    window = shown(SettingsWindow(replace(EXAMPLE, connections=(CODEX, *EXAMPLE.connections)), path=PATH))
    page = window.tabs.connections
    window.show_page(page)
    form = page.form
    assert window.preferences is not None
    hidden = (form.address, form.source, form.variable, form.key, form.keep, form.forget, form.proxy, form.ca_file)
    assert not any(part.isVisible() for part in hidden)
    page.list.setCurrentRow(1)
    assert form.address.isVisible()
    assert not form.codex.isVisible()
    pick(form.speaks, ConnectionKind.CODEX)
    wanted = saved(window)
    assert wanted.connections[1] == replace(CODEX, name="openai")
    assert read_preferences(full_text(wanted)) == (wanted, [])


def test_codex_is_asked_only_after_its_cost_was_agreed_to(codex_form):
    """The cost stands beside the tick; without it nothing but reading is saved."""
    window, form = codex_form
    pick(form.ask, CodexAsking.AWAITED)
    assert cost.codex_line() in words(window)
    assert "Not allowed yet" in words(window)
    assert window.preferences.connections[0].ask is CodexAsking.NEVER
    form.agree.click()
    assert "Not allowed yet" not in words(window)
    assert saved(window).connections[0].ask is CodexAsking.AWAITED
    pick(form.ask, CodexAsking.NEVER)
    pick(form.ask, CodexAsking.ON_DEMAND)
    assert not form.agree.isChecked()


def test_an_agreement_that_is_in_the_file_is_not_asked_for_again(shown):
    """Whoever wrote it knew."""
    allowed = Preferences(connections=(replace(CODEX, ask=CodexAsking.ON_DEMAND),))
    window = shown(SettingsWindow(allowed, path=PATH))
    assert window.preferences == allowed


def test_the_place_of_codex_is_saved(codex_form):
    """Its folder is a whole path, its program may be a name."""
    window, form = codex_form
    retype(form.home.line, "codex")
    assert form.home.error.isVisible()
    assert not window.save.isEnabled()
    retype(form.home.line, "~/second/codex")
    retype(form.program.line, "codex-beta")
    wanted = saved(window)
    assert ("~/second/codex", "codex-beta") == (wanted.connections[0].home, wanted.connections[0].program)
    assert read_preferences(full_text(wanted)) == (wanted, [])
