"""The window for a pasted error, as a user meets it."""

import time
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from fakes.ears import heard
from fakes.widget_walk import clipped, settle, unnamed, words
from vacancy.views.explain_window import ExplainWindow
from vacancy.views.explanation import explain_text

FULL = "Selected model is at capacity. Please try a different model."


@pytest.fixture
def window(shown):
    """An empty box."""
    return shown(ExplainWindow(explain_text))


def paste(window, qtbot, text):
    """Paste as people do, and wait for the answer."""
    QGuiApplication.clipboard().setText(text)
    QTest.keyClick(window.box, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(window.box, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    before = window.answer.text()
    qtbot.waitUntil(lambda: window.answer.text() != before)


def test_a_paste_is_answered(window, qtbot):
    """The box has the focus; the answer and the advice stand below, without a click."""
    assert window.box.hasFocus()
    assert not window.copy.isEnabled()
    paste(window, qtbot, FULL)
    expected = explain_text(FULL)
    assert (window.answer.text(), window.advice.text()) == (expected.title, expected.advice)
    assert FULL in window.said.text()


def test_another_paste_is_another_answer(window, qtbot):
    """What is in the box now counts; an emptied box has no answer."""
    paste(window, qtbot, FULL)
    paste(window, qtbot, "Incorrect API key provided")
    assert window.answer.text() == "The key was refused"
    window.box.clear()
    qtbot.waitUntil(lambda: not window.copy.isEnabled())
    assert not window.answer.isVisible()


def test_the_answer_can_be_copied(window, qtbot):
    """Copy asks for both lines, and says whether they arrived."""
    paste(window, qtbot, FULL)
    asked = heard(window.copy_requested)
    QTest.mouseClick(window.copy, Qt.MouseButton.LeftButton)
    assert asked == [str(explain_text(FULL))]
    window._confirmed.setInterval(100)
    window.confirm_copy(copied=True)
    assert window.copy.text() == "Copied"
    qtbot.waitUntil(lambda: window.copy.text() == "Copy answer")


def test_no_key_is_repeated(window, qtbot):
    """What the answer repeats of a pasted text has no key in it."""
    paste(window, qtbot, "Incorrect API key provided: sk-canary-0123456789abcdefghijklmnop")
    assert "canary" not in words(window)
    assert "canary" not in str(explain_text(window.box.toPlainText()))


def test_escape_closes(window):
    """Also from within the box."""
    QTest.keyClick(window.box, Qt.Key.Key_Escape)
    assert not window.isVisible()


@pytest.mark.parametrize(
    "text", ["", FULL, "429 Too Many Requests", "x" * 20_000, '{"error":{"message":"' + "w " * 900]
)
def test_nothing_is_cut_and_everything_is_named(shown, text, large_text):
    """At 200 % text, with whatever was pasted, every label has its lines and every control its name."""
    window = ExplainWindow(explain_text)
    window.box.setPlainText(text)
    window.judge()
    shown(window)
    settle()
    assert [widget.text() for widget in clipped(window)] == []
    assert unnamed(window) == []


def test_foreign_text_is_one_plain_line(shown):
    """What the other side said is shown as text: no markup, no line break, no turned direction."""
    found = explain_text(FULL)
    hostile = replace(found, outcome=replace(found.outcome, detail="<b>bold</b>\n\u202eturned"))
    window = shown(ExplainWindow(lambda _: hostile))
    assert window.said.text() == "They said: <b>bold</b> turned"
    assert window.said.textFormat() is Qt.TextFormat.PlainText


def test_a_long_line_without_a_space_does_not_hold_the_window_up(window, qapp):
    """Whatever was on the clipboard: an image in Base64 took nine seconds of every window's time."""
    begin = time.perf_counter()
    window.box.setPlainText("a" * 400_000)
    qapp.processEvents()
    assert time.perf_counter() - begin < 2
