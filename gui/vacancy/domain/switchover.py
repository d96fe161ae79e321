"""Switchover: which model a tool should be switched to, by offer or by itself.

A good answer on one route proves nothing about another, so a tool is offered only what was seen on its own route:
Codex what Codex met, every other tool what our own key met. And a tool's model is the user's decision: Vacancy goes
away from the preferred model and back to it, and leaves everything else that it finds there alone.
"""

from dataclasses import dataclass
from datetime import datetime

from vacancy.domain.catalog import ConnectionKind, EntryKey
from vacancy.domain.preferences import Preferences, TargetKind
from vacancy.domain.snapshot import Snapshot
from vacancy.domain.verdict import State, Verdict

_LOST = frozenset({State.AT_CAPACITY, State.RATE_LIMITED, State.FAILING, State.BLOCKED})


@dataclass(frozen=True, slots=True)
class InUse:
    """What a tool is set to now."""

    model: str | None
    """None when its configuration names none."""
    put_by_us: bool = False
    """Vacancy set it by itself, and nobody changed that since. What the user had it set is the user's."""
    taken_back_at: datetime | None = None
    """When Vacancy switched by itself last, where that was undone or changed since, by whomever."""


def fits(kind: TargetKind, connection: ConnectionKind) -> bool:
    """Whether what was seen on such a connection says anything about what that tool will meet."""
    return (kind is TargetKind.CODEX) == (connection is ConnectionKind.CODEX)


def offered(snapshot: Snapshot, preferences: Preferences, kind: TargetKind, in_use: InUse) -> EntryKey | None:
    """The recommended model, where that tool is on its route and is not set to it already."""
    key = snapshot.recommendation.key
    if key is None or not fits(kind, preferences.connection(key.connection).kind) or key.model == in_use.model:
        return None
    return key


def automatic(snapshot: Snapshot, preferences: Preferences, kind: TargetKind, in_use: InUse) -> EntryKey | None:
    """The model to switch to without asking, for whoever wants that; None leaves the tool as it is.

    Away when the preferred model is surely lost and the tool is set to it; back when its return is proven and what the
    tool is set to was put there by us.
    """
    key, preferred = offered(snapshot, preferences, kind, in_use), snapshot.recommendation.preferred
    pick, lost = snapshot.verdict(key), snapshot.verdict(preferred)
    if key is None or pick is None or preferred is None or lost is None:
        return None
    if pick.state is not State.AVAILABLE or not pick.proven or not pick.current:
        return None
    if key == preferred:
        return key if in_use.put_by_us else None
    is_lost = lost.state in _LOST and lost.doubt is None and not _was_taken_back(in_use, lost)
    return key if is_lost and (in_use.model == preferred.model or in_use.put_by_us) else None


def _was_taken_back(in_use: InUse, lost: Verdict) -> bool:
    """Somebody took a switch back in this very outage, and wants no other one until it is over.

    So a user, or a program that writes the file again and again, is overruled once in an outage at most. An outage
    that changes its sort is the same one: it began after the last success.
    """
    if in_use.taken_back_at is None:
        return False
    began = min((at for at in (lost.since, lost.succeeded_at) if at is not None), default=in_use.taken_back_at)
    return in_use.taken_back_at >= began
