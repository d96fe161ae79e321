"""Filling in the settings window as a user does."""

from PySide6.QtTest import QTest

from fakes.ears import heard
from vacancy.views.intents import SaveSettings

PATH = "~/.config/vacancy/config.toml"


def retype(line, text):
    """Replace what stands in a field."""
    line.clear()
    QTest.keyClicks(line, text)
    if not text:
        line.textEdited.emit("")


def pick(field, value):
    """Choose one of the values of a field."""
    field.choose(value)
    field.picked.emit()


def saved(window):
    """What Save would write."""
    asked = heard(window.asked)
    window.save.click()
    (intent,) = asked
    assert isinstance(intent, SaveSettings)
    return intent.preferences
