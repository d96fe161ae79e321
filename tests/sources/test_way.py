"""A connection's own way out: its proxy and its certificates, against real servers on loopback."""

import asyncio
import base64
import logging
import os
from datetime import timedelta

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import serialization

from fakes import behaviours
from fakes.probing import prober
from fakes.provider_server import ProviderServer
from fakes.self_signed import certificate_and_key
from fakes.tunnel_proxy import TunnelProxy
from vacancy.domain.catalog import Connection, ConnectionKind, KeyKind, KeySource, ModelEntry
from vacancy.domain.outcome import Kind, classify
from vacancy.errors import FetchError, RouteError, RouteTrouble
from vacancy.sources.http import Http
from vacancy.sources.model_list import list_models
from vacancy.sources.way import Way

FIVE_S = timedelta(seconds=5)
PASSWORD = "canary-proxy-password"
AUTHORIZATION = "Basic " + base64.b64encode(f"me:{PASSWORD}".encode()).decode()


@pytest.fixture(scope="module")
def server():
    """A provider with a certificate that its own authority signed."""
    with ProviderServer(tls=True) as running:
        running.routes["/v1/models"] = b'{"data": [{"id": "gpt-6"}]}'
        yield running


@pytest.fixture
def company(tmp_path):
    """A file with that authority."""
    file = tmp_path / "company.pem"
    file.write_bytes(certificate_and_key()[0])
    return file


def get(url, way, *, http=None, **environment):
    """The status of a GET on that way."""
    asking = (http or Http(environment=environment)).get(url, headers={}, deadline=FIVE_S, limit=100_000, way=way)
    return asyncio.run(asking).status


def refusal(url, way, *, http=None, **environment) -> RouteError:
    """The error of a way that cannot be taken."""
    with pytest.raises(RouteError) as caught:
        get(url, way, http=http, **environment)
    return caught.value


def test_a_connection_believes_its_own_authority_and_no_other_connection_does(server, company):
    """The file counts for the connection that names it; the system's certificates stay as they are."""
    http = Http()
    url = f"{server.base_url}/models"
    assert get(url, Way(ca_file=str(company)), http=http) == 200
    with pytest.raises(FetchError):
        get(url, Way(), http=http)


def test_the_systems_authorities_are_believed_beside_it(company):
    """A connection that moves to a public certificate goes on working."""
    context = asyncio.run(Http()._trust.context(str(company)))
    assert len(context.get_ca_certs()) > 10


def test_a_bare_certificate_is_read_too(server, company):
    """Companies hand out both forms, in files of one and the same ending."""
    certificate = x509.load_pem_x509_certificate(company.read_bytes())
    company.write_bytes(certificate.public_bytes(serialization.Encoding.DER))
    assert get(f"{server.base_url}/models", Way(ca_file=str(company))) == 200


def test_notes_above_a_certificate_do_no_harm(server, company):
    """Files of several authorities have their names above each, in any language."""
    company.write_bytes("# Größe & Söhne\n".encode() + company.read_bytes())
    assert get(f"{server.base_url}/models", Way(ca_file=str(company))) == 200


@pytest.mark.parametrize("content", [None, b"", b"no certificate", b"-----BEGIN CERTIFICATE-----\nAAAA\n"])
def test_a_file_that_holds_no_certificate_is_named_and_nothing_is_sent(server, tmp_path, content):
    """Missing, empty or broken: the file is named, the request stays here, and mending the file is enough."""
    file = tmp_path / "company.pem"
    if content is not None:
        file.write_bytes(content)
    http, url, before = Http(), f"{server.base_url}/models", len(server.requests)
    error = refusal(url, Way(ca_file=str(file)), http=http)
    assert error.trouble is RouteTrouble.CERTIFICATES
    assert str(file) in error.message
    assert len(server.requests) == before
    file.write_bytes(certificate_and_key()[0])
    assert get(url, Way(ca_file=str(file)), http=http) == 200


def test_what_is_no_file_is_not_waited_for(tmp_path):
    """A pipe would never end, and a folder holds no certificate."""
    os.mkfifo(tmp_path / "pipe")
    for odd in (tmp_path / "pipe", tmp_path):
        assert refusal("https://127.0.0.1:9/", Way(ca_file=str(odd))).trouble is RouteTrouble.CERTIFICATES


