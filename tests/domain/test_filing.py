"""An answer to a question of ours becomes memory: believed as it deserves, and charged to its day."""

from dataclasses import replace
from datetime import date

import pytest

from fakes.clock import START
from fakes.domain_values import CODEX, CODEX_SOL, CONNECTION, MINUTE, SOL, answered, refused
from vacancy.domain.events import Probed
from vacancy.domain.evidence import Evidence, ExceptionSeen
from vacancy.domain.filing import charged, filed
from vacancy.domain.health import Settled
from vacancy.domain.memory import EntryMemory, Memory
from vacancy.domain.outcome import classify
from vacancy.domain.verdict import Hindrance

DAY = date(2026, 11, 29)


def after(*answers, memory=Memory(), connection=CONNECTION, at_once=False):
    """The memory after those answers, a minute between them, and the last event."""
    key, probed = (SOL if connection is CONNECTION else CODEX_SOL), None
    for number, evidence in enumerate(answers):
        memory, probed = filed(
            memory, key, connection, evidence, classify(evidence),
            at=START + number * MINUTE, today=DAY, chance=0.25, at_once=at_once,
        )  # fmt: skip
    return memory.of(key), memory, probed


def test_what_is_known_is_kept_with_its_route_and_its_chance():
    """What hindered asking before is over, and the history gets what was measured."""
    hindered = Memory().with_entry(EntryMemory(SOL, hindrance=Hindrance.KEY_MISSING, look_by=START))
    known, _, probed = after(answered(seconds=2.0), memory=hindered)
    assert (known.health.settled, known.health.latency_s) == (Settled.AVAILABLE, 2.0)
    assert (known.route, known.chance) == (CONNECTION.fingerprint, 0.25)
    assert (known.hindrance, known.look_by) == (None, None)
    assert probed == Probed.of(SOL, START, classify(answered(seconds=2.0)), answered(seconds=2.0))


@pytest.mark.parametrize(
    ("connection", "at_once", "settled"),
    [(CONNECTION, False, Settled.AVAILABLE), (CONNECTION, True, Settled.FULL), (CODEX, False, Settled.FULL)],
    ids=["asked again soon", "asked once", "too costly to ask again"],
)
def test_one_refusal_is_believed_where_nobody_asks_again_to_be_sure(connection, at_once, settled):
    """Otherwise it is a doubt, which the second look settles."""
    known, _, _ = after(answered(), refused(), connection=connection, at_once=at_once)
    assert known.health.settled is settled


def test_each_answer_is_charged_to_its_own_day():
    """What was sent yesterday does not hold today's first question up."""
    _, memory, _ = after(answered(), refused())
    assert (memory.budget.day, memory.budget.sent) == (DAY, 2)
    tomorrow = charged(memory, SOL, CONNECTION, answered(), today=date(2026, 11, 30))
    assert tomorrow.budget.sent == 1


def test_what_says_nothing_any_more_is_charged_and_changes_nothing_else():
    """A turn through Codex that was cut off may have cost its thousands of tokens."""
    cut_off = Evidence(exception=ExceptionSeen("DeadlineExceeded", ""), requests_sent=1)
    memory = charged(Memory(), CODEX_SOL, CODEX, cut_off, today=DAY)
    assert (memory.budget.sent, memory.budget.tokens > 1_000) == (1, True)
    assert replace(memory, budget=Memory().budget) == Memory()


def test_an_answer_counts_after_the_clock_was_set_back():
    """What was remembered is dated in the future then, and would be newer than any answer for hours."""
    ahead, _ = filed(
        Memory(), CODEX_SOL, CODEX, answered(), classify(answered()), at=START + 90 * MINUTE, today=DAY, chance=0.5
    )
    known, _, _ = after(refused(), memory=ahead, connection=CODEX)
    assert (known.health.settled, known.health.answered_at) == (Settled.FULL, START)
