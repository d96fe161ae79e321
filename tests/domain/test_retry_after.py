"""Claims about waits: every form in which one is told, and every form in which it cannot be true."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vacancy.domain.retry_after import WaitNote, read_wait

NOON = datetime(2026, 3, 1, 12, 0, 0, tzinfo=UTC)
NOON_HTTP = "Sun, 01 Mar 2026 12:00:00 GMT"
NOON_EPOCH = int(NOON.timestamp())


def wait(*, headers=None, fields=(), text="", now=None):
    """The wait, with headers as a dict."""
    return read_wait(headers=tuple((headers or {}).items()), fields=tuple(fields), text=text, now=now).seconds


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "42"}, 42),
        ({"retry-after": "1.5"}, 1.5),
        ({"retry-after-ms": "1500", "retry-after": "2"}, 1.5),
        ({"retry-after-ms": "-1", "retry-after": "2"}, 2),
        ({"retry-after": "Sun, 01 Mar 2026 12:02:00 GMT", "date": NOON_HTTP}, 120),
        ({"retry-after": "Sun, 01 Mar 2026 11:58:00 GMT", "date": NOON_HTTP}, None),
        ({"retry-after": "Zun, 01 Mar 2026 12:02:00 GMT", "date": NOON_HTTP}, None),
        ({"retry-after": "Sun, 01 Mar 2026 12:02:00 GMT"}, None),
        ({"retry-after": "Thu, 01 Jan 1970 00:00:00 GMT", "date": NOON_HTTP}, None),
        ({"retry-after": "Mon, 01 Mar 2027 12:00:00 GMT", "date": NOON_HTTP}, None),
        ({"retry-after": str(NOON_EPOCH + 90), "date": NOON_HTTP}, 90),
        *(({"retry-after": value}, None) for value in ("-1", "0", "nan", "inf", "soon", "", "1e30", "99999999")),
        ({"x-ratelimit-reset-requests": "6m0s", "x-ratelimit-remaining-requests": "0"}, 360),
        ({"x-ratelimit-reset-tokens": "20ms", "x-ratelimit-remaining-tokens": "0"}, 0.02),
        ({"x-ratelimit-reset-tokens": "6m0s", "x-ratelimit-remaining-tokens": "500"}, None),
        ({"x-ratelimit-reset-tokens": "0", "x-ratelimit-remaining-tokens": "-1"}, None),
        ({"x-ratelimit-reset": str((NOON_EPOCH + 30) * 1_000), "date": NOON_HTTP}, 30),
        ({"ratelimit-reset": "12"}, 12),
        (
            {
                "anthropic-ratelimit-requests-reset": "2026-03-01T12:01:00Z",
                "anthropic-ratelimit-requests-remaining": "0",
                "date": NOON_HTTP,
            },
            60,
        ),
        ({"x-codex-primary-used-percent": "100", "x-codex-primary-reset-after-seconds": "471285"}, 471_285),
        ({"x-ratelimit-reset": "Sun, 01 Mar 2026 12:00:30 GMT", "date": "Sun, 99 Mar 2026 12:00:00 GMT"}, None),
        ({"x-codex-primary-used-percent": "80", "x-codex-primary-reset-after-seconds": "471285"}, None),
    ],
)
def test_headers(headers, seconds):
    """Headers tell waits as seconds, milliseconds, spans and points in time."""
    assert wait(headers=headers) == seconds


@pytest.mark.parametrize(
    ("fields", "seconds"),
    [
        ([("retry_after", "120")], 120),
        ([("retry_after_ms", "250")], 0.25),
        ([("retrydelay", "59s")], 59),
        ([("retrydelay", "38.863719904s")], 38.864),
        ([("resets_at", str(NOON_EPOCH + 600)), ("resets_in_seconds", "602")], 602),
        ([("resets_at", str(NOON_EPOCH + 600))], 600),
        ([("reset_at", "2026-03-01T13:00:00+00:00")], 3_600),
        ([("reset_at", "2026-03-01 12:00:18 UTC")], 18),
        ([("reset_at", "2026-03-01 12:10:00")], None),
        ([("resets_at", "2027-03-01T00:00:00Z")], None),
        ([("estimated_time", "40.5")], 40.5),
        ([("retry_after", "-1")], None),
        ([("retry_after", "never")], None),
        ([("max_retries", "-3")], None),
        ([("reset", "17")], None),
    ],
)
def test_fields(fields, seconds):
    """Fields tell spans and points in time; a span wins, because it needs no clock."""
    assert wait(fields=fields, now=NOON) == seconds


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("Please try again in 6ms.", 0.006),
        ("Please try again in 1.5s. Visit https://x", 1.5),
        ("Please try again in 9m38.016s.", 578.016),
        ("Please try again in 28m48s.", 1_728),
        ("try again in 5 days 22 hours 11 minutes.", 511_860),
        ("Please retry after 33 seconds.", 33),
        ("Please retry in 38.863719904s.", 38.864),
        ("Please try again after 1 seconds", 1),
        ("... (reset after 3s)", 3),
        ("Expected available in 31 seconds.", 31),
        ("Please wait 30 seconds before retrying.", 30),
        ("It resets in 2h 15m.", 8_100),
        ("retry after 30", 30),
        ("Retry-After: 30", 30),
        ("try again in about 1 hour, or upgrade", 3_600),
        ("try again in 1 day and 2 hours", 93_600),
        ("请在 30 秒后重试", 30),
        ("请 2 分钟之后再试", 120),
        ("try again at 5:31 PM", None),
        ("Limit will reset at 2026-08-25 07:41:44", None),
        ("exceeded retry limit, last status: 429 Too Many Requests", None),
        ("Please wait a moment and try again", None),
        ("created within the last 5 minutes, please wait a moment", None),
        ("retry after 3 attempts", None),
        ("maxWaitMs (15000ms)", None),
        ("try again in 400 days", None),
        ("try again in 0s", None),
    ],
)
def test_texts(text, seconds):
    """Texts tell waits in every unit, and much else that is none."""
    assert wait(text=text) == seconds


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("limit resets at 2026-03-01T13:00:00Z (2056)", 3_600),
        ("Limit resets at: 2026-03-01 12:00:18 UTC", 18),
        ("try again at 2026-03-01T14:00:00+01:00", 3_600),
        ("resets at 2026-03-01T13:00:00", None),
        ("resets at 2026-02-31T13:00:00Z", None),
        ("resets at 2026-02-01T13:00:00Z", None),
    ],
)
def test_points_in_time_in_texts(text, seconds):
    """A point in time counts when it names its zone, exists, and lies ahead."""
    assert wait(text=text, now=NOON) == seconds
    assert wait(text=text) is None


def test_the_clearest_statement_wins():
    """Header before field, field before text, text before the reset of a limit."""
    held = {"x-ratelimit-reset": "4"}
    assert wait(headers={**held, "retry-after": "1"}, fields=[("retry_after", "2")], text="try again in 3s") == 1
    assert wait(headers=held, fields=[("retry_after", "2")], text="try again in 3s") == 2
    assert wait(headers=held, text="try again in 3s") == 3
    assert wait(headers=held) == 4


def test_own_clock_only_without_a_date():
    """Points in time count against the answer's Date, and against our clock only where there is none."""
    later = {"retry-after": "Sun, 01 Mar 2026 12:02:00 GMT"}
    assert wait(headers={**later, "date": NOON_HTTP}, now=datetime(2030, 1, 1, tzinfo=UTC)) == 120
    assert wait(headers=later, now=NOON) == 120
    assert wait(headers=later, now=NOON.replace(tzinfo=None)) is None


