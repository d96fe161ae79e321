"""The list of models, and the check of a key that comes with it."""

import asyncio
import json
from dataclasses import replace
from datetime import timedelta

import pytest

from fakes import behaviours
from fakes.probing import CANARY, connection_to
from fakes.provider_server import ProviderServer
from vacancy.domain.catalog import ConnectionKind
from vacancy.domain.evidence import Ending
from vacancy.redaction import Secret
from vacancy.sources.http import Http
from vacancy.sources.model_list import list_models


@pytest.fixture
def server():
    """A provider of models."""
    with ProviderServer() as running:
        yield running


def ask(server, key=CANARY, seconds=5.0, **changes):
    """The list that a key gets."""
    connection = replace(connection_to(server), **changes)
    secret = None if key is None else Secret(key)
    return asyncio.run(list_models(Http(), connection, secret, deadline=timedelta(seconds=seconds)))


def test_models_are_listed_in_order(server):
    """Ids come sorted, and the key was in the one header."""
    server.models.update({"gpt-b": behaviours.ok, "gpt-a": behaviours.ok})
    found = ask(server)
    assert (found.ids, found.refusal) == (("gpt-a", "gpt-b"), None)
    (request,) = server.requests
    assert (request.method, request.path) == ("GET", "/v1/models")
    assert [name for name, value in request.headers if CANARY in value] == ["authorization"]


def test_a_key_without_models_is_no_refusal(server):
    """An empty list is a list."""
    found = ask(server)
    assert (found.ids, found.refusal) == ((), None)


def test_a_server_that_needs_no_key_is_sent_none(server):
    """Local servers are asked without a key."""
    ask(server, key=None)
    assert server.requests[0].header("authorization") is None


def test_a_refused_key_is_evidence_without_the_key(server):
    """The refusal can be named, and does not repeat the key that the server echoed."""
    server.routes["/v1/models"] = behaviours.refused_key
    refusal = ask(server).refusal
    assert refusal.status == 401
    assert "invalid_api_key" in refusal.body
    assert CANARY not in repr(refusal)


@pytest.mark.parametrize(
    "body", [b"<html>Welcome to the hotel</html>", b'{"data": 7}', b"[]", b"{}", b"[" * 100_000, b"\xff"]
)
def test_a_success_that_is_no_list_is_unreadable(server, body):
    """A login page or foreign JSON is never taken for an accepted key."""
    server.routes["/v1/models"] = body
    refusal = ask(server).refusal
    assert refusal.answer.ending is Ending.UNREADABLE


def test_odd_entries_are_passed_over(server):
    """Entries that are no models do not spoil the list."""
    server.routes["/v1/models"] = b'{"data": [7, {}, {"id": 7}, {"id": ""}, {"id": "b"}, {"id": "b"}, {"id": "a"}]}'
    assert ask(server).ids == ("a", "b")


@pytest.mark.parametrize("bad", ["a\nb", "a\0b", "\ud800", "a\u202eb", " a", "x" * 201])
def test_an_id_that_the_settings_would_refuse_is_not_offered(server, bad):
    """One id with control characters, half a character or no bound must not make the whole set-up fail."""
    server.routes["/v1/models"] = json.dumps({"data": [{"id": bad}, {"id": "gpt-6.2-sol"}]}).encode()
    assert ask(server).ids == ("gpt-6.2-sol",)


def test_a_redirect_is_not_followed(server):
    """The key stays with the connection's own host."""
    with ProviderServer() as elsewhere:
        server.routes["/v1/models"] = behaviours.redirect_to(f"{elsewhere.url}/v1/models")
        assert ask(server).refusal.status == 302
        assert elsewhere.requests == []


def test_a_lost_network_is_evidence(server):
    """No connection is a refusal with its exception."""
    refusal = ask(server, base_url="http://127.0.0.1:9/v1").refusal
    assert refusal.status is None
    assert refusal.exception.type == "httpx.ConnectError"


def test_silence_ends_at_the_deadline(server):
    """A server that hangs costs the deadline and no more."""
    server.routes["/v1/models"] = behaviours.hang
    assert ask(server, seconds=0.4).refusal.exception.type == "DeadlineExceeded"


@pytest.mark.parametrize("kind", [ConnectionKind.OPENAI, ConnectionKind.OPENAI_CHAT])
def test_the_path_is_the_same_for_both_kinds(server, kind):
    """Both protocols list their models in one place, with or without a slash at the end of the base URL."""
    ask(server, kind=kind, base_url=f"{server.base_url}/")
    assert server.requests[0].path == "/v1/models"
