"""API probe: asks one model one tiny question, and says what was seen.

A refusal of the question's wording leads to the next wording within the same probe, and what worked is remembered
(see `domain.probe_shape`). Everything else is evidence, whatever the server does; only a key that cannot be had is
an error, because then nothing was sent.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Protocol
from urllib.parse import urlsplit

from vacancy.domain.catalog import Connection, EntryKey, ModelEntry
from vacancy.domain.evidence import Answer, Ending, Evidence, request_id_in
from vacancy.domain.probe_shape import Shape, first_shape, next_shape
from vacancy.errors import FetchError
from vacancy.redaction import Secret
from vacancy.sources.answer_reading import AnswerReading, reading_for
from vacancy.sources.fetch_failures import BODY_TOO_LARGE, UNREADABLE_BODY
from vacancy.sources.http import Http, Streaming
from vacancy.sources.provider_request import Cleaner, address, content, headers
from vacancy.sources.sse import EventReader
from vacancy.sources.way import Way

_logger = logging.getLogger(__name__)

MAX_REQUESTS = 3
"""Requests that one probe may send while it looks for a wording that the model accepts."""
_MAX_BODY = 1_000_000
_MAX_TEXT = 500
_MAX_EVENTS = 8
_LEAST_TIME = timedelta(seconds=1)
"""With less time left another request is not worth sending."""


class KeyReader(Protocol):
    """Where keys come from."""

    async def read(self, connection: Connection) -> Secret | None:
        """The key of a connection, None where it needs none.

        Raises:
            KeyStoreError: it needs one, and it cannot be had.
        """


class ShapeMemory(Protocol):
    """Remembers the wording that a model accepted."""

    def get(self, key: EntryKey) -> Shape | None:
        """The wording to begin with, None when nothing was learned."""

    def put(self, key: EntryKey, shape: Shape) -> None:
        """Remember a wording."""


@dataclass(slots=True)
class _Sighting:
    """What one request has seen so far; it outlives a failure in the middle."""

    reading: AnswerReading
    began: float
    events: EventReader = field(default_factory=EventReader)
    body: bytearray = field(default_factory=bytearray)
    status: int | None = None
    headers: tuple[tuple[str, str], ...] = ()
    first_output: float | None = None
    error: FetchError | None = None

    @property
    def is_success(self) -> bool:
        """A success status came, which says nothing yet."""
        return self.status is not None and 200 <= self.status < 300  # noqa: PLR2004 - HTTP's own border

    @property
    def text(self) -> str:
        """The body as far as it came."""
        return self.body.decode("utf-8-sig", errors="replace")

    @property
    def is_stream(self) -> bool:
        """The body is a stream of events, by its content or its label."""
        kind = next((value for name, value in self.headers if name == "content-type"), "")
        return self.events.is_stream or kind.strip().lower().startswith("text/event-stream")


class ApiProber:
    """Asks models over HTTP; satisfies the monitor's `Prober`.

    Args:
        http: Sends the requests.
        keys: Where keys come from.
        shapes: Remembers what each model accepts.
        now: The wall clock, aware and in UTC.
        monotonic: Seconds that never go back.
    """

    def __init__(
        self,
        http: Http,
        keys: KeyReader,
        *,
        shapes: ShapeMemory,
        now: Callable[[], datetime],
        monotonic: Callable[[], float],
    ) -> None:
        self._http = http
        self._keys = keys
        self._shapes = shapes
        self._now = now
        self._monotonic = monotonic

    async def probe(
        self, entry: ModelEntry, connection: Connection, *, timeout: timedelta, at_most: int = MAX_REQUESTS
    ) -> Evidence:
        """What one probe saw. `timeout` and `at_most` hold over all its requests together; times are the last one's.

        Raises:
            KeyStoreError: the key cannot be had, and nothing was sent.
            RouteError: the connection's own proxy or certificates cannot be used, and nothing was sent.
        """
        secret = await self._keys.read(connection)
        until = self._monotonic() + timeout.total_seconds()
        left = timeout
        shape = self._first(entry, connection)
        tried: list[Shape] = []
        while True:
            tried.append(shape)
            evidence = await self._ask(entry, connection, shape, secret=secret, deadline=left)
            wanted = next_shape(shape, evidence)
            left = timedelta(seconds=until - self._monotonic())
            spent = len(tried) >= min(at_most, MAX_REQUESTS) or left < _LEAST_TIME
            if wanted is None or wanted in tried or spent:
                break
            shape = wanted
        if len(tried) > 1 and wanted is None and evidence.status is not None:
            _logger.info("probe_shape_learned entry=%s requests=%d", entry.key, len(tried))
            self._shapes.put(entry.key, shape)
        return replace(evidence, requests_sent=len(tried))

    def _first(self, entry: ModelEntry, connection: Connection) -> Shape:
        known = self._shapes.get(entry.key)
        if known is not None and known.asked_as is connection.kind:
            return known
        return first_shape(entry, connection.kind)

    async def _ask(
        self, entry: ModelEntry, connection: Connection, shape: Shape, *, secret: Secret | None, deadline: timedelta
    ) -> Evidence:
        started_at = self._now()
        seen = _Sighting(reading_for(shape.endpoint), self._monotonic())
        url = address(connection, shape.endpoint)
        try:
            async with self._http.post_stream(
                url,
                headers=headers(secret),
                content=content(entry, shape),
                deadline=deadline,
                limit=_MAX_BODY,
                way=Way.of(connection),
            ) as answer:
                seen.status, seen.headers = answer.status, answer.headers
                await self._read(answer, seen)
        except FetchError as error:
            seen.error = error
        cleaner = Cleaner(secret)
        kept = cleaner.headers(seen.headers)
        return replace(
            _meaning(seen, cleaner),
            started_at=started_at,
            finished_at=self._now(),
            asked_model=entry.id,
            endpoint=urlsplit(url).path,
            status=seen.status,
            headers=kept,
            first_output_s=None if seen.first_output is None else seen.first_output - seen.began,
            total_s=self._monotonic() - seen.began,
            request_id=request_id_in(kept),
        )

    async def _read(self, answer: Streaming, seen: _Sighting) -> None:
        """Read until the protocol's final event or the end of the body; what came stays in `seen` in any case."""
        async for piece in answer.body:
            seen.body += piece
            if not seen.is_success:
                continue
            for event in seen.events.feed(piece):
                seen.reading.take(event)
            if seen.reading.has_output and seen.first_output is None:
                seen.first_output = self._monotonic()
            if seen.reading.ended:
                return
        if seen.is_success:
            for event in seen.events.finish():
                seen.reading.take(event)


