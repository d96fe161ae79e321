"""Notices tell what is true, once, and lose nothing."""

from datetime import timedelta

import pytest

from fakes.clock import START
from fakes.domain_values import LUNA, SOL, verdict
from vacancy.domain.alerting import RECOMMENDATION_TOPIC, AlertMemory, NoticeKind, consider
from vacancy.domain.preferences import NotificationPreferences
from vacancy.domain.recommendation import recommend
from vacancy.domain.verdict import State

A, FULL, UNKNOWN, LOST, UNSTABLE = (
    State.AVAILABLE,
    State.AT_CAPACITY,
    State.UNKNOWN,
    State.UNREACHABLE,
    State.UNSTABLE,
)


class Story:
    """Plays states of the preferred model and of its substitute, and collects what is told."""

    def __init__(self, **preferences):
        self.memory = AlertMemory()
        self.preferences = NotificationPreferences(**preferences)
        self.now = START
        self.told = []

    def play(self, *states, step=timedelta(minutes=11)):
        """One step for each state of the preferred model; the substitute is available throughout."""
        for state in states:
            self.see(state, A, step=step)
        return self

    def see(self, preferred, other, step=timedelta(minutes=11)):
        """One step."""
        verdicts = [verdict(SOL, preferred), verdict(LUNA, other)]
        alerts = consider(self.memory, verdicts, recommend(verdicts), preferences=self.preferences, now=self.now)
        self.memory = alerts.memory
        self.told += [(notice.kind, notice.about, notice.use) for notice in alerts.notices]
        self.now += step
        return self


SWITCHED = (NoticeKind.SWITCHED, SOL, LUNA)
BACK = (NoticeKind.RECOVERED, SOL, SOL)


@pytest.mark.parametrize(
    ("told", "states"),
    [
        ([], (A, A, A)),
        ([SWITCHED], (A, FULL, FULL, FULL)),
        ([SWITCHED, BACK], (A, FULL, A, A)),
        ([BACK], (FULL, FULL, A)),
        ([SWITCHED, BACK], (A, FULL, UNKNOWN, A)),
        ([SWITCHED, BACK], (A, FULL, LOST, LOST, A)),
        ([SWITCHED, BACK], (A, FULL, State.PAUSED, A)),
        ([SWITCHED, BACK], (A, FULL, UNSTABLE, UNSTABLE, A)),
        ([], (A, UNKNOWN, A)),
        ([], (A, LOST, A)),
        ([], (A, UNSTABLE, A)),
        ([SWITCHED], (A, State.BLOCKED, A)),
        ([SWITCHED], (A, State.RATE_LIMITED, A)),
        ([SWITCHED, BACK, SWITCHED, BACK], (A, FULL, A, FULL, A)),
    ],
)
def test_stories(told, states):
    """Each story of the preferred model tells what a sensible person wants to be told."""
    assert told == Story().play(*states).told


def test_first_knowledge_is_no_news():
    """Starting while the preferred model is full shows it and disturbs nobody."""
    assert [] == Story().play(FULL).told


def test_a_recovery_soon_after_the_loss_is_told_at_once():
    """Spacing holds between two notices of one kind, not between the loss and the return."""
    assert [SWITCHED, BACK] == Story().play(A, FULL, A, step=timedelta(minutes=1)).told


def test_flapping_does_not_flood():
    """An hour of on and off every two minutes tells each kind at most once in ten minutes."""
    story = Story().play(*[A, FULL] * 15, step=timedelta(minutes=2))
    assert len(story.told) <= 12
    assert 1 < len(story.told)


def test_a_recovery_that_came_too_soon_is_told_later_if_still_true():
    """What spacing held back is owed, not lost."""
    story = Story().play(A, FULL, A, FULL, A, step=timedelta(minutes=2))
    assert 1 == story.told.count(BACK)
    story.play(A, step=timedelta(minutes=10)).play(A)
    assert 2 == story.told.count(BACK)


def test_restart_repeats_nothing_and_loses_nothing():
    """The memory carries what is owed and what was told over a restart."""
    before = Story().play(A, FULL)
    after = Story()
    after.memory, after.now = before.memory, before.now
    after.play(UNKNOWN, A, A)
    assert [BACK] == after.told


def test_the_substitute_has_a_topic_of_its_own():
    """Only the preferred model's return replaces the notice of its loss."""
    story = Story().see(A, FULL)
    verdicts = [verdict(SOL, A), verdict(LUNA, A)]
    alerts = consider(story.memory, verdicts, recommend(verdicts), preferences=NotificationPreferences(), now=story.now)
    assert [f"recovered/{LUNA}"] == [notice.topic for notice in alerts.notices]
    story = Story().play(A, FULL)
    verdicts = [verdict(SOL, A), verdict(LUNA, A)]
    alerts = consider(story.memory, verdicts, recommend(verdicts), preferences=NotificationPreferences(), now=story.now)
    assert [RECOMMENDATION_TOPIC] == [notice.topic for notice in alerts.notices]


def test_switched_off_notices_are_not_sent_and_not_owed_for_ever():
    """What the user switched off is not told, and is not told later either."""
    story = Story(recovered=False, switched=False).play(A, FULL, A)
    story.preferences = NotificationPreferences()
    assert [] == story.play(A, A).told


def test_no_substitute_no_advice():
    """With nothing to switch to, nothing is advised; the return of either is news."""
    story = Story().see(A, A).see(FULL, FULL).see(FULL, FULL)
    assert [] == story.told
    assert (NoticeKind.RECOVERED, LUNA, LUNA) in story.see(FULL, A).told


def test_a_model_taken_off_the_list_is_forgotten():
    """Nothing is owed about a model that is no longer listed."""
    story = Story().play(A, FULL)
    alerts = consider(
        story.memory,
        [verdict(LUNA, A)],
        recommend([verdict(LUNA, A)]),
        preferences=NotificationPreferences(),
        now=story.now,
    )
    assert () == alerts.memory.owed
