"""Reads the official status page over HTTP.

One reading asks for components.json, incidents.json and status.json, each optional on its own, and for the feed from
which the page draws itself, which is an extra. Where one of the three did not answer, summary.json may fill the gap.
An answer counts only with status 200, the type JSON and a known shape: a web page, a redirect to another host, a
challenge of a firewall or an overload are "not read", and never an outage of what the page is about.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from urllib.parse import urljoin, urlsplit

from vacancy.domain.incident import PageReading, PageState
from vacancy.errors import FetchError
from vacancy.sources.http import Http, Response
from vacancy.sources.status_feed import decode_feed
from vacancy.sources.status_payload import Stated, decode_document
from vacancy.sources.status_reading import UNASKED, Part, Parts, reading
from vacancy.sources.vendor_text import one_line, retry_after
from vacancy.words import mark, tr

_logger = logging.getLogger(__name__)

DEADLINE: Final = timedelta(seconds=10)
LIMIT: Final = 1_000_000
"""Bytes of one answer; real ones have up to 215 kB."""
_SAME_HOST_REDIRECTS = 2
_LONGEST_ETAG = 256
_MAX_PROBLEM = 200
_MAX_LOGGED = 100
_ATLASSIAN_HEADER = "x-statuspage-version"

_OK = 200
_NOT_MODIFIED = 304
_TOLD: Final = {
    401: mark("HTTP 401: the page asks for a login"),
    403: mark("HTTP 403: the page refuses programs like this one"),
    404: mark("HTTP 404: there is no such document"),
    405: mark("HTTP 405: the page refuses programs like this one"),
    429: mark("HTTP 429: the page asks to be read less often"),
    503: mark("HTTP 503: the page is out of service for the moment"),
}

_Decoder = Callable[[bytes], Stated | None]


@dataclass(frozen=True, slots=True)
class _Kept:
    """An answer that the server offered to confirm without sending it again."""

    etag: str
    stated: Stated


class StatusPage:
    """Reads one page at a time; remembers only what saves the server work. Used from one task of the event loop."""

    def __init__(self, http: Http, *, now: Callable[[], datetime], deadline: timedelta = DEADLINE) -> None:
        self._http = http
        self._now = now
        self._deadline = deadline
        self._base: str | None = None
        self._kept: dict[str, _Kept] = {}
        self._logged: set[str] = set()
        self._feedless: set[str] = set()
        """Hosts of Atlassian, which has no feed; asking for it each time would only bring a 404."""

    async def read(self, url: str, models: tuple[str, ...], previous: PageReading) -> PageReading:
        """The new reading; a failure keeps the last good values of `previous` and says why. Never raises.

        An empty address is a page that is switched off. Where the address has changed since the last call, `previous`
        is of another page, and nothing of it is kept.
        """
        if not url:
            return PageReading(PageState.OFF)
        base = url.rstrip("/")
        if self._base not in {None, base}:
            previous = PageReading()
        self._base = base
        components, incidents, status, feed = await asyncio.gather(
            self._part(f"{base}/api/v2/components.json", decode_document),
            self._part(f"{base}/api/v2/incidents.json", decode_document),
            self._part(f"{base}/api/v2/status.json", decode_document),
            self._feed(base),
        )
        parts = Parts(components, incidents, status, feed)
        if not parts.complete:
            summary = await self._part(f"{base}/api/v2/summary.json", decode_document)
            parts = Parts(components, incidents, status, feed, summary)
        result = reading(parts, previous=previous, models=models, now=self._now())
        _logger.debug("page_read state=%s problem=%s", result.state, result.problem)
        return result

    async def _feed(self, base: str) -> Part:
        host = _host(base)
        return UNASKED if host in self._feedless else await self._part(f"{base}/proxy/{host}", decode_feed)

    async def _part(self, url: str, decode: _Decoder) -> Part:
        kept = self._kept.get(url)
        headers = {"Accept": "application/json"}
        if kept is not None:
            headers["If-None-Match"] = kept.etag
        try:
            response = await self._http.get(
                url, headers=headers, deadline=self._deadline, limit=LIMIT, same_host_redirects=_SAME_HOST_REDIRECTS
            )
        except FetchError as exc:
            return Part(problem=_clause(exc))
        if response.header(_ATLASSIAN_HEADER) is not None:
            self._feedless.add(_host(url))
        if response.status == _NOT_MODIFIED and kept is not None:
            return Part(kept.stated)
        self._kept.pop(url, None)
        problem = _problem(response)
        if problem is not None:
            return Part(problem=problem, retry_after_s=retry_after(response.header("retry-after"), self._now()))
        return self._understood(url, response, decode(response.body))

    def _understood(self, url: str, response: Response, stated: Stated | None) -> Part:
        if stated is None:
            return Part(problem=tr("the answer is not the data of a status page"))
        self._log_odd(stated)
        etag = response.header("etag") or ""
        if etag and len(etag) <= _LONGEST_ETAG and etag.isascii() and etag.isprintable():
            self._kept[url] = _Kept(etag, stated)
        return Part(stated)

    def _log_odd(self, stated: Stated) -> None:
        """Each unknown word once per run: a page that says it every five minutes must not fill the log."""
        for word in stated.odd_words:
            if word not in self._logged and len(self._logged) < _MAX_LOGGED:
                self._logged.add(word)
                _logger.warning("page_word_unknown %s", word)


def _host(base: str) -> str:
    """The name under which the feed lives."""
    try:
        return urlsplit(base).hostname or ""
    except ValueError:
        return ""


def _problem(response: Response) -> str | None:
    """Why this answer does not count, as the end of a sentence; None when it does."""
    target = response.header("location")
    if 300 <= response.status < 400 and target:  # noqa: PLR2004 - the redirects
        return tr("it has moved to {place}", place=one_line(_moved_to(response.url, target), _MAX_PROBLEM))
    if response.status != _OK:
        return tr(_TOLD[response.status]) if response.status in _TOLD else f"HTTP {response.status}"
    media_type = (response.header("content-type") or "").split(";")[0].strip().lower()
    if media_type in {"text/html", "application/xhtml+xml"}:
        return tr("a web page came instead of data; perhaps this network wants a login, or the page has moved")
    if media_type != "application/json" and not media_type.endswith("+json"):
        return tr("the answer is no JSON ({type})", type=one_line(media_type, 40) or tr("no type"))
    return None


def _moved_to(url: str, target: str) -> str:
    try:
        return urlsplit(urljoin(url, target)).netloc.rpartition("@")[2] or tr("another address")
    except ValueError:
        return tr("another address")


def _clause(exc: FetchError) -> str:
    """What a failed request says, as the end of a sentence."""
    return one_line(exc.in_one_line, _MAX_PROBLEM).rstrip(".。")
