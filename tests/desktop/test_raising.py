"""Windows come to the front and go for good."""

import shiboken6
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QWidget

from vacancy.desktop.raising import drop_window, raise_window


def test_a_minimised_window_is_shown_in_its_own_size(qtbot):
    """Whoever asks for a window wants to see it, not its icon."""
    window = QWidget()
    qtbot.addWidget(window)
    window.showMinimized()
    raise_window(window)
    assert window.isVisible()
    assert not window.isMinimized()


def test_a_dropped_window_is_gone(qapp):
    """Closed at once, deleted with the next turn of the loop; one that was never made is no trouble."""
    window = QWidget()
    raise_window(window)
    drop_window(window)
    assert not window.isVisible()
    QApplication.sendPostedEvents(window, QEvent.Type.DeferredDelete)
    assert not shiboken6.isValid(window)
    drop_window(None)
