"""A login's full windows, under the names of the headers from which Codex has them: so a wait is told everywhere."""

from collections.abc import Iterable
from datetime import datetime

from vacancy.domain.usage import FULL, UsageWindow

SPENT = "usage_limit_exceeded"
"""Codex's word for a turn that failed because the allowance is used up."""
_NAMES = ("primary", "secondary")
"""A login has two windows at most."""


def full_windows(windows: Iterable[UsageWindow], at: datetime) -> tuple[tuple[str, str], ...]:
    """The headers for those that let nothing through then and say until when."""
    headers: list[tuple[str, str]] = []
    for name, window in zip(_NAMES, windows, strict=False):
        if window.resets_at is not None and window.is_full(at):
            wait = (window.resets_at - at).total_seconds()
            headers.append((f"x-codex-{name}-used-percent", f"{FULL:g}"))
            headers.append((f"x-codex-{name}-reset-after-seconds", f"{wait:.0f}"))
    return tuple(headers)