@given(
    st.lists(st.tuples(st.sampled_from(["retry-after", "date", "x-ratelimit-reset", "ratelimit-reset"]), st.text())),
    st.lists(st.tuples(st.sampled_from(["resets_at", "retry_after", "retrydelay"]), st.text())),
    st.text()
    | st.from_regex(r"(again|retry|wait|resets) [a-z ]{0,9}\d{1,20}(\.\d{1,20})?(ms|s|m|h|d|秒)?", fullmatch=True),
    st.none() | st.datetimes() | st.datetimes(timezones=st.timezones()),
)
def test_any_text_gives_a_believable_wait_or_none(headers, fields, text, now):
    """Nothing raises, and no wait is negative, zero, infinite or longer than 45 days."""
    seconds = read_wait(headers=tuple(headers), fields=tuple(fields), text=text, now=now).seconds
    assert seconds is None or 0 < seconds <= 45 * 86_400


@pytest.mark.parametrize(
    ("headers", "fields", "note"),
    [
        ({"retry-after": "-1"}, (), WaitNote.NOT_AHEAD),
        ({"retry-after": "Thu, 01 Jan 1970 00:00:00 GMT", "date": NOON_HTTP}, (), WaitNote.NOT_AHEAD),
        ({"retry-after": "99999999"}, (), WaitNote.TOO_FAR),
        ({"retry-after": "Sun, 01 Mar 2026 12:02:00 GMT"}, (), WaitNote.UNREADABLE),
        ({}, (("reset_at", "2026-03-01 20:00:00"),), WaitNote.UNREADABLE),
        ({}, (("retryable", "true"),), None),
        ({"retry-after": "3"}, (), None),
        ({}, (), None),
    ],
)
def test_a_wait_that_is_not_believed_has_a_note(headers, fields, note):
    """Past, too far and unreadable are told apart; a believed wait and no wait at all have no note."""
    assert read_wait(headers=tuple(headers.items()), fields=fields, text="").note is note
