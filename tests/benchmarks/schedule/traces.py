"""Traces: what is true of each model at each moment, drawn from a seed.

A trace is a list of spans. Outages last minutes to hours: half of them are drawn from the durations of real incidents
(`component_impacts` of the status page, 2025), half from a heavy-tailed (log-normal) distribution around forty
minutes. Some of the time between them a model flaps: each request fails with a chance of one in four. Outages come
oftener in working hours. Now and then the whole account is full. The page tells of an outage with a lag of up to an
hour, and of some never.
"""

import json
import random
from bisect import bisect_right
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum
from pathlib import Path

START = datetime(2026, 1, 5, tzinfo=UTC)
FLAP_FAILURE = 0.25
UP_FAILURE = 0.002
"""Chance of a lone failure of a model that is up."""
_IMPACTS = Path(__file__).parents[2] / "data" / "status_pages" / "openai_incidentio_component_impacts_2025-04.json"


class Truth(Enum):
    """What is so."""

    UP = "up"
    DOWN = "down"
    FLAPPING = "flapping"


@dataclass(frozen=True)
class Trace:
    """What is so of one model, from `starts[i]` on `truths[i]`."""

    starts: list
    truths: list

    def at(self, moment):
        """The truth at a moment."""
        return self.truths[bisect_right(self.starts, moment) - 1]

    def just_ended(self, moment):
        """An outage ended within the last half hour, whatever came after it."""
        index = bisect_right(self.starts, moment) - 1
        young = moment - self.starts[index] < timedelta(minutes=30)
        return index > 0 and young and self.truths[index - 1] is Truth.DOWN and self.truths[index] is not Truth.DOWN

    def outages(self):
        """Begin and end of every outage that ended in being up."""
        spans = zip(self.starts, self.truths, self.starts[1:], self.truths[1:], strict=False)
        return [(begin, end) for begin, truth, end, then in spans if truth is Truth.DOWN and then is Truth.UP]


def real_durations():
    """Durations of real impacts that ended, one for each incident."""
    impacts = json.loads(_IMPACTS.read_text())["component_impacts"]
    by_incident = {}
    for impact in impacts:
        if impact.get("end_at"):
            begin, end = (datetime.fromisoformat(impact[name]) for name in ("start_at", "end_at"))
            by_incident[impact["status_page_incident_id"]] = end - begin
    return sorted(duration for duration in by_incident.values() if duration > timedelta(minutes=2))


def draw_trace(rng, days, durations, *, account=()):
    """One model's trace over some days, with the account's outages laid over it."""
    spans, moment = [], START
    end = START + timedelta(days=days)
    while moment < end:
        calm = timedelta(hours=rng.expovariate(1 / 30)) * (0.7 if 8 <= moment.hour < 18 else 1.6)
        spans.append((moment, Truth.UP))
        moment += max(calm, timedelta(minutes=20))
        if rng.random() < 0.25:
            spans.append((moment, Truth.FLAPPING))
            moment += timedelta(hours=rng.uniform(0.5, 4))
        else:
            spans.append((moment, Truth.DOWN))
            moment += draw_duration(rng, durations)
    return _overlaid(spans, account)


def draw_duration(rng, durations):
    """How long an outage lasts."""
    if rng.random() < 0.5:
        return rng.choice(durations)
    return timedelta(minutes=min(max(rng.lognormvariate(3.7, 1.1), 3), 720))


def draw_account(rng, days):
    """Outages of the whole account, a few a month."""
    found, moment = [], START
    while moment < START + timedelta(days=days):
        moment += timedelta(hours=rng.expovariate(1 / 240))
        end = moment + timedelta(minutes=rng.uniform(20, 180))
        found.append((moment, end))
        moment = end
    return found


def draw_page(rng, traces):
    """What the page says over time: (moment, models named by open incidents), with its lag.

    It tells of two outages in three, up to an hour late, and closes its incident up to half an hour after the end.
    """
    edges = []
    for name, trace in traces.items():
        for begin, end in trace.outages():
            opened = begin + timedelta(minutes=rng.uniform(0, 60))
            if rng.random() < 2 / 3 and opened < end:
                edges += [(opened, name, True), (end + timedelta(minutes=rng.uniform(0, 30)), name, False)]
    open_now, page = set(), []
    for moment, name, opens in sorted(edges):
        (open_now.add if opens else open_now.discard)(name)
        page.append((moment, tuple(sorted(open_now))))
    return page


def _overlaid(spans, account):
    """The trace with every outage of the account in it."""
    edges = {moment for moment, _ in spans} | {edge for outage in account for edge in outage}
    base = Trace([moment for moment, _ in spans], [truth for _, truth in spans])
    starts, truths = [], []
    for moment in sorted(edges):
        within = any(begin <= moment < end for begin, end in account)
        truth = Truth.DOWN if within else base.at(moment)
        if not truths or truths[-1] is not truth:
            starts.append(moment)
            truths.append(truth)
    return Trace(starts, truths)


def answers(rng, truth):
    """Whether one request is answered."""
    match truth:
        case Truth.UP:
            return rng.random() >= UP_FAILURE
        case Truth.FLAPPING:
            return rng.random() >= FLAP_FAILURE
        case Truth.DOWN:
            return False


def seeded(seed):
    """A source of chance."""
    return random.Random(seed)  # noqa: S311 - a play, no secret
