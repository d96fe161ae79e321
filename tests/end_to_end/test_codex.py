"""The real Codex beside Vacancy: seen without asking, switched without harm."""

import asyncio
import json
import subprocess
import sys
import time

import pytest

from fakes import behaviours
from fakes.codex_program import CodexHome
from fakes.provider_server import ProviderServer
from fakes.watching import RememberingKeeper
from vacancy.domain.catalog import Connection, EntryKey, ModelEntry
from vacancy.domain.memory import Memory
from vacancy.domain.preferences import Preferences, StatusPagePreferences
from vacancy.domain.verdict import State
from vacancy.monitor.clock import SystemClock
from vacancy.monitor.monitor import Monitor
from vacancy.wiring.outward import Outward
from vacancy.wiring.rehearsal import _Shapes

MODEL, OTHER = "gpt-5.5", "gpt-6-luna"
CANARY = "the-heron-stands-in-the-reeds"
FULL_AT_ONCE = behaviours.fails(
    503, behaviours.error("Overloaded", "service_unavailable_error", "server_is_overloaded")
)


@pytest.fixture
def server():
    """The provider that Codex believes to be OpenAI."""
    with ProviderServer() as provider:
        provider.models[MODEL] = provider.models[OTHER] = behaviours.ok
        yield provider


@pytest.fixture
def codex(tmp_path, server):
    """A home in which somebody is logged in with a key and has set nothing else."""
    home = CodexHome(tmp_path / "user", server)
    home.use_openai()
    home.log_in()
    return home


class Machine:
    """Vacancy's command line beside that Codex."""

    def __init__(self, codex, folder):
        self.codex = codex
        self.folder = folder
        folder.mkdir()
        (folder / "config.toml").write_text(
            f'version = 1\n[connections.codex]\nkind = "codex"\n[[models]]\nconnection = "codex"\nid = "{MODEL}"\n'
            '[status_page]\nurl = ""\n',
            encoding="utf-8",
        )

    def run(self, *words):
        """Run a command where Codex would be started."""
        return subprocess.run(
            [sys.executable, "-m", "vacancy", "--base-dir", str(self.folder), *words],
            capture_output=True, text=True, encoding="utf-8", check=False, timeout=30,
            env=self.codex.environment(), cwd=self.codex.work,
        )  # fmt: skip


@pytest.fixture
def machine(codex, tmp_path):
    """Vacancy with its own folder."""
    return Machine(codex, tmp_path / "vacancy")


def posted(server):
    """The questions that reached the provider, without Codex's tries for a web socket."""
    return [request for request in server.requests if request.method == "POST"]


def seen_live(codex, runs):
    """Watch while Codex runs: for each run the state that was shown and the seconds from its end until then."""
    connection, clock = Connection.of_codex(), SystemClock()
    settings = Preferences((connection,), (ModelEntry("codex", MODEL),), StatusPagePreferences(url=""))
    outward = Outward(environment=codex.environment(), label="test", shapes=_Shapes(), clock=clock)
    shown = []

    async def watch():
        news = asyncio.Event()
        monitor = Monitor(
            preferences=settings, memory=Memory(), prober=outward.prober, page_reader=outward.page,
            sessions=outward.sessions, logins=outward.logins, keeper=RememberingKeeper(), clock=clock,
            chance=lambda: 0.5, listener=lambda _update: news.set(),
        )  # fmt: skip
        watching = asyncio.create_task(monitor.run())
        key, expected = EntryKey("codex", MODEL), State.UNKNOWN
        for run, state in runs:
            before = monitor.snapshot.verdict(key).checked_at
            expected = state
            await asyncio.to_thread(run)
            ended = time.monotonic()
            async with asyncio.timeout(10):
                while monitor.snapshot.verdict(key).checked_at == before:
                    news.clear()
                    await news.wait()
            shown.append((monitor.snapshot.verdict(key).state, expected, time.monotonic() - ended))
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
        return monitor.snapshot

    return asyncio.run(watch()), shown


