"""The frame of all windows: it grows with the words, and no further than the screen."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from fakes.widget_walk import clipped, settle
from vacancy.views.framed_window import FramedWindow, Growing, Scroll
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


class Tiled(QWidget):
    """A window whose size somebody else decides, as under a tiling window manager: what it takes is taken back."""

    def __init__(self, width):
        super().__init__()
        self.asked = []
        self._width = width
        self.column = QVBoxLayout(self)
        self.words = TextLabel("word " * 60, self)
        self.column.addWidget(self.words)
        self.growing = Growing(self, self.column)

    def resizeEvent(self, event):  # noqa: N802 - Qt's name
        """Put it back, and hear of that as a resize."""
        super().resizeEvent(event)
        if event.size().height() != 40:
            self.asked.append(event.size())
            self.resize(self._width, 40)
        elif self.isVisible():
            self.growing.fit()


def test_a_size_that_is_refused_is_not_asked_for_for_ever(shown):
    """Each refusal comes back as a resize; a few are answered, and then the window stays as it was put."""
    tiled = Tiled(200)
    tiled.resize(200, 40)
    shown(tiled)
    tiled.growing.fit()
    assert 1 <= len(tiled.asked) <= 10
    tiled.words.say("word " * 90)
    before = len(tiled.asked)
    tiled.growing.fit()
    assert before < len(tiled.asked) <= before + 10
