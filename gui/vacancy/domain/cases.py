"""Cases: labelled or pasted error answers, one JSON object per line, turned into evidence.

`vacancy explain --cases` reads them, and so do the tests. The fields are those under which error answers are
collected: id, endpoint, http_status, headers, body, exception, stream_event. Unknown fields are left alone.
"""

import re
from dataclasses import dataclass
from datetime import datetime

import msgspec

from vacancy.domain.evidence import MAX_BODY_CHARS, Evidence, ExceptionSeen, request_id_in
from vacancy.errors import CaseError

_MAX_LINE = 4 * 1_048_576
_MAX_HEADERS = 100
_MAX_HEADER = 4_000
_MAX_CAUSES = 16

_MAX_BARE = 60
_BARE_STATUS = re.compile(r"(?:(?:api|http|error|status|code|status code)[ :]{1,3}){0,3}([1-5]\d\d)\.?", re.IGNORECASE)
"""A number alone, which people paste when their tool shows no more."""
_PASTED_ANSWER = re.compile(
    r"^(?:< )?HTTP/\d(?:\.\d)? (?P<status>[1-5]\d\d)[^\n]{0,80}\n"
    r"(?P<headers>(?:(?:< )?[A-Za-z][A-Za-z0-9-]{1,60}:[^\n]{0,4000}\n){0,100})",
    re.MULTILINE,
)
"""The head of an answer as `curl -i` and `curl -v` print it."""
_PASTED_HEADER = re.compile(r"^(?:< )?([A-Za-z0-9-]{1,60}):([^\n]{0,4000})", re.MULTILINE)


class _Raised(msgspec.Struct, frozen=True):
    type: str = ""
    message: str = ""
    cause: "_Raised | None" = None


class _Line(msgspec.Struct, frozen=True):
    id: str | int | None = None
    endpoint: str | None = None
    http_status: int | None = None
    headers: dict[str, str | int | float | None] = {}
    body: str | None = None
    exception: _Raised | None = None
    stream_event: str | None = None
    observed_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """One case: its name, and the evidence in it."""

    id: str | None
    evidence: Evidence
    says_something: bool = True
    """It has one of `FIELDS`; a case without is judged all the same, and tells nothing."""


FIELDS = ("http_status", "headers", "body", "exception", "stream_event")
"""The fields that say something, of which a case should have one."""
_DECODER = msgspec.json.Decoder(_Line)


def read_case(line: str) -> Case:
    """The case in one line of JSON.

    Raises:
        CaseError: The line is no JSON object, or a field has another type than it should.
    """
    if len(line) > _MAX_LINE:
        raise CaseError("The case is too long", f"A case may have {_MAX_LINE} characters; this one has {len(line)}.")
    try:
        case = _DECODER.decode(line)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
        raise CaseError("The case cannot be read", f"Expected one JSON object per line: {error}") from None
    return Case(None if case.id is None else str(case.id), _evidence(case), says_something=case != _Line(id=case.id))


def read_text(text: str) -> Evidence:
    """Evidence from a text that somebody pasted: a message, a body, a piece of a log, or an answer with its head."""
    text = text.lstrip("\ufeff")[:MAX_BODY_CHARS]
    bare = _BARE_STATUS.fullmatch(text[:_MAX_BARE].strip())
    if bare is not None and len(text) <= _MAX_BARE:
        return Evidence(status=int(bare[1]))
    answer = _PASTED_ANSWER.search(text)
    if answer is None:
        return Evidence(body=text)
    headers = tuple((name.lower(), value.strip()) for name, value in _PASTED_HEADER.findall(answer["headers"]))
    return Evidence(
        status=int(answer["status"]),
        headers=headers[:_MAX_HEADERS],
        body=text[answer.end() :],
        request_id=request_id_in(headers),
    )


def _evidence(case: _Line) -> Evidence:
    headers = tuple(
        (name.lower(), str(value)[:_MAX_HEADER])
        for name, value in list(case.headers.items())[:_MAX_HEADERS]
        if value is not None
    )
    return Evidence(
        finished_at=case.observed_at,
        endpoint=case.endpoint,
        status=case.http_status,
        headers=headers,
        body=None if case.body is None else case.body[:MAX_BODY_CHARS],
        exception=_exception(case.exception),
        stream_events=() if case.stream_event is None else (case.stream_event[:MAX_BODY_CHARS],),
        request_id=request_id_in(headers),
    )


def _exception(raised: _Raised | None) -> ExceptionSeen | None:
    """The chain of exceptions, built from its inner end, cut after sixteen links."""
    links: list[_Raised] = []
    while raised is not None and len(links) < _MAX_CAUSES:
        links.append(raised)
        raised = raised.cause
    seen: ExceptionSeen | None = None
    for link in reversed(links):
        seen = ExceptionSeen(link.type, link.message[:MAX_BODY_CHARS], seen)
    return seen
