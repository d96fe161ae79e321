"""Notices tell what is true, once, and lose nothing."""

from dataclasses import replace
from datetime import timedelta

import pytest

from fakes.clock import START
from fakes.domain_values import ASTRA, LUNA, SOL, outcome, verdict
from vacancy.domain.alerting import RECOMMENDATION_TOPIC, SPACING, AlertMemory, NoticeKind, Occasion, Owed, consider
from vacancy.domain.incident import Incident
from vacancy.domain.outcome import Kind, Scope
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
        self.more = {}

    def play(self, *states, step=timedelta(minutes=11)):
        """One step for each state of the preferred model; the substitute is available throughout."""
        for state in states:
            self.see(state, A, step=step)
        return self

    def see(self, preferred, other, step=timedelta(minutes=11)):
        """One step."""
        verdicts = [verdict(SOL, preferred), verdict(LUNA, other)]
        alerts = consider(self.memory, Occasion(verdicts, recommend(verdicts), self.preferences, self.now, **self.more))
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


@pytest.mark.parametrize(
    ("away", "told"), [(timedelta(hours=24) - timedelta(seconds=1), [BACK]), (timedelta(hours=24), [])]
)
def test_news_of_a_return_is_owed_for_a_day(away, told):
    """Whoever starts the app after a holiday is not told of a return that nobody waited for."""
    story = Story().play(A)
    story.told.clear()
    story.now = START
    story.play(FULL)
    story.told.clear()
    story.now = START + away
    assert told == story.play(A).told


def test_a_long_outage_is_owed_as_long_as_it_is_seen():
    """The day counts from the last look that found the model down, not from the first."""
    story = Story()
    for hour in range(0, 60, 6):
        verdicts = [verdict(SOL, FULL, checked_at=START + timedelta(hours=hour)), verdict(LUNA, A)]
        now = START + timedelta(hours=hour)
        story.memory = consider(story.memory, Occasion(verdicts, recommend(verdicts), story.preferences, now)).memory
    story.now = START + timedelta(hours=60)
    assert BACK in story.play(A).told


def test_what_is_owed_is_no_news_by_itself():
    """Looking again at the same answer changes nothing in the memory, so nothing is written for it."""
    story = Story().play(A, FULL)
    before = story.memory
    assert before == story.play(FULL).memory


def test_the_substitute_has_a_topic_of_its_own():
    """Only the preferred model's return replaces the notice of its loss."""
    story = Story().see(A, FULL)
    verdicts = [verdict(SOL, A), verdict(LUNA, A)]
    alerts = consider(story.memory, Occasion(verdicts, recommend(verdicts), NotificationPreferences(), story.now))
    assert [f"recovered/{LUNA}"] == [notice.topic for notice in alerts.notices]
    story = Story().play(A, FULL)
    verdicts = [verdict(SOL, A), verdict(LUNA, A)]
    alerts = consider(story.memory, Occasion(verdicts, recommend(verdicts), NotificationPreferences(), story.now))
    assert [RECOMMENDATION_TOPIC] == [notice.topic for notice in alerts.notices]


def test_switched_off_notices_are_not_sent_and_not_owed_for_ever():
    """What the user switched off is not told, and is not told later either."""
    story = Story(recovered=False, switched=False).play(A, FULL, A)
    story.preferences = NotificationPreferences()
    assert [] == story.play(A, A).told


def test_no_substitute_no_advice():
    """With nothing to switch to, that is told once; the return of either is news."""
    story = Story().see(A, A).see(FULL, FULL).see(FULL, FULL)
    assert [(NoticeKind.NOTHING_WORKS, SOL, None)] == story.told
    assert (NoticeKind.RECOVERED, LUNA, LUNA) in story.see(FULL, A).told


def test_a_model_taken_off_the_list_is_forgotten():
    """Nothing is owed about a model that is no longer listed."""
    story = Story().play(A, FULL)
    alerts = consider(
        story.memory,
        Occasion([verdict(LUNA, A)], recommend([verdict(LUNA, A)]), NotificationPreferences(), story.now),
    )
    assert () == alerts.memory.owed


def test_nothing_works_is_no_news_at_first():
    """A start into a general outage is shown, not told; so is a wish not to know."""
    assert [] == Story().see(FULL, FULL).told
    assert [] == Story(nothing_works=False).see(A, A).see(FULL, FULL).told


