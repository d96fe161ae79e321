"""The owner of the tasks that Qt slots start."""

import asyncio
import logging
from datetime import timedelta

from vacancy.desktop.bridge import Bridge


def test_a_failure_is_logged_by_name_and_without_secrets(run, caplog):
    """A task that fails is an error in the log, and a key in its text is not."""

    async def fail():
        raise ValueError("Bearer sk-canary0123456789")

    async def story():
        bridge = Bridge(asyncio.get_running_loop())
        bridge.spawn(fail(), "copying")
        await asyncio.sleep(0.01)

    run(story())
    assert "task_failed name=copying" in caplog.text
    assert "canary" not in caplog.text


def test_close_cancels_what_runs_and_refuses_what_comes(run, caplog):
    """After the end nothing runs and nothing starts."""
    ended = []

    async def work(name):
        try:
            await asyncio.sleep(3600)
        finally:
            ended.append(name)

    async def story():
        bridge = Bridge(asyncio.get_running_loop())
        bridge.spawn(work("first"), "first")
        await asyncio.sleep(0)
        await bridge.close()
        bridge.spawn(work("late"), "late")
        await bridge.close()

    run(story())
    assert ended == ["first"]


def test_a_task_that_will_not_end_is_named_and_left(run, caplog):
    """A task that ignores its cancellation delays the exit by the farewell alone."""
    let_go = asyncio.Event()

    async def stubborn():
        while not let_go.is_set():
            try:
                await let_go.wait()
            except asyncio.CancelledError:
                continue

    async def story():
        bridge = Bridge(asyncio.get_running_loop())
        bridge.spawn(stubborn(), "stubborn")
        await asyncio.sleep(0)
        with caplog.at_level(logging.WARNING):
            await bridge.close(farewell=timedelta(milliseconds=50))
        let_go.set()
        await asyncio.sleep(0.01)

    run(story())
    assert "task_stuck name=stubborn" in caplog.text
