"""Times as people read them: relative under an hour, clock time after, always in the zone they live in."""

from datetime import datetime, timedelta, tzinfo

from vacancy.words import mark, tr

NOTHING = "-"
"""Stands in a column where there is nothing to say."""

_JUST_NOW = timedelta(seconds=5)
_MINUTE = timedelta(minutes=1)
_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)
_TENTHS_BELOW_S = 10

# Not strftime: Qt sets the process's locale, and a month must not change its language in the middle of a sentence.
_MONTHS = (
    mark("Jan"), mark("Feb"), mark("Mar"), mark("Apr"), mark("May"), mark("Jun"),
    mark("Jul"), mark("Aug"), mark("Sep"), mark("Oct"), mark("Nov"), mark("Dec"),
)  # fmt: skip


def duration(span: timedelta) -> str:
    """A length of time in its largest fitting unit: "40 s", "6 min", "3 h", "2 days"."""
    if span < _MINUTE:
        return tr("{n} s", n=int(span.total_seconds()))
    if span < _HOUR:
        return tr("{n} min", n=span // _MINUTE)
    if span < 2 * _DAY:
        return tr("{n} h", n=span // _HOUR)
    return tr("{n} days", n=span // _DAY)


def age(delta: timedelta) -> str:
    """How long ago, whatever the length: "just now", "40 s ago", "3 h ago"."""
    return tr("just now") if delta < _JUST_NOW else tr("{span} ago", span=duration(delta))


def clock(at: datetime, now: datetime, zone: tzinfo) -> str:
    """The time of day; the date too on another day, the year too in another year."""
    local, today = at.astimezone(zone), now.astimezone(zone)
    time = f"{local:%H:%M}"
    if local.date() == today.date():
        return time
    month = tr(_MONTHS[local.month - 1])
    if local.year == today.year:
        return tr("{day} {month} {time}", day=local.day, month=month, time=time)
    return tr("{day} {month} {year} {time}", day=local.day, month=month, year=local.year, time=time)


def ago(at: datetime, now: datetime, zone: tzinfo) -> str:
    """When something happened: relative under an hour, then "at 14:02"."""
    return age(now - at) if now - at < _HOUR else tr("at {clock}", clock=clock(at, now, zone))


def asked(at: datetime | None, now: datetime, zone: tzinfo) -> str:
    """The same where a column has little room: "6 min ago", then "14:02", after a day "28 Nov"."""
    if at is None:
        return NOTHING
    if now - at < _HOUR:
        return age(now - at)
    local = at.astimezone(zone)
    if now - at < _DAY:
        return f"{local:%H:%M}"
    return tr("{day} {month}", day=local.day, month=tr(_MONTHS[local.month - 1]))


def next_check(at: datetime | None, now: datetime, zone: tzinfo) -> str:
    """When a model is asked next: "now", "in 40 s", "in 6 min", "at 16:30"."""
    if at is None:
        return NOTHING
    left = at - now
    if left < timedelta(seconds=1):
        return tr("now")
    return tr("in {span}", span=duration(left)) if left < _HOUR else tr("at {clock}", clock=clock(at, now, zone))


def latency(seconds: float | None) -> str:
    """How long an answer took: "1.2 s", from ten seconds on without a fraction nobody needs."""
    if seconds is None:
        return NOTHING
    return tr("{n} s", n=f"{seconds:.1f}" if seconds < _TENTHS_BELOW_S else f"{seconds:.0f}")
