"""The real Codex's app-server: what it tells without a model, and what becomes of it when it does not."""

import asyncio
import json
import sys
import tempfile
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from fakes.clock import START
from fakes.codex_program import CodexHome, codex_program
from fakes.domain_values import CODEX
from fakes.provider_server import ProviderServer
from vacancy.domain.codex import EFFORTS
from vacancy.domain.sighting import Login
from vacancy.errors import CodexError, CodexTrouble
from vacancy.sources.codex_app_server import app_server, codex_of
from vacancy.sources.codex_questions import (
    list_models,
    read_account,
    read_route,
    read_usage,
)

PROJECT = '\n[projects."{folder}"]\ntrust_level = "{trust}"\n'
SECRET = "sk-canary-2222222222"


@pytest.fixture(scope="module")
def server():
    """A provider of models."""
    with ProviderServer() as running:
        yield running


@pytest.fixture
def codex(tmp_path, server):
    """A home whose Codex asks the provider server."""
    return CodexHome(tmp_path / "user", server)


def asked(codex, question, program=None):
    """What an app-server of that home answers."""

    async def talk():
        scratch = codex.user_home / "scratch"
        scratch.mkdir(exist_ok=True)
        running = app_server(program or codex_program(), codex.home, environment=codex.environment(), scratch=scratch)
        async with running as server:
            return await question(server)

    return asyncio.run(talk())


def script(path: Path, text: str) -> Path:
    """A program that is not Codex."""
    path.write_text(f"#!{sys.executable}\n{text}")
    path.chmod(0o755)
    return path


def test_the_models_are_told_without_login_and_network(codex, server):
    """Ids, efforts in Codex's own words, hidden ones marked; nobody is asked for it."""
    before = len(server.requests)
    models = asked(codex, list_models)
    assert {model.id for model in models} >= {"gpt-6.2-sol", "gpt-5.5", "codex-auto-review"}
    assert {model.id for model in models if model.hidden} >= {"codex-auto-review"}
    (sol,) = (model for model in models if model.id == "gpt-6.2-sol")
    assert sol.cheapest_effort == "low"
    assert set().union(*(model.efforts for model in models)) <= set(EFFORTS)
    assert len(server.requests) == before


def test_it_says_as_whom_it_asks(codex):
    """A key is one; nobody is nobody; and neither has windows."""
    codex.use_openai()

    async def question(server):
        with pytest.raises(CodexError) as refused:
            await read_usage(server, now=START)
        return await read_account(server), refused.value

    account, refused = asked(codex, question)
    assert (account, refused.trouble) == (Login.NONE, CodexTrouble.REFUSED)
    assert "authentication required" in refused.message
    codex.log_in()
    account, refused = asked(codex, question)
    assert (account, refused.trouble) == (Login.API_KEY, CodexTrouble.REFUSED)


def test_the_windows_of_a_login_are_told(codex, server):
    """How full each window of a plan is, how long it is, and when it begins anew, as the provider says it."""
    windows = {"primary_window": (42, 18_000, 1_795_990_000), "secondary_window": (100, 604_800, 1_796_500_000)}
    server.routes["/backend-api/wham/usage"] = json.dumps({
        "plan_type": "plus",
        "rate_limit": {"allowed": True, "limit_reached": False} | {
            name: {"used_percent": used, "limit_window_seconds": seconds, "reset_after_seconds": 1, "reset_at": at}
            for name, (used, seconds, at) in windows.items()
        },
    }).encode()  # fmt: skip
    codex.use_openai()
    codex.log_in("chatgpt")
    usage = asked(codex, lambda server: read_usage(server, now=START))
    assert (usage.seen_at, usage.plan) == (START, "plus")
    assert [(window.used_percent, window.span, window.resets_at.timestamp()) for window in usage.windows] == [
        (42, timedelta(hours=5), 1_795_990_000),
        (100, timedelta(days=7), 1_796_500_000),
    ]


def test_names_of_providers_and_tool_servers_are_told_and_nothing_of_them(codex):
    """What decides on the way of a request is told; a token that stands beside it is not kept."""
    more = f'[model_providers."other.one"]\nname = "x"\nbase_url = "http://x"\nexperimental_bearer_token = "{SECRET}"\n'
    more += f'[mcp_servers.tool]\ncommand = "x"\nenv = {{ KEY = "{SECRET}" }}\n'
    codex.config.write_text('openai_base_url = "http://127.0.0.1:1/v1"\n' + codex.config.read_text() + more)
    route = asked(codex, read_route)
    assert (route.provider, route.base_url) == ("loopback", "http://127.0.0.1:1/v1")
    assert (route.custom_providers, route.tool_servers) == (frozenset({"loopback", "other.one"}), ("tool",))
    assert SECRET not in repr(route)


