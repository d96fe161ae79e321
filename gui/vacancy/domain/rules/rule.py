"""Rule: one line of the table from which causes are read."""

from dataclasses import dataclass

from vacancy.domain.cause import Kind, Scope
from vacancy.domain.clues import Clue

PASSES = True
"""May clear within about an hour by itself."""
LASTS = False
"""Stays until somebody changes something."""


@dataclass(frozen=True, slots=True)
class Cause:
    """What a rule concludes."""

    kind: Kind
    scope: Scope
    transient: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One line of the table."""

    name: str
    matches: Clue
    means: Cause
    why: str
    source: str
    """Who says so: documentation, a public report, or the labelled cases."""
    wait_holds: bool = True
    """Whether a wait that such an answer names can be believed."""
    or_else: tuple[Kind, ...] = ()
    """What it may be as well, the likeliest first; a rule that has some is a guess: nobody can tell."""
