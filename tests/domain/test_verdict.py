"""A verdict claims no more than fresh answers carry."""

from datetime import timedelta

import pytest

from fakes.clock import START
from fakes.domain_values import CONNECTION, SOL, outcome
from vacancy.domain.health import Health, advance
from vacancy.domain.outcome import Kind
from vacancy.domain.verdict import Doubt, Hindrance, State, Terms, judge

TERMS = Terms(interval=timedelta(minutes=10), slow_after=timedelta(seconds=8))


def seen(*kinds, retry_after_s=None, latency_s=1.0):
    """The health after outcomes of those kinds, a second apart, the last one at START."""
    health = Health()
    for index, kind in enumerate(kinds):
        at = START - timedelta(seconds=len(kinds) - 1 - index)
        health = advance(health, outcome(kind, retry_after_s=retry_after_s), at, latency_s=latency_s)
    return health


def claim(health, *, after=timedelta(0), **more):
    """The verdict some time after START."""
    return judge(key=SOL, name=SOL.model, route=CONNECTION.route, health=health, terms=TERMS, now=START + after, **more)


@pytest.mark.parametrize(
    ("state", "kind"),
    [
        (State.AVAILABLE, Kind.OK),
        (State.AT_CAPACITY, Kind.AT_CAPACITY),
        (State.RATE_LIMITED, Kind.RATE_LIMITED),
        (State.BLOCKED, Kind.QUOTA_EXHAUSTED),
        (State.BLOCKED, Kind.AUTH_FAILED),
        (State.BLOCKED, Kind.MODEL_UNAVAILABLE),
        (State.BLOCKED, Kind.BAD_REQUEST),
        (State.FAILING, Kind.SERVER_ERROR),
        (State.UNREACHABLE, Kind.NETWORK),
        (State.UNSTABLE, Kind.OK_BUT_ODD),
    ],
)
def test_first_outcome_gives_its_state(state, kind):
    """Each cause, seen once with nothing known before, gives its own state."""
    assert state is claim(seen(kind)).state


def test_never_asked_is_unknown():
    """Nothing seen claims nothing."""
    assert State.UNKNOWN is claim(Health()).state


def test_success_is_claimed_for_two_intervals():
    """Available until two intervals after the success, unknown from then on."""
    assert State.AVAILABLE is claim(seen(Kind.OK), after=timedelta(minutes=20)).state
    stale = claim(seen(Kind.OK), after=timedelta(minutes=20, seconds=1))
    assert (State.UNKNOWN, Doubt.STALE) == (stale.state, stale.doubt)


def test_an_answer_from_the_future_claims_nothing():
    """A clock that was set back must not keep an old success fresh."""
    assert State.UNKNOWN is claim(seen(Kind.OK), after=timedelta(minutes=-5)).state


def test_one_refusal_takes_the_green_away_at_once():
    """Between the first refusal and the second look the model is unstable, not available."""
    doubted = claim(seen(Kind.OK, Kind.AT_CAPACITY))
    assert (State.UNSTABLE, Doubt.CONFIRMING) == (doubted.state, doubted.doubt)


def test_one_success_does_not_give_the_green_back():
    """After an outage, one success leaves the model full, being confirmed."""
    doubted = claim(seen(Kind.AT_CAPACITY, Kind.OK))
    assert (State.AT_CAPACITY, Doubt.CONFIRMING) == (doubted.state, doubted.doubt)


def test_on_and_off_is_unstable():
    """A model whose recent answers are mixed is unstable, whichever came last of two."""
    mixed = claim(seen(Kind.OK, Kind.AT_CAPACITY, Kind.OK, Kind.AT_CAPACITY, Kind.OK, Kind.OK))
    assert (State.UNSTABLE, Doubt.MIXED) == (mixed.state, mixed.doubt)


def test_a_lost_network_is_unreachable_and_then_unknown():
    """No answer is unreachable, and old news after two intervals."""
    lost = seen(Kind.OK, Kind.NETWORK)
    assert State.UNREACHABLE is claim(lost).state
    assert State.UNKNOWN is claim(lost, after=timedelta(minutes=21)).state


def test_a_long_wait_that_was_asked_for_keeps_the_claim():
    """A limit that names five hours is still a limit after three."""
    limited = seen(Kind.RATE_LIMITED, retry_after_s=5 * 3600)
    assert State.RATE_LIMITED is claim(limited, after=timedelta(hours=3)).state


def test_a_silence_keeps_no_success_fresh():
    """Attempts without an answer do not extend what the last success proved."""
    health = advance(seen(Kind.OK), outcome(Kind.NETWORK), START + timedelta(minutes=19))
    health = advance(health, outcome(Kind.AT_CAPACITY), START + timedelta(minutes=19, seconds=30))
    assert State.UNKNOWN is claim(health, after=timedelta(minutes=21)).state


