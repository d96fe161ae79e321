"""What is said about switching a tool to a model: the offer, the question, what was done, and the way back."""

from dataclasses import dataclass

from vacancy.views.sentences import NAME
from vacancy.words import plain, shortened, tr

_TITLE = 30
"""Longest name of a tool shown; the user's own names for targets are free text."""


@dataclass(frozen=True, slots=True)
class SwitchOffer:
    """A change that waits for the user's agreement, as texts."""

    tool: str
    """What people call the tool."""
    model: str
    file: str
    """Path of the file that will be written."""
    diff: str
    """The lines that change, in the form of `diff -u`."""
    notes: tuple[str, ...] = ()


def offer(tool: str, model: str) -> str:
    """The button or menu entry that begins a switch."""
    return tr("Use {model} in {tool}", model=shortened(model, NAME), tool=plain(tool, _TITLE))


def offer_tip(tool: str) -> str:
    """What the button explains about itself."""
    return tr("Shows first what would change in the settings of {tool}", tool=plain(tool, _TITLE))


def question(asked: SwitchOffer) -> str:
    """The heading of the window that shows a change."""
    return tr("Use {model} in {tool}?", model=shortened(asked.model, NAME), tool=plain(asked.tool, _TITLE))


def done(tool: str, model: str) -> str:
    """What was done; the title of its notification too."""
    return tr("{tool} now uses {model}", tool=plain(tool, _TITLE), model=shortened(model, NAME))


def done_by_itself(tool: str, model: str) -> str:
    """The same where nobody asked for it just now, but the settings do."""
    return tr("{tool} was switched to {model}", tool=plain(tool, _TITLE), model=shortened(model, NAME))


def by_whose_leave() -> str:
    """Why it did so; not in the title, which notification daemons cut."""
    return tr("You let Vacancy switch by itself.")


def undo_offer(tool: str) -> str:
    """The button or menu entry that takes the last switch back."""
    return tr("Undo the switch of {tool}", tool=plain(tool, _TITLE))


def undone(tool: str) -> str:
    """The last switch was taken back."""
    return tr("{tool} is set as it was before", tool=plain(tool, _TITLE))


def interrupted(tool: str) -> str:
    """Vacancy ended in the middle of a switch; the title of its notification."""
    return tr("A switch of {tool} was interrupted", tool=plain(tool, _TITLE))


def became_of_done(file: str, model: str) -> str:
    """How far the interrupted switch came: it had been written."""
    return tr("{file} was written whole: it is set to {model}.", file=plain(file), model=shortened(model, NAME))


def became_of_undone(file: str) -> str:
    """How far the interrupted switch came: nothing is changed."""
    return tr("{file} is as it was before.", file=plain(file))


def nothing_to_do(tool: str, model: str) -> str:
    """It is set already."""
    return tr("{tool} is set to {model} already", tool=plain(tool, _TITLE), model=shortened(model, NAME))
