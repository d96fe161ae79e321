"""Colours and fonts of all windows."""

import pytest
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QLabel, QWidget

from vacancy.views.looks import blend, bold, is_dark, scaled, tabular


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


def test_the_bold_font_changes_nothing_but_the_weight(qtbot):
    """So that it grows with the text around it."""
    window = QWidget()
    qtbot.addWidget(window)
    label = QLabel("Next", window)
    label.setFont(bold())
    window.setFont(scaled(window.font(), 2.0))
    assert label.font().bold()
    assert label.font().pointSizeF() == window.font().pointSizeF()