def test_nothing_works_is_told_again_after_something_worked():
    """Once per outage of everything."""
    story = Story().see(A, A).see(FULL, FULL).see(FULL, A).see(FULL, FULL)
    assert 2 == story.told.count((NoticeKind.NOTHING_WORKS, SOL, None))


def test_what_returns_first_after_nothing_worked_is_no_switch():
    """The substitute is back: that is told as a return, not as advice away from the preferred model."""
    story = Story().see(A, A).see(FULL, FULL).see(FULL, A)
    assert [(NoticeKind.NOTHING_WORKS, SOL, None), (NoticeKind.RECOVERED, LUNA, LUNA)] == story.told


def test_an_unproven_return_waits_and_is_not_lost():
    """Available, but it may be flapping: nothing is told until it is proven."""
    story = Story().play(A, FULL)
    for proven in (False, False, True, True):
        verdicts = [verdict(SOL, A, proven=proven), verdict(LUNA, A)]
        alerts = consider(story.memory, Occasion(verdicts, recommend(verdicts), NotificationPreferences(), story.now))
        story.memory = alerts.memory
        story.told += [(notice.kind, notice.about, notice.use) for notice in alerts.notices]
    assert [SWITCHED, BACK] == story.told


def test_quiet_hours_keep_what_is_owed():
    """Lost and back within quiet hours tells nothing; back after them is told then."""
    story = Story().play(A)
    story.more = {"quiet": True}
    story.play(FULL, FULL, A, A)
    assert [] == story.told
    story.more = {}
    assert [BACK] == story.play(A, A).told


def test_a_loss_in_quiet_hours_is_told_afterwards_if_it_is_still_so():
    """The morning begins with what is still true."""
    story = Story().play(A)
    story.more = {"quiet": True}
    story.play(FULL, FULL)
    story.more = {}
    assert [SWITCHED] == story.play(FULL, FULL).told


def test_an_awaited_model_is_told_whatever_the_preferences_say():
    """The user asked: quiet hours, mute, spacing and switched-off notices do not hold it back."""
    story = Story(recovered=False, switched=False).play(A, FULL)
    story.more = {"quiet": True, "awaited": frozenset({SOL}), "muted": frozenset({SOL})}
    assert [BACK] == story.play(A).told


@pytest.mark.parametrize("awaited", [frozenset(), frozenset({LUNA})])
def test_a_return_is_told_by_a_young_success_only(awaited):
    """After hours of quiet, or for a reserve, an old success is confirmed first; the news stays owed until then."""
    verdicts = [verdict(SOL, A), verdict(LUNA, A, current=False)]
    owing = AlertMemory(owed=(Owed(LUNA, FULL, START),))
    seen = Occasion(verdicts, recommend(verdicts), NotificationPreferences(), START, awaited=awaited)
    waiting = consider(owing, seen)
    assert ((), owing.owed) == (waiting.notices, waiting.memory.owed)
    confirmed = consider(waiting.memory, replace(seen, verdicts=[verdicts[0], verdict(LUNA, A)]))
    assert [LUNA] == [notice.about for notice in confirmed.notices]


def test_an_awaited_model_needs_not_have_been_down():
    """Waiting for a model that needs the user, or is limited, is told when it answers."""
    story = Story()
    story.more = {"awaited": frozenset({SOL})}
    assert [BACK] == story.play(State.RATE_LIMITED, State.BLOCKED, A).told


def test_a_muted_model_is_watched_and_not_told():
    """Neither its loss nor its return, and nothing is owed when it is unmuted later."""
    story = Story()
    story.more = {"muted": frozenset({SOL})}
    story.play(A, FULL, A)
    story.more = {}
    assert [] == story.play(A, A).told


def needing(kind=Kind.QUOTA_EXHAUSTED, scope=Scope.ACCOUNT, **more):
    """A verdict that the user has to do something."""
    return verdict(SOL, State.BLOCKED, outcome=outcome(kind, scope=scope), succeeded_at=START, **more)


def told_of(*steps, **preferences):
    """The kinds told over steps of verdicts."""
    memory, told = AlertMemory(), []
    for index, verdicts in enumerate(steps):
        now = START + timedelta(minutes=11 * index)
        seen = Occasion(verdicts, recommend(verdicts), NotificationPreferences(**preferences), now)
        alerts = consider(memory, seen)
        memory = alerts.memory
        told += [notice.kind for notice in alerts.notices]
    return told


