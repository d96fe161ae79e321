"""Provider request: what is sent to a provider, and what may be kept of what comes back.

The key stands in one header, goes to the connection's own address, and is taken out of everything that is kept.
"""

import json
from urllib.parse import urlsplit, urlunsplit

from vacancy.domain.catalog import Connection, ModelEntry
from vacancy.domain.evidence import MAX_BODY_CHARS, ExceptionSeen
from vacancy.domain.probe_shape import QUESTION, Endpoint, Shape, TokenField
from vacancy.errors import FetchError
from vacancy.redaction import Secret, redact

_KEPT = frozenset(
    {
        "date", "content-type", "location", "www-authenticate", "proxy-authenticate", "server", "via",
        "retry-after", "retry-after-ms", "x-should-retry",
        "x-request-id", "request-id", "apim-request-id", "cf-ray", "cf-mitigated", "x-squid-error",
    }
)  # fmt: skip
_KEPT_BEGINNINGS = ("x-ratelimit-", "ratelimit-", "anthropic-ratelimit-", "x-codex-")
_MAX_HEADERS = 48
_MAX_VALUE = 300


def address(connection: Connection, path: str) -> str:
    """The address of a path below the connection's base URL; a query stays, a user name in it is not sent."""
    base = urlsplit(connection.base_url)
    joined = f"{base.path.rstrip('/')}/{path}"
    return urlunsplit((base.scheme, connection.host, joined, base.query, ""))


def headers(secret: Secret | None) -> dict[str, str]:
    """The headers of a request; the one place where a key is revealed to be sent."""
    plain = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
    return plain if secret is None else {**plain, "authorization": f"Bearer {secret.reveal()}"}


def content(entry: ModelEntry, shape: Shape) -> bytes:
    """The body of a probe."""
    asked: dict[str, object] = {"model": entry.id, "stream": shape.stream}
    match shape.endpoint:
        case Endpoint.RESPONSES:
            asked["input"] = QUESTION
            if shape.effort is not None:
                asked["reasoning"] = {"effort": shape.effort}
        case Endpoint.CHAT:
            asked["messages"] = [{"role": "user", "content": QUESTION}]
            if shape.effort is not None:
                asked["reasoning_effort"] = shape.effort
    if shape.token_field is not TokenField.NONE:
        asked[shape.token_field.value] = shape.tokens
    optional = {"store": shape.store, "temperature": shape.temperature, "service_tier": entry.service_tier}
    asked.update({name: value for name, value in optional.items() if value is not None})
    return json.dumps(asked).encode()


class Cleaner:
    """Takes the key out of what is kept, before it is cut."""

    def __init__(self, secret: Secret | None) -> None:
        self._secrets = () if secret is None else (secret.reveal(),)

    def text(self, text: str, most: int = MAX_BODY_CHARS) -> str:
        """The text without secrets, then cut."""
        return redact(text, self._secrets)[:most]

    def headers(self, received: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
        """The headers that say something about the cause or the wait."""
        kept = [(name, self._value(name, value)) for name, value in received if _is_kept(name)]
        return tuple(kept[:_MAX_HEADERS])

    def exception(self, error: FetchError) -> ExceptionSeen | None:
        """What the client saw, outermost first."""
        seen: ExceptionSeen | None = None
        for name, text in reversed(error.causes):
            seen = ExceptionSeen(name, self.text(text, _MAX_VALUE), seen)
        return seen

    def _value(self, name: str, value: str) -> str:
        if name == "cf-ray":
            return "present"  # that Cloudflare answered matters; its id may lead back to the user
        if name == "location":
            return _host(value)
        return self.text(value, _MAX_VALUE)


def _is_kept(name: str) -> bool:
    return name in _KEPT or name.startswith(_KEPT_BEGINNINGS)


def _host(url: str) -> str:
    """Where a redirect leads; its path and query may hold a session."""
    try:
        return urlsplit(url).hostname or "same host"
    except ValueError:
        return "not an address"
