"""What a window is to a screen reader: Qt calls every plain widget a filler, and readers pass over those."""

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget

_WINDOWS = frozenset({"FramedWindow", "Panel"})
"""The classes that all our windows are of, by the names that Qt knows them under; a test holds them to be enough."""


def tell_windows_as_such() -> None:
    """Let whoever asks from now on be told that our windows are windows. Call it once, with the application."""
    QAccessible.installFactory(_told)


def _told(class_name: str, thing: QObject) -> QAccessibleInterface | None:
    """Called for each class of a thing, its own first; Qt answers where we do not."""
    if class_name in _WINDOWS and isinstance(thing, QWidget):
        return QAccessibleWidget(thing, QAccessible.Role.Window)
    return None
