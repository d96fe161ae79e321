"""A program that is spoken with line by line, and that does not outlive the conversation."""

import asyncio
import os
import sys
import time
from pathlib import Path

import pytest

from vacancy.sources.child import started

ECHO = "import sys\nfor line in sys.stdin: print('heard', line.strip(), flush=True)"
DEAF = """
import os, signal, subprocess, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
grandchild = subprocess.Popen([sys.executable, "-c", "import signal, time; signal.signal(15, 1); time.sleep(60)"])
print(os.getpid(), grandchild.pid, flush=True)
time.sleep(60)
"""


def conversation(program, tmp_path):
    """A Python program as child."""
    return started([sys.executable, "-c", program], environment=os.environ, folder=tmp_path)


def runs(pid):
    """The process is there, and is more than an entry that nobody has collected."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


async def gone(*pids):
    """Whether all have ended within two seconds."""
    for _ in range(200):
        if not any(map(runs, pids)):
            return True
        await asyncio.sleep(0.01)
    return False


def test_lines_go_both_ways_and_end(tmp_path):
    """What is said arrives, answers come line by line, and the last one is followed by nothing, as often as asked."""

    async def talk():
        async with conversation(ECHO, tmp_path) as child:
            child.say(b"one")
            child.say(b"two")
            heard = [await child.line(), await child.line()]
        return [*heard, await child.line(), await child.line()]

    assert asyncio.run(talk()) == [b"heard one", b"heard two", None, None]


def test_it_works_in_its_folder_with_its_environment(tmp_path):
    """Folder and variables are those that are given, and no others."""

    async def talk():
        program = "import os; print(os.getcwd(), os.environ.get('GIVEN'), os.environ.get('HOME'), flush=True)"
        command = [sys.executable, "-c", program]
        async with started(command, environment={"GIVEN": "yes"}, folder=tmp_path) as child:
            return await child.line()

    assert asyncio.run(talk()).decode() == f"{tmp_path.resolve()} yes None"


def test_a_program_that_is_not_there_is_an_error(tmp_path):
    """Nothing is started, and the caller is told."""

    async def talk():
        async with started([str(tmp_path / "none")], environment={}, folder=tmp_path):
            pass

    with pytest.raises(FileNotFoundError):
        asyncio.run(talk())


def test_what_it_complains_of_is_kept_at_its_end(tmp_path):
    """The last few thousand characters of standard error are there, however much came before."""

    async def talk():
        program = "import sys; sys.stderr.write('x' * 1_000_000 + ' the cause')"
        async with conversation(program, tmp_path) as child:
            assert await child.line() is None
            return await child.complaint()

    complaint = asyncio.run(talk())
    assert complaint.endswith("x the cause")
    assert len(complaint) < 10_000


@pytest.mark.parametrize(
    "program",
    [
        "import os\nwhile True: os.write(1, b'x' * 65536)",
        "import os\nwhile True: os.write(1, b'\\n' * 65536)",
        "while True: print('x' * 9999)",
    ],
)
def test_a_program_that_never_stops_talking_is_left(tmp_path, program):
    """A line without end, and lines without end, end the conversation; what still comes is not kept."""

    async def talk():
        lines = 0
        async with conversation(program, tmp_path) as child:
            await asyncio.sleep(0.2)
            while await child.line() is not None:
                lines += 1
        return lines

    began = time.monotonic()
    assert asyncio.run(asyncio.wait_for(talk(), 10)) <= 20_000
    assert time.monotonic() - began < 5


def test_nothing_stays_behind(tmp_path):
    """A program that ignores every polite word ends with its children, also when the talk fails or is cancelled."""

    async def talk(way, pids, ready):
        async with conversation(DEAF, tmp_path) as child:
            pids.extend(map(int, (await child.line()).split()))
            ready.set()
            if way == "raised":
                raise ValueError
            if way == "cancelled":
                await asyncio.sleep(60)

    async def whole(way):
        pids, ready = [], asyncio.Event()
        task = asyncio.create_task(talk(way, pids, ready))
        await ready.wait()
        if way == "cancelled":
            task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return len(pids), await gone(*pids)

    async def every_way():
        return await asyncio.gather(*map(whole, ("left", "raised", "cancelled")))

    assert asyncio.run(every_way()) == [(2, True)] * 3


def test_nothing_stays_behind_when_nobody_waits_for_the_end(tmp_path):
    """Cancelled a second time while it ends politely, as when the app quits: the loop may be gone in a moment."""

    async def talk(pids, ready):
        async with conversation(DEAF, tmp_path) as child:
            pids.extend(map(int, (await child.line()).split()))
            ready.set()
            await asyncio.sleep(60)

    async def quit_at_once():
        pids, ready = [], asyncio.Event()
        task = asyncio.create_task(talk(pids, ready))
        await ready.wait()
        task.cancel()
        await asyncio.sleep(0.1)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        ending = asyncio.all_tasks() - {asyncio.current_task()}
        for each in ending:
            each.cancel()
        await asyncio.gather(*ending, return_exceptions=True)
        return await gone(*pids)

    assert asyncio.run(quit_at_once())