def test_a_file_is_read_again_only_when_it_changed(company):
    """A renewed certificate counts without a restart, and an unchanged one costs no second parsing."""
    trust = Http()._trust
    first = asyncio.run(trust.context(str(company)))
    assert asyncio.run(trust.context(str(company))) is first
    company.write_bytes(company.read_bytes() * 2)
    assert asyncio.run(trust.context(str(company))) is not first


def test_a_connections_proxy_is_taken_for_every_address(server, company):
    """Also for one on this machine: whoever names a proxy for a connection means it."""
    with TunnelProxy() as proxy:
        assert get(f"{server.base_url}/models", Way(proxy.url, str(company))) == 200
        assert proxy.tunnels == [server.base_url.removeprefix("https://").removesuffix("/v1")]


def test_a_proxy_with_a_password_stands_in_a_variable(server, company, caplog):
    """It reaches the proxy, and neither a log nor an error."""
    caplog.set_level(logging.DEBUG)
    url, way = f"{server.base_url}/models", Way("env:THE_PROXY", str(company))
    with TunnelProxy(authorization=AUTHORIZATION) as proxy:
        assert get(url, way, THE_PROXY=f"http://me:{PASSWORD}@{proxy.address}") == 200
        assert 1 == len(proxy.tunnels)
        with pytest.raises(FetchError) as caught:
            get(url, way, THE_PROXY=f"http://me:{PASSWORD}x@{proxy.address}")
        assert (1, "httpx.ProxyError") == (proxy.refused, caught.value.causes[0][0])
        assert PASSWORD not in f"{caught.value} {caught.value.causes}"
    assert PASSWORD not in caplog.text


@pytest.mark.parametrize(
    "value", ["", " ", f"socks4://me:{PASSWORD}@p", f"http://me:{PASSWORD}@", "http://[", f"http://me:{PASSWORD}@p:x"]
)
def test_a_variable_that_holds_no_proxy_is_named_without_its_content(server, value):
    """Nothing is sent around the proxy that was wanted."""
    before = len(server.requests)
    error = refusal(f"{server.base_url}/models", Way("env:THE_PROXY"), THE_PROXY=value)
    assert error.trouble is RouteTrouble.PROXY
    assert PASSWORD not in str(error)
    assert len(server.requests) == before


def test_an_unset_variable_is_named():
    """The way to mend it is to set it."""
    assert "THE_PROXY is not set" in refusal("https://a.invalid/", Way("env:THE_PROXY")).message


def test_no_proxy_means_none_though_the_system_has_one(monkeypatch):
    """A gateway in the house is asked directly."""
    monkeypatch.setenv("HTTP_PROXY", "socks4://nonsense")
    with pytest.raises(FetchError) as caught:
        get("http://nowhere.invalid/", Way("none"))
    assert caught.value.causes[-1][0] == "socket.gaierror"


def test_a_list_of_models_is_asked_for_on_the_way_of_its_connection(server, company):
    """Proxy and certificates of the settings reach the request."""
    key = KeySource(KeyKind.NONE)
    with TunnelProxy() as proxy:
        connection = Connection("c", ConnectionKind.OPENAI_CHAT, server.base_url, key, proxy.url, str(company))
        assert asyncio.run(list_models(Http(), connection, None)).ids == ("gpt-6",)
        assert 1 == len(proxy.tunnels)


def test_a_model_is_asked_on_the_way_of_its_connection(server, company):
    """The answer that makes a model available came through its proxy, believed by its certificates."""
    server.models["m"] = behaviours.ok
    with TunnelProxy() as proxy:
        key = KeySource(KeyKind.NONE)
        connection = Connection("c", ConnectionKind.OPENAI, server.base_url, key, proxy.url, str(company))
        evidence = asyncio.run(prober().probe(ModelEntry("c", "m"), connection, timeout=FIVE_S))
        assert classify(evidence).kind is Kind.OK
        assert 1 == len(proxy.tunnels)


def test_a_model_on_a_way_that_cannot_be_taken_is_not_asked(server):
    """The prober says so before anything is sent."""
    before = len(server.requests)
    connection = Connection(
        "c", ConnectionKind.OPENAI, server.base_url, KeySource(KeyKind.NONE), ca_file="/nowhere.pem"
    )
    with pytest.raises(RouteError):
        asyncio.run(prober().probe(ModelEntry("c", "m"), connection, timeout=FIVE_S))
    assert len(server.requests) == before
