"""Schedule: when each model is asked next. The only place with interval arithmetic.

Low frequency is a promise, and so is "you will know the moment it is back". Requests go where an answer changes
something:

* the model in use is asked at the user's interval; those in reserve below it seldom, since their answer changes
  nothing until they are needed. When they are, they are asked before they are recommended;
* one answer that differs is looked at again at once, in both directions;
* a model that is down is asked again soon, then less and less often, a little oftener than one that works: its
  return is news. A model that the user waits for is asked oftener still;
* an answer that asked us to wait is obeyed. A cause that holds for the whole account is asked about once, by one
  model of the connection.

Everything is pure. The times are derived from what is remembered, at every look; nothing is planned ahead.
The numbers come from `tests/benchmarks/schedule`, which plays a year against them; README has the table.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import StrEnum

from vacancy.domain.account import covered, in_doubt
from vacancy.domain.catalog import EntryKey
from vacancy.domain.health import Health, Settled
from vacancy.domain.memory import EntryMemory
from vacancy.domain.pace import Pace
from vacancy.domain.recommendation import Because, Recommendation
from vacancy.domain.verdict import BLOCKED_INTERVALS, State, Verdict

CONFIRM_AFTER = timedelta(seconds=20)
"""The second look that decides; far enough away not to be the same hiccup."""
BACK_OFF = (timedelta(seconds=20), timedelta(minutes=1), timedelta(minutes=2))
"""Waits after the first, second and third setback in a row; from then on the share of the interval below."""
LONG_DOWN = 30
"""Setbacks in a row, most of an hour, from which more of the interval is waited: a long outage ends late as well."""
LONG_DOWN_SHARE = 0.8
DOWN_SHARE = 0.45
"""Share of its interval after which a model that is down is asked again; half of it is how late its return is seen."""
AWAITED_EVERY = timedelta(seconds=28)
"""Between two looks at a model that the user waits for."""
PROVE_EVERY = timedelta(seconds=60)
"""Between two looks at a model whose return is not proven yet (`health.proving`)."""
JITTER = 0.1
"""Share of a wait by which chance moves it: to both sides of the interval, and only later for every other wait."""
STAGGER = timedelta(seconds=2)
"""Least time between the starts of two probes, so that a round never is a burst."""
REASK = timedelta(seconds=20)
"""Least time between two requests for one model, whoever asks: an answer that young is the answer."""
YOUNG = timedelta(minutes=5)
"""After a start or a wake-up, an answer younger than this need not be asked for again at once."""
LONGEST_PAGE_WAIT = timedelta(hours=1)


class Role(StrEnum):
    """What a model's next answer is good for."""

    IN_USE = "in_use"
    """It is the model to use, or would be if it worked."""
    RESERVE = "reserve"
    """A better one is available."""
    NEEDED = "needed"
    """Its own answer is wanted now: it is to be recommended, or its account is in doubt."""
    AWAITED = "awaited"
    """The user asked to be told when it is back."""
    COVERED = "covered"
    """Another model of its connection finds out when the account works again."""


def roles(
    verdicts: Sequence[Verdict], recommendation: Recommendation, *, awaited: frozenset[EntryKey] = frozenset()
) -> dict[EntryKey, Role]:
    """The role of each model, from what is claimed about all of them, in the user's order."""
    found: dict[EntryKey, Role] = {}
    spoken_for, doubtful = covered(verdicts), in_doubt(verdicts)
    steady = recommendation.key is not None and recommendation.because is not Because.CONFIRMING
    substitute_sought = not steady
    in_reserve = False
    for verdict in verdicts:
        if verdict.key in spoken_for:
            role = Role.COVERED
        elif verdict.key in awaited and not (verdict.state is State.AVAILABLE and verdict.proven and verdict.current):
            role = Role.AWAITED
        elif verdict.key in doubtful:
            role = Role.NEEDED
        elif substitute_sought and verdict.state is State.AVAILABLE and not verdict.current:
            role, substitute_sought = Role.NEEDED, False
        else:
            role = Role.RESERVE if in_reserve else Role.IN_USE
        found[verdict.key] = role
        in_reserve = in_reserve or verdict.key == recommendation.key
    return found


