"""Hand-made snapshots of everything that can be shown; `ALL` names each."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from vacancy.domain.catalog import Access, EntryKey, Route
from vacancy.domain.incident import Component, ComponentStatus, Incident, Indicator, PageReading, PageState
from vacancy.domain.insight import CELL, DAY_CELLS, Cell
from vacancy.domain.outcome import Kind, Outcome, Scope
from vacancy.domain.recommendation import recommend
from vacancy.domain.snapshot import Snapshot
from vacancy.domain.verdict import Doubt, Hindrance, State, Verdict

NOW = datetime(2026, 11, 29, 14, 30, tzinfo=UTC)

SOL = EntryKey("openai", "gpt-6.2-sol")
LUNA = EntryKey("openai", "gpt-6-luna")
OLD_SOL = EntryKey("openai", "gpt-5.6-sol")
ASTRA = EntryKey("openai", "gpt-6-astra")

_SCOPES = {
    Kind.OK: Scope.MODEL,
    Kind.AT_CAPACITY: Scope.MODEL,
    Kind.RATE_LIMITED: Scope.ACCOUNT,
    Kind.QUOTA_EXHAUSTED: Scope.ACCOUNT,
    Kind.AUTH_FAILED: Scope.ACCOUNT,
    Kind.MODEL_UNAVAILABLE: Scope.ACCOUNT,
    Kind.BAD_REQUEST: Scope.REQUEST,
    Kind.SERVER_ERROR: Scope.PROVIDER,
    Kind.NETWORK: Scope.NETWORK,
    Kind.OK_BUT_ODD: Scope.MODEL,
}


def outcome(kind, **fields):
    """An outcome of a kind with the scope it usually has."""
    return Outcome(
        kind=kind, scope=_SCOPES[kind], transient=kind is not Kind.AUTH_FAILED, rule="made-by-hand", **fields
    )


def verdict(key, state, kind=None, *, ago=timedelta(seconds=40), **fields):
    """A verdict as the monitor would make it, asked `ago` before NOW."""
    defaults = {
        "name": key.model,
        "route": Route(Access.KEY, "api.openai.com"),
        "checked_at": NOW - ago,
        "next_check_at": NOW + timedelta(minutes=9),
        "outcome": None if kind is None else outcome(kind),
        "current": state is not State.UNKNOWN,
    }
    return Verdict(key=key, state=state, **(defaults | fields))


def available(key=SOL, *, ago=timedelta(seconds=40), latency_s=1.2, ok=10, **fields):
    """A model with a fresh success."""
    defaults = {"succeeded_at": NOW - ago, "latency_s": latency_s, "recent_ok": ok, "recent_of": 10}
    return verdict(key, State.AVAILABLE, Kind.OK, ago=ago, **(defaults | fields))


def full(key=SOL, **fields):
    """A model without room since 14:02."""
    defaults = {
        "since": NOW - timedelta(minutes=28),
        "recent_ok": 4,
        "recent_of": 10,
        "next_check_at": NOW + timedelta(minutes=1),
    }
    return verdict(key, State.AT_CAPACITY, Kind.AT_CAPACITY, **(defaults | fields))


def limited(key=SOL, retry_after_s=300.0):
    """A model whose own limit is reached."""
    said = outcome(Kind.RATE_LIMITED, retry_after_s=retry_after_s)
    return verdict(key, State.RATE_LIMITED, outcome=said, recent_ok=6, recent_of=10)


def blocked(key=ASTRA, kind=Kind.MODEL_UNAVAILABLE):
    """A model that waits for the user."""
    return verdict(key, State.BLOCKED, kind, recent_of=2)


def hindered(hindrance, key=SOL):
    """A model that cannot be asked at all."""
    return verdict(key, State.BLOCKED, checked_at=None, next_check_at=None, hindrance=hindrance)


def failing(key=SOL):
    """A model whose servers fail."""
    return verdict(key, State.FAILING, Kind.SERVER_ERROR, since=NOW - timedelta(minutes=9), recent_ok=3, recent_of=10)


def unreachable(key=SOL):
    """A model that was not reached."""
    return verdict(key, State.UNREACHABLE, Kind.NETWORK, succeeded_at=NOW - timedelta(minutes=10))


def unknown(key=SOL, **fields):
    """A model that was never asked."""
    return verdict(key, State.UNKNOWN, **({"checked_at": None} | fields))


def stale(key=SOL):
    """A model whose last answer is three hours old."""
    return verdict(key, State.UNKNOWN, Kind.OK, ago=timedelta(hours=3), doubt=Doubt.STALE, recent_ok=9, recent_of=10)


def mixed(key=SOL):
    """A model that answers on and off, its newest answer a success."""
    return replace(available(key, ok=6), state=State.UNSTABLE, doubt=Doubt.MIXED)


def confirming(key=SOL, kind=Kind.AT_CAPACITY):
    """A model that was available until its newest answer, which the next one decides about."""
    return verdict(
        key, State.UNSTABLE, kind, doubt=Doubt.CONFIRMING, succeeded_at=NOW - timedelta(minutes=10), recent_ok=9,
        recent_of=10, next_check_at=NOW + timedelta(seconds=25),
    )  # fmt: skip


def paused(key=SOL):
    """A model that is not asked."""
    return verdict(key, State.PAUSED, Kind.OK, ago=timedelta(hours=1), next_check_at=None)


GROUPED = (
    Component("1", "Responses", ComponentStatus.OPERATIONAL, "APIs"),
    Component("2", "Chat Completions", ComponentStatus.OPERATIONAL, "APIs"),
    Component("3", "Sora", ComponentStatus.OPERATIONAL, "Sora"),
)
INCIDENT = Incident(
    "i1",
    "Elevated error rates on gpt-6.2-sol",
    "investigating",
    "minor",
    NOW - timedelta(minutes=12),
    models=(SOL.model,),
)
PAGE = PageReading(PageState.READABLE, NOW - timedelta(minutes=2), Indicator.NONE, GROUPED)
PAGE_WITH_INCIDENT = replace(PAGE, indicator=Indicator.MINOR, incidents=(INCIDENT,))


def snapshot(*verdicts, previous=None, **fields):
    """A snapshot whose recommendation follows from its verdicts."""
    advice = recommend(verdicts) if previous is None else recommend(verdicts, previous)
    defaults = {"page": PAGE, "requests_today": 132, "daily_requests": 600}
    return Snapshot(taken_at=NOW, recommendation=advice, models=verdicts, **(defaults | fields))


def strip(pattern="ooooFFFo..oL"):
    """A day strip from letters, repeated: o answered, h half, F full, X failing, L limited, B blocked, . a gap."""
    start = NOW - CELL * DAY_CELLS
    made = {
        "o": (6, 6, None), "h": (3, 6, Kind.AT_CAPACITY), "F": (0, 6, Kind.AT_CAPACITY), "X": (0, 6, Kind.SERVER_ERROR),
        "L": (1, 6, Kind.RATE_LIMITED), "B": (0, 2, Kind.AUTH_FAILED), ".": (0, 0, None),
    }  # fmt: skip
    cells = (made[pattern[index % len(pattern)]] for index in range(DAY_CELLS))
    return tuple(Cell(start + CELL * index, *cell) for index, cell in enumerate(cells))


_DEFAULT = recommend((available(),))

ALL = {
    "nothing_listed": snapshot(),
    "all_well": snapshot(available(), available(LUNA, ago=timedelta(minutes=6), latency_s=2.0, ok=9)),
    "full": snapshot(
        full(), available(LUNA), available(OLD_SOL, ago=timedelta(minutes=6), latency_s=2.0, ok=9), blocked()
    ),
    "full_with_incident": snapshot(full(), available(LUNA), page=PAGE_WITH_INCIDENT),
    "full_confirming_return": snapshot(full(outcome=outcome(Kind.OK), doubt=Doubt.CONFIRMING), available(LUNA)),
    "all_full": snapshot(full(), full(LUNA)),
    "all_failing": snapshot(failing(), failing(LUNA)),
    "only_one_full": snapshot(full()),
    "limited": snapshot(limited(), available(LUNA)),
    "all_limited": snapshot(limited(), limited(LUNA)),
    "failing": snapshot(failing(), available(LUNA)),
    "slow": snapshot(available(latency_s=12.3, slow=True)),
    "mixed": snapshot(mixed(), full(LUNA)),
    "second_mixed": snapshot(full(), mixed(LUNA)),
    "confirming": snapshot(confirming(), available(LUNA), previous=_DEFAULT),
    "odd": snapshot(verdict(SOL, State.UNSTABLE, Kind.OK_BUT_ODD, recent_ok=8, recent_of=10), available(LUNA)),
    "key_missing": snapshot(hindered(Hindrance.KEY_MISSING), hindered(Hindrance.KEY_MISSING, LUNA)),
    "keyring_locked": snapshot(hindered(Hindrance.KEYRING_LOCKED)),
    "keyring_silent": snapshot(hindered(Hindrance.KEYRING_SILENT)),
    "key_refused": snapshot(blocked(SOL, Kind.AUTH_FAILED), blocked(LUNA, Kind.AUTH_FAILED)),
    "quota": snapshot(blocked(SOL, Kind.QUOTA_EXHAUSTED)),
    "our_fault": snapshot(blocked(SOL, Kind.BAD_REQUEST), available(LUNA)),
    "offline": snapshot(unreachable(), unreachable(LUNA), page=replace(PAGE, state=PageState.UNREACHABLE)),
    "not_reached": snapshot(unreachable(), unreachable(LUNA), page=replace(PAGE, read_at=NOW)),
    "first_start": snapshot(unknown(), unknown(LUNA), page=PageReading(), requests_today=0),
    "stale": snapshot(stale(), stale(LUNA), page=replace(PAGE, read_at=NOW - timedelta(hours=3))),
    "full_rest_unknown": snapshot(full(), stale(LUNA)),
    "budget_spent": snapshot(
        replace(stale(), hindrance=Hindrance.BUDGET_SPENT, next_check_at=None), requests_today=600
    ),
    "paused": snapshot(paused(), paused(LUNA), paused=True, paused_until=NOW + timedelta(minutes=45)),
    "all_models_paused": snapshot(paused(), paused(LUNA)),
    "one_paused": snapshot(paused(), available(LUNA)),
    "page_unreachable": snapshot(
        available(), page=replace(PAGE, state=PageState.UNREACHABLE, problem="The page answered with a web page")
    ),
    "page_off": snapshot(available(), page=PageReading(PageState.OFF)),
    "problem": snapshot(available(), problem="The history cannot be written: the disk is full"),
}
