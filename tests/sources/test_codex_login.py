"""The login and its allowance, asked of the real Codex."""

import asyncio
import json
from dataclasses import replace
from datetime import timedelta

import pytest

from fakes.clock import START
from fakes.codex_program import CodexHome, codex_program
from fakes.provider_server import ProviderServer
from vacancy.domain.catalog import Connection
from vacancy.domain.sighting import Login, SessionNews
from vacancy.sources.codex_login import CodexLogins

WINDOW = {"used_percent": 42, "limit_window_seconds": 18_000, "reset_after_seconds": 1, "reset_at": 1_795_990_000}


@pytest.fixture
def server():
    """A provider that knows how much was used."""
    with ProviderServer() as running:
        running.routes["/backend-api/wham/usage"] = json.dumps(
            {"plan_type": "plus", "rate_limit": {"allowed": True, "limit_reached": False, "primary_window": WINDOW}}
        ).encode()
        yield running


@pytest.fixture
def codex(tmp_path, server):
    """A home whose Codex asks the provider server."""
    home = CodexHome(tmp_path / "user", server)
    home.use_openai()
    return home


def told(codex, program=None):
    """What is told of that home."""
    connection = replace(Connection.of_codex(), program=str(program or codex_program()))
    return asyncio.run(CodexLogins(environment=codex.environment(), now=lambda: START).look(connection))


def test_each_login_is_told_and_only_a_plan_has_windows(codex, server):
    """Nobody, a key, and a plan with what is used of it; no model is asked for any of it."""
    assert told(codex) == SessionNews(login=Login.NONE, from_files=False)
    codex.log_in()
    assert told(codex) == SessionNews(login=Login.API_KEY, from_files=False)
    codex.log_in("chatgpt")
    news = told(codex)
    assert news.login is Login.CHATGPT
    assert [(window.used_percent, window.span) for window in news.usage.windows] == [(42, timedelta(hours=5))]
    assert [request for request in server.requests if request.method == "POST"] == []


def test_a_program_that_cannot_be_asked_says_nothing(codex, tmp_path):
    """What is known from the files stays, and nobody is alarmed."""
    assert told(codex, tmp_path / "absent") is None


def test_a_provider_that_is_out_of_order_is_no_news(codex, server):
    """With a plan Codex looks up the account at the provider; where that fails, what is known stays."""
    del server.routes["/backend-api/wham/usage"]
    codex.log_in("chatgpt")
    assert told(codex) is None
