"""Account: a cause that holds for everything behind one key is seen at one model, and concerns all of them.

So it is asked about once: one model of the connection, the *spokesman*, finds out when the trouble is over, and the
others are covered by it. Money and keys speak for every model of the connection. An own rate limit often belongs to
one model, so it speaks only for models that met it themselves. A model that answered just now is not spoken for: it is
asked, and its own answer counts. An older success is no proof any more. One that answered since the trouble began has
shown that the trouble is not its own, so it speaks for itself whatever it says later, until it meets the trouble too.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from vacancy.domain.catalog import EntryKey
from vacancy.domain.verdict import Doubt, State, Verdict


def with_account_trouble(verdicts: Sequence[Verdict]) -> tuple[Verdict, ...]:
    """The verdicts, with old successes taken back that the account's trouble puts in doubt."""
    troubles = _troubles(verdicts)
    return tuple(
        replace(verdict, state=State.UNKNOWN, since=None, doubt=Doubt.SEEN_AT_ANOTHER)
        if _is_in_doubt(verdict, troubles) and not verdict.current
        else verdict
        for verdict in verdicts
    )


def in_doubt(verdicts: Sequence[Verdict]) -> frozenset[EntryKey]:
    """Models whose success is just a little older than the account's trouble: their own answer decides, now."""
    troubles = _troubles(verdicts)
    return frozenset(verdict.key for verdict in verdicts if _is_in_doubt(verdict, troubles))


def covered(verdicts: Sequence[Verdict]) -> frozenset[EntryKey]:
    """Models that need not be asked, because a spokesman asks for them."""
    speaking = (*_speaking_for_all(verdicts), *_speaking_for_limited(verdicts))
    return frozenset(
        other.key
        for spokesman, others in speaking
        for other in others
        if other.key != spokesman.key and other.state is not State.AVAILABLE and not _is_apart(other, spokesman)
    )


def _is_apart(other: Verdict, spokesman: Verdict) -> bool:
    """It answered since the spokesman's trouble began, and has not met such trouble itself."""
    if other.succeeded_at is None or spokesman.since is None or other.state is spokesman.state:
        return False
    return other.succeeded_at > spokesman.since


def _troubles(verdicts: Sequence[Verdict]) -> dict[str, datetime]:
    """Since when each connection's account is in trouble."""
    return {each.key.connection: each.since for each, _ in _speaking_for_all(verdicts) if each.since is not None}


def _is_in_doubt(verdict: Verdict, troubles: dict[str, datetime]) -> bool:
    trouble = troubles.get(verdict.key.connection)
    if verdict.state is not State.AVAILABLE or trouble is None:
        return False
    return verdict.succeeded_at is None or verdict.succeeded_at < trouble


def _speaking_for_all(verdicts: Sequence[Verdict]) -> Iterator[tuple[Verdict, list[Verdict]]]:
    for siblings in _by_connection(verdicts):
        spokesman = next((verdict for verdict in siblings if _says_account_trouble(verdict)), None)
        if spokesman is not None:
            yield spokesman, siblings


def _speaking_for_limited(verdicts: Sequence[Verdict]) -> Iterator[tuple[Verdict, list[Verdict]]]:
    for siblings in _by_connection(verdicts):
        limited = [verdict for verdict in siblings if verdict.state is State.RATE_LIMITED]
        if limited:
            yield limited[0], limited


def _says_account_trouble(verdict: Verdict) -> bool:
    """Its own settled answers say so, and they are fresh."""
    outcome = verdict.outcome
    return (
        verdict.state is State.BLOCKED
        and verdict.doubt is None
        and verdict.hindrance is None
        and outcome is not None
        and outcome.concerns_account
    )


def _by_connection(verdicts: Sequence[Verdict]) -> list[list[Verdict]]:
    found: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        found.setdefault(verdict.key.connection, []).append(verdict)
    return list(found.values())
