"""What is written below a folder is told soon, and nothing is done meanwhile."""

import asyncio
import threading
import time
from contextlib import contextmanager
from datetime import timedelta

import pytest
from watchdog.observers.api import BaseObserver, EventEmitter

from vacancy.sources.folder_watch import FolderWatch


@contextmanager
def watching(matters=lambda _: True, **more):
    """A watch that is stopped in the end."""
    watch = FolderWatch(matters, **more)
    try:
        yield watch
    finally:
        watch.stop()


async def told(watch, within=2.0):
    """What is told next."""
    return await asyncio.wait_for(watch.written(), within)


def test_a_write_is_told_soon_also_in_a_folder_that_was_made_since(tmp_path):
    """Together with others of the same moment, by the path of the file; reading tells nothing."""

    async def story():
        with watching() as watch:
            assert watch.cover({tmp_path: True})
            day = tmp_path / "2026/11/29"
            day.mkdir(parents=True)
            (day / "a").write_text("x")
            (tmp_path / "b").write_text("x")
            began = time.monotonic()
            missing = {day / "a", tmp_path / "b"}
            while missing:
                missing -= await told(watch)
            assert time.monotonic() - began < 2
            (day / "a").read_text()
            with pytest.raises(TimeoutError):
                await told(watch, 0.45)
            with (day / "a").open("a") as file:
                file.write("more")
                file.flush()
                assert await told(watch) == {day / "a"}, "it is told while it is kept open"
            assert not watch.cover({tmp_path: True}), "nothing was missed"

    asyncio.run(story())


def test_what_does_not_matter_wakes_nobody(tmp_path):
    """And a folder that is watched alone tells nothing of what is below it."""

    async def story():
        (tmp_path / "below").mkdir()
        with watching(lambda path: path.suffix == ".jsonl") as watch:
            watch.cover({tmp_path: False})
            (tmp_path / "a.txt").write_text("x")
            (tmp_path / "below" / "b.jsonl").write_text("x")
            with pytest.raises(TimeoutError):
                await told(watch, 0.45)
            (tmp_path / "a.txt").rename(tmp_path / "a.jsonl")
            assert tmp_path / "a.jsonl" in await told(watch)

    asyncio.run(story())


def test_a_folder_that_is_made_or_made_anew_is_watched_from_then_on(tmp_path):
    """Each time it is said that something may have been missed."""

    async def story():
        folder = tmp_path / "sessions"
        with watching() as watch:
            assert not watch.cover({folder: True})
            folder.mkdir()
            assert watch.cover({folder: True})
            folder.rename(tmp_path / "old")
            assert not watch.cover({folder: True})
            folder.mkdir()
            assert watch.cover({folder: True})
            (folder / "a").write_text("x")
            assert folder / "a" in await told(watch)

    asyncio.run(story())


class Refusing(BaseObserver):
    """An observer for which the system has no watches left."""

    def __init__(self):
        super().__init__(EventEmitter)

    def schedule(self, *_, **__):
        """Refuse."""
        raise OSError(28, "No space left on device")


def test_where_the_system_does_not_tell_it_is_time_to_look_soon(tmp_path, caplog):
    """The reason is logged once, however often it is tried again."""

    async def story():
        with watching(observer=Refusing) as watch:
            assert not watch.cover({tmp_path: True})
            assert not watch.cover({tmp_path: True})
            assert watch._pause == timedelta(seconds=2)

    asyncio.run(story())
    assert caplog.text.count("folder_not_watched") == 1


def test_stopping_returns_at_once_and_ends_the_threads(tmp_path):
    """Also while nothing is written, and twice; nothing is watched afterwards."""

    async def story():
        kept = set(threading.enumerate())
        watch = FolderWatch(lambda _: True)
        watch.cover({tmp_path: True})
        started = set(threading.enumerate()) - kept
        assert started
        began = time.monotonic()
        watch.stop()
        watch.stop()
        assert time.monotonic() - began < 0.5
        for thread in started:
            await asyncio.to_thread(thread.join, 2)
        assert not any(thread.is_alive() for thread in started)
        assert not watch.cover({tmp_path: True})

    asyncio.run(story())


def test_a_write_after_the_loop_has_ended_harms_nothing(tmp_path):
    """As while the program ends."""

    async def story():
        watch = FolderWatch(lambda _: True)
        watch.cover({tmp_path: True})
        return watch

    watch = asyncio.run(story())
    (tmp_path / "a").write_text("x")
    watch._tell(tmp_path / "a")
    watch.stop()


class _StoppedMeanwhile:
    """What asks the system, while whose folders are taken up the watch is stopped."""

    def __init__(self):
        self.told = []
        self.stop_watch = lambda: None

    def start(self):
        """Begin."""
        self.told.append("start")

    def schedule(self, *_args, **_options):
        """Take up a folder."""
        self.stop_watch()
        self.told.append("schedule")

    def stop(self):
        """End."""
        self.told.append("stop")


def test_what_is_just_taken_up_is_stopped_after_it(tmp_path):
    """In the middle of it watchdog would leave a thread behind that never ends, now and then."""

    async def stopped():
        observer = _StoppedMeanwhile()
        watch = FolderWatch(lambda _path: True, observer=lambda: observer)
        observer.stop_watch = watch.stop
        await asyncio.to_thread(watch.cover, {tmp_path: True})
        watch.stop()
        assert not watch.cover({tmp_path: True})
        return observer.told

    assert asyncio.run(stopped()) == ["start", "schedule", "stop"]
