"""Windows come to the front and go for good."""

import gc
import os
import weakref

import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QProcessEnvironment
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


class NotingWindow(QWidget):
    """A window that notes the permission that stands in the environment while it is shown."""

    def __init__(self):
        super().__init__()
        self.seen = []

    def showEvent(self, event):  # noqa: N802 - Qt's name
        """Note it, as the platform's part of Qt reads it."""
        super().showEvent(event)
        self.seen.append(QProcessEnvironment.systemEnvironment().value("XDG_ACTIVATION_TOKEN"))


def test_the_desktops_permission_is_there_while_the_window_is_raised_and_not_afterwards(qtbot):
    """Wayland raises with a token only; it is used once, and no program that we start inherits it."""
    window = NotingWindow()
    qtbot.addWidget(window)
    raise_window(window, "token-1")
    window.hide()
    raise_window(window)
    assert window.seen == ["token-1", ""]
    assert "XDG_ACTIVATION_TOKEN" not in os.environ


def test_a_dropped_window_is_gone(qapp):
    """Closed at once, deleted with the next turn of the loop; one that was never made is no trouble."""
    window = QWidget()
    raise_window(window)
    drop_window(window)
    assert not window.isVisible()
    QApplication.sendPostedEvents(window, QEvent.Type.DeferredDelete)
    assert not shiboken6.isValid(window)
    drop_window(None)


def test_a_window_on_its_way_out_is_deleted_by_qt_alone(qapp):
    """Python's collector, which runs in any thread, finds nothing to delete before Qt has done it in its own."""
    window = QWidget()
    window.itself = window  # a circle, as windows that connect themselves to themselves are
    told = weakref.ref(window)
    drop_window(window)
    del window
    gc.collect()
    assert shiboken6.isValid(told())
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not shiboken6.isValid(told())
    drop_window(None)
    gc.collect()
    assert told() is None
