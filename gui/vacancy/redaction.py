"""Redaction: secrets leave a text before anything else happens to it.

Two nets: the exact secrets that this process holds, in the forms in which they travel, and shapes that look like
a key whoever holds it. Redact first and cut afterwards, or half a key survives at the edge.
"""

import re
from base64 import b64encode
from collections.abc import Iterable
from urllib.parse import quote

MASK = "[redacted]"
_SHORTEST = 8
"""A shorter text is no secret worth hiding, and hiding it would eat ordinary words."""

_SHAPES = re.compile(
    r"(?:sk|pk|rk|sess|gsk|xai|nvapi|AIza|hf|r8|key|org|proj)[-_][A-Za-z0-9_\-*.]{8,200}"
    # Only where a word begins: a hostile megabyte of "eyJeyJeyJ..." would cost seconds otherwise.
    r"|(?:(?<![A-Za-z0-9_\-])|(?<=%20))eyJ[A-Za-z0-9_\-]{10,2000}(?:\.[A-Za-z0-9_\-]{1,2000}){1,2}"
    r"|AIza[A-Za-z0-9_\-]{20,100}"
    r"|(?i:bearer|basic)\s+[A-Za-z0-9._~+/\-=]{8,4000}"
    # The scheme belongs to the value, or the credentials behind it would stay; cookies are many in one line.
    r"|(?i:authorization|x-api-key|api-key)[\"']?\s*[:=]\s*[\"']?(?:(?i:bearer|basic|token)\s+)?[^\s\"',;]{4,4000}"
    r"|(?i:set-cookie|cookie)[\"']?\s*[:=]\s*[\"']?[^\r\n\"']{4,4000}"
)


def redact(text: str, secrets: Iterable[str] = ()) -> str:
    """The text without the given secrets, and without anything of a key's shape.

    Args:
        text: Any text, best as it was received.
        secrets: Exact secrets to remove, also where they appear URL-encoded or in Base64.
    """
    for secret in secrets:
        if len(secret) >= _SHORTEST:
            for form in (secret, quote(secret, safe=""), b64encode(secret.encode()).decode()):
                text = text.replace(form, MASK)
    return _SHAPES.sub(MASK, text)


class Secret:
    """A text that no repr, str, format or log record shows; `reveal` is the one way to it."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        """The secret itself, for the one header that carries it."""
        return self._text

    def __repr__(self) -> str:
        return f"Secret({MASK})"

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return repr(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and other._text == self._text

    def __hash__(self) -> int:
        return hash(self._text)

    def __reduce__(self) -> str:
        raise TypeError("a secret is not pickled")
