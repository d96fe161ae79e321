"""What `vacancy wait` tells while it waits."""

import io
from datetime import UTC, timedelta

from fakes.snapshots import NOW, SOL, available, full, snapshot
from vacancy.cli.console import Console
from vacancy.cli.waiting import Waiting


def test_a_line_is_told_when_something_changed_and_not_when_somebody_waits():
    """The running app takes this very wait for news; the person in front of the terminal has heard the line already."""
    told = io.StringIO()
    waiting = Waiting(None, {}, Console(None, told, str, UTC))
    for verdict in (full(), full(awaited_until=NOW + timedelta(hours=1)), full(), available()):
        waiting._tell(verdict, snapshot(verdict))
    first, second = told.getvalue().splitlines()
    assert SOL.model in first
    assert "Full since" in first
    assert "Answered" in second
