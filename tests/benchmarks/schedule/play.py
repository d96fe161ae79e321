"""A year of model-days against the schedule: what it costs, how late it tells, how often it is wrong.

    python tests/benchmarks/schedule/play.py [--days 92] [--seed 7]

The real board (health, verdict, recommendation, schedule, alerting) is driven by a virtual clock over the traces of
`traces.py`, with default settings. Beside it, on the same traces: fixed intervals of 60 s (Uptime Kuma, Gatus,
check-cx) and 300 s (LiteLLM), which call a model back at its first success; back-off alone; and an oracle that knows
when each outage ends and spends as many requests as Vacancy does. The laptop sleeps from one to seven at night, and nobody
asks then; a return in that time counts from waking.
"""

import argparse
import statistics
import sys
import time
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[2])]

from traces import START, Truth, answers, draw_account, draw_trace, real_durations, seeded

from fakes.domain_values import CONNECTION, answered, refused
from vacancy.domain.alerting import NoticeKind
from vacancy.domain.catalog import ModelEntry
from vacancy.domain.memory import Memory
from vacancy.domain.preferences import Preferences, StatusPagePreferences
from vacancy.domain.schedule import STAGGER
from vacancy.domain.verdict import State
from vacancy.monitor.board import Board

MODELS = ("first", "second", "third", "fourth")
LATENCY = timedelta(seconds=1)
ASLEEP_FROM, AWAKE_AT = 1, 7


def is_asleep(moment):
    """The laptop's lid is closed."""
    return ASLEEP_FROM <= moment.hour < AWAKE_AT


def wakes_at(moment):
    """When it is opened again."""
    return moment.replace(hour=AWAKE_AT, minute=0, second=0, microsecond=0) if is_asleep(moment) else moment


@dataclass
class Tally:
    """What one policy did."""

    requests: int = 0
    told: list = field(default_factory=list)
    """(moment, model) of each "is back"."""
    recommended: list = field(default_factory=list)
    """(moment, model or None) at each change."""
    seen_down: list = field(default_factory=list)
    """(moment, model) whenever a model was claimed or found to be down."""
    asked: dict = field(default_factory=dict)
    shortest_gap_s: float = 1e9
    most_in_a_day: int = 0
    by_day: dict = field(default_factory=dict)

    def ask(self, moment, model):
        """Count one request."""
        self.requests += 1
        before = self.asked.get(model)
        if before is not None:
            self.shortest_gap_s = min(self.shortest_gap_s, (moment - before).total_seconds())
        self.asked[model] = moment
        day = self.by_day[moment.date()] = self.by_day.get(moment.date(), 0) + 1
        self.most_in_a_day = max(self.most_in_a_day, day)

    def recommend(self, moment, model):
        """Note the recommendation when it changed."""
        if not self.recommended or self.recommended[-1][1] != model:
            self.recommended.append((moment, model))


class VirtualClock:
    """The time of the play."""

    def __init__(self):
        self.moment = START

    def now(self):
        """The virtual wall clock."""
        return self.moment

    def today(self):
        """The virtual day."""
        return self.moment.date()

    def local_time(self):
        """The virtual time of day."""
        return self.moment.time()


class Nothing:
    """A keeper that forgets."""

    def save(self, memory):
        """Keep nothing."""

    def record(self, events):
        """Keep nothing."""


def play_vacancy(traces, days, rng, *, awaiting=False, preferences=None):
    """The real board on the virtual clock."""
    clock, tally = VirtualClock(), Tally()
    preferences = preferences or Preferences(
        connections=(CONNECTION,),
        models=tuple(ModelEntry(CONNECTION.name, name) for name in MODELS),
        status_page=StatusPagePreferences(url=""),
    )
    board = Board(
        preferences=preferences,
        memory=Memory(),
        keeper=Nothing(),
        clock=clock,
        chance=rng.random,
        listener=lambda update: told(update),
    )

    def told(update):
        for notice in update.notices:
            if notice.kind is NoticeKind.RECOVERED:
                tally.told.append((clock.moment, notice.about.model))
        for verdict in update.snapshot.models:
            if verdict.state is State.AT_CAPACITY:
                tally.seen_down.append((clock.moment, verdict.key.model))
        found = update.snapshot.recommendation.key
        tally.recommend(clock.moment, found.model if found else None)

    full, last_start = refused(), START - STAGGER
    entries = {entry.key: entry for entry in preferences.models}
    good = {name: answered(name) for name in MODELS}
    end = START + timedelta(days=days)
    board.look_afresh(clock.moment)
    while clock.moment < end:
        board.publish()
        if awaiting:
            for verdict in board.snapshot.models:
                down = verdict.state is State.AT_CAPACITY
                if down and verdict.key == board.snapshot.models[0].key and not verdict.awaited:
                    board.watch(verdict.key, clock.moment + timedelta(hours=24))
        due, verdict = min(
            ((verdict.next_check_at, verdict) for verdict in board.snapshot.models if verdict.next_check_at),
            key=lambda pair: pair[0],
            default=(None, None),
        )
        if board.budget_spent or verdict is None:
            clock.moment += timedelta(minutes=10)
            continue
        moment = max(due, last_start + STAGGER, clock.moment)
        if is_asleep(moment):
            clock.moment = wakes_at(moment)
            board.look_afresh(clock.moment + timedelta(seconds=15))
            continue
        if moment - clock.moment > timedelta(minutes=2):
            # Claims grow old in between; the app looks at them every half minute.
            clock.moment += timedelta(minutes=2)
            continue
        clock.moment = last_start = moment
        name = verdict.key.model
        tally.ask(moment, name)
        ok = answers(rng, traces[name].at(moment))
        clock.moment += LATENCY
        board.probed(entries[verdict.key], good[name] if ok else full)
    return tally


