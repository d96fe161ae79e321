"""What a window is to a screen reader; the whole of it is heard in tests/end_to_end/test_accessibility.py."""

from datetime import UTC

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget

from fakes.snapshots import NOW
from vacancy.domain.preferences import Preferences
from vacancy.views.explain_window import ExplainWindow
from vacancy.views.explanation import explain_text
from vacancy.views.panel import Panel
from vacancy.views.settings_window import SettingsWindow
from vacancy.views.switch_window import SwitchWindow
from vacancy.views.welcome import Welcome
from vacancy.views.window_role import tell_windows_as_such

WINDOWS = {
    "panel": lambda: Panel(clock=lambda: NOW, zone=UTC),
    "welcome": lambda: Welcome(Preferences()),
    "settings": lambda: SettingsWindow(Preferences(), path="config.toml"),
    "explain": lambda: ExplainWindow(explain_text),
    "switch": SwitchWindow,
}


@pytest.fixture(scope="module", autouse=True)
def told(qapp):
    """As the app does at its start."""
    tell_windows_as_such()


def role_of(widget):
    """What a screen reader is told that it is."""
    return QAccessible.queryAccessibleInterface(widget).role()


@pytest.mark.parametrize("name", WINDOWS)
def test_a_window_is_told_as_one(shown, name):
    """With the name that it has for the eye."""
    window = shown(WINDOWS[name]())
    assert role_of(window) is QAccessible.Role.Window
    assert QAccessible.queryAccessibleInterface(window).text(QAccessible.Text.Name) == window.windowTitle()


def test_what_is_in_a_window_is_told_as_it_was(shown):
    """A part that holds others is no window, and a button is a button."""
    window = shown(SwitchWindow())
    assert role_of(QWidget(window)) is QAccessible.Role.Client
    assert role_of(window.close_button) is QAccessible.Role.Button
