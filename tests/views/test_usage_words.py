"""A login's allowance in words: how full, and when it begins anew."""

from datetime import UTC, timedelta

import pytest

from fakes.clock import START
from vacancy.domain.sighting import Login
from vacancy.domain.snapshot import Snapshot
from vacancy.domain.standing import Standing
from vacancy.domain.usage import Usage, UsageWindow
from vacancy.views.usage_words import usage_lines

FIVE_HOURS = UsageWindow(72.4, timedelta(hours=5), START + timedelta(hours=2))
WEEK = UsageWindow(40, timedelta(days=7), START + timedelta(days=3))


def lines(*windows, after=timedelta(minutes=6)):
    """What is said so long after it was seen."""
    standing = Standing("codex", Login.CHATGPT, Usage(START, windows))
    return usage_lines(Snapshot(START, standings=(standing,)), START + after, UTC)


def test_both_windows_say_how_full_they_are_and_when_they_begin_anew():
    """The short one by its length, the long one as the week."""
    assert lines(FIVE_HOURS, WEEK) == (
        (
            "Allowance of codex: 72 % of 5 h used, resets 11:00 · "
            "40 % of the week used, resets 2 Dec 09:00 (seen 6 min ago)"
        ),
    )


@pytest.mark.parametrize(
    ("window", "said"),
    [
        (UsageWindow(100), "100 % used"),
        (UsageWindow(99.7), "99 % used"),
        (UsageWindow(1e308), "100 % used"),
        (UsageWindow(-1), "0 % used"),
        (UsageWindow(3, timedelta(minutes=90)), "3 % of 1 h used"),
    ],
)
def test_what_was_not_said_is_not_said_here(window, said):
    """Neither a length nor a time is guessed."""
    assert lines(window) == (f"Allowance of codex: {said} (seen 6 min ago)",)


def test_a_window_that_began_anew_is_over():
    """What was used of it is nobody's business any more."""
    assert lines(FIVE_HOURS, after=timedelta(hours=2)) == ()


def test_an_old_reading_is_not_told():
    """After a day it says nothing about now."""
    assert len(lines(WEEK, after=timedelta(days=1))) == 1
    assert lines(WEEK, after=timedelta(days=1, seconds=1)) == ()


def test_a_login_that_was_never_seen_has_no_line():
    """Nothing is invented for a connection with a key either."""
    assert usage_lines(Snapshot(START, standings=(Standing("codex"),)), START, UTC) == ()