def play_fixed(traces, days, rng, interval, *, back_off=()):
    """Every model at a fixed interval; back at the first success, recommended while the last answer was one."""
    tally = Tally()
    due = {name: START + index * STAGGER for index, name in enumerate(MODELS)}
    last = dict.fromkeys(MODELS)
    setbacks = dict.fromkeys(MODELS, 0)
    end = START + timedelta(days=days)
    while True:
        name = min(due, key=due.get)
        moment = due[name]
        if moment >= end:
            return tally
        if is_asleep(moment):
            due[name] = wakes_at(moment) + MODELS.index(name) * STAGGER
            continue
        tally.ask(moment, name)
        ok = answers(rng, traces[name].at(moment))
        if ok and last[name] is False:
            tally.told.append((moment + LATENCY, name))
        if not ok:
            tally.seen_down.append((moment, name))
        last[name] = ok
        setbacks[name] = 0 if ok else setbacks[name] + 1
        wait = interval
        if setbacks[name] and back_off:
            wait = back_off[min(setbacks[name], len(back_off)) - 1]
        due[name] = moment + LATENCY + wait
        tally.recommend(moment + LATENCY, next((model for model in MODELS if last[model]), None))


def delays_s(traces, tally):
    """Seconds from each true return to its notice, of every outage that the policy saw; None where it never told.

    A return that is followed by the next outage within half an hour of waking time is left out: nobody could tell.
    """
    found = {name: [] for name in MODELS}
    for name in MODELS:
        notices = [moment for moment, model in tally.told if model == name]
        seen = [moment for moment, model in tally.seen_down if model == name]
        outages = traces[name].outages()
        for (begin, back), after in zip(outages, [*(b for b, _ in outages[1:]), None], strict=True):
            awake = wakes_at(back)
            until = after or back + timedelta(days=1)
            if until - awake < timedelta(minutes=30) or not any(begin <= moment < back for moment in seen):
                continue
            told = next((moment for moment in notices if back <= moment < until), None)
            found[name].append(None if told is None else max(0.0, (told - awake).total_seconds()))
    return found


def false_share(traces, tally):
    """How many notices were wrong, of how many: told while the model was not up, and no outage had just ended.

    An outage of the account may end into a time of flapping; three requests in four are answered then, so that is a
    return.
    """
    wrong = sum(
        traces[model].at(moment) is not Truth.UP and not traces[model].just_ended(moment)
        for moment, model in tally.told
    )
    return wrong, len(tally.told)


def down_share(traces, tally, days):
    """Share of the waking time with a recommendation in which the recommended model is down."""
    end = START + timedelta(days=days)
    down = named = timedelta(0)
    step = timedelta(seconds=30)
    changes = [*tally.recommended, (end, None)]
    for (moment, model), (until, _) in zip(changes, changes[1:], strict=False):
        if model is None:
            continue
        at = moment
        while at < until:
            if not is_asleep(at):
                named += step
                down += step if traces[model].at(at) is Truth.DOWN else timedelta(0)
            at += step
    return down / named if named else 0.0


def row(name, traces, tally, days):
    """One line of the table."""
    found = [delay for each in delays_s(traces, tally).values() for delay in each]
    told = [delay for delay in found if delay is not None]
    wrong, all_told = false_share(traces, tally)
    lost = sum(delay is None for delay in found)
    return {
        "policy": name,
        "requests per model-day": tally.requests / days / len(MODELS),
        "median delay s": statistics.median(told) if told else 0.0,
        "p90 delay s": statistics.quantiles(told, n=10)[8] if len(told) > 9 else 0.0,
        "false back": f"{wrong}/{all_told}",
        "lost": f"{lost}/{len(found)}",
        "recommended is down %": 100 * down_share(traces, tally, days),
        "shortest gap s": tally.shortest_gap_s,
        "most in a day": tally.most_in_a_day,
    }


def table(rows):
    """The rows as Markdown."""
    names = list(rows[0])
    lines = ["| " + " | ".join(names) + " |", "|" + "---|" * len(names)]
    for each in rows:
        cells = [f"{value:.2f}" if isinstance(value, float) else str(value) for value in each.values()]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def play(days, seed):
    """Every policy on the same traces."""
    rng = seeded(seed)
    durations = real_durations()
    account = draw_account(rng, days)
    traces = {name: draw_trace(rng, days, durations, account=account) for name in MODELS}
    ours = play_vacancy(traces, days, seeded(seed + 1))
    rows = [row("Vacancy", traces, ours, days)]
    watched = play_vacancy(traces, days, seeded(seed + 1), awaiting=True)
    first = [delay for delay in delays_s(traces, watched)["first"] if delay is not None]
    rows.append({**row("Vacancy, first model awaited", traces, watched, days), "median delay s": statistics.median(first)})
    for name, seconds, more in (
        ("fixed 60 s", 60, {}),
        ("fixed 300 s", 300, {}),
        ("back-off only", 300, {"back_off": [timedelta(seconds=s) for s in (30, 120, 300, 600, 1200)]}),
    ):
        fixed = play_fixed(traces, days, seeded(seed + 1), timedelta(seconds=seconds), **more)
        rows.append(row(name, traces, fixed, days))
    return rows


def main():
    """Play, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--days", type=int, default=92)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    began = time.perf_counter()
    print(table(play(options.days, options.seed)))
    print(f"\n{len(MODELS)} models, {options.days} days, seed {options.seed}; {time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
