"""Settings are worked on while their file changes."""

from dataclasses import replace
from datetime import timedelta

from fakes.preferences import EXAMPLE
from vacancy.domain.draft import Draft
from vacancy.domain.merging import ORDER, taking

TEN, TWENTY, THIRTY, FORTY = (timedelta(minutes=minutes) for minutes in (10, 20, 30, 40))


def probing(preferences, **changes):
    """The settings with other ones for probing."""
    return replace(preferences, probing=replace(preferences.probing, **changes))


def test_work_follows_a_file_that_changed_elsewhere():
    """Nothing is to be decided, and the next change is compared with the file as it is now."""
    draft, work = Draft.of(EXAMPLE).followed(probing(EXAMPLE, interval=TEN), probing(EXAMPLE, daily_requests=7))
    assert work == probing(EXAMPLE, interval=TEN, daily_requests=7)
    assert draft.clashes(work) == ()
    draft, work = draft.followed(work, probing(EXAMPLE, daily_requests=9))
    assert work == probing(EXAMPLE, interval=TEN, daily_requests=9)


def test_an_undecided_clash_outlives_another_change_of_the_file():
    """It is still asked about, with what the file has by then."""
    mine = probing(EXAMPLE, interval=TEN)
    draft, work = Draft.of(EXAMPLE).followed(mine, probing(EXAMPLE, interval=TWENTY))
    draft, work = draft.followed(work, probing(EXAMPLE, interval=TWENTY, daily_requests=7))
    assert [(clash.mine, clash.theirs) for clash in draft.clashes(work)] == [(TEN, TWENTY)]
    draft, work = draft.followed(work, probing(EXAMPLE, interval=THIRTY, daily_requests=7))
    assert [(clash.mine, clash.theirs) for clash in draft.clashes(work)] == [(TEN, THIRTY)]
    assert work == probing(EXAMPLE, interval=TEN, daily_requests=7)


def test_typing_goes_on_while_a_clash_stands():
    """The window's side is what stands there now; what is made equal to the file needs no decision."""
    draft, work = Draft.of(EXAMPLE).followed(probing(EXAMPLE, interval=TEN), probing(EXAMPLE, interval=TWENTY))
    assert [clash.mine for clash in draft.clashes(probing(work, interval=FORTY))] == [FORTY]
    assert draft.clashes(probing(work, interval=TWENTY)) == ()


def test_a_decision_for_the_window_holds_until_the_file_changes_again():
    """The same question is not asked twice."""
    draft, work = Draft.of(EXAMPLE).followed(probing(EXAMPLE, interval=TEN), probing(EXAMPLE, interval=TWENTY))
    draft = draft.decided(draft.clashes(work)[0])
    assert draft.clashes(work) == ()
    assert draft.base == draft.file
    draft, work = draft.followed(work, probing(EXAMPLE, interval=THIRTY))
    assert [clash.theirs for clash in draft.clashes(work)] == [THIRTY]


def test_a_decision_for_the_file_leaves_nothing_to_save():
    """The work is the file then."""
    theirs = probing(EXAMPLE, interval=TWENTY)
    draft, work = Draft.of(EXAMPLE).followed(probing(EXAMPLE, interval=TEN), theirs)
    (clash,) = draft.clashes(work)
    assert taking(work, clash) == theirs == draft.decided(clash).file


def test_two_orders_are_decided_as_one():
    """The order of the models is one setting."""
    sol, luna, llama = EXAMPLE.models
    mine, theirs = replace(EXAMPLE, models=(llama, sol, luna)), replace(EXAMPLE, models=(luna, sol, llama))
    draft, work = Draft.of(EXAMPLE).followed(mine, theirs)
    (clash,) = draft.clashes(work)
    assert clash.where == ORDER
    assert draft.decided(clash).clashes(work) == ()
    assert work.models == mine.models
