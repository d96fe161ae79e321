"""HTTP: one bounded request at a time, and every way it can fail as one error.

The only module that knows httpx. Rules that hold for each request: a client of its own without keep-alive (a
cancelled request cannot wedge a pool that nobody shares), no redirects where a key travels, no compression asked
for, a cap on the bytes read and on the bytes unpacked, a limit for each phase, and one deadline over everything.
What httpx says may hold addresses and header values, so its exceptions end here: `FetchError` carries class names
and redacted texts, and is raised `from None`.
"""

import asyncio
import os
import ssl
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import cast
from urllib.parse import SplitResult, urljoin, urlsplit

import httpx
from socksio.exceptions import SOCKSError

from vacancy import __version__
from vacancy.sources.bodies import bounded
from vacancy.sources.fetch_failures import deadline_exceeded, failure
from vacancy.sources.proxies import own_proxy, own_proxy_unusable, proxy_for, proxy_not_understood
from vacancy.sources.trust import Trust
from vacancy.sources.way import THE_SYSTEMS, Way
from vacancy.words import mark

_OWN_HEADERS = {"user-agent": f"vacancy/{__version__}", "accept-encoding": "identity", "connection": "close"}
_CONNECT_S = 10.0
"""Long enough for the second address family to be tried after a silent first one."""
_WRITE_S = 10.0
_POOL_S = 5.0
_DEFAULT_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Response:
    """A whole answer."""

    status: int
    headers: tuple[tuple[str, str], ...]
    """Lower-case names, in the order received."""
    body: bytes
    url: str
    """The address that answered, after redirects."""

    def header(self, name: str) -> str | None:
        """The value of a header by its lower-case name."""
        return next((value for key, value in self.headers if key == name), None)


