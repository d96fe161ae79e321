"""Payload: an error answer of any shape, taken apart once.

Providers nest their errors, gateways wrap them, clients print them. Whatever comes - JSON of any nesting, JSON
within a string, stream lines, a Python repr, a page of HTML, a line of a log - is read into the same few lists,
innermost first, because the innermost error is the cause and everything around it is packaging. The lists are
sorted by depth and meaning, never by the order of keys, so that the same answer always reads the same.

Everything is bounded: characters, documents, nodes and depth. Nothing here raises for any text.
"""

import json
import re
from dataclasses import dataclass, field
from html import unescape

from vacancy.domain.evidence import MAX_BODY_CHARS

_MAX_NODES = 2_000
_MAX_DEPTH = 24
_MAX_DOCUMENTS = 64
_MAX_FALSE_STARTS = 16
_MAX_SENTENCE = 4_000
_MAX_CODE = 120

_MESSAGE_KEYS = ("message", "msg", "error", "detail", "error_message", "raw", "errmsg", "error_msg", "title")
"""Keys whose text speaks to people, the most telling first."""
_CODE_KEYS = frozenset({"code", "error_code", "errorcode", "error_type", "reason", "internalcode", "err_code"})
_STATUS_KEYS = frozenset(
    {"code", "status", "status_code", "statuscode", "http_status", "httpcode", "error_code", "raw_status_code"}
)
_WAIT_WORDS = ("retry", "reset", "estimated_time", "wait")
_MUTE_KEYS = frozenset(
    {
        *("id", "object", "model", "created", "created_at", "timestamp", "url", "instance", "zone", "location"),
        *("request_id", "requestid", "user_id", "ray_id", "system_fingerprint", "param", "plan_type", "service"),
    }
)
"""Keys that say nothing about the cause; a model may be called anything."""
_ANSWER_KEYS = frozenset({"choices", "candidates", "promptfeedback", "stop_reason"})
_NOTHING = frozenset({"none", "null", "true", "false", "error", ""})

_STATUS_IN_TEXT = re.compile(
    r"\[(\d{3})\]|^\s{0,8}(\d{3})[\s:]|\bhttp[ /](?:error )?(\d{3})\b|\bstatus(?: code)?:? (\d{3})\b"
    r"|\b(\d{3}) (?:too many requests|service unavailable|bad gateway|gateway time|unauthorized|forbidden|payment req)",
    re.IGNORECASE,
)
_PAIR_IN_TEXT = re.compile(
    r"\b(error_code|error_type|code|type|status_code|status|reason|retry_after|retrydelay|resets_in_seconds)"
    r"[\"']?\s{0,4}[:=]\s{0,4}[\"']?([\w.\-]{1,80})",
    re.IGNORECASE,
)
_TAG = re.compile(r"<[^<>]*>")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_NO_CODE = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class Payload:
    """What a text says, innermost first."""

    codes: tuple[str, ...] = ()
    """Codes and types as words joined by `_`: `RateLimitError` and `rate-limit-error` read `rate_limit_error`."""
    statuses: tuple[int, ...] = ()
    sentences: tuple[str, ...] = ()
    message: str = ""
    """The innermost sentence meant for people, as it was written."""
    waits: tuple[tuple[str, str], ...] = ()
    """Fields that speak of a wait, with their lower-case names."""
    headers: tuple[tuple[str, str], ...] = ()
    """Headers that travel inside the payload, as WebSocket errors carry them."""
    is_html: bool = False
    is_answer: bool = False
    """It has the shape of a model's answer, and no error in it."""
    is_failure: bool = False
    """It says of itself that it is an error."""


@dataclass(frozen=True, slots=True, order=True)
class _Found:
    """One finding; sorts innermost first, then by how telling its key is, then by itself."""

    height: int
    rank: int
    text: str


