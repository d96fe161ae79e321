"""Verdict: what we claim about a model right now, on which route, since when and why.

Health remembers; a verdict is health read at a moment. Nothing is available by default: `AVAILABLE` needs a
settled success that is still fresh, and every other path ends in a state that is not green.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from vacancy.domain.catalog import EntryKey, Route
from vacancy.domain.health import Health, Settled, Sign
from vacancy.domain.outcome import Kind, Outcome

FRESH_INTERVALS = 2
"""Two intervals after its last success a model is not recommended unasked: one missed probe is no reason to forget."""
FRESH_RESERVE = 1.2
"""Reserve intervals for which a settled state is claimed, with its age: one and a little, since a model in reserve is
asked no oftener. Where two intervals are longer, they hold."""
BLOCKED_INTERVALS = 6
"""Intervals between two probes of a blocked entry: nothing changes there until the user does something."""
CLOCK_TOLERANCE = timedelta(minutes=1)
"""An answer dated further in the future than this was dated by a clock that has been set back."""


class State(StrEnum):
    """The states that people and scripts see; the value is the word of the JSON."""

    AVAILABLE = "available"
    UNSTABLE = "unstable"
    AT_CAPACITY = "at_capacity"
    RATE_LIMITED = "rate_limited"
    BLOCKED = "blocked"
    FAILING = "failing"
    UNREACHABLE = "unreachable"
    UNKNOWN = "unknown"
    PAUSED = "paused"


class Hindrance(StrEnum):
    """Why a model cannot be asked at all; no request was sent."""

    KEY_MISSING = "key_missing"
    """No key is stored for the connection."""
    KEY_VARIABLE_UNSET = "key_variable_unset"
    KEY_UNUSABLE = "key_unusable"
    """The stored text cannot be a key: it has spaces, line ends or characters outside ASCII."""
    KEYRING_LOCKED = "keyring_locked"
    KEYRING_SILENT = "keyring_silent"
    """It did not answer in time; perhaps it waits for a password in a window behind others."""
    KEYRING_ABSENT = "keyring_absent"
    """This desktop offers no safe place for keys."""
    PROXY_UNUSABLE = "proxy_unusable"
    """The proxy that the connection names cannot be used: its variable is not set, or holds no address."""
    CERTIFICATES_UNUSABLE = "certificates_unusable"
    """The file of certificates that the connection names cannot be read, or holds none."""
    BUDGET_SPENT = "budget_spent"
    """The daily cap is reached; probing goes on at midnight."""
    ONLY_READ = "only_read"
    """Nothing is asked on that connection; what another program wrote down is read."""
    USAGE_SPENT = "usage_spent"
    """The login has used up its own allowance until a window begins anew; that says nothing about the model."""
    SESSIONS_ABSENT = "sessions_absent"
    """The folder of the other program is not there."""
    SESSIONS_UNREADABLE = "sessions_unreadable"
    LOGGED_OUT = "logged_out"
    """Nobody is logged in to the other program."""
    PROGRAM_ABSENT = "program_absent"
    """The other program was not found, so it cannot be asked."""
    PROGRAM_UNFIT = "program_unfit"
    """It is there and cannot be asked: it does not start, is too old, or is set up for a provider of its own."""
    OFFLINE = "offline"
    """The system says that the network is gone, so nothing would arrive."""

    @property
    def needs_user(self) -> bool:
        """Nothing changes until the user does something."""
        return self not in _PASSING


_PASSING = frozenset({
    Hindrance.BUDGET_SPENT, Hindrance.OFFLINE, Hindrance.ONLY_READ, Hindrance.USAGE_SPENT, Hindrance.PROGRAM_ABSENT,
    Hindrance.PROGRAM_UNFIT,
})  # fmt: skip
"""Hindrances that pass by themselves, or that hide nothing which is known."""


class Doubt(StrEnum):
    """Why a verdict is weaker than what is remembered."""

    STALE = "stale"
    """The last answer is too old to claim anything."""
    CONFIRMING = "confirming"
    """The newest answer differs from what is settled; the next one decides."""
    MIXED = "mixed"
    """On and off within the recent window."""
    SEEN_AT_ANOTHER = "seen_at_another"
    """Another model of the connection met a cause that holds for the whole account."""


def dated_rightly(health: Health, now: datetime) -> Health:
    """What is remembered; nothing where it was dated by a clock that has been set back, or no news would count."""
    answered_at = health.answered_at
    return Health() if answered_at is not None and answered_at > now + CLOCK_TOLERANCE else health


@dataclass(frozen=True, slots=True)
class Terms:
    """The settings that a verdict depends on."""

    interval: timedelta
    slow_after: timedelta
    reserve_interval: timedelta = timedelta(0)

    @property
    def fresh_for(self) -> timedelta:
        """How long a settled state is claimed after its last answer."""
        return max(FRESH_INTERVALS * self.interval, FRESH_RESERVE * self.reserve_interval)

    @property
    def current_for(self) -> timedelta:
        """How long a success is young enough to recommend the model; older ones are confirmed first."""
        return FRESH_INTERVALS * self.interval


@dataclass(frozen=True, slots=True)
class Verdict:
    """What we claim about one model entry."""

    key: EntryKey
    name: str
    route: Route
    state: State
    since: datetime | None = None
    checked_at: datetime | None = None
    """When it was last asked, with or without an answer."""
    succeeded_at: datetime | None = None
    current: bool = False
    """Its last success is young enough to send somebody there."""
    proven: bool = True
    """Its return, if it was down, is certain enough to call somebody."""
    awaited_until: datetime | None = None
    """The user wants to be told when it is back, and waits for that until then."""
    next_check_at: datetime | None = None
    """None while it is not asked at all: paused, offline, held back, or the day's cap is reached."""
    latency_s: float | None = None
    slow: bool = False
    """The last success took longer than the user's limit."""
    recent_ok: int = 0
    recent_of: int = 0
    outcome: Outcome | None = None
    """The outcome of the last attempt."""
    doubt: Doubt | None = None
    hindrance: Hindrance | None = None
    free_at: datetime | None = None
    """When the login's own allowance begins anew, for `USAGE_SPENT`; None where nobody said."""

    @property
    def awaited(self) -> bool:
        """The user waits for it."""
        return self.awaited_until is not None

    @property
    def may_be_awaited(self) -> bool:
        """Its return can be waited for: it is away, and not by the user's doing or until the user's doing."""
        return self.state in _AWAY

    def age(self, now: datetime) -> timedelta | None:
        """Time since it was last asked, never negative."""
        return None if self.checked_at is None else max(now - self.checked_at, timedelta(0))


