"""Health: the remembered state of one model entry.

Theory of operation
-------------------
A probe's outcome is first reduced to a *sign*: up, one of five ways to be down, or silent. The health keeps
what was last *settled*, and at most one *doubt*: a sign that differs and was seen once. `TABLE` says for each
settled state and sign what happens:

* ``SETTLE``: believe it at once. Only when nothing was known before.
* ``STAY``:   it confirms what is known; any doubt is forgotten.
* ``DOUBT``:  it differs. Once is a doubt; the second of the same sign in a row settles it. So two failures of
  a kind are needed to go down and two successes to come back up, and the schedule asks for the second soon.
* ``KEEP``:   silence (our network, no answer at all) changes nothing that is remembered, so a lost network can
  neither raise nor swallow a recovery.

A sign that differs from both the settled state and the current doubt replaces the doubt. Two rules live here
only: what an outcome's sign is (`SIGNS`), and this table. Age, pauses and missing keys are `verdict`'s.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from itertools import pairwise
from math import log

from vacancy.domain.outcome import Kind, Outcome

WINDOW = 10
"""Answers remembered for "8 of last 10"."""
REFUSAL_WEIGHT = log(4)
SUCCESS_WEIGHT = log(4 / 3)
PROOF = 13.5
"""Evidence that an outage is over rather than a pause in flapping. If one request in four fails, each refusal in a row
is four times as likely in an outage, and each success in a row 4/3 times as likely after it: ten refusals and two
successes are proof, two refusals need 38 successes. Some flapping periods of hours stay below one wrong call in 200
(`tests/benchmarks/schedule`)."""
WITNESSES = 2
"""Successes in a row after which a return is called where each of them costs thousands of tokens."""
MIXED_FLIPS = 3
"""Changes between answered and refused within the window from which it counts as mixed. A single blip makes
two, an outage that began and ended makes two; three is on and off."""
MIXED_TAIL = 5
"""A window is mixed only while its newest answers are: both sorts occur in the last five."""


class Sign(StrEnum):
    """What one outcome says about the model, with the causes that call for the same patience under one name."""

    UP = "up"
    FULL = "full"
    LIMITED = "limited"
    BLOCKED = "blocked"
    FAILING = "failing"
    ODD = "odd"
    SILENT = "silent"


SIGNS: Mapping[Kind, Sign] = {
    Kind.OK: Sign.UP,
    Kind.AT_CAPACITY: Sign.FULL,
    Kind.RATE_LIMITED: Sign.LIMITED,
    Kind.QUOTA_EXHAUSTED: Sign.BLOCKED,
    Kind.AUTH_FAILED: Sign.BLOCKED,
    Kind.MODEL_UNAVAILABLE: Sign.BLOCKED,
    Kind.BAD_REQUEST: Sign.BLOCKED,
    Kind.SERVER_ERROR: Sign.FAILING,
    Kind.OK_BUT_ODD: Sign.ODD,
    Kind.NETWORK: Sign.SILENT,
}


class Settled(StrEnum):
    """What is believed until confirmed otherwise."""

    UNKNOWN = "unknown"
    AVAILABLE = "available"
    FULL = "full"
    LIMITED = "limited"
    BLOCKED = "blocked"
    FAILING = "failing"
    ODD = "odd"


class Step(StrEnum):
    """What one sign does to the health; the module's docstring explains each."""

    SETTLE = "settle"
    STAY = "stay"
    DOUBT = "doubt"
    KEEP = "keep"


_SETTLE, _STAY, _DOUBT, _KEEP = Step.SETTLE, Step.STAY, Step.DOUBT, Step.KEEP

# fmt: off
TABLE: Mapping[Settled, Mapping[Sign, Step]] = {
    settled: dict(zip(Sign, row, strict=True)) for settled, row in {
        #                     UP       FULL     LIMITED  BLOCKED  FAILING  ODD      SILENT
        Settled.UNKNOWN:   (_SETTLE, _SETTLE, _SETTLE, _SETTLE, _SETTLE, _SETTLE, _KEEP),
        Settled.AVAILABLE: (_STAY,   _DOUBT,  _DOUBT,  _DOUBT,  _DOUBT,  _DOUBT,  _KEEP),
        Settled.FULL:      (_DOUBT,  _STAY,   _DOUBT,  _DOUBT,  _DOUBT,  _DOUBT,  _KEEP),
        Settled.LIMITED:   (_DOUBT,  _DOUBT,  _STAY,   _DOUBT,  _DOUBT,  _DOUBT,  _KEEP),
        Settled.BLOCKED:   (_DOUBT,  _DOUBT,  _DOUBT,  _STAY,   _DOUBT,  _DOUBT,  _KEEP),
        Settled.FAILING:   (_DOUBT,  _DOUBT,  _DOUBT,  _DOUBT,  _STAY,   _DOUBT,  _KEEP),
        Settled.ODD:       (_DOUBT,  _DOUBT,  _DOUBT,  _DOUBT,  _DOUBT,  _STAY,   _KEEP),
    }.items()
}
# fmt: on

SETTLES_AS: Mapping[Sign, Settled] = {
    Sign.UP: Settled.AVAILABLE,
    Sign.FULL: Settled.FULL,
    Sign.LIMITED: Settled.LIMITED,
    Sign.BLOCKED: Settled.BLOCKED,
    Sign.FAILING: Settled.FAILING,
    Sign.ODD: Settled.ODD,
}