@dataclass(slots=True)
class _Reader:
    """Collects findings from one or more texts, within one budget."""

    codes: list[_Found] = field(default_factory=list)
    statuses: list[_Found] = field(default_factory=list)
    sentences: list[_Found] = field(default_factory=list)
    waits: list[tuple[int, str, str]] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    is_html: bool = False
    answers: bool = False
    fails: bool = False
    nodes_left: int = _MAX_NODES

    def read(self, text: str, key: str, depth: int) -> None:
        """Read a text: the documents in it go deeper, what stands around them is said here."""
        if depth > _MAX_DEPTH or self.nodes_left <= 0:
            return
        self.nodes_left -= 1
        if _looks_like_html(text):
            self.is_html = True
            text = _visible_text(text)
        documents, rest = _split_documents(text)
        for document in documents:
            self._walk(document, key, depth + 1)
        if documents or key in _MESSAGE_KEYS or " " in rest.strip() or not rest.isascii():
            self._hear(rest, key, depth)
        else:
            self.add_code(rest, key, depth)

    def add_code(self, text: str, key: str, depth: int) -> None:
        """Keep one code or type, and the status that it may be."""
        if key in _STATUS_KEYS and text.strip().isdecimal():
            self._add_status(text.strip(), depth)
        code = as_code(text)
        if code not in _NOTHING:
            self.codes.append(_Found(-depth, 0 if key in _CODE_KEYS else 1, code))

    def _walk(self, node: object, key: str, depth: int) -> None:
        if depth > _MAX_DEPTH or self.nodes_left <= 0:
            return
        self.nodes_left -= 1
        if isinstance(node, dict):
            self._note_shape(node)
            for name, value in node.items():
                self._field(value, name.lower(), depth)
        elif isinstance(node, list):
            for value in node:
                self._walk(value, key, depth + 1)
        elif isinstance(node, str):
            if key not in _MUTE_KEYS:
                self.read(node, key, depth)
        elif isinstance(node, int | float) and not isinstance(node, bool) and key in _STATUS_KEYS | _CODE_KEYS:
            self.add_code(str(node)[:_MAX_CODE], key, depth)

    def _field(self, value: object, name: str, depth: int) -> None:
        if name == "headers" and isinstance(value, dict):
            self.headers |= {str(key).lower(): str(held)[:200] for key, held in list(value.items())[:60]}
            return
        if isinstance(value, str | int | float) and any(word in name for word in _WAIT_WORDS):
            self.waits.append((-depth, name, str(value)[:_MAX_CODE]))
        self._walk(value, name, depth + 1)

    def _note_shape(self, node: dict[str, object]) -> None:
        kind = str(node.get("type"))
        self.fails |= bool(node.get("error")) or kind in ("error", "response.failed") or node.get("success") is False
        self.answers |= (
            any(name.lower() in _ANSWER_KEYS for name in node)
            or isinstance(node.get("output"), list)
            or str(node.get("object")).startswith("chat.completion")
            or kind.startswith("response.output_text")
        )

    def _hear(self, rest: str, key: str, depth: int) -> None:
        """Keep what was said in plain text, with the codes and statuses that stand in it."""
        sentence = " ".join(rest[:_MAX_SENTENCE].split())
        if not sentence:
            return
        rank = _MESSAGE_KEYS.index(key) if key in _MESSAGE_KEYS else len(_MESSAGE_KEYS)
        self.sentences.append(_Found(-depth, rank, sentence))
        for name, value in _PAIR_IN_TEXT.findall(sentence):
            if any(word in name.lower() for word in _WAIT_WORDS):
                self.waits.append((-depth, name.lower(), value))
            else:
                self.add_code(value, name.lower(), depth)
        for groups in _STATUS_IN_TEXT.findall(sentence):
            self._add_status("".join(groups), depth)

    def _add_status(self, text: str, depth: int) -> None:
        if len(text) == 3 and "2" <= text[0] <= "5":  # noqa: PLR2004 - three digits, as every final status has
            self.statuses.append(_Found(-depth, 0, text))

    def payload(self) -> Payload:
        """Everything found, innermost first."""
        sentences = sorted(self.sentences)
        spoken = [found for found in sentences if found.rank < len(_MESSAGE_KEYS)] or sentences
        return Payload(
            codes=tuple(dict.fromkeys(found.text for found in sorted(self.codes))),
            statuses=tuple(dict.fromkeys(int(found.text) for found in sorted(self.statuses))),
            sentences=tuple(dict.fromkeys(found.text for found in sentences)),
            message=spoken[0].text if spoken else "",
            waits=tuple((name, value) for _, name, value in sorted(self.waits)),
            headers=tuple(sorted(self.headers.items())),
            is_html=self.is_html,
            is_answer=self.answers and not self.fails,
            is_failure=self.fails,
        )


