"""Edges that Fusion draws, measured on what it draws."""

import pytest
import shiboken6
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QCheckBox, QLineEdit, QRadioButton

from fakes.palettes import CONTRAST, DARK, LIGHT, palette_of
from fakes.widget_walk import settle
from vacancy.views.outlines import Outlines


@pytest.fixture
def outlines(qapp):
    """At work in Fusion; style and palette are put back afterwards."""
    style, palette = qapp.style().objectName(), qapp.palette()
    qapp.setStyle("Fusion")
    made = Outlines(qapp)
    yield made
    qapp.setPalette(palette_of(LIGHT))
    shiboken6.delete(made)
    qapp.setStyle(style)
    qapp.setPalette(palette)


def luminance(color):
    """As WCAG reckons it."""
    parts = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in color.getRgbF()[:3])
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))


def edge_contrast(widget):
    """The strongest contrast with the window that is drawn on a line across an empty control."""
    widget.ensurePolished()
    widget.resize(60, 22)
    ground = luminance(QApplication.palette().color(QPalette.ColorRole.Window))
    picture = widget.grab().toImage()
    seen = [luminance(picture.pixelColor(x, picture.height() // 2)) for x in range(16)]
    return max((max(each, ground) + 0.05) / (min(each, ground) + 0.05) for each in seen)


@pytest.mark.parametrize("theme", [DARK, CONTRAST])
@pytest.mark.parametrize("control", [QCheckBox, QRadioButton, QLineEdit])
def test_edges_stand_out_on_dark_and_black(qapp, outlines, qtbot, theme, control):
    """At least 3:1, which WCAG asks of parts that one has to find."""
    qapp.setPalette(palette_of(theme))
    settle()
    widget = control()
    qtbot.addWidget(widget)
    assert edge_contrast(widget) >= 3


def test_a_light_palette_is_left_to_the_style(qapp, outlines):
    """Also after a dark one: what was given to the controls is taken back."""
    qapp.setPalette(palette_of(DARK))
    settle()
    assert QApplication.palette("QCheckBox") != qapp.palette()
    qapp.setPalette(palette_of(LIGHT))
    settle()
    assert QApplication.palette("QCheckBox").color(QPalette.ColorRole.Window) == qapp.palette().window().color()