def test_broken_settings_are_named_with_their_line(codex):
    """Codex says itself where its file is broken, and people are told."""
    codex.config.write_text("model =\n")
    with pytest.raises(CodexError) as refused:
        asked(codex, read_route)
    assert refused.value.trouble is CodexTrouble.REFUSED
    assert "config.toml:1:" in refused.value.message


def test_it_leaves_no_records_in_the_users_home(codex):
    """Its own data bases, which hold what it met, stay out of the folder that is read for what Codex met."""
    asked(codex, list_models)
    assert [path.name for path in codex.home.iterdir() if "sqlite" in path.name or path.name == "sessions"] == []


@pytest.mark.parametrize(
    ("text", "trouble", "told"),
    [
        ("import sys; sys.stderr.write('no such flag'); sys.exit(2)", CodexTrouble.NOT_STARTED, "no such flag"),
        (f"import sys; sys.exit('key {SECRET}')", CodexTrouble.NOT_STARTED, "key [redacted]"),
        ("print('hello'); print('[1]'); print('{}')", CodexTrouble.NOT_STARTED, ""),
        ("""print('{"id":1,"error":{"code":-32601,"message":"what?"}}'); input()""", CodexTrouble.REFUSED, "what?"),
        ("""print('{"id":1,"error":{"code":-32601,"message":"what?"}}')""", CodexTrouble.REFUSED, "what?"),
    ],
)
def test_a_program_that_is_no_app_server_is_an_error(codex, text, trouble, told):
    """Whatever stands where Codex is looked for, the answer is an error in words, without a secret."""
    with pytest.raises(CodexError) as refused:
        asked(codex, list_models, script(codex.user_home / "codex", text))
    assert (refused.value.trouble, refused.value.message) == (trouble, told)


def test_a_program_that_cannot_be_started_is_an_error(codex):
    """A file that may not be run is refused by the system, and people are told."""
    with pytest.raises(CodexError) as refused:
        asked(codex, list_models, script(codex.user_home / "codex", "") / "inside")
    assert refused.value.trouble is CodexTrouble.NOT_STARTED


def test_an_answer_that_never_comes_is_an_error(codex):
    """A call has its own time-out."""

    async def question(server):
        await server.ask("model/list", {}, within=timedelta(0))

    with pytest.raises(CodexError) as refused:
        asked(codex, question)
    assert refused.value.trouble is CodexTrouble.NOT_STARTED


def test_an_answer_of_another_shape_is_an_error(codex):
    """A later version that answers otherwise is refused with words, never half understood."""
    answers = "\n".join(f"""print('{{"id":{number},"result":{{"data":"x"}}}}', flush=True)""" for number in (1, 2))
    with pytest.raises(CodexError) as refused:
        asked(codex, list_models, script(codex.user_home / "codex", f"{answers}\ninput()"))
    assert refused.value.trouble is CodexTrouble.REFUSED


def test_the_program_finds_node_beside_itself(codex, tmp_path):
    """Started from a desktop without the shell's PATH, the launcher of npm still runs."""
    (tmp_path / "bin").mkdir()
    program = script(tmp_path / "bin/codex", "import os, sys; sys.stderr.write(os.environ['PATH'])")
    with pytest.raises(CodexError) as refused:
        asked(codex, list_models, program)
    assert refused.value.message.startswith(str(tmp_path / "bin"))


def test_no_room_for_a_scratch_folder_is_an_error(codex, tmp_path):
    """A full disk, or a folder for temporary files that is gone, is told like a program that does not start."""

    async def talk():
        async with codex_of(replace(CODEX, program=sys.executable), codex.environment()):
            pass

    before, tempfile.tempdir = tempfile.tempdir, str(tmp_path / "gone")
    try:
        with pytest.raises(CodexError) as refused:
            asyncio.run(talk())
    finally:
        tempfile.tempdir = before
    assert refused.value.trouble is CodexTrouble.NOT_STARTED