def read_payload(texts: tuple[str, ...], names: tuple[tuple[str, int], ...] = ()) -> Payload:
    """Read texts, outermost first: each is taken to lie one step deeper than the one before it.

    Args:
        texts: Bodies, stream events, texts of exceptions. Each is cut to `MAX_BODY_CHARS`.
        names: Further codes (classes of exceptions, say) with their depths.
    """
    reader = _Reader()
    for depth, text in enumerate(texts[:_MAX_DEPTH]):
        reader.read(_unwrapped(text[:MAX_BODY_CHARS]), "message", depth)
    for name, depth in names:
        reader.add_code(name, "type", depth)
    return reader.payload()


def as_code(text: str) -> str:
    """A code in the one form that rules know: lower-case words joined by `_`."""
    return _NO_CODE.sub("_", _CAMEL.sub("_", text[:_MAX_CODE]).lower()).strip("_")


def _unwrapped(text: str) -> str:
    """The text within, where the whole is one JSON string."""
    for _ in range(4):
        if not text.lstrip().startswith('"'):
            break
        try:
            inner = json.loads(text)
        except ValueError:
            break
        text = inner if isinstance(inner, str) else text
    return text


def _split_documents(text: str) -> tuple[list[object], str]:
    """The JSON objects that stand in a text, and the text around them."""
    documents, rest = _scan(text)
    if not documents and '\\"' in text:  # a log that printed a string with its escapes
        documents, rest = _scan(text.replace('\\"', '"'))
    return documents, rest


def _scan(text: str) -> tuple[list[object], str]:
    decoder = json.JSONDecoder()
    documents: list[object] = []
    around: list[str] = []
    false_starts = cursor = 0
    start = text.find("{")
    while start >= 0 and false_starts < _MAX_FALSE_STARTS and len(documents) < _MAX_DOCUMENTS:
        try:
            document, end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            false_starts += 1
            end = start + 1
        else:
            documents.append(document)
            around.append(text[cursor:start])
            cursor = end
        start = text.find("{", end)
    around.append(text[cursor:])
    return documents, " ".join(around)


def _looks_like_html(text: str) -> bool:
    head = text[:4_000].lower()
    return "<html" in head or "<!doctype html" in head or "<title" in head or head.lstrip().startswith("<body")


def _visible_text(page: str) -> str:
    """Title, headings and text of a page, without its scripts and styles."""
    for name in ("script", "style"):
        page = _without_element(page, name)
    visible = " ".join(_TAG.sub(" ", page).split())[:_MAX_SENTENCE]
    return " ".join(unescape(visible).split())


def _without_element(page: str, name: str) -> str:
    """The page without one kind of element; an element that is not closed takes the rest with it."""
    lower = page.lower()
    if len(lower) != len(page):  # a few letters change length in lower case
        page = lower
    kept: list[str] = []
    cursor = 0
    while (start := lower.find(f"<{name}", cursor)) >= 0:
        kept.append(page[cursor:start])
        end = lower.find(f"</{name}", start)
        if end < 0:
            return "".join(kept)
        cursor = end
    kept.append(page[cursor:])
    return " ".join(kept)