_AWAY = frozenset({State.UNSTABLE, State.AT_CAPACITY, State.RATE_LIMITED, State.FAILING, State.UNREACHABLE})

_STATES = {
    Settled.UNKNOWN: State.UNKNOWN,
    Settled.AVAILABLE: State.AVAILABLE,
    Settled.FULL: State.AT_CAPACITY,
    Settled.LIMITED: State.RATE_LIMITED,
    Settled.BLOCKED: State.BLOCKED,
    Settled.FAILING: State.FAILING,
    Settled.ODD: State.UNSTABLE,
}


def judge(
    *,
    key: EntryKey,
    name: str,
    route: Route,
    health: Health,
    terms: Terms,
    now: datetime,
    paused: bool = False,
    hindrance: Hindrance | None = None,
) -> Verdict:
    """The verdict on one entry at `now`."""
    state, doubt = _claim(health, terms, now, paused=paused, hindrance=hindrance)
    return Verdict(
        key=key,
        name=name,
        route=route,
        state=state,
        since=health.since if state is _STATES[health.settled] else None,
        checked_at=health.attempted_at,
        succeeded_at=health.succeeded_at,
        current=_is_current(health, terms, now),
        proven=health.proven,
        latency_s=health.latency_s,
        slow=health.latency_s is not None and health.latency_s > terms.slow_after.total_seconds(),
        recent_ok=sum(health.window),
        recent_of=len(health.window),
        outcome=health.attempt,
        doubt=doubt,
        hindrance=hindrance,
    )


def fresh_until(health: Health, terms: Terms) -> datetime | None:
    """Until when the settled state may be claimed; None when nothing was ever answered."""
    if health.answered_at is None:
        return None
    if health.settled is Settled.AVAILABLE:
        # An answer that is no success cannot keep a success fresh.
        proven_at = health.succeeded_at or health.answered_at
        return proven_at + terms.fresh_for
    asked_to_wait = timedelta(seconds=(health.answer.retry_after_s if health.answer else None) or 0)
    # Nothing changes until the user does something, unless the answer said itself when it would.
    lasts = health.settled is Settled.BLOCKED and not asked_to_wait
    blocked = FRESH_INTERVALS * BLOCKED_INTERVALS * terms.interval if lasts else timedelta(0)
    return health.answered_at + max(terms.fresh_for, blocked, asked_to_wait)


def _is_current(health: Health, terms: Terms, now: datetime) -> bool:
    succeeded_at = health.succeeded_at
    return succeeded_at is not None and -CLOCK_TOLERANCE <= now - succeeded_at <= terms.current_for


def _claim(  # noqa: PLR0911 - an ordered list of reasons, the first that holds
    health: Health, terms: Terms, now: datetime, *, paused: bool, hindrance: Hindrance | None
) -> tuple[State, Doubt | None]:
    if paused:
        return State.PAUSED, None
    if hindrance is not None and hindrance.needs_user:
        return State.BLOCKED, None
    if hindrance is Hindrance.OFFLINE:
        return State.UNREACHABLE, None
    if hindrance is Hindrance.USAGE_SPENT:
        return State.RATE_LIMITED, None
    if health.attempted_at is None:
        return State.UNKNOWN, None
    if health.attempted_at > now + CLOCK_TOLERANCE:
        return State.UNKNOWN, Doubt.STALE
    if health.attempt is not None and health.attempt.kind is Kind.NETWORK:
        lost_for_long = now > health.attempted_at + terms.fresh_for
        return (State.UNKNOWN, Doubt.STALE) if lost_for_long else (State.UNREACHABLE, None)
    limit = fresh_until(health, terms)
    if limit is None or now > limit:
        return State.UNKNOWN, Doubt.STALE
    return _settled_claim(health)


def _settled_claim(health: Health) -> tuple[State, Doubt | None]:
    if health.settled is Settled.AVAILABLE:
        if health.doubt is not None:
            return State.UNSTABLE, Doubt.CONFIRMING
        return (State.UNSTABLE, Doubt.MIXED) if health.mixed else (State.AVAILABLE, None)
    if health.doubt is Sign.UP and health.mixed:
        return State.UNSTABLE, Doubt.MIXED
    return _STATES[health.settled], Doubt.CONFIRMING if health.doubt is not None else None
