"""What the tests of the desktop edge share."""

import asyncio

import pytest
from qasync import QEventLoop


@pytest.fixture
def answer(qtbot):
    """Wait for a future of another thread while Qt's loop turns, and return its result."""

    def wait(future):
        qtbot.waitUntil(future.done, timeout=5000)
        return future.result()

    return wait


@pytest.fixture(scope="session")
def qt_loop(qapp):
    """The one asyncio loop under Qt of this test run."""
    loop = QEventLoop(qapp)
    yield loop
    loop.close()


@pytest.fixture
def run(qt_loop):
    """Run a coroutine under Qt to its end; no task may be left behind."""

    def run_to_the_end(work):
        asyncio.set_event_loop(qt_loop)
        try:
            result = qt_loop.run_until_complete(work)
            assert asyncio.all_tasks(qt_loop) == set()
            return result
        finally:
            asyncio.set_event_loop(None)

    return run_to_the_end


@pytest.fixture
def until():
    """Wait in a coroutine until a condition holds, two seconds at most."""

    async def wait(condition):
        async with asyncio.timeout(2):
            while not condition():  # noqa: ASYNC110 - the condition is of another thread
                await asyncio.sleep(0.01)

    return wait
