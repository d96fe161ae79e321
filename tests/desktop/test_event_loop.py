"""The loop under Qt and the one way out of it, in processes of their own."""

import os
import signal
import subprocess
import sys
import textwrap

import pytest

from vacancy.desktop.event_loop import require_display
from vacancy.errors import DesktopError

PROLOGUE = """
import asyncio, logging, sys
from datetime import timedelta
from PySide6.QtCore import QTimer
from vacancy.desktop import event_loop
logging.basicConfig(level=logging.INFO, stream=sys.stderr)
"""


def start(program):
    """Start a program under the offscreen platform."""
    return subprocess.Popen(
        [sys.executable, "-c", PROLOGUE + textwrap.dedent(program)],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def run(program):
    """Run it to its end: exit code, standard output, standard error."""
    process = start(program)
    out, err = process.communicate(timeout=20)
    return process.returncode, out, err


def test_the_result_of_main_is_the_exit_code():
    """What main returns is what the process ends with."""
    code, _, err = run("""
        async def main(desktop):
            await asyncio.sleep(0)
            return 4
        sys.exit(event_loop.run(main))
    """)
    assert (code, err) == (4, "")


def test_quit_cancels_main_which_closes_what_it_opened():
    """A wish to quit from a Qt slot ends main through its own finally, and with it the tasks of the bridge."""
    code, out, err = run("""
        async def forever():
            try:
                await asyncio.sleep(3600)
            finally:
                print("task ended")
        async def main(desktop):
            desktop.bridge.spawn(forever(), "forever")
            QTimer.singleShot(50, desktop.quit)
            try:
                await asyncio.sleep(3600)
            finally:
                await asyncio.sleep(0)
                print("main closed")
        sys.exit(event_loop.run(main))
    """)
    assert (code, out, err) == (0, "main closed\ntask ended\n", "")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signals_take_the_one_way_out(number):
    """Ctrl-C and the session's SIGTERM let main close what it has opened."""
    process = start("""
        async def main(desktop):
            print("running", flush=True)
            try:
                await asyncio.sleep(3600)
            finally:
                print("closed", flush=True)
        sys.exit(event_loop.run(main))
    """)
    assert process.stdout.readline() == "running\n"
    process.send_signal(number)
    out, err = process.communicate(timeout=10)
    assert (process.returncode, out, err) == (0, "closed\n", "")


def test_qt_ended_from_outside_still_closes():
    """A session manager that ends Qt's loop does not skip our closing."""
    code, out, _ = run("""
        async def main(desktop):
            QTimer.singleShot(50, desktop.application.quit)
            try:
                await asyncio.sleep(3600)
            finally:
                await asyncio.sleep(0)
                print("closed")
        sys.exit(event_loop.run(main))
    """)
    assert (code, out) == (0, "closed\n")


def test_a_blocked_worker_cannot_hold_up_the_exit():
    """After the deadline the process ends though a thread of the executor never returns."""
    code, _, err = run("""
        import time
        event_loop.EXIT_DEADLINE = timedelta(seconds=0.5)
        async def main(desktop):
            asyncio.get_running_loop().run_in_executor(None, time.sleep, 3600)
            return 0
        event_loop.run(main)
    """)
    assert code == 1
    assert "exit_forced" in err


def test_failures_of_tasks_and_slots_are_logged_without_secrets():
    """A task and a slot that fail end nothing, and a key in their texts does not reach the log."""
    code, _, err = run("""
        async def fail():
            raise ValueError("refused sk-canary0123456789abcdef")
        def slot():
            raise KeyError("sk-canary0123456789abcdef")
        async def main(desktop):
            desktop.bridge.spawn(fail(), "failing")
            QTimer.singleShot(0, slot)
            await asyncio.sleep(0.2)
            return 0
        sys.exit(event_loop.run(main))
    """)
    assert code == 0
    assert "task_failed name=failing" in err
    assert "KeyError" in err
    assert "canary" not in err


def test_no_display_is_our_own_error():
    """Without a display people read what to do, not Qt's list of plugins."""
    with pytest.raises(DesktopError, match="There is no display"):
        require_display({"PATH": "/bin"})


@pytest.mark.parametrize("variable", ["DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"])
def test_any_named_display_is_tried(variable):
    """One of the variables is enough to let Qt try."""
    require_display({variable: "x"})
