"""Reasons: why a model is in its state and what to do next, in one line.

Cause before colour: capacity, own limit, money, key, access, our own fault, their servers and the network call
for different actions, so they never share a sentence.
"""

from datetime import datetime, timedelta, tzinfo
from typing import assert_never

from vacancy.domain.outcome import Kind, Outcome, Scope
from vacancy.domain.verdict import Doubt, Hindrance, State, Verdict
from vacancy.views import times
from vacancy.views.cause_words import blames_the_address, cause, in_one_line, knows_more
from vacancy.views.hindrance_words import hindrance_need, hindrance_reason
from vacancy.words import plain, tr

DETAIL = 90
"""Characters of what the other side said that fit beside our own words."""


def recent(verdict: Verdict) -> str:
    """The recent window: "8 of last 10"."""
    if not verdict.recent_of:
        return times.NOTHING
    return tr("{ok} of last {of}", ok=verdict.recent_ok, of=verdict.recent_of)


def recent_short(verdict: Verdict) -> str:
    """The recent window where a column has little room: "8 of 10"."""
    return tr("{ok} of {of}", ok=verdict.recent_ok, of=verdict.recent_of) if verdict.recent_of else times.NOTHING


def state_words(verdict: Verdict, now: datetime, zone: tzinfo) -> str:
    """The state alone, short enough for a row: "available", "full since 14:02", "needs you: key refused"."""
    since = None if verdict.since is None else times.clock(verdict.since, now, zone)
    match verdict.state:
        case State.AVAILABLE:
            return tr("available, but slow") if verdict.slow else tr("available")
        case State.UNSTABLE:
            return _unstable_words(verdict)
        case State.AT_CAPACITY:
            return tr("full") if since is None else tr("full since {since}", since=since)
        case State.RATE_LIMITED:
            return tr("your limit is reached")
        case State.BLOCKED:
            return hindrance_need(verdict.hindrance) or _need_words(verdict.outcome)
        case State.FAILING:
            return tr("failing") if since is None else tr("failing since {since}", since=since)
        case State.UNREACHABLE if verdict.outcome is not None and verdict.outcome.scope is Scope.PROVIDER:
            return tr("no answer in time")
        case State.UNREACHABLE:
            return tr("not reached")
        case State.UNKNOWN if verdict.checked_at is None and verdict.hindrance is Hindrance.ONLY_READ:
            return tr("not seen lately")
        case State.UNKNOWN:
            return tr("not asked yet") if verdict.checked_at is None else tr("not known")
        case State.PAUSED:
            return tr("paused")
        case _:
            assert_never(verdict.state)


def reason(verdict: Verdict, now: datetime, zone: tzinfo) -> str:
    """Why a model is in its state, and what to do next, in one line."""
    match verdict.state:
        case State.AVAILABLE:
            return _available(verdict, now, zone)
        case State.UNSTABLE:
            return _unstable(verdict)
        case State.RATE_LIMITED if verdict.hindrance is Hindrance.USAGE_SPENT:
            if verdict.free_at is None:
                return hindrance_reason(verdict.hindrance, verdict.key.connection)
            return tr("The allowance of your Codex login is used up - free again {clock}",
                      clock=times.clock(verdict.free_at, now, zone))  # fmt: skip
        case State.AT_CAPACITY | State.RATE_LIMITED | State.FAILING:
            return _confirming(verdict) if verdict.doubt is not None else _down(verdict, now, zone)
        case State.BLOCKED if verdict.hindrance is not None and verdict.hindrance.needs_user:
            return hindrance_reason(verdict.hindrance, verdict.key.connection)
        case State.BLOCKED:
            return _confirming(verdict) if verdict.doubt is not None else _blocked(verdict)
        case State.UNREACHABLE:
            return _unreachable(verdict, now, zone)
        case State.UNKNOWN:
            return _unknown(verdict, now, zone)
        case State.PAUSED:
            return tr("Paused - nothing is sent")
        case _:
            assert_never(verdict.state)


def _available(verdict: Verdict, now: datetime, zone: tzinfo) -> str:
    if verdict.succeeded_at is None:
        return tr("Available")
    when, took = times.ago(verdict.succeeded_at, now, zone), times.latency(verdict.latency_s)
    if verdict.slow:
        return tr("Answered {when}, but slowly: {took}", when=when, took=took)
    if verdict.latency_s is None:
        return tr("Answered {when}", when=when)
    return tr("Answered {when} in {took}", when=when, took=took)


def _unstable(verdict: Verdict) -> str:
    if verdict.doubt is Doubt.MIXED:
        return tr("On and off: {ok} of last {of} answered - expect refusals, or use another model",
                  ok=verdict.recent_ok, of=verdict.recent_of)  # fmt: skip
    if verdict.doubt is not None:
        return _confirming(verdict)
    if verdict.outcome is None:
        return tr("It is not steady - try it before you rely on it")
    if verdict.outcome.detail:
        return tr("{cause}: {said}", cause=cause(verdict.outcome), said=plain(verdict.outcome.detail, DETAIL))
    return in_one_line(verdict.outcome)


def _unstable_words(verdict: Verdict) -> str:
    match verdict.doubt:
        case Doubt.MIXED:
            return tr("unstable: on and off")
        case Doubt.CONFIRMING | Doubt.STALE | Doubt.SEEN_AT_ANOTHER:
            return tr("unstable: asking again")
        case None:
            return tr("unstable: answers oddly")
        case _:
            assert_never(verdict.doubt)