def _meaning(seen: _Sighting, cleaner: Cleaner) -> Evidence:
    """The part of the evidence that says what the answer was."""
    if seen.status is None:
        return Evidence(exception=None if seen.error is None else cleaner.exception(seen.error))
    if not seen.is_success:
        # The status has answered; that its body did not come whole adds nothing.
        return Evidence(body=cleaner.text(seen.text))
    answer = _answer(seen)
    if seen.reading.failures:
        # The stream itself said what went wrong, so how it ended after that adds nothing either.
        return Evidence(stream_events=tuple(cleaner.text(data) for data in seen.reading.failures[:_MAX_EVENTS]))
    tells_nothing = answer.ending in {Ending.UNREADABLE, Ending.UNFINISHED} and not seen.reading.has_output
    broke_off = seen.error is not None and answer.ending is Ending.UNFINISHED
    return Evidence(
        body=cleaner.text(seen.text) if tells_nothing else None,
        exception=cleaner.exception(seen.error) if broke_off and seen.error is not None else None,
        answer=replace(
            answer,
            text=cleaner.text(answer.text, _MAX_TEXT),
            served_model=None if answer.served_model is None else cleaner.text(answer.served_model, _MAX_TEXT),
        ),
    )


def _answer(seen: _Sighting) -> Answer:
    if seen.error is not None:
        limits = {BODY_TOO_LARGE, UNREADABLE_BODY} & {name for name, _ in seen.error.causes}
        ending = Ending.UNREADABLE if limits else Ending.UNFINISHED
        return replace(seen.reading.answer(ending), ending=ending)
    if seen.is_stream:
        return seen.reading.answer(Ending.UNFINISHED)
    seen.reading.take_whole(seen.text)
    return seen.reading.answer(Ending.UNREADABLE)
