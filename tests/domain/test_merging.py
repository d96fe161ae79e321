"""Two changes of the same settings come together key by key."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fakes.preferences import EXAMPLE, LOCAL, OPENAI
from vacancy.domain.catalog import Connection, ConnectionKind, KeyKind, KeySource, ModelEntry
from vacancy.domain.draft import Draft
from vacancy.domain.merging import ORDER, Clash, merge, taking
from vacancy.domain.preferences import OWN_TARGET, IconStyle, SwitchingPreferences, TargetEntry, TargetKind
from vacancy.domain.prices import Price

SOL, LUNA, LLAMA = EXAMPLE.models
TWENTY, THIRTY = timedelta(minutes=20), timedelta(minutes=30)
WORK = Connection("work", ConnectionKind.OPENAI_CHAT, "https://w.example/v1", KeySource(KeyKind.NONE))
NEW = ModelEntry("openai", "gpt-7")


def probing(preferences, **changes):
    """The settings with other ones for probing."""
    return replace(preferences, probing=replace(preferences.probing, **changes))


def with_model(preferences, place, **changes):
    """The settings with one model changed."""
    models = list(preferences.models)
    models[place] = replace(models[place], **changes)
    return replace(preferences, models=tuple(models))


def ids(merged):
    """The models in their order."""
    return [entry.id for entry in merged.preferences.models]


def test_what_the_user_did_not_touch_follows_the_file():
    """Another key of the same table is another decision."""
    mine, theirs = probing(EXAMPLE, interval=TWENTY), probing(EXAMPLE, daily_requests=7)
    merged = merge(EXAMPLE, mine=mine, theirs=theirs)
    assert merged.preferences == probing(EXAMPLE, interval=TWENTY, daily_requests=7)
    assert merged.clashes == ()


def test_the_same_change_on_both_sides_is_no_clash():
    """Both wanted it."""
    changed = probing(EXAMPLE, interval=TWENTY)
    assert merge(EXAMPLE, mine=changed, theirs=changed).clashes == ()


def test_two_values_for_one_key_clash_and_the_file_can_be_heard():
    """The window's stays until somebody decides; the other one is not lost."""
    merged = merge(EXAMPLE, mine=probing(EXAMPLE, interval=TWENTY), theirs=probing(EXAMPLE, interval=THIRTY))
    (clash,) = merged.clashes
    assert clash == Clash(("probing", "interval"), TWENTY, THIRTY, EXAMPLE.probing.interval)
    assert merged.preferences.probing.interval == TWENTY
    assert taking(merged.preferences, clash) == probing(EXAMPLE, interval=THIRTY)


def test_two_keys_of_one_connection_do_not_clash():
    """Its proxy here, its address there."""
    mine = replace(EXAMPLE, connections=(replace(OPENAI, proxy="none"), LOCAL))
    theirs = replace(EXAMPLE, connections=(replace(OPENAI, base_url="https://eu.example/v1"), LOCAL))
    merged = merge(EXAMPLE, mine=mine, theirs=theirs)
    expected = replace(OPENAI, proxy="none", base_url="https://eu.example/v1")
    assert merged.preferences.connection("openai") == expected
    assert merged.clashes == ()


def test_a_connection_that_became_another_kind_is_judged_as_a_whole():
    """Half of a Codex connection and half of a gateway would be neither."""
    codex = Connection("local", ConnectionKind.CODEX, "", KeySource(KeyKind.NONE))
    mine = replace(EXAMPLE, connections=(OPENAI, replace(LOCAL, proxy="none")))
    theirs = replace(EXAMPLE, connections=(OPENAI, codex))
    merged = merge(EXAMPLE, mine=mine, theirs=theirs)
    (clash,) = merged.clashes
    assert (clash.where, clash.theirs) == (("connections", "local"), codex)
    assert taking(merged.preferences, clash).connection("local") == codex


def test_models_added_on_both_sides_are_both_there():
    """Each behind what stands before it on its own side."""
    mine = replace(EXAMPLE, models=(SOL, NEW, LUNA, LLAMA))
    theirs = replace(EXAMPLE, models=(SOL, LUNA, LLAMA, replace(NEW, id="gpt-8")))
    merged = merge(EXAMPLE, mine=mine, theirs=theirs)
    assert ids(merged) == ["gpt-6.2-sol", "gpt-7", "gpt-6-luna", "llama-5", "gpt-8"]
    assert merged.clashes == ()


