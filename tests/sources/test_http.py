"""The HTTP rules, against a real server on loopback."""

import asyncio
import gc
import logging
import time
from datetime import timedelta

import httpx
import pytest

from fakes import behaviours
from fakes.canned_replies import CannedReplies
from fakes.provider_server import ProviderServer
from fakes.self_signed import certificate_and_key
from vacancy import __version__
from vacancy.errors import FetchError
from vacancy.sources.http import Http
from vacancy.sources.way import THE_SYSTEMS, Way

CANARY = "sk-proj-canary0123456789abcdefghijklmnop"
FIVE_S = timedelta(seconds=5)


@pytest.fixture
def server():
    """A server whose routes the test sets."""
    with ProviderServer() as running:
        yield running


def get(url, *, http=None, deadline=FIVE_S, limit=100_000, headers=None, hops=0, way=THE_SYSTEMS):
    """The answer to a GET."""
    asking = (http or Http()).get(
        url, headers=headers or {}, deadline=deadline, limit=limit, same_host_redirects=hops, way=way
    )
    return asyncio.run(asking)


def failure(url, **options) -> FetchError:
    """The error of a GET that fails."""
    with pytest.raises(FetchError) as caught:
        get(url, **options)
    return caught.value


def test_an_answer_comes_whole(server):
    """Status, lower-case headers, body and address come back."""
    server.routes["/a"] = lambda talk: talk.send(418, b"tea", {"X-Kind": "Pot"})
    answer = get(f"{server.url}/a")
    assert (answer.status, answer.body, answer.url) == (418, b"tea", f"{server.url}/a")
    assert answer.header("x-kind") == "Pot"


def test_requests_are_plain(server):
    """We say who we are, ask for no compression, and keep no connection."""
    server.routes["/a"] = b"{}"
    get(f"{server.url}/a", headers={"x-mine": "1"})
    (request,) = server.requests
    assert request.header("user-agent") == f"vacancy/{__version__}"
    assert request.header("accept-encoding") == "identity"
    assert request.header("connection") == "close"
    assert request.header("x-mine") == "1"
    assert request.header("cookie") is None


def test_cookies_are_not_kept(server):
    """A cookie that a server sets is not sent back."""
    server.routes["/a"] = lambda talk: talk.send(200, b"{}", {"set-cookie": "s=1; Path=/"})
    http = Http()
    get(f"{server.url}/a", http=http)
    get(f"{server.url}/a", http=http)
    assert server.requests[1].header("cookie") is None


def test_a_post_sends_its_content_and_streams_the_answer(server):
    """The body of an answer can be read in pieces while it comes."""
    server.models["m"] = behaviours.ok

    async def run():
        pieces = []
        sending = Http().post_stream(
            f"{server.base_url}/responses",
            headers={},
            content=b'{"model": "m", "stream": true}',
            deadline=FIVE_S,
            limit=100_000,
        )
        async with sending as answer:
            pieces = [piece async for piece in answer.body]
        return answer.status, pieces

    status, pieces = asyncio.run(run())
    assert status == 200
    assert len(pieces) > 1
    assert b"response.completed" in b"".join(pieces)


# Redirects


def test_redirects_on_one_host_are_followed_as_often_as_allowed(server):
    """A public page may move on its own host."""
    server.routes.update({"/a": behaviours.redirect_to("/b"), "/b": behaviours.redirect_to("/c"), "/c": b"{}"})
    answer = get(f"{server.url}/a", hops=2)
    assert (answer.status, answer.url) == (200, f"{server.url}/c")
    assert get(f"{server.url}/a", hops=1).status == 302


@pytest.mark.parametrize(
    "location",
    ["{other}/b", "//{other_host}/b", "http://localhost:{port}/b", "https://127.0.0.1/b", "ftp://127.0.0.1/"],
)
def test_redirects_elsewhere_are_returned_as_they_came(server, location):
    """Another host, port or scheme is not asked; the caller sees the redirect."""
    with ProviderServer() as other:
        port = server.host.rpartition(":")[2]
        target = location.format(other=other.url, other_host=other.host, port=port)
        server.routes["/a"] = behaviours.redirect_to(target)
        assert get(f"{server.url}/a", hops=3).status == 302
        assert other.requests == []
        assert len(server.requests) == 1


def test_a_redirect_to_nowhere_is_a_failure(server):
    """A location that is no address is a broken answer."""
    server.routes["/a"] = behaviours.redirect_to("http://[::1")
    assert failure(f"{server.url}/a", hops=3).causes[0][0] == "httpx.RemoteProtocolError"


def test_a_loop_of_redirects_ends(server):
    """A page that points at itself is returned after the last allowed step."""
    server.routes["/a"] = behaviours.redirect_to("/a")
    assert get(f"{server.url}/a", hops=3).status == 302
    assert len(server.requests) == 4


