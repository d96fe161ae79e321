"""What Codex writes down is told within two seconds, without a request and without work meanwhile."""

import asyncio
import gc
import threading
import time
from contextlib import aclosing, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
import qasync

from fakes import behaviours
from fakes.codex_folder import NOW, CodexFolder, CountingOpener, begun, born, ended
from fakes.codex_program import PROVIDER, CodexHome
from fakes.provider_server import ProviderServer
from vacancy.domain.catalog import Connection, ConnectionKind, KeyKind, KeySource
from vacancy.domain.sighting import Login, SessionNews, SessionTrouble
from vacancy.sources.codex_sessions import CodexSessions

SOON = 2.0


def connection_to(home):
    """A connection to the sessions in that folder."""
    return Connection("codex", ConnectionKind.CODEX, "", KeySource(KeyKind.NONE), home=str(home))


def now():
    """The wall clock."""
    return datetime.now(UTC)


@asynccontextmanager
async def following(home, *, clock=now, **more):
    """Give a function that waits for the next news, and close the following in the end."""
    source = CodexSessions(environment={}, now=clock, **more)
    async with aclosing(source.follow(connection_to(home))) as news:
        yield lambda within=SOON: asyncio.wait_for(anext(news), within)


@pytest.fixture
def folder(tmp_path):
    """A home of Codex."""
    return CodexFolder(tmp_path)


def test_the_first_news_comes_at_once_and_the_next_when_something_is_written(folder):
    """A turn that ends, in a file that was there and in one that was not, and another login."""

    async def story():
        folder.write(born() + begun("a") + ended("a"), 1)
        async with following(folder.home, clock=lambda: NOW) as coming:
            first = await coming()
            assert [each.model for each in first.sightings] == ["gpt-x"]
            assert first.login is Login.NONE
            folder.write(begun("b", model="gpt-b") + ended("b"), 1)
            assert [each.model for each in (await coming()).sightings] == ["gpt-b"]
            folder.write(born() + begun("c", model="gpt-c") + ended("c"), 2, day=NOW.replace(day=30))
            assert [each.model for each in (await coming()).sightings] == ["gpt-c"]
            folder.log_in()
            assert await coming() == SessionNews(login=Login.CHATGPT)

    asyncio.run(story())


def test_an_old_session_that_is_taken_up_again_is_followed(folder):
    """It goes on in the file of its first day, months ago."""

    async def story():
        for number in range(9):
            folder.write(born(), number, day=NOW.replace(month=number + 2, day=1))
        folder.write(born() + begun("a") + ended("a"), 1, day=NOW.replace(year=2024))
        async with following(folder.home, clock=lambda: NOW) as coming:
            assert (await coming()).sightings == ()
            following_on = asyncio.create_task(coming())
            await asyncio.sleep(0.3)
            folder.write(begun("b", model="gpt-b") + ended("b"), 1, day=NOW.replace(year=2024))
            assert [each.model for each in (await following_on).sightings] == ["gpt-x", "gpt-b"]

    asyncio.run(story())


def test_what_is_written_while_the_watching_begins_is_not_missed(folder):
    """Between the first look and the first watch."""

    async def story():
        async with following(folder.home, clock=lambda: NOW) as coming:
            await coming()
            folder.write(born() + begun("a") + ended("a"))  # nothing is watched until more news is asked for
            assert len((await coming()).sightings) == 1

    asyncio.run(story())


def test_the_first_session_ever_is_seen(folder):
    """Its folder is made with it."""

    async def story():
        folder.sessions.rmdir()
        async with following(folder.home, clock=lambda: NOW) as coming:
            await coming()
            next_news = asyncio.create_task(coming())
            await asyncio.sleep(0.3)
            folder.write(born() + begun("a") + ended("a"))
            assert len((await next_news).sightings) == 1

    asyncio.run(story())


