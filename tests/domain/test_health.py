"""The state machine is its table, and the table is total."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakes.clock import START
from fakes.domain_values import outcome
from vacancy.domain.health import (
    SETTLES_AS,
    SIGNS,
    TABLE,
    WINDOW,
    Health,
    Settled,
    Sign,
    Step,
    advance,
    settle_at_once,
)
from vacancy.domain.outcome import Kind

OK, FULL, ERROR, LOST = (outcome(kind) for kind in (Kind.OK, Kind.AT_CAPACITY, Kind.SERVER_ERROR, Kind.NETWORK))


def seen(*outcomes, health=Health()):
    """The health after those outcomes, a minute apart."""
    for index, item in enumerate(outcomes):
        health = advance(health, item, START + timedelta(minutes=index), latency_s=1.0)
    return health


def test_table_is_total():
    """Every settled state has a step for every sign, and every kind has a sign."""
    assert set(Settled) == set(TABLE)
    assert all(set(Sign) == set(row) for row in TABLE.values())
    assert set(Kind) == set(SIGNS)
    assert set(Sign) - {Sign.SILENT} == set(SETTLES_AS)


def test_only_success_is_up():
    """No kind but a plain answer counts as up: no default is green."""
    assert {Kind.OK} == {kind for kind, sign in SIGNS.items() if sign is Sign.UP}


def test_silence_never_changes_what_is_remembered():
    """The silent column says keep for every state."""
    assert {Step.KEEP} == {row[Sign.SILENT] for row in TABLE.values()}


def test_what_is_settled_is_confirmed_by_its_own_sign_only():
    """A state stays on its own sign; every other answer raises a doubt first, unless nothing was known."""
    for settled, row in TABLE.items():
        for sign, step in row.items():
            if sign is Sign.SILENT:
                continue
            if settled is Settled.UNKNOWN:
                assert step is Step.SETTLE
            else:
                assert (step is Step.STAY) == (SETTLES_AS[sign] is settled)
                assert step in {Step.STAY, Step.DOUBT}


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind is not Kind.NETWORK])
def test_first_answer_decides(kind):
    """When nothing was known, one answer settles the state."""
    assert SETTLES_AS[SIGNS[kind]] is seen(outcome(kind)).settled


def test_one_failure_is_a_doubt():
    """A single refusal does not take an available model down."""
    health = seen(OK, FULL)
    assert Settled.AVAILABLE is health.settled
    assert Sign.FULL is health.doubt


def test_two_failures_of_a_kind_take_it_down():
    """The second refusal of the same kind settles it, dated from the first."""
    health = seen(OK, FULL, FULL)
    assert Settled.FULL is health.settled
    assert START + timedelta(minutes=1) == health.since
    assert health.doubt is None


def test_two_failures_of_different_kinds_do_not():
    """A refusal and an error are two first ones."""
    health = seen(OK, FULL, ERROR)
    assert Settled.AVAILABLE is health.settled
    assert Sign.FAILING is health.doubt


def test_two_successes_bring_it_back():
    """One success after an outage is a doubt, the second one a recovery."""
    assert Settled.FULL is seen(FULL, OK).settled
    assert Settled.AVAILABLE is seen(FULL, OK, OK).settled


def test_silence_between_two_successes_does_not_swallow_the_recovery():
    """Full, up, lost network, up: it is back."""
    assert Settled.AVAILABLE is seen(FULL, OK, LOST, LOST, OK).settled


def test_silence_is_counted_but_no_answer():
    """A lost network leaves the window, the settled state and the setbacks alone."""
    health = seen(OK, LOST, LOST)
    assert (True,) == health.window
    assert 2 == health.silences
    assert 0 == health.setbacks
    assert Settled.AVAILABLE is health.settled


def test_setbacks_count_until_a_success():
    """Answers that are no success add up, and one success ends the count."""
    assert 3 == seen(FULL, FULL, ERROR).setbacks
    assert 0 == seen(FULL, FULL, ERROR, OK).setbacks


@pytest.mark.parametrize(
    ("mixed", "outcomes"),
    [
        (False, (OK, OK, FULL, OK, OK)),
        (False, (OK, OK, FULL, FULL, OK, OK)),
        (True, (OK, FULL, OK, FULL)),
        (True, (OK, FULL, OK, FULL, FULL, OK)),
        (False, (FULL, OK, FULL, OK, OK, OK, OK, OK)),
    ],
)
def test_mixed_is_on_and_off(mixed, outcomes):
    """A blip and an outage are not mixed, on and off is, and five steady answers end it."""
    assert mixed is seen(*outcomes).mixed


@pytest.mark.parametrize(("proven", "refusals", "successes"), [
    (False, 2, 2), (False, 2, 37), (True, 2, 38), (False, 9, 3), (True, 9, 4), (True, 10, 2), (True, 40, 2),
])  # fmt: skip
def test_a_return_is_proven_by_both_rows(proven, refusals, successes):
    """Many refusals in a row speak for an outage, many successes for its end; few of both may be flapping."""
    assert proven is seen(OK, *[FULL] * refusals, *[OK] * successes).proven


def test_a_blip_leaves_nothing_to_prove():
    """A model that never went down has not come back."""
    health = seen(OK, OK, FULL, OK)
    assert health.proven
    assert not health.proving


def test_a_refusal_begins_the_proof_anew():
    """What was not proven yet and is refused again has its successes still before it."""
    health = seen(OK, *[FULL] * 3, *[OK] * 20, FULL, *[OK] * 5)
    assert health.proving


def test_another_way_to_be_down_begins_its_own_back_off():
    """Full after hours of errors is asked again as soon as anything that just went down."""
    assert 2 == seen(*[ERROR] * 9, FULL, FULL).setbacks


def test_one_look_believes_its_answer():
    """Whoever asks once is told what was answered, whatever was remembered; the window is kept."""
    health = settle_at_once(seen(OK, OK), FULL, START + timedelta(hours=1))
    assert Settled.FULL is health.settled
    assert (True, True, False) == health.window


def test_one_look_without_an_answer_keeps_the_memory():
    """A lost network is no answer to believe."""
    assert Settled.AVAILABLE is settle_at_once(seen(OK), LOST, START).settled


@given(st.lists(st.sampled_from([outcome(kind) for kind in Kind]), max_size=40))
def test_available_is_never_claimed_without_two_successes_or_a_first_one(outcomes):
    """In any sequence, available means that the last two answers were successes, or all doubts since were single."""
    health = Health()
    for index, item in enumerate(outcomes):
        before, health = health, advance(health, item, START + timedelta(minutes=index))
        if health.settled is Settled.AVAILABLE and before.settled is not Settled.AVAILABLE:
            assert item.kind is Kind.OK
            assert before.settled is Settled.UNKNOWN or before.doubt is Sign.UP
        assert len(health.window) <= WINDOW


@pytest.mark.parametrize(
    ("outcomes", "since", "doubt", "doubt_since"),
    [
        ((OK,), 0, None, None),  # settled at once
        ((OK, OK), 0, None, None),  # confirmed
        ((OK, FULL), 0, Sign.FULL, 1),  # doubted
        ((OK, FULL, LOST), 0, Sign.FULL, 1),  # silence keeps the doubt and its age
        ((OK, FULL, OK), 0, None, None),  # the doubt is over
        ((OK, FULL, ERROR), 0, Sign.FAILING, 2),  # another doubt has its own beginning
        ((OK, FULL, ERROR, FULL), 0, Sign.FULL, 3),  # and so has the first one when it returns
        ((OK, FULL, FULL), 1, None, None),  # settled anew, from the first of the two
        ((OK, FULL, LOST, FULL), 1, None, None),  # also over a silence
        ((OK, FULL, FULL, FULL), 1, None, None),  # confirmed
        ((OK, FULL, FULL, OK), 1, Sign.UP, 3),
        ((OK, FULL, FULL, OK, OK), 3, None, None),
        ((LOST,), None, None, None),  # nothing was ever known
        ((LOST, OK), 1, None, None),
    ],
)
def test_every_path_keeps_its_dates(outcomes, since, doubt, doubt_since):
    """Since when it is so, what is doubted and since when: minutes after START for each way through the table."""

    def minutes(at):
        return None if at is None else (at - START) / timedelta(minutes=1)

    health = seen(*outcomes)
    assert (minutes(health.since), health.doubt, minutes(health.doubt_since)) == (since, doubt, doubt_since)


def test_one_look_that_confirms_keeps_since_when_it_is_so():
    """A second `vacancy check` does not make an outage younger; another answer begins anew."""
    later = START + timedelta(hours=1)
    assert settle_at_once(seen(FULL), FULL, later).since == START
    changed = settle_at_once(seen(FULL, OK), OK, later)
    assert (changed.settled, changed.since, changed.doubt, changed.doubt_since) == (
        Settled.AVAILABLE, later, None, None
    )  # fmt: skip