def test_a_request_with_a_key_may_not_ask_for_redirects(server):
    """Following redirects with a key is a mistake of the caller, and nothing is sent."""
    with pytest.raises(ValueError, match="redirects"):
        get(f"{server.url}/a", headers={"Authorization": f"Bearer {CANARY}"}, hops=1)
    assert server.requests == []


# Limits


def test_a_large_body_is_refused(server):
    """One byte more than the limit is an error; the limit itself is not."""
    server.routes["/a"] = lambda talk: talk.send(200, b"x" * 1001)
    assert failure(f"{server.url}/a", limit=1000).causes[0][0] == "BodyTooLarge"
    assert len(get(f"{server.url}/a", limit=1001).body) == 1001


def test_a_packed_bomb_costs_nothing(server):
    """Fifty megabytes in fifty kilobytes are refused at once."""
    server.routes["/a"] = behaviours.gzip_bomb
    began = time.monotonic()
    assert failure(f"{server.url}/a").causes[0][0] == "BodyTooLarge"
    assert time.monotonic() - began < 2


@pytest.mark.parametrize("behaviour", [behaviours.hang, behaviours.drip])
def test_the_deadline_holds_over_everything(server, behaviour):
    """Neither silence nor a drip outlives the deadline."""
    server.routes["/a"] = behaviour
    began = time.monotonic()
    error = failure(f"{server.url}/a", deadline=timedelta(seconds=1.2))
    assert error.causes[0][0] == "DeadlineExceeded"
    assert 1 < time.monotonic() - began < 3


def test_redirects_share_one_deadline(server):
    """Each step of a redirect does not begin the deadline anew."""

    def late(talk):
        if talk.pause(0.5):
            talk.send(302, b"", {"location": "/a"})

    server.routes["/a"] = late
    assert failure(f"{server.url}/a", deadline=timedelta(seconds=1), hops=9).causes[0][0] == "DeadlineExceeded"
    assert len(server.requests) <= 3


# Failures


@pytest.mark.parametrize(
    ("url", "outermost", "innermost"),
    [
        ("http://127.0.0.1:9/", "httpx.ConnectError", "ConnectionRefusedError"),
        ("http://nowhere.invalid/", "httpx.ConnectError", "socket.gaierror"),
        ("ftp://127.0.0.1/", "httpx.UnsupportedProtocol", "httpcore.UnsupportedProtocol"),
        ("api.openai.com/v1", "httpx.InvalidURL", "httpx.InvalidURL"),
        ("http://[::1", "httpx.InvalidURL", "httpx.InvalidURL"),
        ("http://127.0.0.1:99999/", "httpx.InvalidURL", "httpx.InvalidURL"),
        ("http://127.0.0.1/\n", "httpx.InvalidURL", "httpx.InvalidURL"),
        ("", "httpx.InvalidURL", "httpx.InvalidURL"),
    ],
)
def test_failures_name_their_causes(url, outermost, innermost):
    """The chain of exceptions leads from the client's own to the socket's."""
    causes = failure(url).causes
    assert (causes[0][0], causes[-1][0]) == (outermost, innermost)


def test_a_connection_that_closes_early_is_a_failure(server):
    """A server that hangs up without an answer is named so."""
    server.routes["/a"] = lambda _talk: None
    assert failure(f"{server.url}/a").causes[0][0] == "httpx.RemoteProtocolError"


def test_an_unknown_certificate_is_refused_and_explained():
    """A server that cannot prove who it is gets no request, and the message says what may be between."""
    with ProviderServer(tls=True) as server:
        error = failure(f"{server.url}/a")
        assert server.requests == []
    assert error.causes[-1][0] == "ssl.SSLCertVerificationError"
    assert "SSL_CERT_FILE" in error.message


def test_a_named_authority_is_believed(tmp_path, monkeypatch):
    """SSL_CERT_FILE makes a company's own certificate good."""
    file = tmp_path / "company.pem"
    file.write_bytes(certificate_and_key()[0])
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    with ProviderServer(tls=True) as server:
        server.routes["/a"] = b"{}"
        assert get(f"{server.url}/a").status == 200


def test_a_named_authority_that_is_not_there_is_said(tmp_path, monkeypatch):
    """A wrong SSL_CERT_FILE is named, and mending it is enough."""
    file = tmp_path / "company.pem"
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    http = Http()
    with ProviderServer(tls=True) as server:
        server.routes["/a"] = b"{}"
        error = failure(f"{server.url}/a", http=http)
        assert str(file) in error.message
        file.write_bytes(certificate_and_key()[0])
        assert get(f"{server.url}/a", http=http).status == 200


def test_a_proxy_of_an_unknown_kind_is_an_error(monkeypatch):
    """A proxy that cannot be used is not silently left out."""
    monkeypatch.setenv("ALL_PROXY", "socks4://127.0.0.1:1080")
    assert failure("http://example.invalid/").causes[0][0] == "ProxySettingError"


