"""A tool is offered what was seen on its own route, and is switched by itself only away from the preferred and back."""

from dataclasses import replace

import pytest

from fakes.clock import START
from fakes.domain_values import CODEX, CONNECTION, MINUTE, verdict
from vacancy.domain.catalog import ConnectionKind, EntryKey, ModelEntry
from vacancy.domain.preferences import Preferences, TargetKind
from vacancy.domain.recommendation import recommend
from vacancy.domain.snapshot import Snapshot
from vacancy.domain.switchover import InUse, automatic, fits, offered
from vacancy.domain.verdict import Doubt, State

SOL, LUNA = EntryKey("codex", "gpt-6.2-sol"), EntryKey("codex", "gpt-6-luna")
API_LUNA = EntryKey("openai", "gpt-6-luna")
SETTINGS = Preferences(
    (CODEX, CONNECTION), tuple(ModelEntry(key.connection, key.model) for key in (SOL, LUNA, API_LUNA))
)
FULL, WORKS = verdict(SOL, State.AT_CAPACITY), verdict(LUNA, State.AVAILABLE)


def snapshot(*verdicts):
    """A snapshot of those verdicts, with what follows from them."""
    return Snapshot(START, recommend(verdicts), verdicts)


AWAY, BACK = snapshot(FULL, WORKS), snapshot(verdict(SOL, State.AVAILABLE), WORKS)


def test_each_tool_is_on_one_route():
    """Codex has its own login; every other tool asks with a key."""
    assert fits(TargetKind.CODEX, ConnectionKind.CODEX)
    assert not fits(TargetKind.CODEX, ConnectionKind.OPENAI)
    assert all(fits(kind, ConnectionKind.OPENAI) for kind in TargetKind if kind is not TargetKind.CODEX)


def test_the_recommended_model_is_offered_where_it_was_seen():
    """What answered to our key is no offer for Codex, and the other way round."""
    by_key = snapshot(FULL, verdict(API_LUNA, State.AVAILABLE))
    assert offered(AWAY, SETTINGS, TargetKind.CODEX, InUse("gpt-6.2-sol")) == LUNA
    assert offered(AWAY, SETTINGS, TargetKind.ENV, InUse("gpt-6.2-sol")) is None
    assert offered(by_key, SETTINGS, TargetKind.CODEX, InUse("gpt-6.2-sol")) is None
    assert offered(by_key, SETTINGS, TargetKind.ENV, InUse("gpt-6.2-sol")) == API_LUNA


def test_what_is_set_already_is_not_offered():
    """There is nothing to do."""
    assert offered(AWAY, SETTINGS, TargetKind.CODEX, InUse("gpt-6-luna")) is None


def test_nothing_is_offered_while_nothing_works():
    """There is nothing to switch to."""
    assert offered(snapshot(FULL), SETTINGS, TargetKind.CODEX, InUse("gpt-6.2-sol")) is None


@pytest.mark.parametrize(
    ("seen", "in_use", "switched_to"),
    [
        (AWAY, InUse("gpt-6.2-sol"), LUNA),
        (AWAY, InUse("gpt-6-astra"), None),
        (AWAY, InUse("gpt-6-astra", put_by_us=True), LUNA),
        (AWAY, InUse(None), None),
        (AWAY, InUse("gpt-6-luna"), None),
        (BACK, InUse("gpt-6-luna", put_by_us=True), SOL),
        (BACK, InUse("gpt-6-luna"), None),
        (
            snapshot(replace(verdict(SOL, State.AVAILABLE), proven=False), WORKS),
            InUse("gpt-6-luna", put_by_us=True),
            None,
        ),
        (snapshot(replace(FULL, doubt=Doubt.CONFIRMING), WORKS), InUse("gpt-6.2-sol"), None),
        (snapshot(verdict(SOL, State.UNKNOWN), WORKS), InUse("gpt-6.2-sol"), None),
        (snapshot(verdict(SOL, State.UNREACHABLE), WORKS), InUse("gpt-6.2-sol"), None),
    ],
)
def test_only_a_sure_loss_and_a_proven_return_switch_by_themselves(seen, in_use, switched_to):
    """And a model that the user put there is never replaced, whatever is recommended."""
    assert automatic(seen, SETTINGS, TargetKind.CODEX, in_use) == switched_to


def test_what_was_taken_back_is_not_done_again_in_the_same_outage():
    """In the next outage it may be. One that changes its sort has another beginning and is no next one."""
    lost = replace(FULL, since=START, succeeded_at=None)
    undone = InUse("gpt-6.2-sol", taken_back_at=START + MINUTE)
    earlier = replace(undone, taken_back_at=START - MINUTE)
    failing = replace(lost, state=State.FAILING, since=START + 2 * MINUTE, succeeded_at=START - MINUTE)
    assert automatic(snapshot(lost, WORKS), SETTINGS, TargetKind.CODEX, undone) is None
    assert automatic(snapshot(lost, WORKS), SETTINGS, TargetKind.CODEX, earlier) == LUNA
    assert automatic(snapshot(failing, WORKS), SETTINGS, TargetKind.CODEX, undone) is None
    assert automatic(snapshot(replace(lost, since=None), WORKS), SETTINGS, TargetKind.CODEX, undone) is None