@dataclass(frozen=True, slots=True)
class Health:
    """What is remembered of one model entry; survives restarts."""

    settled: Settled = Settled.UNKNOWN
    since: datetime | None = None
    """When the settled state was first seen, which is the first of the two answers that settled it."""
    doubt: Sign | None = None
    doubt_since: datetime | None = None
    window: tuple[bool, ...] = ()
    """Of the last answers, oldest first, which were successes. Silence is no answer."""
    answer: Outcome | None = None
    """The last outcome that was an answer."""
    answered_at: datetime | None = None
    succeeded_at: datetime | None = None
    latency_s: float | None = None
    """Seconds of the last success, from sending to the end."""
    attempt: Outcome | None = None
    """The last outcome of any sort, silence included."""
    attempted_at: datetime | None = None
    setbacks: int = 0
    """Answers in a row that were no success; what back-off counts."""
    silences: int = 0
    """Attempts in a row without any answer."""
    ups: int = 0
    """Successes in a row, up to now."""
    downs: int = 0
    """Refusals in the newest row of them."""
    outage: int = 0
    """Refusals in a row of the outage that it came back from, until its end is proven; 0 when nothing is to prove."""

    @property
    def mixed(self) -> bool:
        """On and off: neither up nor down describes the recent answers."""
        flips = sum(older != newer for older, newer in pairwise(self.window))
        return flips >= MIXED_FLIPS and len(set(self.window[-MIXED_TAIL:])) > 1

    @property
    def proven(self) -> bool:
        """Available, and its return, if it was down, is certain enough to call somebody."""
        return self.settled is Settled.AVAILABLE and not self.proving and not self.confirming and not self.mixed

    @property
    def proving(self) -> bool:
        """It came back from an outage that was seen by so few refusals that it may be flapping."""
        return self.outage > 0

    @property
    def confirming(self) -> bool:
        """One answer differs from what is settled, so the next one decides."""
        return self.doubt is not None


def advance(health: Health, outcome: Outcome, at: datetime, *, latency_s: float | None = None) -> Health:
    """The health after one more outcome.

    Args:
        health: What was remembered.
        outcome: The cause that the newest evidence shows.
        at: When that evidence was complete.
        latency_s: Seconds of the whole answer; kept for successes only.
    """
    sign = SIGNS[outcome.kind]
    attempted = replace(health, attempt=outcome, attempted_at=at)
    if sign is Sign.SILENT:
        return replace(attempted, silences=health.silences + 1)
    answered = _proved(_with_answer(attempted, outcome, at, latency_s))
    match TABLE[health.settled][sign]:
        case Step.STAY:
            return replace(answered, doubt=None, doubt_since=None)
        case Step.DOUBT if health.doubt is not sign:
            return replace(answered, doubt=sign, doubt_since=at)
        case Step.DOUBT:
            returned = health.downs if SETTLES_AS[sign] is Settled.AVAILABLE else 0
            settled = replace(answered, settled=SETTLES_AS[sign], since=health.doubt_since, outage=returned)
            # Another way to be down begins its own back-off, with the two answers that settled it.
            settled = replace(settled, setbacks=min(answered.setbacks, 2))
            return _proved(replace(settled, doubt=None, doubt_since=None))
        case Step.SETTLE:
            return replace(answered, settled=SETTLES_AS[sign], since=at, doubt=None, doubt_since=None)
        case Step.KEEP:
            return answered


def witness(health: Health, outcome: Outcome, at: datetime, *, latency_s: float | None = None) -> Health:
    """The health after a whole turn of a program that people work with, or a question that costs as much as one.

    Nobody asks such a thing again only to be sure, so one answer is believed. A return is called after two in a row.
    An answer that is older than what is known changes nothing.
    """
    if health.answered_at is not None and at <= health.answered_at:
        return health
    after = settle_at_once(health, outcome, at, latency_s=latency_s)
    if SIGNS[outcome.kind] is not Sign.UP:
        return after
    was_away = health.proving or health.settled not in {Settled.UNKNOWN, Settled.AVAILABLE}
    return replace(after, outage=max(1, health.downs) if was_away and after.ups < WITNESSES else 0)


def settle_at_once(health: Health, outcome: Outcome, at: datetime, *, latency_s: float | None = None) -> Health:
    """The health after one answer that is believed without confirmation.

    For a user who asks once and wants to know what is so now (`vacancy check`); the window is kept.
    """
    forgotten = replace(health, settled=Settled.UNKNOWN, doubt=None, doubt_since=None)
    if SIGNS[outcome.kind] is Sign.SILENT:
        return advance(health, outcome, at)
    settled = advance(forgotten, outcome, at, latency_s=latency_s)
    return replace(settled, since=health.since) if settled.settled is health.settled else settled


def _with_answer(health: Health, outcome: Outcome, at: datetime, latency_s: float | None) -> Health:
    succeeded = SIGNS[outcome.kind] is Sign.UP
    return replace(
        health,
        window=(*health.window, succeeded)[-WINDOW:],
        answer=outcome,
        answered_at=at,
        succeeded_at=at if succeeded else health.succeeded_at,
        latency_s=latency_s if succeeded else health.latency_s,
        setbacks=0 if succeeded else health.setbacks + 1,
        silences=0,
        ups=health.ups + 1 if succeeded else 0,
        downs=health.downs if succeeded else health.setbacks + 1,
    )


def _proved(health: Health) -> Health:
    """Nothing is left to prove once the evidence of both rows is enough."""
    evidence = health.outage * REFUSAL_WEIGHT + health.ups * SUCCESS_WEIGHT
    return replace(health, outage=0) if health.outage and evidence >= PROOF and not health.mixed else health