@pytest.mark.parametrize("no_proxy", ["[::1]", "fe80::/10", "10.0.0.0/8,::1", "*", ",,"])
def test_odd_exceptions_do_not_stop_requests(server, monkeypatch, no_proxy):
    """Entries of NO_PROXY that httpx cannot digest do no harm."""
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("NO_PROXY", no_proxy)
    server.routes["/a"] = b"{}"
    assert get(f"{server.url}/a").status == 200


def test_requests_go_through_the_proxy(server, monkeypatch):
    """A proxy that is set is the one that is asked."""
    monkeypatch.setenv("HTTP_PROXY", server.url)
    server.routes["/page"] = b"{}"
    assert get("http://example.invalid/page").status == 200
    assert server.requests[0].header("host") == "example.invalid"


def test_a_proxy_that_refuses_the_tunnel_is_named(server, monkeypatch):
    """A company proxy that does not let us through is told from a server that is down."""
    monkeypatch.setenv("HTTPS_PROXY", server.url)
    error = failure("https://example.invalid/page", headers={"authorization": f"Bearer {CANARY}"})
    assert error.causes[0][0] == "httpx.ProxyError"
    assert "proxy" in error.title
    assert server.requests == []


@pytest.mark.filterwarnings("ignore::ResourceWarning")  # httpcore leaves the broken connection to the collector
@pytest.mark.parametrize("replies", [(), (b"HTTP/1.1 400 Bad Request\r\n\r\n",), (b"\x05\x02", b"\x01\x00")])
def test_what_is_no_socks_proxy_is_a_failure_of_the_proxy(replies):
    """An HTTP proxy that is called a SOCKS one, or one that takes no such password, surprises no probe."""
    with CannedReplies(*replies) as port:
        http = Http(environment={"PROXY": f"socks5://{'u' * 300}:{CANARY}@127.0.0.1:{port}"})
        error = failure("https://api.example.com/v1", http=http, way=Way(proxy="env:PROXY"))
    assert error.causes[0][0] == "httpx.ProxyError"
    assert error.title == "The proxy refused the connection to api.example.com"
    assert CANARY not in f"{error} {error.causes}"
    del error
    gc.collect()  # here, where the warning about it is expected


def test_proxy_settings_can_be_ignored(monkeypatch):
    """Without the machine's settings the connection is direct."""
    monkeypatch.setenv("HTTP_PROXY", "socks4://nonsense")
    assert failure("http://nowhere.invalid/", http=Http(trust_env=False)).causes[-1][0] == "socket.gaierror"


# Secrets


@pytest.mark.parametrize("value", [f"Bearer {CANARY}\n", f"Bearer {CANARY}\r\nx: y", f"Bearer {CANARY}\u2013"])
def test_a_header_that_cannot_be_sent_is_not_repeated(server, value):
    """Exceptions of the client repeat header values; ours does not, nor does anything it is chained to in print."""
    error = failure(f"{server.url}/a", headers={"authorization": value})
    assert CANARY not in f"{error} {error.causes}"
    assert error.__cause__ is None
    assert error.__suppress_context__


def test_no_key_is_logged_at_any_level(server, caplog):
    """Even where everything is logged, the client's own loggers included, the key is not."""
    caplog.set_level(logging.DEBUG)
    server.routes["/a"] = b"{}"
    get(f"{server.url}/a", headers={"authorization": f"Bearer {CANARY}"})
    assert server.requests
    assert CANARY not in caplog.text


# The seam


def test_a_given_transport_answers_instead_of_the_network():
    """The demo's transport sees every request, and is not closed after one."""

    class Pretend(httpx.AsyncBaseTransport):
        closed = False

        async def handle_async_request(self, request):
            return httpx.Response(200, text=f"{request.method} {request.url}")

        async def aclose(self):
            self.closed = True

    pretend = Pretend()
    http = Http(transport=pretend)
    assert get("https://api.demo.invalid/v1", http=http).body == b"GET https://api.demo.invalid/v1"
    assert get("https://api.demo.invalid/v2", http=http).status == 200
    assert not pretend.closed


def test_the_deadline_holds_for_a_given_transport():
    """A transport that hangs is ended as well."""

    class Hanging(httpx.AsyncBaseTransport):
        async def handle_async_request(self, _request):
            await asyncio.Event().wait()

    error = failure("https://a.invalid/", http=Http(transport=Hanging()), deadline=timedelta(seconds=0.2))
    assert error.causes[0][0] == "DeadlineExceeded"


def test_certificates_are_read_once():
    """One context serves all requests; building it takes long enough to be felt."""
    http = Http()
    with ProviderServer(tls=True) as server:
        failure(f"{server.url}/a", http=http)
        first = asyncio.run(http._trust.context())
        failure(f"{server.url}/a", http=http)
    assert asyncio.run(http._trust.context()) is first