def test_money_or_key_is_told_once_until_it_works_again():
    """Once per connection, not at each look, and again only after it had worked."""
    fine = [verdict(SOL, A), verdict(LUNA, A)]
    spent = [needing(), verdict(LUNA, State.UNKNOWN)]
    assert [NoticeKind.NEEDS_USER] == told_of(fine, spent, spent, spent)
    assert [NoticeKind.NEEDS_USER] * 2 == told_of(fine, spent, fine, spent)
    assert [] == told_of(fine, spent, needs_user=False)


def test_a_key_that_never_worked_is_no_news():
    """Who is setting up sees it in the window."""
    assert [] == told_of([replace(needing(), succeeded_at=None)])


def test_a_model_without_access_is_no_news():
    """That concerns one model, which the window shows."""
    assert [] == told_of([verdict(SOL, A)], [needing(Kind.MODEL_UNAVAILABLE, Scope.MODEL)])


def test_an_incident_is_told_once_and_only_when_wanted():
    """Off by default; one that names no listed model is nobody's."""
    ours = Incident("i1", "Elevated errors on GPT-6.2 Sol", "investigating", "minor", models=(SOL.model,))
    other = Incident("i2", "Elevated errors on Sora", "investigating", "minor")
    for wanted, expected in ((True, [NoticeKind.INCIDENT]), (False, [])):
        memory, told = AlertMemory(), []
        for _ in range(3):
            verdicts = [verdict(SOL, A)]
            preferences = NotificationPreferences(incidents=wanted)
            seen = Occasion(verdicts, recommend(verdicts), preferences, START, incidents=(ours, other))
            alerts = consider(memory, seen)
            memory = alerts.memory
            told += [notice.kind for notice in alerts.notices]
        assert expected == told


def test_what_is_lost_is_the_preferred_model_and_not_the_first_of_the_list():
    """A paused model at the top has no say in whether the loss of the next one is news."""
    astra = verdict(ASTRA, State.PAUSED)
    memory, told = AlertMemory(), []
    for minute, states in enumerate(((A, A), (FULL, A))):
        verdicts = [astra, verdict(SOL, states[0]), verdict(LUNA, states[1])]
        now = START + timedelta(minutes=minute)
        alerts = consider(memory, Occasion(verdicts, recommend(verdicts), NotificationPreferences(), now))
        memory = alerts.memory
        told += [(notice.kind, notice.about, notice.use) for notice in alerts.notices]
    assert [SWITCHED] == told


@pytest.mark.parametrize("lost", [state for state in State if state is not A])
def test_only_a_loss_that_lasts_is_a_switch(lost):
    """Unknown, unreachable and unstable may pass within seconds, and a pause is the user's own."""
    told = Story().play(A, lost).told
    news = lost in {FULL, State.FAILING, State.RATE_LIMITED, State.BLOCKED}
    assert ([SWITCHED] if news else []) == told


@pytest.mark.parametrize(("apart", "returns"), [(SPACING - timedelta(microseconds=1), 1), (SPACING, 2)])
def test_spacing_is_ten_minutes_to_the_moment(apart, returns):
    """Between two notices of one kind about one model; at ten minutes the second is told."""
    story = Story(switched=False)
    story.play(A, FULL, step=timedelta(0)).play(A, step=timedelta(0))
    story.play(FULL, step=apart).play(A)
    assert returns == story.told.count(BACK)


def test_a_clock_that_was_set_back_silences_nothing():
    """A notice dated in the future holds back nothing."""
    story = Story(switched=False).play(A, FULL, A, step=timedelta(0))
    story.now -= timedelta(hours=1)
    assert 2 == story.play(FULL, A, step=timedelta(0)).told.count(BACK)


def test_the_memory_of_what_was_told_stays_short():
    """What can hold nothing back any more is forgotten with the next notice, and each kind and model stands once."""
    story = Story().play(*[A, FULL] * 20)
    assert {(told.kind, told.about) for told in story.memory.told} <= {
        (NoticeKind.SWITCHED, SOL), (NoticeKind.RECOVERED, SOL)
    }  # fmt: skip
    assert len(story.memory.told) == 1
    quick = Story().play(*[A, FULL, A], step=timedelta(minutes=1))
    assert [told.kind for told in quick.memory.told] == [NoticeKind.SWITCHED, NoticeKind.RECOVERED]
