"""Witnessing: what another program on this machine met becomes memory, as if it had been asked for."""

from collections.abc import Callable, Iterator
from datetime import datetime

from vacancy.domain.catalog import ModelEntry
from vacancy.domain.events import Event, Probed
from vacancy.domain.health import witness
from vacancy.domain.memory import EntryMemory, Memory
from vacancy.domain.outcome import Scope, classify
from vacancy.domain.preferences import Preferences
from vacancy.domain.sighting import SessionNews, Sighting
from vacancy.domain.verdict import CLOCK_TOLERANCE, dated_rightly

_NOT_ITS_DOING = frozenset({Scope.NETWORK, Scope.REQUEST})
"""A cut-off of this machine shows nothing of the model, and neither does a turn that was ended by what was in it: a
conversation that grew too long, a policy, the user."""


def after_news(
    memory: Memory,
    preferences: Preferences,
    connection: str,
    news: SessionNews,
    *,
    now: datetime,
    chance: Callable[[], float],
) -> tuple[Memory, tuple[Event, ...]]:
    """The memory after news of a connection, and what is to be filed in the history.

    What was seen with another login is forgotten, and what is dated in the future is passed over. Nothing is charged
    to the daily cap: no request was ours.
    """
    latest = now + CLOCK_TOLERANCE
    standing = memory.standing(connection).unless_later(latest).after(news).unless_later(latest)
    memory = memory.with_standing(standing).on(preferences.connections)
    events: list[Event] = []
    for entry, seen in _concerned(preferences, connection, news):
        at, outcome = seen.evidence.finished_at, classify(seen.evidence)
        if at is None or at > latest or outcome.scope in _NOT_ITS_DOING:
            continue
        before = dated_rightly(memory.of(entry.key).health, now)
        health = witness(before, outcome, at)
        if health == before:
            continue  # it is known already, or something newer is
        route = memory.route_of(preferences.connection(connection))
        memory = memory.with_entry(EntryMemory(entry.key, health, route, chance()))
        events.append(Probed.of(entry.key, at, outcome, seen.evidence))
    return memory, tuple(events)


def _concerned(preferences: Preferences, connection: str, news: SessionNews) -> Iterator[tuple[ModelEntry, Sighting]]:
    for seen in news.sightings:
        for entry in preferences.models:
            if entry.connection == connection and not entry.paused and seen.concerns(entry):
                yield entry, seen
