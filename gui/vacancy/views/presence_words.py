"""Why less is asked than usual, in a few words for one line."""

from typing import assert_never

from vacancy.domain.presence import Circumstance, Held, Restraint
from vacancy.words import tr


def held_words(held: Held) -> str:
    """How much is asked, and why not more; empty while all is as usual."""
    if held.because is None:
        return ""
    match held.restraint:
        case Restraint.NONE:
            return ""
        case Restraint.LESS:
            return tr("asking less: {why}", why=_why(held.because))
        case Restraint.PAUSE:
            return tr("asking nothing: {why}", why=_why(held.because))
        case _:
            assert_never(held.restraint)


def _why(because: Circumstance) -> str:
    match because:
        case Circumstance.ASLEEP:
            return tr("going to sleep")
        case Circumstance.LOCKED:
            return tr("screen locked")
        case Circumstance.IDLE:
            return tr("the machine is idle")
        case Circumstance.METERED:
            return tr("the network is metered")
        case Circumstance.ON_BATTERY:
            return tr("on battery")
        case _:
            assert_never(because)
