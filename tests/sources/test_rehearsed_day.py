"""The day that a rehearsal shows."""

from datetime import timedelta

from fakes.clock import START
from vacancy.domain.insight import day_strip, hours
from vacancy.domain.outcome import Kind
from vacancy.sources.rehearsed_day import rehearsed_day
from vacancy.sources.simulation import LENGTH, MODELS, OTHER, PREFERRED


def test_every_model_has_a_day_with_something_to_see():
    """Well for the most part, one trouble at least, and hours in which the machine slept."""
    for model in MODELS:
        day = hours(day_strip(rehearsed_day(model, began=START, now=START), START))
        assert sum(hour.share == 1.0 for hour in day) > 10
        assert any(hour.worst is not None for hour in day)
        assert any(hour.share is None for hour in day[:-1])


def test_what_the_story_told_is_in_the_day():
    """The minutes in which the preferred model was full, and no answer while the network was lost."""
    now = START + LENGTH
    told = {bucket.minute: bucket for bucket in rehearsed_day(PREFERRED, began=START, now=now)}
    assert told[START + timedelta(minutes=3)].worst is Kind.AT_CAPACITY
    assert told[START + timedelta(minutes=9)].ok == 1
    assert START + timedelta(minutes=13) not in told
    other = {bucket.minute: bucket for bucket in rehearsed_day(OTHER, began=START, now=now)}
    assert other[START + timedelta(minutes=11)].worst is Kind.RATE_LIMITED
    assert min(told) == now - timedelta(days=1)