@dataclass(frozen=True, slots=True)
class Streaming:
    """An answer whose body is still coming."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: AsyncIterator[bytes]
    """Pieces as they arrive; raises FetchError when the body is too large or breaks off."""
    url: str


@dataclass(frozen=True, slots=True)
class _Request:
    """What is asked, and within which limits."""

    method: str
    url: str
    headers: Mapping[str, str] = field(repr=False)
    """They hold the key, so no repr shows them."""
    deadline: timedelta
    limit: int
    way: Way
    content: bytes | None = None


class Http:
    """Sends requests. One for the whole program; it holds no connection and needs no closing.

    Args:
        transport: Answers instead of the network, for `vacancy demo`; it is never closed from here.
        trust_env: Use the proxy settings of this machine.
        environment: Where the variables are that a connection's settings name.
    """

    def __init__(
        self,
        *,
        transport: httpx.AsyncBaseTransport | None = None,
        trust_env: bool = True,
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        self._transport = transport
        self._trust_env = trust_env
        self._environment = environment
        self._trust = Trust()

    async def get(
        self,
        url: str,
        *,
        headers: Mapping[str, str],
        deadline: timedelta,
        limit: int,
        same_host_redirects: int = 0,
        way: Way = THE_SYSTEMS,
    ) -> Response:
        """The whole answer, of at most `limit` bytes, within `deadline`.

        A redirect is followed only while it stays on the same host, at most `same_host_redirects` times; any other
        is returned as it came. Requests with a key must leave it at none.

        Raises:
            FetchError: anything else than a whole answer.
            RouteError: the way cannot be taken, and nothing was sent.
        """
        if same_host_redirects and "authorization" in {name.lower() for name in headers}:
            raise ValueError("a request that carries a key follows no redirects")
        request = _Request("GET", url, headers, deadline, limit, way)
        async with _within(request):
            while True:
                async with self._exchange(request) as answer:
                    onwards = _same_host_target(answer) if same_host_redirects else None
                    if onwards is None:
                        body = b"".join([piece async for piece in answer.body])
                        return Response(answer.status, answer.headers, body, answer.url)
                request = replace(request, url=onwards)
                same_host_redirects -= 1

    @asynccontextmanager
    async def post_stream(
        self,
        url: str,
        *,
        headers: Mapping[str, str],
        content: bytes,
        deadline: timedelta,
        limit: int,
        way: Way = THE_SYSTEMS,
    ) -> AsyncIterator[Streaming]:
        """Send `content`, and read the answer inside the block; `deadline` and `limit` hold over all of it.

        Raises:
            FetchError: no answer came, or its body could not be read to the end.
            RouteError: the way cannot be taken, and nothing was sent.
        """
        request = _Request("POST", url, headers, deadline, limit, way, content)
        async with _within(request), self._exchange(request) as answer:
            yield answer

    @asynccontextmanager
    async def _exchange(self, request: _Request) -> AsyncIterator[Streaming]:
        # Silence is ended by the deadline; the read limit stands behind it for the case that it is lost.
        read_s = request.deadline.total_seconds() + 5
        limits = httpx.Timeout(_CONNECT_S, read=read_s, write=_WRITE_S, pool=_POOL_S)
        headers = {**request.headers, **_OWN_HEADERS}
        async with (
            self._client(request, limits) as client,
            client.stream(request.method, request.url, headers=headers, content=request.content) as response,
        ):
            raw, encoding = _raw(response)
            pieces = bounded(raw, encoding=encoding, limit=request.limit)
            try:
                yield Streaming(response.status_code, _pairs(response.headers), pieces, str(response.url))
            finally:
                # WORKAROUND(https://github.com/encode/httpx/pull/3593): generators within httpx that are left half-way
                # await while they are thrown away, which Qt's event loop cannot help with. Closed first, they do not.
                await response.aclose()
                await pieces.aclose()
                await raw.aclose()

    @asynccontextmanager
    async def _client(self, request: _Request, limits: httpx.Timeout) -> AsyncIterator[httpx.AsyncClient]:
        if self._transport is not None:
            yield httpx.AsyncClient(transport=self._transport, timeout=limits, trust_env=False)
            return
        proxy = self._proxy(request)
        verify = await self._verify(request, proxy)
        transport = httpx.AsyncHTTPTransport(
            verify=verify,
            trust_env=False,
            limits=httpx.Limits(max_connections=1, max_keepalive_connections=0),
            proxy=None if proxy is None else _proxy(proxy, verify, request.way),
        )
        async with httpx.AsyncClient(transport=transport, timeout=limits, trust_env=False) as client:
            yield client

    def _proxy(self, request: _Request) -> str | None:
        if request.way.proxy is not None:
            return own_proxy(request.way.proxy, self._environment)
        return proxy_for(request.url) if self._trust_env else None

    async def _verify(self, request: _Request, proxy: str | None) -> ssl.SSLContext:
        if urlsplit(request.url).scheme == "https" or (proxy or "").startswith("https:"):
            return await self._trust.context(request.way.ca_file)
        # httpx parses certificates for plain http as well unless it is given a context. This one trusts nobody.
        return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def _proxy(url: str, verify: ssl.SSLContext, way: Way) -> httpx.Proxy:
    try:
        # httpcore refuses a context for a proxy that is spoken to without TLS.
        return httpx.Proxy(url, ssl_context=verify if url.startswith("https:") else None)
    except (httpx.InvalidURL, ValueError):
        why = mark("it is no address")
        raise (proxy_not_understood(why) if way.proxy is None else own_proxy_unusable(why)) from None


def _raw(response: httpx.Response) -> tuple[AsyncGenerator[bytes, None], str]:
    """The body as it arrives, and how it is packed."""
    if response.is_stream_consumed:
        # A given transport may answer with a whole body, which httpx has read and unpacked by then.
        return _whole(response.content), ""
    # It is annotated as an iterator, and is a generator that wants to be closed.
    raw = cast("AsyncGenerator[bytes, None]", response.aiter_raw())
    return raw, response.headers.get("content-encoding", "")


async def _whole(body: bytes) -> AsyncGenerator[bytes, None]:
    yield body


@asynccontextmanager
async def _within(request: _Request) -> AsyncIterator[None]:
    """One deadline over the block, and every failure in it as a FetchError."""
    host = _checked_host(request.url)
    clock = asyncio.timeout(request.deadline.total_seconds())
    try:
        async with clock:
            yield
    except (SOCKSError, OverflowError):
        # WORKAROUND(https://github.com/encode/httpcore): what socksio raises passes it untranslated, as when something
        # else than a SOCKS proxy answers, or when a name or password is longer than the 255 bytes that SOCKS carries.
        unfit = httpx.ProxyError("no SOCKS proxy answers there, or its user name or password is too long for SOCKS")
        raise failure(unfit, host=host) from None
    except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, OSError, UnicodeError) as exc:
        if clock.expired():
            raise deadline_exceeded(request.deadline, host=host) from None
        raise failure(exc, host=host, secrets=_secrets(request.headers)) from None


def _checked_host(url: str) -> str:
    """Host and port of an address that both parsers in use understand; they differ in what they refuse, and how."""
    try:
        parts = urlsplit(url)
        understood = bool(parts.hostname) and (parts.port or 1) > 0 and bool(httpx.URL(url).host)
    except (httpx.InvalidURL, ValueError):
        understood = False
    if not understood:
        raise failure(httpx.InvalidURL(""), host="")
    return parts.netloc.rpartition("@")[2]


def _secrets(headers: Mapping[str, str]) -> list[str]:
    """Every header value, and the last word of each, which is the key in `Bearer <key>`."""
    return [text for value in headers.values() for text in (value, value.rpartition(" ")[2])]


def _pairs(headers: httpx.Headers) -> tuple[tuple[str, str], ...]:
    return tuple((name.lower(), value) for name, value in headers.multi_items())


def _same_host_target(answer: Streaming) -> str | None:
    """Where a redirect leads, if it stays on its host and keeps or gains TLS."""
    location = dict(answer.headers).get("location")
    if location is None or answer.status not in {301, 302, 303, 307, 308}:
        return None
    try:
        target = urljoin(answer.url, location)
        here, there = urlsplit(answer.url), urlsplit(target)
        stays = here.hostname == there.hostname and _ports_agree(here, there)
    except ValueError:
        return None
    return target if stays else None


def _ports_agree(here: SplitResult, there: SplitResult) -> bool:
    ports = [part.port or _DEFAULT_PORTS.get(part.scheme) for part in (here, there)]
    if here.scheme == there.scheme:
        return ports[0] == ports[1]
    return here.scheme == "http" and there.scheme == "https" and ports == [80, 443]
