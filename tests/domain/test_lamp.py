"""The lamp of a state, of a model and of the whole."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vacancy.domain.catalog import EntryKey
from vacancy.domain.incident import Incident, PageReading, PageState
from vacancy.domain.lamp import LAMPS, Lamp, incident_mark, lamp_for, lamp_of
from vacancy.domain.recommendation import Action, Because, Recommendation, recommend
from vacancy.domain.snapshot import Snapshot
from vacancy.domain.verdict import State, Verdict

NOW = datetime(2026, 11, 29, 16, tzinfo=UTC)


def verdict(name, state, *, slow=False):
    """A verdict in that state."""
    return Verdict(EntryKey("openai", name), name, "API key", state, current=True, slow=slow)


def snapshot(*states, paused=False):
    """The snapshot of models in these states, with the recommendation that follows."""
    models = tuple(verdict(f"gpt-{number}", state) for number, state in enumerate(states))
    return Snapshot(NOW, recommend(models), models, paused=paused)


def test_every_state_has_a_lamp():
    """The table is total."""
    assert set(LAMPS) == set(State)


def test_only_available_is_lit_as_available():
    """No second state shares the green lamp."""
    assert [state for state, lamp in LAMPS.items() if lamp is Lamp.AVAILABLE] == [State.AVAILABLE]


@pytest.mark.parametrize(
    ("states", "lamp"),
    [
        ([State.AVAILABLE], Lamp.AVAILABLE),
        ([State.AVAILABLE, State.AT_CAPACITY], Lamp.AVAILABLE),
        ([State.AT_CAPACITY, State.AVAILABLE], Lamp.OTHER),
        ([State.UNKNOWN, State.AVAILABLE], Lamp.OTHER),
        ([State.AT_CAPACITY], Lamp.FULL),
        ([State.AT_CAPACITY, State.BLOCKED], Lamp.FULL),
        ([State.RATE_LIMITED], Lamp.LIMITED),
        ([State.FAILING, State.AT_CAPACITY], Lamp.FAILING),
        ([State.BLOCKED, State.BLOCKED], Lamp.BLOCKED),
        ([State.UNREACHABLE, State.UNREACHABLE], Lamp.OFFLINE),
        ([State.UNKNOWN], Lamp.UNKNOWN),
        ([State.AT_CAPACITY, State.UNKNOWN], Lamp.FULL),
        ([State.BLOCKED, State.UNKNOWN], Lamp.BLOCKED),
        ([State.UNREACHABLE, State.UNKNOWN], Lamp.UNKNOWN),
        ([State.UNKNOWN, State.BLOCKED], Lamp.UNKNOWN),
        ([State.PAUSED, State.PAUSED], Lamp.PAUSED),
        ([State.PAUSED, State.AVAILABLE], Lamp.AVAILABLE),
        ([], Lamp.UNKNOWN),
    ],
)
def test_the_whole_says_what_the_recommendation_comes_to(states, lamp):
    """The preferred model decides, then whether another one works."""
    assert lamp_for(snapshot(*states)) is lamp


def test_a_pause_of_everything_outshines_what_was_known():
    """Paused sends nothing, so nothing is claimed."""
    assert lamp_for(snapshot(State.AVAILABLE, paused=True)) is Lamp.PAUSED


def test_slow_is_no_steady_light():
    """A model that answers too slowly for its user is shown as unstable."""
    assert lamp_of(verdict("gpt", State.AVAILABLE, slow=True)) is Lamp.UNSTABLE
    assert lamp_of(verdict("gpt", State.AVAILABLE)) is Lamp.AVAILABLE


@given(
    states=st.lists(st.sampled_from(State), max_size=4),
    action=st.sampled_from(Action),
    because=st.sampled_from(Because),
    picked=st.integers(0, 4),
    preferred=st.integers(0, 4),
)
def test_no_false_green(states, action, because, picked, preferred):
    """Whatever a recommendation claims, green needs an available model that it names."""
    models = tuple(verdict(f"gpt-{number}", state) for number, state in enumerate(states))
    keys = [*(model.key for model in models), *(None,) * 5]
    claim = Recommendation(action, because, keys[picked], keys[preferred])
    lamp = lamp_for(Snapshot(NOW, claim, models))
    if lamp in {Lamp.AVAILABLE, Lamp.OTHER}:
        assert claim.key is not None
        assert states[picked] is State.AVAILABLE


@pytest.mark.parametrize(("named", "marked"), [(("gpt-0",), True), (("gpt-9",), False), ((), False)])
def test_the_incident_mark_concerns_listed_models_only(named, marked):
    """An incident of something else is not the user's."""
    incident = Incident("i1", "Errors", "investigating", "none", models=named)
    page = PageReading(PageState.READABLE, NOW, incidents=(incident,))
    whole = Snapshot(NOW, models=(verdict("gpt-0", State.AVAILABLE),), page=page)
    assert incident_mark(whole) is marked
