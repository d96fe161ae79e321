"""One daemon thread for calls that may block for ever, each waited for with a deadline.

A locked keyring whose prompt nobody answers never returns. Such a call must neither stand on the loop's thread nor
in the loop's executor, which is waited for when the program ends.
"""

import asyncio
import contextlib
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from datetime import timedelta
from typing import TypeVar

T = TypeVar("T")


class KeyringThread:
    """Runs one call after another; starts with the first one. Used from one event loop."""

    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    def submit(self, call: Callable[[], T]) -> "Future[T]":
        """Queue a call. A future that is cancelled before its turn is never run."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="keyring", daemon=True)
            self._thread.start()
        future: Future[T] = Future()
        self._jobs.put(lambda: _run(call, future))
        return future

    def _work(self) -> None:
        while True:
            self._jobs.get()()


async def wait_for(future: "Future[T]", timeout: timedelta) -> T:
    """The result of a call, waited for without stopping it: a call that is running cannot be stopped.

    Raises:
        TimeoutError: it did not end in time. It may still end later.
    """
    loop, ended = asyncio.get_running_loop(), asyncio.Event()

    def wake(_: "Future[T]") -> None:
        with contextlib.suppress(RuntimeError):  # the program ended before the keyring answered
            loop.call_soon_threadsafe(ended.set)

    future.add_done_callback(wake)
    await asyncio.wait_for(ended.wait(), timeout.total_seconds())
    return future.result()


def _run(call: Callable[[], T], future: "Future[T]") -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(call())
    except Exception as error:  # noqa: BLE001 - a supervisor: whoever waits for the future gets the error
        future.set_exception(error)
