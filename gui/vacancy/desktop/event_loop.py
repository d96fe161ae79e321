"""One thread, one loop: runs the program's coroutine under Qt, and ends it in one way.

The way in: a display is checked for, Qt is set up, asyncio runs inside Qt's loop (qasync), signals of the system and
whatever fails unforeseen get a handler. The way out, whoever asks for it: `Desktop.quit` sets an event, the main
coroutine is cancelled and closes in its own `finally` what it has opened, the bridge ends its tasks, the loop closes.
A worker that blocks cannot hold the exit up: after a deadline the process ends hard.
"""

import asyncio
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from datetime import timedelta
from typing import Any

from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtWidgets import QApplication
from qasync import QEventLoop

from vacancy.assets import asset
from vacancy.desktop.bridge import FAREWELL, Bridge
from vacancy.desktop.failures import log_unforeseen
from vacancy.desktop.identity import APP_ID, APP_NAME
from vacancy.errors import DesktopError
from vacancy.words import tr

_logger = logging.getLogger(__name__)

EXIT_DEADLINE = timedelta(seconds=10)
"""From the wish to quit until the process ends hard."""

_SIGNAL_TICK_MS = 250
"""Where the loop cannot be woken by a signal (Windows), Python gets to look for one this often."""


Main = Callable[["Desktop"], Coroutine[Any, Any, int]]
"""The program as a coroutine function; its result is the exit code."""


class Desktop:
    """What the main coroutine gets: the application, the owner of background tasks, and the way out."""

    def __init__(self, application: QApplication, bridge: Bridge) -> None:
        self.application = application
        self.bridge = bridge
        self.quitting = asyncio.Event()
        """Set once somebody wants to quit; the main coroutine is cancelled at the same time."""

    def quit(self) -> None:
        """Ask for the end. Returns at once, from any slot; twice is fine."""
        self.quitting.set()


def run(main: Main) -> int:
    """Run `main` under Qt until it returns or somebody quits; the result is the exit code.

    When somebody quits, `main` is cancelled: what it opened, it closes in `finally` or `async with`. Call this last:
    the process has to end within `EXIT_DEADLINE` afterwards.

    Raises:
        DesktopError: there is no display to show anything on.
    """
    require_display(os.environ)
    application = _application()
    loop = QEventLoop(application)
    asyncio.set_event_loop(loop)
    log_unforeseen(loop)
    desktop = Desktop(application, Bridge(loop))
    _quit_on_signals(desktop, loop)
    with loop:
        return _run_to_the_end(loop, main, desktop)


def require_display(environment: Mapping[str, str]) -> None:
    """Fail with our own words where Qt would abort the process with misleading ones.

    Raises:
        DesktopError: no display is named in the environment.
    """
    if sys.platform != "linux" or environment.get("QT_QPA_PLATFORM"):
        return
    if not (environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")):
        raise DesktopError(
            tr("There is no display"),
            tr(
                "Neither DISPLAY nor WAYLAND_DISPLAY is set. Start Vacancy inside a desktop session, or use its "
                "command line: `vacancy check` and `vacancy demo` work in a terminal."
            ),
        )


def _application() -> QApplication:
    QGuiApplication.setDesktopFileName(APP_ID)
    application = QApplication.instance() or QApplication([APP_ID])
    assert isinstance(application, QApplication)  # noqa: S101 - for the type; nobody else makes one
    application.setApplicationName(APP_NAME)
    application.setQuitOnLastWindowClosed(False)
    application.setWindowIcon(QIcon(str(asset("icons/vacancy.svg"))))
    return application


def _run_to_the_end(loop: QEventLoop, main: Main, desktop: Desktop) -> int:
    ending = loop.create_task(_until_the_end(main, desktop), name="until_the_end")
    try:
        loop.run_until_complete(ending)
    except RuntimeError:
        if ending.done():
            raise
        # Qt's loop was ended behind our back, as a session manager does. Take our own way out after all.
        desktop.quit()
        loop.run_until_complete(ending)
    return int(ending.result())


async def _until_the_end(main: Main, desktop: Desktop) -> int:
    work = asyncio.create_task(main(desktop), name="main")
    wish = asyncio.create_task(desktop.quitting.wait(), name="quitting")
    try:
        await asyncio.wait({work, wish}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        _end_hard_after(EXIT_DEADLINE)
        work.cancel()
        wish.cancel()
        _, stuck = await asyncio.wait({work, wish}, timeout=FAREWELL.total_seconds())
        await desktop.bridge.close()
    if stuck:
        _logger.warning("main_stuck after_s=%d", FAREWELL.total_seconds())
        return 0
    return 0 if work.cancelled() else work.result()


def _quit_on_signals(desktop: Desktop, loop: asyncio.AbstractEventLoop) -> None:
    """Let SIGINT and SIGTERM take the one way out."""
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, desktop.quit)
        except NotImplementedError:
            signal.signal(number, lambda *_: desktop.quit())
            _let_python_notice_signals(desktop.application)


def _let_python_notice_signals(application: QApplication) -> None:
    tick = QTimer(application, interval=_SIGNAL_TICK_MS)
    tick.timeout.connect(lambda: None)
    tick.start()


def _end_hard_after(deadline: timedelta) -> None:
    """End the process at the deadline, in case a worker thread or a foreign library blocks the exit."""

    def end_hard() -> None:
        with suppress(Exception):
            _logger.error("exit_forced after_s=%d", deadline.total_seconds())
        os._exit(1)

    timer = threading.Timer(deadline.total_seconds(), end_hard)
    timer.daemon = True
    timer.start()
