"""Tooltips that say what they were given to the letter, also where names of others stand in them."""

from html import escape

from PySide6.QtGui import Qt


def literal_tip(text: str) -> str:
    """The text as a tooltip shows it as it is: Qt takes what looks like markup for markup, and loads its pictures."""
    if not Qt.mightBeRichText(text):
        return text
    return f'<p style="white-space: pre-wrap">{escape(text)}</p>'
