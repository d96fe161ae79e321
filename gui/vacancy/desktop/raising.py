"""Bringing a window to the front, as far as the desktop lets a program do that, and taking it away for good."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import shiboken6
from PySide6.QtCore import QMargins, QRect, Qt
from PySide6.QtWidgets import QApplication, QStyle, QWidget

from vacancy.desktop.placing import placed, rooms

_TOKEN = "XDG_ACTIVATION_TOKEN"  # noqa: S105 - the name of a variable


def raise_window(window: QWidget, token: str = "", *, beside: QRect | None = None) -> None:
    """Show a window and ask for the front. Where the desktop refuses, its task bar entry asks for attention.

    Args:
        window: The window.
        token: The desktop's permission, given to whoever the user clicked on. Wayland raises nothing without one.
        beside: Where to open it, if it is not open yet; None leaves that to the desktop.
    """
    opens = beside is not None and not window.isVisible()
    with _permitted(token):
        if opens and beside is not None:
            _place(window, beside)  # known before it is seen, so that no window manager chooses another place
        (window.showNormal if window.isMinimized() else window.show)()
        if opens and beside is not None:
            _place(window, beside)  # opening may have given it another size
        window.raise_()
        window.activateWindow()
    QApplication.alert(window)


def _place(window: QWidget, beside: QRect) -> None:
    corner = placed(window.size().grownBy(_frame(window)), beside, rooms())
    if corner is not None and corner != window.pos():
        window.move(corner)


def _frame(window: QWidget) -> QMargins:
    """What the window manager adds; guessed before the first time, when nobody knows."""
    if window.testAttribute(Qt.WidgetAttribute.WA_WState_Created):
        known = window.windowHandle().frameMargins()
        if not known.isNull():
            return known
    return QMargins(0, window.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight), 0, 0)


@contextmanager
def _permitted(token: str) -> Iterator[None]:
    """Qt looks for the permission in the environment. It is good for one use, and no child may inherit it."""
    if token:
        os.environ[_TOKEN] = token
    try:
        yield
    finally:
        os.environ.pop(_TOKEN, None)


def take_place(new: QWidget, old: QWidget) -> None:
    """Let one window stand where another one stood, as large, and seen only if that was; the old one goes for good."""
    new.setGeometry(old.geometry())
    if old.isVisible():
        new.setWindowState(old.windowState())
        new.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating, not old.isActiveWindow())
        new.show()
        new.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating, False)  # noqa: FBT003 - Qt's way
    drop_window(old)


_leaving: list[QWidget] = []
"""Windows that Qt is about to delete. They are held until it has: a window that nothing holds is deleted by Python's
collector, which runs in whatever thread happens to be at work, and Qt's windows may be deleted in their own only."""


def drop_window(window: QWidget | None) -> None:
    """Close a window for good; None is one that was never made."""
    _leaving[:] = [each for each in _leaving if shiboken6.isValid(each)]
    if window is not None:
        _leaving.append(window)
        window.close()
        window.deleteLater()
