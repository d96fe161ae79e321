"""Digest: evidence read once, in the form in which rules look at it."""

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum

from vacancy.domain.evidence import Answer, Ending, Evidence
from vacancy.domain.payload import Payload, as_code, read_payload
from vacancy.domain.retry_after import Wait, read_wait

_MAX_WORDS = 12_000
_MAX_SPOKEN = 400
"""A longer answer is an answer; error messages are short."""
_CLASS_HEADERS = ("x-amzn-errortype",)
"""Headers that name the class of an error."""
_SPELLING = str.maketrans({"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "_": " "})
"""Typographic quotes as typewriter ones, and the words of a code apart."""

_SPOKEN_ERROR = re.compile(
    r"(?:model|servers?|engine|system) (?:is|are) (?:currently |temporarily )?(?:at capacity|overloaded|busy)"
    r"|(?:please|and|then) (?:re)?try (?:again|later|in)|please retry|try a different model"
    r"|exceeded your (?:current )?(?:quota|usage)|(?:usage|rate) limit (?:reached|exceeded|has been)"
    r"|hit your usage limit|^\[?(?:api )?error\b|invalid api key|insufficient (?:quota|balance|credit)"
    r"|稍后再?[重再]?试|余额不足|额度不足"
)
"""How an error sounds that a gateway hands out as if the model had said it."""


class Shape(StrEnum):
    """What came, as a whole."""

    ANSWER = "answer"
    """The shape of a model's answer, without an error in it."""
    FAILURE = "failure"
    """A payload that says of itself that it is an error."""
    PAGE = "page"
    """HTML, which no model's API speaks."""
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Digest:
    """Evidence read once."""

    status: int | None
    """HTTP status as received."""
    inner_status: int | None
    """The innermost status that the payload names, else the HTTP one."""
    words: str
    """Everything said, lower-case, one line each, innermost first; codes stand among it as words."""
    codes: frozenset[str]
    headers: tuple[tuple[str, str], ...]
    shape: Shape
    message: str
    """What was said innermost, as it was written."""
    wait: Wait
    exceptions: tuple[str, ...] = ()
    """Class names without their modules, outermost first."""
    answer: Answer | None = None
    asked_model: str | None = None
    endpoint: str = ""
    codex_error: str = ""
    """Codex's own word for the cause; nothing where Codex did not fail, or was not there."""

    def header(self, name: str) -> str:
        """The value of a header in lower case, or nothing."""
        return next((value.lower() for key, value in self.headers if key == name), "")

    @property
    def wait_s(self) -> float | None:
        """Seconds that it asks to wait, where they can be believed."""
        return self.wait.seconds

    @property
    def is_success(self) -> bool:
        """The HTTP status says that all is well, which proves nothing."""
        return self.status is not None and 200 <= self.status < 300  # noqa: PLR2004 - the class of successes

    @property
    def answered(self) -> bool:
        """The model gave a whole answer by the rules of its protocol, and nothing contradicts it."""
        return (
            self.answer is not None
            and self.answer.ending in (Ending.COMPLETED, Ending.TOKEN_LIMIT)
            and (self.status is None or self.is_success)
            and not self.exceptions
            and self.shape is Shape.ANSWER
            and not self.words
        )


def read_digest(evidence: Evidence) -> Digest:
    """The evidence, read once."""
    chain = evidence.exception.chain() if evidence.exception else ()
    spoken = evidence.answer.text if evidence.answer else ""
    texts = (*(link.message for link in chain), evidence.body or "", *evidence.stream_events, spoken)
    classes = [(link.type.rpartition(".")[2], depth) for depth, link in enumerate(chain)]
    classes += [(value.partition(":")[0], 0) for name, value in evidence.headers if name in _CLASS_HEADERS]
    payload = read_payload(tuple(text for text in texts if text), tuple(classes))
    headers = (*evidence.headers, *payload.headers)
    shape = _shape(payload, evidence)
    words = _words(payload)
    if shape is Shape.ANSWER:
        words = _spoken_error(payload)
    return Digest(
        status=evidence.status,
        inner_status=payload.statuses[0] if payload.statuses else evidence.status,
        words=words,
        codes=frozenset(payload.codes),
        headers=headers,
        shape=shape,
        message=payload.message,
        wait=read_wait(
            headers=headers,
            fields=payload.waits,
            text="\n".join(payload.sentences)[:_MAX_WORDS],
            now=evidence.finished_at,
        ),
        exceptions=tuple(as_code(name) for name, _ in classes[: len(chain)]),
        answer=evidence.answer,
        asked_model=evidence.asked_model,
        endpoint=(evidence.endpoint or "").lower(),
        codex_error=evidence.codex_error or "",
    )


def _shape(payload: Payload, evidence: Evidence) -> Shape:
    if payload.is_failure or evidence.exception or evidence.codex_error:
        return Shape.FAILURE
    if payload.is_html:
        return Shape.PAGE
    untold = evidence.answer is not None and evidence.answer.ending in (Ending.UNREADABLE, Ending.UNFINISHED)
    if payload.is_answer or (evidence.answer is not None and not (untold and evidence.body)):
        return Shape.ANSWER
    return Shape.OTHER


def _words(payload: Payload) -> str:
    """One line for each sentence and each code, in the one spelling that rules know."""
    lines = [*payload.sentences, *payload.codes]
    return "\n".join(_spelled(line) for line in lines)[:_MAX_WORDS]


def _spelled(line: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", line).translate(_SPELLING).lower().split())


def _spoken_error(payload: Payload) -> str:
    """What an answer says, where it sounds like an error; an ordinary answer says nothing about a cause."""
    lines = [_spelled(line) for line in payload.sentences if len(line) <= _MAX_SPOKEN]
    return "\n".join(line for line in lines if _SPOKEN_ERROR.search(line))
