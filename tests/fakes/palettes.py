"""Palettes of a light, a dark and a high-contrast desktop."""

from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

LIGHT, DARK, CONTRAST = "light", "dark", "contrast"
THEMES = (LIGHT, DARK)

_COLORS = {
    LIGHT: {},
    DARK: {
        "Window": "#2b2b2e", "WindowText": "#f0f0f0", "Base": "#1f1f22", "AlternateBase": "#2b2b2e", "Text": "#f0f0f0",
        "Button": "#3a3a3e", "ButtonText": "#f0f0f0", "Highlight": "#3daee9", "HighlightedText": "#000000",
        "Mid": "#55555a", "Light": "#505055", "Dark": "#18181a", "PlaceholderText": "#a0a0a0",
    },
    CONTRAST: {
        "Window": "#000000", "WindowText": "#ffffff", "Base": "#000000", "AlternateBase": "#000000", "Text": "#ffffff",
        "Button": "#000000", "ButtonText": "#ffffff", "Highlight": "#ffff00", "HighlightedText": "#000000",
        "Mid": "#ffffff", "Light": "#ffffff", "Dark": "#ffffff", "PlaceholderText": "#ffffff",
    },
}  # fmt: skip


_DISABLED = {LIGHT: None, DARK: "#85858a", CONTRAST: "#a0a0a0"}
"""Text of what cannot be used now; light has the style's own."""


def palette_of(theme):
    """The palette of that name, on the style's own one."""
    palette = QPalette(QApplication.style().standardPalette())
    for role, color in _COLORS[theme].items():
        palette.setColor(QPalette.ColorRole[role], QColor(color))
    if _DISABLED[theme] is not None:
        for role in ("WindowText", "Text", "ButtonText"):
            palette.setColor(QPalette.ColorGroup.Disabled, QPalette.ColorRole[role], QColor(_DISABLED[theme]))
    return palette
