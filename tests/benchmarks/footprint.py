"""What Vacancy costs beside a bare PySide6 tray program, taken side by side in one run.

    dbus-run-session -- xvfb-run -a python tests/benchmarks/footprint.py [--runs 5] [--idle 30]

Start: from starting the process to the icon's registration with a tray host on the session bus. Memory: resident set
after the first round of probes and `--idle` seconds. Wake-ups: voluntary context switches of all threads in that time,
on two models that are available and a page that is switched off. Status: whole-process time of `vacancy status` beside
an interpreter that does nothing. Medians, and ratios pair by pair; machines are noisy, so quote the ratios.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from fakes import behaviours
from fakes.provider_server import ProviderServer
from fakes.sni_host import SniHost

PATIENCE_S = 20


@dataclass(frozen=True)
class Cost:
    """One run of one tray program."""

    start_s: float
    memory_mb: float
    wakeups_per_s: float


def measure(command, idle_s, environment):
    """Start a tray program, let it idle, and end it."""
    host = SniHost()
    host.start()
    began = time.perf_counter()
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while not host.watcher.items:
            if time.perf_counter() - began > PATIENCE_S:
                raise SystemExit(f"no icon within {PATIENCE_S} s: {command}")
            rest(0.002)
        start_s = time.perf_counter() - began
        rest(10)  # the first round of probes
        before = wakeups(process.pid)
        rest(idle_s)
        return Cost(start_s, memory_mb(process.pid), (wakeups(process.pid) - before) / idle_s)
    finally:
        process.terminate()
        process.wait(PATIENCE_S)
        host.stop()


def wakeups(pid):
    """Voluntary context switches of all threads so far."""
    threads = Path(f"/proc/{pid}/task").iterdir()
    return sum(field(thread / "status", "voluntary_ctxt_switches") for thread in threads)


def memory_mb(pid):
    """Resident memory."""
    return field(Path(f"/proc/{pid}/status"), "VmRSS") / 1024


def field(status, name):
    """A number of a status file of /proc."""
    line = next(line for line in status.read_text().splitlines() if line.startswith(f"{name}:"))
    return int(line.split()[1])


def rest(seconds):
    """Let time pass."""
    threading.Event().wait(seconds)


def whole_process_s(command, environment):
    """How long a command takes from start to end."""
    began = time.perf_counter()
    subprocess.run(command, env=environment, capture_output=True, check=False)
    return time.perf_counter() - began


def settings(folder, server):
    """Two models at the loopback provider."""
    listed = "".join(f'[[models]]\nconnection = "lab"\nid = "{model}"\n' for model in ("first", "second"))
    (folder / "config.toml").write_text(
        f'version = 1\n[status_page]\nurl = ""\n[connections.lab]\nkind = "openai"\n'
        f'base_url = "{server.base_url}"\nkey = "none"\n{listed}',
        encoding="utf-8",
    )


def row(name, ours, floor, unit):
    """A line of the table."""
    ratio = statistics.median(mine / bare for mine, bare in zip(ours, floor, strict=True) if bare)
    print(f"| {name} | {statistics.median(ours):.2f} {unit} | {statistics.median(floor):.2f} {unit} | {ratio:.2f} |")


def main():
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--idle", type=float, default=30.0)
    options = parser.parse_args()
    with ProviderServer() as server, tempfile.TemporaryDirectory() as folder:
        server.models.update({"first": behaviours.ok, "second": behaviours.ok})
        settings(Path(folder), server)
        environment = {**os.environ, "VACANCY_BASE_DIR": folder}
        ours = [sys.executable, "-m", "vacancy", "--hidden"]
        bare = [sys.executable, str(Path(__file__).with_name("bare_tray.py"))]
        pairs = [
            (measure(ours, options.idle, environment), measure(bare, options.idle, environment))
            for _ in range(options.runs)
        ]
        status = [sys.executable, "-m", "vacancy", "status"]
        nothing = [sys.executable, "-c", "pass"]
        times = [(whole_process_s(status, environment), whole_process_s(nothing, environment)) for _ in range(15)]
    print("| | Vacancy | floor | ratio |\n|---|---|---|---|")
    row("start to visible icon", [a.start_s for a, _ in pairs], [b.start_s for _, b in pairs], "s")
    row("resident memory", [a.memory_mb for a, _ in pairs], [b.memory_mb for _, b in pairs], "MB")
    idle = [statistics.median(cost.wakeups_per_s for cost in side) for side in zip(*pairs, strict=True)]
    print(f"| idle wake-ups | {idle[0]:.2f} /s | {idle[1]:.2f} /s | |")
    row("vacancy status (floor: python -c pass)", [a for a, _ in times], [b for _, b in times], "s")


if __name__ == "__main__":
    main()