@pytest.mark.parametrize("here", [True, False])
def test_an_order_that_one_side_changed_holds(here):
    """The other side's pause goes along."""
    moved = replace(EXAMPLE, models=(LLAMA, SOL, LUNA))
    paused = with_model(EXAMPLE, 1, paused=True)
    merged = merge(EXAMPLE, mine=moved if here else paused, theirs=paused if here else moved)
    assert ids(merged) == ["llama-5", "gpt-6.2-sol", "gpt-6-luna"]
    assert merged.preferences.models[2].paused
    assert merged.clashes == ()


def test_two_orders_clash():
    """The file's can be taken, with everything else as it was merged."""
    mine = replace(EXAMPLE, models=(LLAMA, SOL, LUNA))
    theirs = replace(EXAMPLE, models=(LUNA, SOL, LLAMA))
    merged = merge(EXAMPLE, mine=mine, theirs=theirs)
    (clash,) = merged.clashes
    assert clash.where == ORDER
    assert ids(merged) == ["llama-5", "gpt-6.2-sol", "gpt-6-luna"]
    assert taking(merged.preferences, clash).models == theirs.models


def test_a_model_removed_here_and_changed_there_clashes():
    """Nothing goes that somebody just worked on."""
    mine = replace(EXAMPLE, models=(SOL, LLAMA))
    theirs = with_model(EXAMPLE, 1, label="Moon")
    merged = merge(EXAMPLE, mine=mine, theirs=theirs)
    (clash,) = merged.clashes
    assert clash.mine is None
    assert ids(merged) == ["gpt-6.2-sol", "llama-5"]
    assert "Moon" in {entry.label for entry in taking(merged.preferences, clash).models}


def test_a_connection_that_is_used_here_does_not_vanish():
    """A model without its connection could not be saved."""
    base = replace(EXAMPLE, connections=(*EXAMPLE.connections, WORK))
    mine = replace(base, models=(*base.models, ModelEntry("work", "m")))
    merged = merge(base, mine=mine, theirs=EXAMPLE)
    (clash,) = merged.clashes
    assert clash == Clash(("connections", "work"), WORK, None, WORK)
    assert merged.preferences.connection("work") == WORK
    assert taking(merged.preferences, clash) == EXAMPLE


def test_a_target_that_is_chosen_here_does_not_vanish():
    """When the file is heard, Codex is what is switched again."""
    base = replace(EXAMPLE, targets={"mine": TargetEntry(TargetKind.LLM)})
    mine = replace(base, switching=SwitchingPreferences("mine"))
    merged = merge(base, mine=mine, theirs=EXAMPLE)
    (clash,) = merged.clashes
    assert clash.where == ("targets", "mine")
    assert taking(merged.preferences, clash) == EXAMPLE


def test_prices_and_targets_come_together():
    """By their names."""
    mine = replace(EXAMPLE, prices={"a": Price(1, 2)}, targets={"x": TargetEntry(TargetKind.LLM)})
    theirs = replace(EXAMPLE, prices={"b": Price(3, 4)}, targets={"y": TargetEntry(TargetKind.AIDER)})
    merged = merge(EXAMPLE, mine=mine, theirs=theirs)
    assert {"a", "b"} == set(merged.preferences.prices)
    assert {"x", "y"} == set(merged.preferences.targets)


VARIANTS = st.tuples(
    st.permutations(EXAMPLE.models).map(tuple),
    st.integers(0, 3),
    st.sampled_from([None, "Best"]),
    st.sampled_from([timedelta(minutes=4), TWENTY, THIRTY]),
    st.sampled_from(IconStyle),
    st.dictionaries(st.sampled_from("ab"), st.sampled_from([Price(1, 2), Price(3, 4)])),
)


def variant(parts):
    """Settings that differ from the example in several places."""
    models, count, label, interval, style, prices = parts
    changed = probing(replace(EXAMPLE, models=models[:count], prices=prices), interval=interval)
    if count:
        changed = with_model(changed, 0, label=label)
    return replace(changed, appearance=replace(changed.appearance, icon_style=style))


