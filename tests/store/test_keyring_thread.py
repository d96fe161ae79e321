"""The claims of `store.keyring_thread`."""

import asyncio
import threading
from datetime import timedelta

import pytest

from vacancy.store.keyring_thread import KeyringThread, wait_for

PATIENT = timedelta(seconds=10)
SHORT = timedelta(milliseconds=20)


def test_calls_run_one_after_another_in_a_daemon_thread():
    """The program can end while a call hangs, and no two calls run at once."""
    thread = KeyringThread()
    seen = []
    jobs = [thread.submit(lambda: seen.append(threading.current_thread())) for _ in range(5)]
    for job in jobs:
        job.result(10)
    assert len(set(seen)) == 1
    assert seen[0].daemon
    assert seen[0] is not threading.current_thread()


def test_an_error_comes_out_where_the_call_was_waited_for():
    """A failing call ends neither the thread nor the next call."""
    thread = KeyringThread()
    with pytest.raises(KeyError):
        asyncio.run(wait_for(thread.submit(lambda: {}["missing"]), PATIENT))
    assert asyncio.run(wait_for(thread.submit(lambda: 7), PATIENT)) == 7


def test_a_call_that_ends_late_disturbs_nobody():
    """After the deadline, and even after the loop was closed, an answer is kept for whoever holds the future."""
    thread = KeyringThread()
    go_on = threading.Event()
    late = thread.submit(lambda: go_on.wait(10))
    with pytest.raises(TimeoutError):
        asyncio.run(wait_for(late, SHORT))
    go_on.set()
    assert late.result(10) is True
    assert asyncio.run(wait_for(late, SHORT)) is True


def test_a_call_that_was_taken_back_is_not_made():
    """Cancelled before its turn, a call never runs."""
    thread = KeyringThread()
    go_on, made = threading.Event(), []
    first = thread.submit(lambda: go_on.wait(10))
    second = thread.submit(lambda: made.append("second"))
    third = thread.submit(lambda: made.append("third"))
    assert second.cancel()
    go_on.set()
    first.result(10)
    third.result(10)
    assert made == ["third"]
