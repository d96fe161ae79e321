"""Texts, times and waits written by others."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vacancy.sources.vendor_text import instant, one_line, retry_after

NOW = datetime(2026, 11, 29, 16, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Issues with Codex ", "Issues with Codex"),
        ("two\nlines\tand\x00a NUL", "two lines and a NUL"),
        ("\u202egnp.exe\u2066", "gnp.exe"),
        ("zero\u200bwidth", "zerowidth"),
        ("para\u2029graph", "para graph"),
        ("half \ud800 a pair", "half a pair"),
        ("**bold** <b>tag</b>", "**bold** <b>tag</b>"),
        ("x" * 30, "x" * 19 + "…"),
    ],
)
def test_trap_25_a_title_is_one_bounded_line_without_tricks(text, shown):
    """Line breaks, control, direction and surrogate characters go; the rest stays as written, cut to the limit."""
    assert one_line(text, 20 if len(text) > 25 else 40) == shown


@given(st.text(max_size=500))
def test_any_text_becomes_one_bounded_line(text):
    """Whatever comes, the line is short, printable and can be written to a file."""
    line = one_line(text, 50)
    line.encode()
    assert len(line) <= 50
    assert not set(line) & set("\n\r\u202e\u2067\x1b")


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("2026-10-07T01:52:03Z", datetime(2026, 10, 7, 1, 52, 3, tzinfo=UTC)),
        ("2026-09-15T12:50:33.250Z", datetime(2026, 9, 15, 12, 50, 33, 250000, tzinfo=UTC)),
        ("2025-02-10T23:23:17.7Z", datetime(2025, 2, 10, 23, 23, 17, 700000, tzinfo=UTC)),
        ("2025-04-08T17:48:00.51Z", datetime(2025, 4, 8, 17, 48, 0, 510000, tzinfo=UTC)),
        ("2020-01-02T03:04:05.000-08:00", datetime(2020, 1, 2, 11, 4, 5, tzinfo=UTC)),
        ("2026-10-07T01:52:03", datetime(2026, 10, 7, 1, 52, 3, tzinfo=UTC)),
        ("yesterday", None),
        ("0001-01-01T00:00:00+14:00", None),
        ("9" * 50, None),
        (None, None),
        (1_700_000_000, None),
        (["2026-10-07T01:52:03Z"], None),
    ],
)
def test_times_of_every_engine_are_read_and_others_are_none(text, time):
    """Fractions of any length and numeric offsets are read; what is no time is not known, and no failure."""
    assert instant(text) == time


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("120", 120.0),
        (" 0 ", 0.0),
        ("99999999999999999999", 86_400.0),
        ("Sun, 29 Nov 2026 16:05:00 GMT", 300.0),
        ("Sun, 29 Nov 2026 15:00:00 GMT", 0.0),
        ("soon", None),
        ("-5", None),
        ("1.5e3", None),
        ("", None),
        (None, None),
        ("²", None),
    ],
)
def test_retry_after_is_seconds_or_a_date_and_a_day_at_most(header, seconds):
    """Both forms of the header are read; nonsense asks for nothing."""
    assert retry_after(header, NOW) == seconds


def test_a_date_without_a_zone_is_utc():
    """An HTTP date that forgot its zone is read as UTC."""
    date = (NOW + timedelta(seconds=90)).strftime("%a, %d %b %Y %H:%M:%S -0000")
    assert retry_after(date, NOW) == 90.0
