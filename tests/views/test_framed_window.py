"""The frame of all windows: it grows with the words, and no further than the screen."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from fakes.widget_walk import clipped, settle
from vacancy.views.framed_window import FramedWindow, Scroll
from vacancy.views.widgets import TextLabel


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


def test_a_window_that_grows_on_its_way_to_the_screen_is_laid_out(shown):
    """Qt drops the news of a resize that happens before a window is shown; its words had the room of before."""
    window = FramedWindow("Vacancy")
    labels = [TextLabel("word " * 40, window) for _ in range(5)]
    for label in labels:
        window.content.addWidget(label)
    window.resize(300, 1)
    shown(window)
    assert [label for label in labels if label.height() < label.heightForWidth(label.width())] == []


def test_a_window_asks_for_no_more_width_than_the_screen_has(shown):
    """Large text on a small screen wraps instead of leaving the screen, with room for the edges of the window."""
    window = shown(FramedWindow("A window"))
    assert window.wide(10) == 10 * window.fontMetrics().averageCharWidth()
    assert window.wide(10_000) < window.screen().availableSize().width()
