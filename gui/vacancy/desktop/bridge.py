"""From clicks to coroutines: the owner of every task that a Qt slot starts."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from datetime import timedelta
from typing import Any

from vacancy.desktop.failures import describe

_logger = logging.getLogger(__name__)

Spawn = Callable[[Coroutine[Any, Any, Any], str], None]
"""`Bridge.spawn`, for whoever needs nothing else of the bridge."""

FAREWELL = timedelta(seconds=3)
"""How long cancelled tasks may take to end."""


class Bridge:
    """Keeps background tasks alive, names them, logs their failures and cancels them at the end.

    Qt slots are plain functions; what takes time they hand to `spawn`. Lives in the thread of the loop.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closing = False

    def spawn(self, work: Coroutine[Any, Any, Any], name: str) -> None:
        """Start a coroutine. Its failure is logged and ends nothing else; after `close` nothing starts."""
        if self._closing:
            _logger.debug("task_refused name=%s reason=closing", name)
            work.close()
            return
        task = self._loop.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    async def close(self, *, farewell: timedelta = FAREWELL) -> None:
        """Cancel every task and wait for their end, `farewell` at most. Twice is fine."""
        self._closing = True
        tasks = self._tasks - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        if tasks:
            _, stuck = await asyncio.wait(tasks, timeout=farewell.total_seconds())
            for task in stuck:
                _logger.warning("task_stuck name=%s", task.get_name())

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (failure := task.exception()) is not None:
            _logger.error("task_failed name=%s\n%s", task.get_name(), describe(failure))