def _confirming(verdict: Verdict) -> str:
    """One answer differs from what is settled; it says which, so that nobody takes it for the truth yet."""
    match None if verdict.outcome is None else verdict.outcome.kind:
        case Kind.OK:
            return tr("Answered once, asking again")
        case Kind.AT_CAPACITY:
            return tr("Full once, asking again")
        case Kind.RATE_LIMITED:
            return tr("Your limit was named once, asking again")
        case Kind.QUOTA_EXHAUSTED:
            return tr("Your quota was named once, asking again")
        case Kind.AUTH_FAILED:
            return tr("The key was refused once, asking again")
        case Kind.MODEL_UNAVAILABLE:
            return tr("Said once to be not offered here, asking again")
        case Kind.BAD_REQUEST:
            return tr("Our question was refused once, asking again")
        case Kind.SERVER_ERROR:
            return tr("Their server failed once, asking again")
        case Kind.OK_BUT_ODD:
            return tr("Answered oddly once, asking again")
        case Kind.NETWORK | None:
            return tr("The last answers differ, asking again")
        case unexpected:
            assert_never(unexpected)


def _down(verdict: Verdict, now: datetime, zone: tzinfo) -> str:
    back = _asked_to_wait_until(verdict, now)
    clock = None if back is None else times.clock(back, now, zone)
    if verdict.state is State.RATE_LIMITED:
        if clock is None:
            return _limited(verdict.outcome)
        return tr("Your own limit is reached - free again about {clock}", clock=clock)
    began = verdict.since or verdict.checked_at
    since = times.NOTHING if began is None else times.clock(began, now, zone)
    if verdict.state is State.AT_CAPACITY:
        if clock is None:
            return tr("Full since {since}: no room on their side - use another model meanwhile", since=since)
        return tr("Full since {since}: no room on their side - they ask to wait until {clock}",
                  since=since, clock=clock)  # fmt: skip
    if clock is None:
        return tr("Failing since {since}: their servers, not your doing - wait, or use another model", since=since)
    return tr("Failing since {since}: their servers, not your doing - they ask to wait until {clock}",
              since=since, clock=clock)  # fmt: skip


def _limited(outcome: Outcome | None) -> str:
    if outcome is None or outcome.kind is not Kind.RATE_LIMITED:
        return tr("Your own limit is reached - send less for a few minutes")
    return in_one_line(outcome)


def _asked_to_wait_until(verdict: Verdict, now: datetime) -> datetime | None:
    if verdict.outcome is None or not verdict.outcome.retry_after_s or verdict.checked_at is None:
        return None
    back = verdict.checked_at + timedelta(seconds=verdict.outcome.retry_after_s)
    return back if back > now else None


def _blocked(verdict: Verdict) -> str:
    outcome = verdict.outcome
    match None if outcome is None else outcome.kind:
        case Kind.BAD_REQUEST:
            return _our_fault(outcome)
        case Kind.QUOTA_EXHAUSTED | Kind.AUTH_FAILED | Kind.MODEL_UNAVAILABLE if outcome is not None:
            return in_one_line(outcome, verdict.key.connection)
        case _:  # the other kinds never block; whatever an older memory holds, it is not called fine
            return tr("It waits for you - check again to see why")


def _our_fault(outcome: Outcome | None) -> str:
    if outcome is not None and knows_more(outcome):
        return in_one_line(outcome)
    if outcome is not None and outcome.detail:
        return tr("Our question was refused, the model may be fine: {said}", said=plain(outcome.detail, DETAIL))
    return tr("Our question was refused, the model may be fine - check its settings here, or report it to us")


def _need_words(outcome: Outcome | None) -> str:
    match None if outcome is None else outcome.kind:
        case Kind.QUOTA_EXHAUSTED:
            return tr("needs you: quota used up")
        case Kind.AUTH_FAILED:
            return tr("needs you: key refused")
        case Kind.MODEL_UNAVAILABLE:
            return tr("needs you: not offered here")
        case Kind.BAD_REQUEST if outcome is not None and blames_the_address(outcome):
            return tr("needs you: check the address")
        case Kind.BAD_REQUEST:
            return tr("needs you: question refused")
        case _:  # as in `_blocked`
            return tr("needs you")


def _unreachable(verdict: Verdict, now: datetime, zone: tzinfo) -> str:
    if verdict.hindrance is Hindrance.OFFLINE:
        return hindrance_reason(verdict.hindrance, verdict.key.connection)
    if verdict.outcome is not None and knows_more(verdict.outcome):
        return in_one_line(verdict.outcome)
    if verdict.succeeded_at is None:
        return tr("Not reached from here - check your network and the address")
    return tr("Not reached from here - check your network; last answered {when}",
              when=times.ago(verdict.succeeded_at, now, zone))  # fmt: skip


def _unknown(verdict: Verdict, now: datetime, zone: tzinfo) -> str:
    seen_before = verdict.hindrance is Hindrance.ONLY_READ and verdict.checked_at is not None
    if verdict.hindrance is not None and not seen_before:
        return hindrance_reason(verdict.hindrance, verdict.key.connection)
    if verdict.checked_at is None:
        return tr("Not asked yet")
    if verdict.checked_at > now:
        return tr("Not known - the clock was set back since the last answer")
    if verdict.outcome is not None and verdict.outcome.kind is Kind.NETWORK:
        return tr("Not known - no answer when last asked, {when}; check your network",
                  when=times.ago(verdict.checked_at, now, zone))  # fmt: skip
    if verdict.outcome is not None and verdict.outcome.kind is Kind.AT_CAPACITY:
        return tr("Not known - it was full when last seen, {when}", when=times.ago(verdict.checked_at, now, zone))
    return tr("Not known - last answer {age}", age=times.age(now - verdict.checked_at))