def test_what_codex_meets_is_shown_within_two_seconds_and_asks_nothing(server, codex):
    """Answered, full by the status, answered, full inside the stream: each is shown as soon as its turn has ended."""

    def run_with(behaviour):
        def run():
            server.models[MODEL] = behaviour
            codex.exec(f"Say {CANARY}", model=MODEL)

        return run

    full, ok = State.AT_CAPACITY, State.AVAILABLE
    in_stream = behaviours.at_capacity_in_stream
    snapshot, shown = seen_live(
        codex,
        [(run_with(behaviours.ok), ok), (run_with(FULL_AT_ONCE), full), (run_with(in_stream), full)],
    )
    assert [state for state, _, _ in shown] == [expected for _, expected, _ in shown]
    assert max(seconds for _, _, seconds in shown) < 2
    assert str(snapshot.models[0].route) == "Codex, API key"
    assert snapshot.requests_today == 0
    assert all(CANARY in json.dumps(request.json) for request in posted(server))
    assert CANARY not in repr(snapshot)


def test_check_reads_what_codex_wrote_and_keeps_nothing_of_what_was_said(server, codex, machine):
    """The command line sees the turn with no app and no request, and says so; our files hold no conversation."""
    server.models[MODEL] = behaviours.at_capacity_in_stream
    codex.exec(f"Say {CANARY}", model=MODEL)
    asked_by_codex = len(server.requests)
    done = machine.run("--verbose", "check", "--json")
    answer = json.loads(done.stdout)
    assert (done.returncode, answer["models"][0]["state"]) == (1, "at_capacity")
    assert (answer["models"][0]["route"], answer["requests_today"]) == ("Codex, API key", 0)
    named = machine.run("check", MODEL)
    assert (named.returncode, 'ask = "on_demand" under [connections.codex]' in named.stderr) == (1, True)
    assert len(server.requests) == asked_by_codex
    files = [file for file in machine.folder.rglob("*") if file.is_file()]
    assert files
    assert not [file for file in files if CANARY.encode() in file.read_bytes()]
    assert CANARY not in done.stdout + done.stderr


def test_after_use_codex_asks_for_the_other_model_and_undo_gives_the_file_back(server, codex, machine):
    """The next run takes the new model from the file; undone, the file is what it was, byte for byte."""
    codex.config.write_bytes(f'# mine\r\nmodel = "{MODEL}" # the best\r\n'.encode() + codex.config.read_bytes())
    before = codex.config.read_bytes()
    dry = machine.run("use", OTHER, "--dry-run")
    assert (dry.returncode, codex.config.read_bytes()) == (0, before)
    assert f'+model = "{OTHER}" # the best' in dry.stdout
    done = machine.run("use", OTHER)
    assert (done.returncode, done.stdout.strip()) == (0, f"Codex now uses {OTHER}")
    server.requests.clear()
    assert codex.exec().succeeded
    assert {request.json["model"] for request in posted(server)} == {OTHER}
    undone = machine.run("undo")
    assert (undone.returncode, codex.config.read_bytes()) == (0, before)
    told = machine.run("undo", "--list")
    assert f"codex  {MODEL} -> {OTHER}  by hand  taken back" in told.stdout
    (past,) = json.loads(machine.run("undo", "--list", "--json").stdout)["switches"]
    assert (past["model_before"], past["model"], past["automatic"], past["state"]) == (MODEL, OTHER, False, "undone")
    again = machine.run("undo")
    assert again.returncode == 1
    assert "taken back already" in again.stderr


def test_use_says_what_is_wrong_and_writes_nothing(codex, machine):
    """A file that Codex itself could not read is left as it is, with its line; an unknown target is wrong usage."""
    codex.config.write_text('model = "a"\nmodel = "b"\n', encoding="utf-8")
    broken = machine.run("use", OTHER)
    assert broken.returncode == 1
    assert "line 2" in broken.stderr
    assert codex.config.read_text(encoding="utf-8") == 'model = "a"\nmodel = "b"\n'
    unknown = machine.run("use", OTHER, "--target", "codx")
    assert (unknown.returncode, "Listed: codex" in unknown.stderr) == (2, True)
