"""A year of model-days against the schedule: what it costs, how late it tells, how often it is wrong.

    python tests/benchmarks/schedule/play.py [--days 92] [--seeds 7 11 13]

The real board is driven by a virtual clock over the traces of `traces.py`, with default settings and four models.
Beside it, in the same run and on the same traces: fixed intervals of 60 s (Uptime Kuma, Gatus, check-cx) and of 300 s
(LiteLLM), which call a model back at its first success; back-off alone; and an oracle. The laptop sleeps from one to
seven at night, when nobody asks; a return in that time counts from waking. Figures are pooled over the seeds.
"""

import argparse
import statistics
import sys
import time
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[2])]

from policies import MODELS, Vacancy, is_asleep, play_fixed, play_oracle, wakes_at
from traces import START, Truth, draw_account, draw_page, draw_trace, real_durations, seeded

STEP = timedelta(seconds=30)


@dataclass
class Figures:
    """One policy's figures over all seeds."""

    name: str
    days: int = 0
    requests: int = 0
    delays_s: list = field(default_factory=list)
    lost: int = 0
    wrong: int = 0
    told: int = 0
    named_steps: int = 0
    down_steps: int = 0
    shortest_gap_s: float = 1e9
    most_in_a_day: int = 0

    def add(self, traces, tally, days, *, of=MODELS):
        """Add one seed; the delays of those models only."""
        self.days += days
        self.requests += tally.requests
        for name in of:
            for delay in delays_s(traces[name], name, tally):
                if delay is None:
                    self.lost += 1
                else:
                    self.delays_s.append(delay)
        self.told += len(tally.told)
        self.wrong += sum(is_wrong(traces[model], moment) for moment, model in tally.told)
        self._follow_recommendation(traces, tally, days)
        self.shortest_gap_s = min(self.shortest_gap_s, tally.shortest_gap_s)
        self.most_in_a_day = max(self.most_in_a_day, *tally.by_day.values(), 0)

    @property
    def requests_per_model_day(self):
        """The cost."""
        return self.requests / self.days / len(MODELS)

    @property
    def median_delay_s(self):
        """How late a return is told."""
        return statistics.median(self.delays_s)

    @property
    def down_share(self):
        """Share of the waking time with a recommendation in which the recommended model is down."""
        return self.down_steps / self.named_steps

    def row(self):
        """One line of the table."""
        p90 = statistics.quantiles(self.delays_s, n=10)[8]
        gap = "-" if self.shortest_gap_s > 1e8 else f"{self.shortest_gap_s:.0f}"
        return (
            f"| {self.name} | {self.requests_per_model_day:.0f} | {self.median_delay_s:.0f} | {p90:.0f} "
            f"| {self.wrong} of {self.told} | {self.lost} of {self.lost + len(self.delays_s)} "
            f"| {100 * self.down_share:.3f} | {gap} | {self.most_in_a_day} |"
        )

    def _follow_recommendation(self, traces, tally, days):
        end = START + timedelta(days=days)
        for (moment, model), (until, _) in pairwise([*tally.recommended, (end, None)]):
            at = moment
            while model is not None and at < until:
                if not is_asleep(at):
                    self.named_steps += 1
                    self.down_steps += traces[model].at(at) is Truth.DOWN
                at += STEP


def delays_s(trace, name, tally):
    """Seconds from each true return to its notice, of every outage that the policy saw; None where it never told.

    A return that is followed by the next outage within half an hour of waking time is left out: what is told then is
    the next return.
    """
    notices = [moment for moment, model in tally.told if model == name]
    seen = [moment for moment, model in tally.seen_down if model == name]
    outages = trace.outages()
    for (begin, back), after in zip(outages, [*(later for later, _ in outages[1:]), None], strict=True):
        until = after or back + timedelta(days=1)
        if until - wakes_at(back) < timedelta(minutes=30) or not any(begin <= moment < back for moment in seen):
            continue
        told = next((moment for moment in notices if back <= moment < until), None)
        yield None if told is None else max(0.0, (told - wakes_at(back)).total_seconds())


def is_wrong(trace, moment):
    """Told while the model was not up, and no outage had just ended.

    An outage of the account may end into a time of flapping; three requests in four are answered then, so that is a
    return.
    """
    return trace.at(moment) is not Truth.UP and not trace.just_ended(moment)


def play(days, seeds):
    """Every policy on the same traces."""
    figures = {name: Figures(name) for name in NAMES}
    for seed in seeds:
        rng = seeded(seed)
        durations, account = real_durations(), draw_account(rng, days)
        traces = {name: draw_trace(rng, days, durations, account=account) for name in MODELS}
        page = draw_page(rng, traces)
        ours, awaited, slow, quick, patient, bound = figures.values()
        ours.add(traces, Vacancy(traces, page, seeded(seed + 1)).play(days), days)
        watching = Vacancy(traces, page, seeded(seed + 1), awaiting=True).play(days)
        awaited.add(traces, watching, days, of=MODELS[:1])
        slow.add(traces, play_fixed(traces, days, seeded(seed + 1), timedelta(seconds=300)), days)
        quick.add(traces, play_fixed(traces, days, seeded(seed + 1), timedelta(seconds=60)), days)
        waits = [timedelta(seconds=seconds) for seconds in (30, 120, 300, 600, 1200)]
        backing_off = play_fixed(traces, days, seeded(seed + 1), timedelta(seconds=300), back_off=waits)
        patient.add(traces, backing_off, days)
        bound.add(traces, play_oracle(traces, days), days)
    return figures


NAMES = ("Vacancy", "Vacancy, awaited model", "fixed 300 s", "fixed 60 s", "back-off only", "oracle")
HEAD = (
    '| policy | requests per model-day | median delay s | p90 s | wrong "is back" | lost | recommended is down % '
    "| shortest gap s | most in a day |\n|---|---|---|---|---|---|---|---|---|"
)


def main():
    """Play, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--days", type=int, default=92)
    parser.add_argument("--seeds", type=int, nargs="+", default=[7])
    options = parser.parse_args()
    began = time.perf_counter()
    figures = play(options.days, options.seeds)
    print("\n".join([HEAD, *(each.row() for each in figures.values())]))
    seeds = ", ".join(str(seed) for seed in options.seeds)
    took = time.perf_counter() - began
    print(f"\n{len(MODELS)} models, {options.days} days for each of the seeds {seeds}; played in {took:.0f} s")


if __name__ == "__main__":
    main()
