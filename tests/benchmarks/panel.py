"""Measures the panel with two hundred models: opening, scrolling, filtering, ageing, and what it weighs.

    QT_QPA_PLATFORM=offscreen python tests/benchmarks/panel.py

Each frame is painted into memory, so that the figures are the program's own and no display's.
"""

import sys
import time
from collections.abc import Callable
from datetime import UTC, timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from PySide6.QtWidgets import QApplication

from fakes.snapshots import NOW, available, full, snapshot, strip
from vacancy.domain.catalog import EntryKey

MODELS = 200
FRAME_MS = 16.0
OPENING_MS = 100.0


def main() -> None:
    """Print each figure with what it is held to."""
    app = QApplication([])
    bare = _resident_mb()
    from vacancy.views.panel import Panel  # noqa: PLC0415 - its import is part of what is weighed

    keys = [EntryKey("openai", f"gpt-{number}") for number in range(MODELS)]
    shown = snapshot(*(available(key) if number % 4 else full(key) for number, key in enumerate(keys)))
    panel = Panel(clock=lambda: NOW, zone=UTC)
    panel.set_strips({key: strip() for key in keys})
    panel.render(shown, NOW)

    def opened() -> None:
        panel.show()
        app.processEvents()

    print(f"opening, first time:  {_ms(opened):6.1f} ms (held to {OPENING_MS:.0f})")
    panel.hide()
    print(f"opening, again:       {_ms(opened):6.1f} ms (held to {OPENING_MS:.0f})")
    bar, viewport = panel.models.verticalScrollBar(), panel.models.viewport()

    def scrolled(value: int) -> None:
        bar.setValue(value)
        viewport.repaint()

    def filtered(words: str) -> None:
        panel.filter.setText(words)
        panel.repaint()
        app.processEvents()

    def aged(seconds: int) -> None:
        panel.set_time(NOW + timedelta(seconds=seconds))
        app.processEvents()

    _tell("scrolling", [_ms(lambda value=value: scrolled(value)) for value in range(0, bar.maximum(), 37)])
    _tell(
        "filtering", [_ms(lambda words=words: filtered(words)) for words in ("g", "gp", "gpt", "gpt-1", "gpt-19", "")]
    )
    _tell("ageing", [_ms(lambda seconds=seconds: aged(seconds)) for seconds in range(5, 300, 5)])
    print(f"weight of it all:     {_resident_mb() - bare:6.1f} MB, imports included; none before it is first opened")


def _ms(work: Callable[[], None]) -> float:
    begin = time.perf_counter()
    work()
    return (time.perf_counter() - begin) * 1000


def _tell(name: str, frames: list[float]) -> None:
    frames.sort()
    late = sum(frame > FRAME_MS for frame in frames)
    print(
        f"{name + ':':21} {frames[len(frames) // 2]:6.1f} ms a frame, slowest {frames[-1]:5.1f} ms, "
        f"{late} of {len(frames)} above {FRAME_MS:.0f}"
    )


def _resident_mb() -> float:
    text = Path("/proc/self/smaps_rollup").read_text(encoding="ascii")
    return int(next(line for line in text.splitlines() if line.startswith("Rss")).split()[1]) / 1024


if __name__ == "__main__":
    main()
