"""Bringing a window to the front, as far as the desktop lets a program do that, and taking it away for good."""

from PySide6.QtWidgets import QApplication, QWidget


def raise_window(window: QWidget) -> None:
    """Show a window and ask for the front. Where the desktop refuses, its task bar entry asks for attention."""
    (window.showNormal if window.isMinimized() else window.show)()
    window.raise_()
    window.activateWindow()
    QApplication.alert(window)


def drop_window(window: QWidget | None) -> None:
    """Close a window for good; None is one that was never made."""
    if window is not None:
        window.close()
        window.deleteLater()