def test_links_to_the_home_and_to_the_sessions_are_followed(folder, tmp_path):
    """And a circle of them is no home."""

    async def story():
        folder.sessions.rename(tmp_path / "elsewhere")
        folder.sessions.symlink_to(tmp_path / "elsewhere")
        (tmp_path / "link").symlink_to(folder.home)
        async with following(tmp_path / "link", clock=lambda: NOW) as coming:
            await coming()
            folder.write(born() + begun("a") + ended("a"))
            await coming()
            folder.write(begun("b", model="gpt-b") + ended("b"))
            assert [each.model for each in (await coming()).sightings] == ["gpt-b"]
        (tmp_path / "circle").symlink_to(tmp_path / "circle")
        async with following(tmp_path / "circle") as coming:
            assert (await coming()).trouble is SessionTrouble.NO_HOME

    asyncio.run(story())


def test_nothing_is_done_while_nothing_is_written(folder):
    """No file is opened, and neither this thread nor one that was started for it wakes up more than the odd time."""
    others = {task.name for task in Path("/proc/self/task").iterdir()} - {str(threading.get_native_id())}

    def switches():
        tasks = [task for task in Path("/proc/self/task").iterdir() if task.name not in others]
        told = [(task / "status").read_text() for task in tasks]
        return sum(int(text.partition("\nvoluntary_ctxt_switches:")[2].split()[0]) for text in told)

    async def story():
        folder.write(born() + begun("a") + ended("a"))
        opener = CountingOpener()
        async with following(folder.home, clock=lambda: NOW, opener=opener) as coming:
            await coming()
            waiting = asyncio.create_task(coming(3))
            await asyncio.sleep(0.5)
            opened, before = opener.opened, switches()
            await asyncio.sleep(1)
            assert switches() - before <= 5
            assert opener.opened == opened
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)

    asyncio.run(story())


@pytest.mark.real_desktop
def test_following_ends_at_once_under_qt(folder, qapp):
    """It works under the loop that the app runs on, and neither cancelling nor the loop's end waits for anything."""

    async def story():
        source = CodexSessions(environment={"CODEX_HOME": str(folder.home)}, now=lambda: NOW)
        connection = Connection("codex", ConnectionKind.CODEX, "", KeySource(KeyKind.NONE))
        async with aclosing(source.follow(connection)) as news:
            first = await anext(news)
            coming = asyncio.create_task(anext(news))
            await asyncio.sleep(0.2)
            folder.write(born() + begun("a") + ended("a"))
            second = await asyncio.wait_for(coming, SOON)
            waiting = asyncio.create_task(anext(news))
            await asyncio.sleep(0.2)
            began = time.monotonic()
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
        return (first, second), began

    with qasync.QEventLoop(qapp) as loop:
        heard, began = loop.run_until_complete(story())
    took = time.monotonic() - began
    del loop
    gc.collect()  # here, or a thread of a later test would do it, and Qt's objects die only where they were made
    assert took < SOON
    assert [len(each.sightings) for each in heard] == [0, 1]


def test_the_real_codex_is_seen_within_two_seconds_without_a_request(tmp_path):
    """A turn that is answered, one that meets capacity by a status, and one in the middle of a stream."""

    async def story(codex, server):
        async with following(codex.home, provider=PROVIDER) as coming:
            await coming()
            for asked, (behaviour, error) in enumerate(
                (
                    (behaviours.ok, None),
                    (behaviours.at_capacity_in_stream, "server_overloaded"),
                    (behaviours.fails(503, behaviours.error("full", code="server_is_overloaded")), "server_overloaded"),
                ),
                1,
            ):
                server.models["gpt-5.5"] = behaviour
                run = await asyncio.to_thread(codex.exec)
                assert run.succeeded is (error is None)
                seen = ()
                while not seen:
                    seen = (await coming()).sightings
                assert [(each.model, each.evidence.codex_error) for each in seen] == [("gpt-5.5", error)]
                assert len(server.requests) == asked

    with ProviderServer() as server:
        codex = CodexHome(tmp_path, server)
        codex.log_in()
        asyncio.run(story(codex, server))
