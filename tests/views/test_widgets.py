"""What all windows share."""

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QVBoxLayout, QWidget

from fakes.widget_walk import settle
from vacancy.domain.lamp import Lamp
from vacancy.views.framed_window import FramedWindow
from vacancy.views.widgets import LampView, MutedLabel, NameList, TextLabel


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
