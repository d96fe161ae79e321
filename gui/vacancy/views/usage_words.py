"""What is said about a login's own allowance: the user's own limit, which never shares a word with a full model."""

from datetime import datetime, timedelta, tzinfo

from vacancy.domain.snapshot import Snapshot
from vacancy.domain.standing import Standing
from vacancy.domain.usage import FULL, UsageWindow
from vacancy.views import times
from vacancy.words import plain, tr

_LONG = timedelta(days=6)
"""From this length on a window is called the week's."""
_FORGOTTEN = timedelta(days=1)
"""An older reading is worth nothing: it is not said."""
_NAME = 30
"""Longest name of a connection shown."""


def usage_lines(snapshot: Snapshot, now: datetime, zone: tzinfo) -> tuple[str, ...]:
    """A line for each login whose allowance was seen."""
    lines = (_line(standing, now, zone) for standing in snapshot.standings)
    return tuple(line for line in lines if line)


def _line(standing: Standing, now: datetime, zone: tzinfo) -> str:
    usage = standing.usage
    if usage is None or now - usage.seen_at > _FORGOTTEN:
        return ""
    windows = [
        _window(window, now, zone) for window in usage.windows if window.resets_at is None or now < window.resets_at
    ]
    if not windows:
        return ""
    name, seen = plain(standing.connection, _NAME), times.ago(usage.seen_at, now, zone)
    if len(windows) == 1:
        return tr("Allowance of {name}: {window} (seen {seen})", name=name, window=windows[0], seen=seen)
    return tr("Allowance of {name}: {first} · {second} (seen {seen})",
              name=name, first=windows[0], second=windows[1], seen=seen)  # fmt: skip


def _window(window: UsageWindow, now: datetime, zone: tzinfo) -> str:
    percent = int(max(0.0, min(window.used_percent, FULL)))  # rounded down: only a window that is full is said to be
    clock = None if window.resets_at is None else times.clock(window.resets_at, now, zone)
    if window.span is None and clock is None:
        return tr("{percent} % used", percent=percent)
    if window.span is None:
        return tr("{percent} % used, resets {clock}", percent=percent, clock=clock)
    if window.span >= _LONG and clock is None:
        return tr("{percent} % of the week used", percent=percent)
    if window.span >= _LONG:
        return tr("{percent} % of the week used, resets {clock}", percent=percent, clock=clock)
    span = times.duration(window.span)
    if clock is None:
        return tr("{percent} % of {span} used", percent=percent, span=span)
    return tr("{percent} % of {span} used, resets {clock}", percent=percent, span=span, clock=clock)
