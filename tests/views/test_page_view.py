"""The page's line, its incidents, and the way to the page itself."""

from datetime import UTC

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from fakes.ears import heard
from fakes.snapshots import NOW, PAGE
from fakes.widget_walk import words
from vacancy.domain.incident import PageReading, PageState
from vacancy.views.page_view import PageView


@pytest.fixture
def view(shown):
    """A page view that shows a reading."""
    made = PageView(zone=UTC)
    made.show_reading(PAGE, NOW)
    return shown(made)


def test_the_page_is_asked_for_by_mouse_and_by_keyboard(view, qtbot):
    """The button is one of those that Tab reaches, and says what it opens."""
    asked = heard(view.page_requested)
    qtbot.mouseClick(view.open, Qt.MouseButton.LeftButton)
    view.open.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(view.open, Qt.Key.Key_Space)
    assert len(asked) == 2
    assert view.open.focusPolicy() & Qt.FocusPolicy.TabFocus
    assert view.open.accessibleDescription() == "Open the status page in the browser"


@pytest.mark.parametrize("state", PageState)
def test_no_page_no_button(shown, state):
    """Where no page is read there is none to open; one that cannot be reached may be tried in the browser."""
    view = PageView(zone=UTC)
    view.show_reading(PageReading(state), NOW)
    shown(view)
    assert view.open.isVisible() is (state is not PageState.OFF)


def test_a_rehearsals_page_is_nowhere(shown):
    """The simulated page is not offered to a browser, which would find nothing."""
    view = PageView(zone=UTC, demo=True)
    view.show_reading(PAGE, NOW)
    assert not shown(view).open.isVisible()


def test_without_a_browser_the_address_is_given(view):
    """A click is never without effect: the address stands there, until it could be opened."""
    view.say_opened("https://status.openai.com", opened=False)
    assert "No browser could be started. The page is https://status.openai.com" in words(view)
    view.say_opened("https://status.openai.com", opened=True)
    assert not [text for text in words(view) if "browser could" in text]


def test_a_page_that_cannot_be_read_is_said_aloud(view):
    """In the colour of ordinary text, on whatever palette; quiet again once it was read."""
    quiet = view.line.palette().windowText().color()
    view.show_reading(PageReading(PageState.UNREACHABLE), NOW)
    assert view.line.palette().windowText().color() == view.palette().windowText().color() != quiet
    view.show_reading(PAGE, NOW)
    assert view.line.palette().windowText().color() == quiet
