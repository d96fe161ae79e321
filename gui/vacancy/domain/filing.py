"""Filing: a question of ours came back, and becomes memory: what is known of the model now, and what it cost.

Whoever asks files here: the running app, a wait without it, one look. They differ in whom they believe how soon.
"""

from dataclasses import replace
from datetime import date, datetime

from vacancy.domain.budget import usage_of, usual_of
from vacancy.domain.catalog import Connection, EntryKey
from vacancy.domain.events import Probed
from vacancy.domain.evidence import Evidence
from vacancy.domain.health import advance, settle_at_once, witness
from vacancy.domain.memory import EntryMemory, Memory
from vacancy.domain.outcome import Outcome
from vacancy.domain.verdict import dated_rightly


def filed(
    memory: Memory,
    key: EntryKey,
    connection: Connection,
    evidence: Evidence,
    outcome: Outcome,
    *,
    at: datetime,
    today: date,
    chance: float,
    at_once: bool = False,
) -> tuple[Memory, Probed]:
    """The memory after an answer, and what is to be filed in the history.

    Args:
        memory: What is remembered.
        key: The model that was asked, on `connection`.
        connection: Its connection.
        evidence: What it answered.
        outcome: The cause that the evidence shows.
        at: Now.
        today: The local day that is charged.
        chance: The jitter of the wait that follows.
        at_once: Nobody asks a second time, so one answer is believed.
    """
    believe = settle_at_once if at_once else witness if connection.is_costly else advance
    before = memory.of(key).health
    if connection.is_costly:
        before = dated_rightly(before, at)
    health = believe(before, outcome, at, latency_s=evidence.total_s)
    known = memory.with_entry(EntryMemory(key, health, memory.route_of(connection), chance))
    return charged(known, key, connection, evidence, today=today), Probed.of(key, at, outcome, evidence)


def charged(memory: Memory, key: EntryKey, connection: Connection, evidence: Evidence, *, today: date) -> Memory:
    """The memory after what a question cost, whatever its answer says."""
    tokens = usage_of(evidence, usual=usual_of(connection))
    return replace(memory, budget=memory.budget.on(today).spend(key, evidence.requests_sent, tokens))
