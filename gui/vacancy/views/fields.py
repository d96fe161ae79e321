"""Form fields: a label, the field, why it is there, and what is wrong with it, in one column each."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar, assert_never

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QLineEdit, QVBoxLayout, QWidget

from vacancy.domain.bounds import Bounds
from vacancy.domain.catalog import NO_PROXY
from vacancy.domain.durations import format_duration, parse_duration
from vacancy.domain.inputs import (
    LONGEST_KEY,
    SHORTEST_KEY,
    AddressFault,
    KeyFault,
    address_fault,
    is_variable,
    is_variable_place,
    is_whole_path,
    key_fault,
    proxy_fault,
)
from vacancy.domain.preferences import QuietHours
from vacancy.domain.prices import Price
from vacancy.views.widgets import UNIT, ErrorLabel, MutedLabel, TextLabel
from vacancy.words import tr

_LEAST_CHOICE = 16
"""Characters of a choice that are always seen."""


class Field(QWidget):
    """A labelled input. Its reason stands below it, its error below that; both are its description."""

    def __init__(self, label: str, reason: str, editor: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = TextLabel(label, self)
        self.label.setBuddy(editor)
        self.editor = editor
        self.reason = MutedLabel(reason, self)
        self.reason.setVisible(bool(reason))
        self.error = ErrorLabel(self)
        editor.setAccessibleName(label.replace("&", ""))
        editor.setAccessibleDescription(reason)
        self.column = layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(UNIT)
        for part in (self.label, editor, self.reason, self.error):
            layout.addWidget(part)

    def explain(self, reason: str) -> None:
        """Say something else below the field."""
        self.reason.say(reason)
        self.editor.setAccessibleDescription(reason)

    def complain(self, error: str) -> None:
        """Show what is wrong, or with an empty text that nothing is."""
        self.error.say(error)
        self.editor.setAccessibleDescription(error or self.reason.text())


class TextField(Field):
    """A line of text that is checked as it is typed."""

    def __init__(
        self, label: str, reason: str, check: Callable[[str], str] | None = None, parent: QWidget | None = None
    ) -> None:
        self.line = QLineEdit()
        super().__init__(label, reason, self.line, parent)
        self._check = check
        self.line.textEdited.connect(lambda _text: self.valid())

    @property
    def text(self) -> str:
        """What was typed, without spaces round it."""
        return self.line.text().strip()

    def valid(self) -> bool:
        """Check what stands there, and say what is wrong."""
        error = "" if self._check is None else self._check(self.text)
        self.complain(error)
        return not error

    def show_text(self, text: str) -> None:
        """Fill in what is set, which is right; a field that holds it already keeps its cursor."""
        if self.text != text:
            self.line.setText(text)
        self.complain("")


Value = TypeVar("Value")


class ChoiceField(Field, Generic[Value]):
    """One of a few values, each in words.

    Signals: `picked()` when the user chose another one.
    """

    picked = Signal()

    def __init__(
        self, label: str, reason: str, choices: Sequence[tuple[Value, str]], parent: QWidget | None = None
    ) -> None:
        self.box = QComboBox()
        # Long words are cut before they make a window wider than the screen; the open list shows them whole.
        self.box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.box.setMinimumContentsLength(_LEAST_CHOICE)
        super().__init__(label, reason, self.box, parent)
        self._values: tuple[Value, ...] = ()
        self.offer(choices)
        self.box.activated.connect(lambda _place: self.picked.emit())

    def offer(self, choices: Sequence[tuple[Value, str]]) -> None:
        """Offer these from now on; what was chosen stays chosen where it is among them."""
        before = self.value if self._values else None
        self.box.clear()
        self._values = tuple(value for value, _ in choices)
        self.box.addItems([text for _, text in choices])
        if before in self._values:
            self.choose(before)

    @property
    def value(self) -> Value:
        """What is chosen."""
        return self._values[max(0, self.box.currentIndex())]

    def choose(self, value: Value) -> None:
        """Show a value as chosen."""
        self.box.setCurrentIndex(self._values.index(value))


def check_url(text: str) -> str:
    """What is wrong with a base URL; an empty text when nothing is."""
    match address_fault(text):
        case None:
            return ""
        case AddressFault.NOT_WHOLE:
            return tr("Give a whole address, such as https://api.example.com/v1")
        case AddressFault.CREDENTIALS:
            return tr("Leave name and password out of the address; the key has its own field")
        case AddressFault.QUERY:
            return tr("The address ends with its path; leave out what follows ? or #")
        case fault:
            assert_never(fault)


def check_optional_url(text: str) -> str:
    """The same where nothing at all is an answer too."""
    return check_url(text) if text else ""


def check_key(text: str) -> str:
    """What is wrong with a key as typed; it never repeats it."""
    if not text:
        return tr("Paste the key here")
    match key_fault(text):
        case None:
            return ""
        case KeyFault.CHARACTERS:
            return tr("A key has no spaces, line ends or special characters; copy it again")
        case KeyFault.LENGTH:
            return tr("A key has {shortest} to {longest} characters; copy it again",
                      shortest=str(SHORTEST_KEY), longest=str(LONGEST_KEY))  # fmt: skip
        case fault:
            assert_never(fault)


def check_proxy(text: str) -> str:
    """What is wrong with the proxy of a connection; none at all is the system's."""
    if not text or text == NO_PROXY or is_variable_place(text):
        return ""
    match proxy_fault(text):
        case None:
            return ""
        case AddressFault.CREDENTIALS:
            return tr("Its password is not kept here: put the whole address into a variable, and give env:NAME")
        case AddressFault.NOT_WHOLE | AddressFault.QUERY:
            return tr("Give an address such as http://proxy.example:3128, env:NAME for a variable, or none")
        case fault:
            assert_never(fault)


def check_path(text: str) -> str:
    """What is wrong with the path of a file or folder; none at all is fine, and so is one that is not there yet."""
    return "" if not text or is_whole_path(text) else tr("Give a whole path, such as /home/me/file or ~/file")


def check_program(text: str) -> str:
    """What is wrong with a program; its name alone is looked for on PATH."""
    return check_path(text) if "/" in text or "\\" in text else ""


def check_variable(text: str) -> str:
    """What is wrong with the name of an environment variable."""
    return "" if is_variable(text) else tr("Give the variable's name, such as OPENAI_API_KEY")


def check_quiet_hours(text: str) -> str:
    """What is wrong with the hours in which nothing is told; none at all is fine."""
    try:
        if text:
            QuietHours.parse(text)
    except ValueError:
        return tr("Give two different times, such as 22:00-07:00")
    return ""


def check_price(text: str) -> str:
    """What is wrong with the price of a model; none at all is fine."""
    try:
        if text:
            Price.parse(text)
    except ValueError:
        return tr("Give two numbers, sent / answered, such as 1.25 / 10 or 1.25 / 10 EUR")
    return ""


def check_duration(bounds: Bounds) -> Callable[[str], str]:
    """A check for a duration within bounds."""

    def check(text: str) -> str:
        try:
            span = parse_duration(text)
        except ValueError:
            return tr("Give a number and a unit, such as 30s, 10m or 2h")
        if not bounds.least <= span <= bounds.most:
            return tr("Give something between {shortest} and {longest}",
                      shortest=format_duration(bounds.least), longest=format_duration(bounds.most))  # fmt: skip
        return ""

    return check
