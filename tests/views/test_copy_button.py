"""Copy, and copy as."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPalette
from PySide6.QtTest import QTest

from fakes.ears import heard
from fakes.snapshots import LUNA, SOL
from fakes.widget_walk import settle
from vacancy.domain.catalog import EntryKey
from vacancy.domain.copy_forms import CopyForm, copy_text
from vacancy.views.accent import READABLE, contrast
from vacancy.views.copy_button import CopyButton
from vacancy.views.copy_words import form_words


@pytest.fixture
def button(shown):
    """A button that copies a model."""
    made = CopyButton()
    made.offer_copy(LUNA)
    return shown(made)


def forms(button):
    """Click on the arrow, and return what it offers."""
    QTest.mouseClick(button.arrow, Qt.MouseButton.LeftButton)
    assert button.menu.isVisible()
    return button.menu.actions()


def test_the_menu_shows_the_very_text_of_each_form(button):
    """Nobody has to guess what will be pasted; the form in use is marked."""
    actions = forms(button)
    assert [action.text() for action in actions] == [
        "The name alone:  gpt-6-luna",
        "Start Codex with it:  codex -m gpt-6-luna",
        "In a running session:  /model gpt-6-luna",
        "Environment:  OPENAI_MODEL=gpt-6-luna",
        'JSON, for a request:  {"model": "gpt-6-luna"}',
    ]
    assert [action.isChecked() for action in actions] == [True, False, False, False, False]


@pytest.mark.parametrize("form", CopyForm)
def test_a_chosen_form_copies_at_once_and_is_the_next_default(button, form):
    """One click on the form, and from then on one click on the button."""
    copied, chosen = heard(button.copy_requested), heard(button.form_chosen)
    forms(button)[list(CopyForm).index(form)].trigger()
    button.menu.close()
    assert copied == [LUNA]
    assert chosen == ([] if form is CopyForm.ID else [form])
    assert button.form is form
    assert copy_text(LUNA, form) in button.main.toolTip()
    QTest.mouseClick(button.main, Qt.MouseButton.LeftButton)
    assert copied == [LUNA, LUNA]


def test_every_form_has_words():
    """And none shares them with another."""
    assert len({form_words(form) for form in CopyForm}) == len(CopyForm)


def test_an_open_menu_copies_the_model_that_it_shows(button):
    """The recommendation may change while somebody chooses; what was read is what is copied."""
    copied = heard(button.copy_requested)
    offered = forms(button)
    button.offer_copy(SOL)
    offered[1].trigger()
    assert copied == [LUNA]
    assert button.main.text() == "Copy codex -m gpt-6.2-sol"


def test_confirming_moves_nothing(button):
    """The longer word has its room before it is said."""
    width = button.main.width()
    button.confirm(LUNA)
    settle()
    assert button.main.text() == "Copied gpt-6-luna"
    assert button.main.width() == width
    button.forget()
    assert button.main.text() == "Copy gpt-6-luna"


def test_where_nothing_is_to_be_copied_there_is_no_menu(button):
    """The button may do something else, or may not be there."""
    done = []
    button.offer("Open Settings", "Set a key", lambda: done.append(True))
    assert not button.arrow.isVisible()
    button.main.click()
    assert done == [True]
    button.offer_nothing()
    assert not button.main.isVisible()


def test_an_ampersand_in_a_name_is_no_shortcut(button):
    """Names of models are free text."""
    button.offer_copy(EntryKey("x", "a&b"))
    assert button.main.text() == "Copy a&&b"


@pytest.mark.parametrize("accent", ["#308cc6", "#3daee9", "#e95420", "#ffd400", "#101010"])
def test_the_words_on_the_accent_are_readable(button, accent):
    """Whatever accent the user has chosen; measured in the picture, shading included."""
    palette = QPalette(QColor("#efefef"))
    palette.setColor(QPalette.ColorRole.Highlight, QColor(accent))
    palette.setColor(QPalette.ColorRole.HighlightedText, QColor("#ffffff"))
    button.setPalette(palette)
    settle()
    image = button.main.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    ground = [image.pixelColor(6, y) for y in range(6, image.height() - 6)]
    assert min(contrast(QColor("#ffffff"), color) for color in ground) >= READABLE
