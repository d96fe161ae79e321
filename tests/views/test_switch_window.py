"""Nothing is written before it was shown and agreed to, and what became of it is said in the same place."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from fakes.ears import heard
from fakes.widget_walk import clipped, unnamed, words
from vacancy.views import switch_words
from vacancy.views.switch_window import SwitchWindow
from vacancy.views.switch_words import SwitchOffer

DIFF = '--- /home/me/.codex/config.toml\n+++ /home/me/.codex/config.toml\n@@ -3 +3 @@\n-model = "a"\n+model = "b"'
OFFER = SwitchOffer("Codex", "gpt-6-luna", "/home/me/.codex/config.toml", DIFF, ("It holds for new threads.",))


@pytest.fixture
def window(shown):
    """A window that asks."""
    made = SwitchWindow()
    made.ask(OFFER)
    return shown(made)


def test_the_change_is_shown_whole_before_anything_is_done(window):
    """The file, the lines and what they mean; Enter agrees, once, and nobody else does."""
    agreed = heard(window.agreed)
    assert window.heading.text() == "Use gpt-6-luna in Codex?"
    assert window.lines.toPlainText() == DIFF
    assert all(part in words(window) for part in (OFFER.file, "It holds for new threads."))
    assert agreed == []
    QTest.keyClick(window.switch, Qt.Key.Key_Return)
    assert len(agreed) == 1


def test_the_name_of_a_command_is_not_broken_over_two_lines(window):
    """In the narrowest window too."""
    parted, told = "\N{WORD JOINER}", ("Running ones keep their model; /model changes it there.",)
    window.ask(replace(OFFER, notes=told))
    assert window.notes.text().replace(parted, "") == told[0]
    assert f"/{parted}model" in window.notes.text()


def test_escape_agrees_to_nothing(window):
    """The window closes."""
    agreed = heard(window.agreed)
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert (window.isVisible(), agreed) == (False, [])


def test_what_was_done_can_be_taken_back_where_it_is_said(window):
    """The question goes, Undo comes, and then that goes too."""
    undo = heard(window.undo_requested)
    window.say_done(switch_words.done("Codex", "gpt-6-luna"), OFFER.notes)
    assert window.heading.text() == "Codex now uses gpt-6-luna"
    assert not window.switch.isVisible()
    assert not window.lines.isVisible()
    QTest.mouseClick(window.undo, Qt.MouseButton.LeftButton)
    assert len(undo) == 1
    window.say(switch_words.undone("Codex"))
    assert window.heading.text() == "Codex is set as it was before"
    assert not window.undo.isVisible()


def test_a_refusal_says_why_and_offers_nothing(window):
    """Nothing was changed, so there is nothing to undo, and nothing to agree to."""
    window.refuse("This file cannot be switched", "config.toml, line 3: this is not TOML.")
    assert window.refusal.text() == "config.toml, line 3: this is not TOML."
    assert not window.switch.isVisible()
    assert not window.undo.isVisible()


@pytest.mark.parametrize("lines", [1, 60])
def test_nothing_is_cut_and_everything_is_named(shown, lines, large_text):
    """Also at twice the size, and with many lines, which scroll."""
    made = SwitchWindow()
    made.ask(SwitchOffer("Codex", "m" * 90, "/home/" + "x" * 90, "\n".join([DIFF] * lines), ("It holds. " * 20,)))
    shown(made)
    assert clipped(made) == []
    assert unnamed(made) == []