@settings(deadline=None)  # the machine may be busy
@given(VARIANTS, VARIANTS, VARIANTS)
def test_hearing_the_file_everywhere_loses_nothing_of_it(base, mine, theirs):
    """Whatever both did: what only one side changed holds, and every clash can be decided for the file."""
    base, mine, theirs = variant(base), variant(mine), variant(theirs)
    merged = merge(base, mine=mine, theirs=theirs)
    for clash in merged.clashes:
        assert clash.mine != clash.theirs
    decided = merged.preferences
    for clash in merged.clashes:
        decided = taking(decided, clash)
    assert decided.probing.interval in {mine.probing.interval, theirs.probing.interval}
    if mine.probing.interval == base.probing.interval or theirs.probing.interval != base.probing.interval:
        assert decided.probing.interval == theirs.probing.interval
    assert len({entry.key for entry in decided.models}) == len(decided.models)
    assert merge(base, mine=base, theirs=theirs).preferences == theirs
    assert merge(base, mine=mine, theirs=base).preferences == mine


def test_a_connection_that_the_file_uses_does_not_vanish():
    """It was removed in the window while the file listed another model on it: the model would have nobody to ask."""
    base = replace(EXAMPLE, connections=(*EXAMPLE.connections, WORK))
    theirs = replace(base, models=(*base.models, ModelEntry("work", "gpt-7")))
    assert merge(base, mine=EXAMPLE, theirs=theirs).preferences == theirs


def test_a_target_that_the_file_chose_does_not_vanish():
    """It was removed in the window while the file chose it."""
    base = replace(EXAMPLE, targets={"x": TargetEntry(TargetKind.LLM)})
    theirs = replace(base, switching=SwitchingPreferences(target="x"))
    assert merge(base, mine=EXAMPLE, theirs=theirs).preferences == theirs


def test_a_model_of_the_file_is_taken_with_its_connection():
    """Both were removed in the window, and the file named the model anew."""
    base = replace(EXAMPLE, connections=(*EXAMPLE.connections, WORK), models=(*EXAMPLE.models, ModelEntry("work", "a")))
    theirs = replace(base, models=(*EXAMPLE.models, ModelEntry("work", "a", label="Anna")))
    draft, work = Draft.of(base).followed(EXAMPLE, theirs)
    (clash,) = draft.clashes(work)
    assert draft.taken(work, clash) == theirs


TARGETS = ("x", "y")
PARTS = st.tuples(
    st.sets(st.sampled_from(["openai", "local", "work"])),
    st.lists(
        st.tuples(st.sampled_from(["openai", "local", "work"]), st.sampled_from("ab"), st.sampled_from(["", "One"])),
        unique_by=lambda part: part[:2],
    ),
    st.dictionaries(st.sampled_from(TARGETS), st.sampled_from([TargetKind.LLM, TargetKind.AIDER])),
    st.sampled_from([OWN_TARGET, *TARGETS]),
)


def whole(parts):
    """Settings that a file may hold, made of any parts."""
    names, models, targets, target = parts
    connections = tuple(each for each in (OPENAI, LOCAL, WORK) if each.name in names)
    listed = tuple(ModelEntry(name, model, label=label) for name, model, label in models if name in names)
    return replace(
        EXAMPLE,
        connections=connections,
        models=listed,
        targets={name: TargetEntry(kind) for name, kind in targets.items()},
        switching=SwitchingPreferences(target=target if target in targets else OWN_TARGET),
    )


def is_whole(preferences):
    """Everything that is named is there."""
    target = preferences.switching.target
    return {entry.connection for entry in preferences.models} <= {each.name for each in preferences.connections} and (
        target == OWN_TARGET or target in preferences.targets
    )


@settings(deadline=None)  # the machine may be busy
@given(PARTS, PARTS, PARTS, st.lists(st.booleans(), min_size=20, max_size=20))
def test_whatever_both_did_and_however_it_is_decided_the_settings_are_whole(base, mine, theirs, answers):
    """Models keep their connections and the choice its target, what only one side added is there, and questions end."""
    base, mine, theirs = whole(base), whole(mine), whole(theirs)
    draft, work = Draft.of(base).followed(mine, theirs)
    assert is_whole(work)
    added = [entry for side in (mine, theirs) for entry in side.models if base.entry(entry.key) is None]
    assert {entry.key for entry in added} <= {entry.key for entry in work.models}
    for is_taken in answers:
        if not (clashes := draft.clashes(work)):
            break
        if is_taken:
            work = draft.taken(work, clashes[0])
        draft = draft.decided(clashes[0])
        assert is_whole(work)
    assert draft.clashes(work) == ()
