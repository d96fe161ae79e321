"""A full window is told as the headers that the wait is read from."""

from datetime import timedelta

import pytest

from fakes.clock import START
from vacancy.domain.evidence import Evidence
from vacancy.domain.outcome import classify
from vacancy.domain.usage import UsageWindow
from vacancy.sources.codex_windows import SPENT, full_windows

HOUR = timedelta(hours=1)


@pytest.mark.parametrize(
    ("windows", "wait"),
    [
        ((UsageWindow(100, resets_at=START + HOUR), UsageWindow(40, resets_at=START + 9 * HOUR)), 3600),
        ((UsageWindow(40, resets_at=START + HOUR), UsageWindow(104.5, resets_at=START + 9 * HOUR)), 9 * 3600),
        ((UsageWindow(100, resets_at=START + HOUR), UsageWindow(100, resets_at=START + 2 * HOUR)), 7200),
        ((UsageWindow(100, resets_at=START - HOUR),), None),
        ((UsageWindow(100),), None),
        ((), None),
    ],
)
def test_the_wait_lasts_until_the_last_full_window_begins_anew(windows, wait):
    """One with room, one that began anew since, and one that nobody gave a time say nothing."""
    headers = full_windows(windows, START)
    assert classify(Evidence(finished_at=START, codex_error=SPENT, headers=headers)).retry_after_s == wait
    assert {value for name, value in headers if name.endswith("used-percent")} <= {"100"}
