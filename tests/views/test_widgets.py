"""What all windows share."""

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from fakes.widget_walk import clipped, settle
from vacancy.domain.lamp import Lamp
from vacancy.views.widgets import (
    FramedWindow,
    LampView,
    MutedLabel,
    NameList,
    Scroll,
    TextLabel,
    blend,
    bold,
    is_dark,
    scaled,
    tabular,
)


def test_text_is_never_markup(shown):
    """A vendor's title is shown as it is, whatever it contains."""
    label = shown(TextLabel("<b>Responses</b> &amp; more"))
    plain = label.sizeHint().width()
    label.say("Responses & more")
    assert label.sizeHint().width() < plain


def test_an_empty_text_takes_no_room(shown):
    """What has nothing to say is not there."""
    label = shown(TextLabel("something"))
    label.say("")
    assert not label.isVisible()
    label.say("again")
    assert label.isVisible()


def test_a_colour_between_two_is_opaque():
    """Contrast can only be known of an opaque colour."""
    mixed = blend(QColor(0, 0, 0), QColor(255, 255, 255), 0.5)
    assert mixed.alpha() == 255
    assert 120 < mixed.red() < 135


@pytest.mark.parametrize(("window", "dark"), [("#ffffff", False), ("#efefef", False), ("#2b2b2e", True)])
def test_dark_is_told_by_the_window_and_not_by_a_name(window, dark):
    """Themes have all sorts of names."""
    assert is_dark(QPalette(QColor(window))) is dark


def test_figures_have_one_width(qapp):
    """Changing numbers do not move their neighbours, where the font can do it."""
    assert tabular(qapp.font()).featureTags()


def test_a_font_in_pixels_is_scaled_too():
    """Some desktops give sizes in points, others in pixels."""
    font = QFont()
    font.setPixelSize(20)
    assert scaled(font, 1.5).pixelSize() == 30
    font.setPointSizeF(10)
    assert scaled(font, 1.5).pointSizeF() == 15


def test_a_lamp_is_drawn_when_it_changes(shown):
    """Each lamp has its own picture, and the size of a whole number of grids."""
    view = shown(LampView(16))
    pictures = []
    for lamp in Lamp:
        view.show_lamp(lamp)
        assert view.lamp is lamp
        pictures.append(view.grab().toImage())
    assert all(one != other for number, one in enumerate(pictures) for other in pictures[:number])
    assert view.sizeHint().width() % 16 == 0


def test_secondary_text_follows_the_palette_of_its_window(shown):
    """A label tinted for a light window is tinted anew when the window turns dark."""
    window = QWidget()
    layout = QVBoxLayout(window)
    label = MutedLabel("words", window)
    layout.addWidget(label)
    shown(window)
    light = label.palette().windowText().color()
    window.setPalette(QPalette(QColor("#2b2b2e")))
    settle()
    assert label.palette().windowText().color().lightness() > light.lightness()


def test_a_window_grows_with_its_words_and_no_further_than_the_screen(shown):
    """Long texts are read whole, as far as a screen goes."""
    window = FramedWindow("Title")
    label = TextLabel("one line", window)
    window.content.addWidget(label)
    shown(window)
    before = window.height()
    label.say("many words " * 60)
    settle()
    assert before < window.height() <= window.screen().availableSize().height()
    label.say("many words " * 6000)
    settle()
    assert window.height() <= window.screen().availableSize().height()


def test_a_page_that_is_too_tall_scrolls_instead_of_being_cut(shown):
    """Large text on a small screen is all reachable."""
    page = QWidget()
    layout = QVBoxLayout(page)
    for number in range(200):
        layout.addWidget(TextLabel(f"line {number}", page))
    window = FramedWindow("Title")
    window.content.addWidget(Scroll(page))
    shown(window)
    settle()
    assert window.height() <= window.screen().availableSize().height()
    assert clipped(window) == []
    assert page.height() > window.height()


def test_a_heading_is_larger_than_its_window_text(shown):
    """And follows the application's font."""
    window = shown(FramedWindow("Title"))
    window.heading.say("A sentence")
    assert window.heading.font().pointSizeF() > window.font().pointSizeF()
    assert window.heading.font().bold()
    window.heading.changeEvent(QEvent(QEvent.Type.ApplicationFontChange))
    assert window.heading.font().pointSizeF() == pytest.approx(window.font().pointSizeF() * 1.3)


def test_an_empty_list_is_not_enabled(qtbot):
    """The focus would be on nothing that anybody sees; with a name in it, it is a stop again."""
    made = NameList()
    qtbot.addWidget(made)
    assert not made.isEnabled()
    made.addItem("gpt-6-luna")
    assert made.isEnabled()
    made.clear()
    assert not made.isEnabled()


def test_the_bold_font_changes_nothing_but_the_weight(qtbot):
    """So that it grows with the text around it."""
    window = QWidget()
    qtbot.addWidget(window)
    label = QLabel("Next", window)
    label.setFont(bold())
    window.setFont(scaled(window.font(), 2.0))
    assert label.font().bold()
    assert label.font().pointSizeF() == window.font().pointSizeF()


def test_a_window_that_grows_on_its_way_to_the_screen_is_laid_out(shown):
    """Qt drops the news of a resize that happens before a window is shown; its words had the room of before."""
    window = FramedWindow("Vacancy")
    labels = [TextLabel("word " * 40, window) for _ in range(5)]
    for label in labels:
        window.content.addWidget(label)
    window.resize(300, 1)
    shown(window)
    assert [label for label in labels if label.height() < label.heightForWidth(label.width())] == []