def test_paused_says_nothing_else():
    """A pause hides every claim."""
    assert State.PAUSED is claim(seen(Kind.OK), paused=True).state


@pytest.mark.parametrize("hindrance", Hindrance)
def test_what_waits_for_the_user_is_blocked(hindrance):
    """A missing key blocks; a spent budget leaves the claim to age; a lost network and a spent login are states."""
    state = claim(seen(Kind.OK), hindrance=hindrance).state
    own = {Hindrance.OFFLINE: State.UNREACHABLE, Hindrance.USAGE_SPENT: State.RATE_LIMITED}
    assert (State.BLOCKED if hindrance.needs_user else own.get(hindrance, State.AVAILABLE)) is state


def test_slow_is_the_users_limit():
    """A success beyond the limit is marked slow."""
    assert claim(seen(Kind.OK, latency_s=8.1)).slow
    assert not claim(seen(Kind.OK, latency_s=8.0)).slow


def test_a_model_in_reserve_stays_claimed_but_is_not_current():
    """Asked every half hour, it is claimed a little longer than that, and recommended only within ten minutes."""
    terms = Terms(timedelta(minutes=5), timedelta(seconds=8), reserve_interval=timedelta(minutes=30))
    health = seen(Kind.OK)

    def at(minutes):
        now = START + timedelta(minutes=minutes)
        found = judge(key=SOL, name=SOL.model, route=CONNECTION.route, health=health, terms=terms, now=now)
        return found.state, found.current

    assert [(State.AVAILABLE, True), (State.AVAILABLE, False), (State.UNKNOWN, False)] == [at(10), at(11), at(37)]


def test_since_belongs_to_the_state_that_is_shown():
    """A state that was not settled has no beginning."""
    assert START == claim(seen(Kind.OK)).since
    assert claim(seen(Kind.OK), after=timedelta(hours=1)).since is None


@pytest.mark.parametrize(
    ("ahead", "state"), [(timedelta(minutes=1), State.AVAILABLE), (timedelta(minutes=1, microseconds=1), State.UNKNOWN)]
)
def test_a_clock_that_was_set_back_by_a_minute_is_no_matter(ahead, state):
    """Clocks are corrected by moments all the time; beyond a minute an answer from the future proves nothing."""
    found = claim(seen(Kind.OK), after=-ahead)
    assert found.state is state
    assert found.current is (state is State.AVAILABLE)
    assert (found.doubt is Doubt.STALE) is (state is State.UNKNOWN)


def test_a_success_is_current_for_two_intervals():
    """To the moment; then it is confirmed before anybody is sent there."""
    assert claim(seen(Kind.OK), after=timedelta(minutes=20)).current
    assert not claim(seen(Kind.OK), after=timedelta(minutes=20, microseconds=1)).current


@pytest.mark.parametrize(
    ("hindrance", "needs_user"),
    [
        (Hindrance.KEY_MISSING, True),
        (Hindrance.KEY_VARIABLE_UNSET, True),
        (Hindrance.KEY_UNUSABLE, True),
        (Hindrance.KEYRING_LOCKED, True),
        (Hindrance.KEYRING_SILENT, True),
        (Hindrance.KEYRING_ABSENT, True),
        (Hindrance.PROXY_UNUSABLE, True),
        (Hindrance.CERTIFICATES_UNUSABLE, True),
        (Hindrance.SESSIONS_ABSENT, True),
        (Hindrance.SESSIONS_UNREADABLE, True),
        (Hindrance.LOGGED_OUT, True),
        (Hindrance.ONLY_READ, False),
        (Hindrance.USAGE_SPENT, False),
        (Hindrance.PROGRAM_ABSENT, False),
        (Hindrance.PROGRAM_UNFIT, False),
        (Hindrance.BUDGET_SPENT, False),
        (Hindrance.OFFLINE, False),
    ],
)
def test_what_passes_by_itself_needs_nobody(hindrance, needs_user):
    """Midnight frees a budget and a network comes back; everything else waits for the user."""
    assert hindrance.needs_user is needs_user


def test_every_hindrance_is_in_that_table():
    """A new one must be put there."""
    assert len(Hindrance) == 17


def test_the_age_is_that_of_the_last_attempt_and_never_negative():
    """Nothing for a model that was never asked; an answer from a corrected clock is just now."""
    asked = claim(seen(Kind.OK, Kind.NETWORK))
    assert asked.age(START + timedelta(minutes=3)) == timedelta(minutes=3)
    assert asked.age(START - timedelta(seconds=30)) == timedelta(0)
    assert claim(Health()).age(START) is None