def due_at(entry: EntryMemory, role: Role, pace: Pace, now: datetime) -> datetime | None:
    """When to ask that model next; None while another one asks in its place, or nobody needs its answer."""
    if role is Role.COVERED or (role is Role.RESERVE and pace.spares_reserve):
        return None
    health, asked_at = entry.health, entry.health.attempted_at
    if asked_at is None or asked_at > now:
        # Never asked, or asked by a clock that was set back since.
        return _not_before(entry.look_by or now, entry)
    told_to_wait_until = asked_at + _asked_to_wait(health) * (1 + JITTER * entry.chance)
    stretch = 1 if role in {Role.AWAITED, Role.NEEDED} else pace.stretch
    due = max(asked_at + _wait(health, role, pace, entry.chance) * stretch, told_to_wait_until)
    if entry.look_by is not None and asked_at < entry.look_by:
        due = min(due, max(entry.look_by, asked_at + REASK, told_to_wait_until))
    return _not_before(due, entry)


def costly_due_at(entry: EntryMemory, pace: Pace, now: datetime) -> datetime:
    """When to ask a model that is waited for, on a connection where each question costs thousands of tokens."""
    health, asked_at = entry.health, entry.health.attempted_at
    if asked_at is None or asked_at > now:
        return _not_before(now, entry)
    every = PROVE_EVERY if health.proving else pace.interval * pace.stretch
    return _not_before(asked_at + max(every * (1 + JITTER * entry.chance), _asked_to_wait(health)), entry)


def wants_fresh_look(health: Health, now: datetime) -> bool:
    """After a start or a wake-up: the last answer is too old to be the first thing that is shown, or none came."""
    return health.silences > 0 or health.attempted_at is None or not timedelta(0) <= now - health.attempted_at < YOUNG


def next_page_read(failures: int, *, interval: timedelta, retry_after_s: float | None, chance: float) -> timedelta:
    """How long to wait before the status page is read again; doubled for each failure in a row, an hour at most."""
    wait = max(interval, min(interval * (1 << min(failures, 6)), LONGEST_PAGE_WAIT))
    return max(wait * (1 + JITTER * chance), timedelta(seconds=retry_after_s or 0))


def requests_per_day(paces: Sequence[Pace]) -> int:
    """Requests of one day on which all is well, all models together."""
    return sum(each_per_day(paces))


def each_per_day(paces: Sequence[Pace]) -> tuple[int, ...]:
    """The requests of each model on such a day: the first one is in use, the others are in reserve."""
    day = timedelta(days=1)
    waits = [pace.reserve_interval if index else pace.interval for index, pace in enumerate(paces)]
    return tuple(round(day / wait) for wait in waits)


def _not_before(due: datetime, entry: EntryMemory) -> datetime:
    return due if entry.not_before is None else max(due, entry.not_before)


def _wait(  # noqa: PLR0911 - an ordered list of reasons, the first that holds
    health: Health, role: Role, pace: Pace, chance: float
) -> timedelta:
    if role is Role.NEEDED:
        return REASK
    if health.silences:
        return _back_off(health.silences, pace) * (1 + JITTER * chance)
    if health.confirming:
        return min(CONFIRM_AFTER, pace.interval) * (1 + JITTER * chance)
    if health.settled is Settled.BLOCKED:
        return pace.interval * BLOCKED_INTERVALS * (1 + JITTER * chance)
    if health.setbacks:
        wait = _back_off(health.setbacks, pace)
        return (min(wait, AWAITED_EVERY) if role is Role.AWAITED else wait) * (1 + JITTER * chance)
    if health.proving:
        every = AWAITED_EVERY if role is Role.AWAITED else PROVE_EVERY
        return min(every, pace.interval) * (1 + JITTER * chance)
    steady = pace.reserve_interval if role is Role.RESERVE else pace.interval
    return steady * (1 + JITTER * (2 * chance - 1))


def _back_off(count: int, pace: Pace) -> timedelta:
    if count >= LONG_DOWN:
        return pace.interval * LONG_DOWN_SHARE
    longest = pace.interval * DOWN_SHARE
    return min(BACK_OFF[count - 1], longest) if count <= len(BACK_OFF) else longest


def _asked_to_wait(health: Health) -> timedelta:
    return timedelta(seconds=(health.attempt.retry_after_s if health.attempt else None) or 0)
