"""Presence: whether anybody is there to read an answer, and how much is asked accordingly.

Somebody who is away learns nothing from a request, so less is asked, and one fresh round makes the first glance after
the return true. What is not known counts as present: many desktops tell nothing, or tell wrong.
"""

from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum

from vacancy.domain.pace import Pace

LESS = 4
"""How many times as long everything is waited for while less is asked."""
SETTLES_IN = timedelta(seconds=15)
"""A network needs this long after the machine woke or it came back. Nothing is asked before, and a failure of what
was asked before says nothing about anything but the waking."""


@dataclass(frozen=True, slots=True)
class Presence:
    """What the system says about its user and its network; None where it says nothing."""

    locked: bool | None = None
    idle: bool | None = None
    on_battery: bool | None = None
    metered: bool | None = None
    online: bool | None = None
    """False only when the network was lost for certain; then nothing that is not on this machine is asked."""
    asleep: bool = False
    """The machine is about to sleep, or sleeps."""


PRESENT = Presence()


class Restraint(StrEnum):
    """How much is asked; the value is the word used in config.toml."""

    NONE = "normal"
    LESS = "less"
    """Seldom, and the models in reserve not at all."""
    PAUSE = "pause"
    """Nothing by itself; what the user asks for is asked."""


class Circumstance(StrEnum):
    """Why less is asked."""

    ASLEEP = "asleep"
    LOCKED = "locked"
    IDLE = "idle"
    METERED = "metered"
    ON_BATTERY = "on_battery"


@dataclass(frozen=True, slots=True)
class PresencePreferences:
    """What the user's absence, and what a connection costs, change about asking."""

    locked: Restraint = Restraint.LESS
    """Nobody sees the answer, but its history and a notification may still be wanted."""
    idle: Restraint = Restraint.LESS
    """Nobody touched the machine for as long as the desktop calls idle. A model that is awaited is asked as ever."""
    on_battery: Restraint = Restraint.NONE
    """A few hundred small requests a day cost a battery nothing that could be felt, and its user is there."""
    metered: Restraint = Restraint.LESS
    """A request is a few kilobytes, most of them the handshake, and the page is more."""


@dataclass(frozen=True, slots=True)
class Held:
    """How much is asked, and why not more."""

    restraint: Restraint = Restraint.NONE
    because: Circumstance | None = None


NOT_HELD = Held()


def held(presence: Presence, wishes: PresencePreferences) -> Held:
    """The strictest restraint that the presence asks for, with the first reason for it."""
    found = [
        Held(Restraint.PAUSE if presence.asleep else Restraint.NONE, Circumstance.ASLEEP),
        Held(wishes.locked if presence.locked else Restraint.NONE, Circumstance.LOCKED),
        Held(wishes.idle if presence.idle else Restraint.NONE, Circumstance.IDLE),
        Held(wishes.metered if presence.metered else Restraint.NONE, Circumstance.METERED),
        Held(wishes.on_battery if presence.on_battery else Restraint.NONE, Circumstance.ON_BATTERY),
    ]
    for restraint in (Restraint.PAUSE, Restraint.LESS):
        for reason in found:
            if reason.restraint is restraint:
                return reason
    return NOT_HELD


def stretched(pace: Pace, restraint: Restraint) -> Pace:
    """The pace under a restraint. A pause is kept by whoever sends, and changes no pace."""
    return replace(pace, stretch=LESS) if restraint is Restraint.LESS else pace


def came_back(before: Presence, after: Presence) -> bool:
    """The user unlocked the screen: what is shown must be true at the first glance.

    The end of idling is no such moment. It comes many times a day, and the usual pace asks at once what it has missed.
    """
    return before.locked is True and after.locked is not True


def reconnected(before: Presence, after: Presence) -> bool:
    """The machine woke, or the network came back."""
    return (before.asleep and not after.asleep) or (before.online is False and after.online is not False)
