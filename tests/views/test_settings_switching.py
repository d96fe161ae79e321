"""The settings page of switching, as a user drives it."""

from dataclasses import replace

import pytest

from fakes.form_filling import PATH, pick, retype, saved
from fakes.preferences import EXAMPLE
from fakes.widget_walk import words
from vacancy.domain.preferences import SwitchingPreferences, TargetEntry, TargetKind
from vacancy.store.settings_edit import full_text
from vacancy.store.settings_reading import read_preferences
from vacancy.views.settings_targets import KINDS
from vacancy.views.settings_window import SettingsWindow

ENV = TargetEntry(TargetKind.ENV, "~/project/.env")


@pytest.fixture
def page(shown):
    """The page on settings with one target, and its window."""
    window = shown(SettingsWindow(replace(EXAMPLE, targets={"project": ENV}), path=PATH))
    window.show_page(window.tabs.switching)
    return window.tabs.switching, window


def add(page, kind):
    """Choose a kind from the menu."""
    page.targets.kinds.actions()[list(KINDS).index(kind)].trigger()


def test_every_kind_of_target_has_a_name():
    """What can be read from the file can be added in the window."""
    assert set(KINDS) == set(TargetKind)


def test_the_target_and_the_leave_to_switch_it_are_saved(page):
    """The effect is said before."""
    switching, window = page
    assert "Nothing is written for Codex before you have seen the change." in words(window)
    pick(switching.target, "project")
    switching.automatic.click()
    assert "New work in project begins with the model that has room" in words(window)
    wanted = saved(window)
    assert wanted.switching == SwitchingPreferences("project", automatic=True)
    assert read_preferences(full_text(wanted)) == (wanted, [])


def test_a_target_of_every_kind_is_added(page):
    """With what its kind needs and nothing else; the file takes it."""
    switching, window = page
    form = switching.targets
    for kind in TargetKind:
        add(switching, kind)
        assert form.key.isVisible() is (kind in {TargetKind.ENV, TargetKind.FILE})
        if kind in {TargetKind.ENV, TargetKind.FILE}:
            assert not window.save.isEnabled()
            retype(form.path.line, "~/a.json")
        if kind is TargetKind.FILE:
            assert not window.save.isEnabled()
            retype(form.key.line, "agent.model")
        wanted = saved(window)
        assert wanted.targets[form.name.text].kind is kind
        assert read_preferences(full_text(wanted)) == (wanted, [])


def test_a_second_target_of_a_kind_gets_a_name_of_its_own(page):
    """Both are kept; one that is then given the other's name cannot be saved."""
    switching, window = page
    for _ in range(3):
        add(switching, TargetKind.AIDER)
    assert list(saved(window).targets) == ["project", "aider", "aider-2", "aider-3"]
    retype(switching.targets.name.line, "aider")
    assert "There is a tool of that name already" in words(window)
    assert not window.save.isEnabled()


def test_a_target_is_changed_and_removed(page):
    """Prefix and variable; a chosen target that goes makes room for Codex."""
    switching, window = page
    retype(switching.targets.key.line, "MODEL")
    retype(switching.targets.prefix.line, "openai/")
    pick(switching.target, "project")
    assert saved(window).targets == {"project": replace(ENV, key="MODEL", prefix="openai/")}
    switching.targets.remove.click()
    wanted = saved(window)
    assert wanted.targets == {}
    assert wanted.switching.target == "codex"


def test_a_name_that_cannot_be_is_said_under_it(page):
    """And nothing can be saved."""
    switching, window = page
    add(switching, TargetKind.LLM)
    for name, why in (("", "short name"), ("codex", "belongs to Codex"), ("project", "already")):
        retype(switching.targets.name.line, name)
        assert why in words(window)
        assert not window.save.isEnabled()


def test_a_target_that_is_not_shown_is_named_when_it_is_not_complete(page):
    """Otherwise nobody would know why nothing can be saved."""
    switching, window = page
    add(switching, TargetKind.FILE)
    switching.targets.list.setCurrentRow(0)
    assert "file is not complete yet" in words(window)
    assert not window.save.isEnabled()


def test_a_renamed_target_stays_the_chosen_one(page):
    """The name in the choice follows the one that is typed."""
    switching, window = page
    pick(switching.target, "project")
    retype(switching.targets.name.line, "lab")
    assert saved(window).switching.target == "lab"
