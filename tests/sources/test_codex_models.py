"""Codex's own list of models, in the shape that it writes."""

import asyncio
import json
import subprocess

import pytest

from fakes.codex_program import CodexHome, codex_program
from fakes.provider_server import ProviderServer
from vacancy.domain.catalog import Connection, ConnectionKind, KeyKind, KeySource
from vacancy.sources.codex_models import cached_models, models_of, read_models


def write(home, *models):
    """A list as Codex keeps it, with fields of which nothing is wanted."""
    cache = {"fetched_at": "2026-11-29T12:00:00Z", "etag": 'W/"1"', "client_version": "0.171.0", "models": models}
    (home / "models_cache.json").write_text(json.dumps(cache))


def test_the_ids_are_told_in_codexs_order(tmp_path):
    """Its best one first, each once, and without those that it does not offer itself."""
    write(
        tmp_path,
        {"slug": "gpt-6.2-sol", "visibility": "list", "base_instructions": "long"},
        {"slug": "codex-auto-review", "visibility": "hide"},
        {"slug": "gpt-6-luna", "visibility": "list", "priority": 2},
        {"slug": "gpt-6.2-sol"},
    )
    assert models_of(tmp_path) == ("gpt-6.2-sol", "gpt-6-luna")


def test_an_id_that_the_settings_would_refuse_is_left_out(tmp_path):
    """One odd id does not spoil the set-up."""
    write(tmp_path, {"slug": " "}, {"slug": "two\nlines"}, {"slug": "gpt-6-luna"})
    assert models_of(tmp_path) == ("gpt-6-luna",)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"models": 1}', b'{"models": [{}]}', b"\xff", b"[" * 100_000])
def test_a_list_that_cannot_be_read_is_none(tmp_path, content):
    """Names can be typed then."""
    (tmp_path / "models_cache.json").write_bytes(content)
    assert models_of(tmp_path) == ()


def test_before_codex_was_told_there_is_no_list(tmp_path):
    """The file comes with the first start."""
    assert models_of(tmp_path) == ()


def read(codex, program=None):
    """The models that are found for that home."""
    connection = Connection(
        "codex", ConnectionKind.CODEX, "", KeySource(KeyKind.NONE),
        home=str(codex.home), program=str(program or codex_program()),
    )  # fmt: skip
    return asyncio.run(read_models(connection, codex.environment()))


def test_what_codex_writes_down_is_what_it_tells(tmp_path):
    """Told by its server, the real Codex writes its list; read from there it is the one that Codex itself tells."""
    with ProviderServer() as server:
        codex = CodexHome(tmp_path, server)
        told = read(codex)
        assert (cached_models(codex.home), {model.id for model in told} > {"gpt-5.5"}) == ((), True)
        bundled = [str(codex_program()), "debug", "models", "--bundled"]
        output = subprocess.run(bundled, capture_output=True, env=codex.environment(), check=True, timeout=20).stdout
        server.routes["/v1/models"] = output
        codex.use_openai()
        codex.log_in("chatgpt")
        assert codex.exec(model="gpt-5.5").code is not None
    assert cached_models(codex.home) == told
    assert read(codex, program="/none") == told
    assert models_of(codex.home) == tuple(model.id for model in told if not model.hidden)
    (listed,) = (model for model in cached_models(codex.home) if model.id == "gpt-5.5")
    assert listed.efforts == ("low", "medium", "high", "xhigh")


def test_without_a_list_and_without_a_program_there_are_none(tmp_path):
    """Nothing says so, and nothing fails."""
    with ProviderServer() as server:
        codex = CodexHome(tmp_path, server)
        (tmp_path / "codex").write_text("#!/bin/sh\nexit 3\n")
        (tmp_path / "codex").chmod(0o755)
        assert read(codex, program="/none") == ()
        assert read(codex, program=tmp_path / "codex") == ()
