"""Walks over all widgets of a window: what is unnamed, and what is cut."""

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QWidget,
)

_CONTROLS = (QAbstractButton, QAbstractItemView, QAbstractSpinBox, QComboBox, QLineEdit)


def settle():
    """Let layouts and repaints that are waiting happen; no coroutine runs in these tests."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
    QApplication.processEvents()


def _visible(window, kinds):
    return [widget for widget in window.findChildren(QWidget) if isinstance(widget, kinds) and widget.isVisible()]


def unnamed(window):
    """Visible controls that a screen reader could not name."""
    nameless = []
    for control in _visible(window, _CONTROLS):
        if control.objectName().startswith("qt_"):
            continue  # a part of one of Qt's own controls, which has a name itself
        interface = QAccessible.queryAccessibleInterface(control)
        if not interface.text(QAccessible.Text.Name).strip():
            nameless.append(control)
    return nameless


def clipped(window):
    """Visible labels and buttons with less room than their text needs."""
    cut = []
    for label in _visible(window, QLabel):
        need = label.heightForWidth(label.width()) if label.wordWrap() else label.sizeHint().height()
        if label.height() < need or (not label.wordWrap() and label.width() < label.sizeHint().width()):
            cut.append(label)
    for button in _visible(window, QAbstractButton):
        if isinstance(button.parent(), QLineEdit) or "qt_" in button.objectName() + button.parent().objectName():
            continue
        if button.width() < button.minimumSizeHint().width() or button.height() < button.minimumSizeHint().height():
            cut.append(button)
    return cut


def words(window):
    """Every text that can be read in a window, line by line."""
    said = [label.text() for label in _visible(window, QLabel)]
    return "\n".join(said + [button.text() for button in _visible(window, QAbstractButton)])
