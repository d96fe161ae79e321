"""A stored state ages the same way in the app and on the command line."""

from dataclasses import replace
from datetime import timedelta

import pytest

from fakes.clock import START
from fakes.domain_values import CONNECTION, LUNA, SOL, outcome, preferences
from vacancy.domain.budget import Budget
from vacancy.domain.catalog import ConnectionKind, KeyKind, KeySource, ModelEntry
from vacancy.domain.health import Health, advance
from vacancy.domain.incident import PageReading, PageState
from vacancy.domain.memory import EntryMemory, Memory
from vacancy.domain.outcome import Kind
from vacancy.domain.preferences import StatusPagePreferences
from vacancy.domain.recommendation import Action
from vacancy.domain.snapshot import compose
from vacancy.domain.verdict import State


def remembered(key, kind, at=START):
    """A memory of one answer."""
    return EntryMemory(key, advance(Health(), outcome(kind), at, latency_s=1.0), CONNECTION.fingerprint)


def test_order_is_the_users():
    """Models come in the order of the settings, whatever the memory's."""
    memory = Memory(entries=(remembered(LUNA, Kind.OK), remembered(SOL, Kind.AT_CAPACITY)))
    snapshot = compose(memory, preferences(SOL.model, LUNA.model), now=START)
    assert [SOL, LUNA] == [verdict.key for verdict in snapshot.models]
    assert (Action.SWITCH, LUNA) == (snapshot.recommendation.action, snapshot.recommendation.key)


def test_a_stored_success_ages_to_unknown():
    """What was available three hours ago is not known now."""
    memory = Memory(entries=(remembered(SOL, Kind.OK),))
    snapshot = compose(memory, preferences(SOL.model), now=START + timedelta(hours=3))
    assert State.UNKNOWN is snapshot.models[0].state
    assert Action.UNKNOWN is snapshot.recommendation.action


def test_a_page_that_is_switched_off_says_nothing():
    """An old reading is not shown once the page is off."""
    memory = Memory(page=PageReading(PageState.READABLE, START))
    assert PageState.OFF is compose(memory, preferences(), now=START).page.state


def test_a_reading_of_one_page_says_nothing_about_another():
    """Settings that name another page begin with a page that was never read."""
    memory = Memory().with_page("https://old.example", PageReading(PageState.READABLE, START))
    moved = replace(preferences(), status_page=StatusPagePreferences("https://new.example"))
    assert PageState.NEVER_READ is compose(memory, moved, now=START).page.state
    same = replace(preferences(), status_page=StatusPagePreferences("https://old.example"))
    assert PageState.READABLE is compose(memory, same, now=START).page.state


@pytest.mark.parametrize(
    "change",
    [
        {"base_url": "https://elsewhere.example/v1"},
        {"kind": ConnectionKind.OPENAI_CHAT},
        {"key": KeySource(KeyKind.ENVIRONMENT, "OTHER")},
    ],
)
def test_an_answer_on_another_route_proves_nothing(change):
    """The same name with another address, protocol or key is another route: what was seen before is forgotten."""
    memory = Memory(entries=(remembered(SOL, Kind.OK),))
    moved = replace(preferences(SOL.model), connections=(replace(CONNECTION, **change),))
    assert State.UNKNOWN is compose(memory, moved, now=START).models[0].state
    assert State.AVAILABLE is compose(memory, preferences(SOL.model), now=START).models[0].state


def test_a_model_no_longer_listed_is_not_shown():
    """The memory may know more than the settings list."""
    memory = Memory(entries=(remembered(LUNA, Kind.OK),))
    assert () == compose(memory, preferences(), now=START).models
    assert compose(memory, preferences(), now=START).verdict(LUNA) is None


def test_the_entrys_own_interval_decides_its_freshness():
    """A model that is asked hourly stays fresh for two hours."""
    hourly = preferences(ModelEntry("openai", SOL.model, interval=timedelta(hours=1)))
    memory = Memory(entries=(remembered(SOL, Kind.OK),))
    assert State.AVAILABLE is compose(memory, hourly, now=START + timedelta(hours=2)).models[0].state


def test_the_preferred_model_is_claimed_by_its_own_interval_alone():
    """A reserve is asked hourly and claimed that long; the preferred model is not known after two intervals."""
    memory = Memory(entries=(remembered(SOL, Kind.OK), remembered(LUNA, Kind.OK)))
    settings = preferences(SOL.model, LUNA.model, interval=timedelta(minutes=4), reserve_interval=timedelta(hours=1))
    snapshot = compose(memory, settings, now=START + timedelta(minutes=9))
    assert [State.UNKNOWN, State.AVAILABLE] == [verdict.state for verdict in snapshot.models]


def test_a_spent_day_promises_no_question():
    """What is not asked before midnight has no time at which it is asked; with something left it has one."""
    settings = preferences(SOL.model)
    entries = (remembered(SOL, Kind.OK),)
    for sent, promised in ((settings.probing.daily_requests - 1, True), (settings.probing.daily_requests, False)):
        (shown,) = compose(Memory(entries=entries, budget=Budget(sent=sent)), settings, now=START).models
        assert promised is (shown.next_check_at is not None)
