"""Fetch failures: what the HTTP client raised, as one error for people with a chain of causes for the evidence."""

from collections.abc import Iterable, Iterator
from datetime import timedelta

from vacancy.errors import FetchError
from vacancy.redaction import redact
from vacancy.words import mark, tr

BODY_TOO_LARGE = "BodyTooLarge"
DEADLINE_EXCEEDED = "DeadlineExceeded"
UNREADABLE_BODY = "DecodingError"
"""Class names that evidence carries where no exception of the client's tells."""

_MAX_CAUSES = 8
_MAX_TEXT = 500

_WORDS: tuple[tuple[frozenset[str], str, str], ...] = (
    # The first line with a class of the chain decides: precise causes stand before the client's general ones.
    (
        frozenset({"SSLCertVerificationError"}),
        mark("The certificate of {host} cannot be verified"),
        mark(
            "This machine does not trust who answers: a company proxy, a network login page, "
            "or its own clock is wrong. SSL_CERT_FILE can name your company's certificates."
        ),
    ),
    (
        frozenset({"SSLError"}),
        mark("No secure connection to {host}"),
        mark("The server does not speak TLS as it should. Check the address, the port and the proxy."),
    ),
    (
        frozenset({"gaierror", "herror"}),
        mark("{host} cannot be found"),
        mark("Its address could not be looked up. Check the network, and the spelling of the address."),
    ),
    (
        frozenset({"ProxyError"}),
        mark("The proxy refused the connection to {host}"),
        mark("Check the proxy setting of this machine (HTTPS_PROXY, HTTP_PROXY or ALL_PROXY)."),
    ),
    (
        frozenset({"ConnectionRefusedError"}),
        mark("{host} refuses connections"),
        mark("Nothing listens there. Check the address and the port, or start the server."),
    ),
    (
        frozenset({"TimeoutException"}),
        mark("{host} did not answer in time"),
        mark("The network or the server is too slow just now."),
    ),
    (
        frozenset({"ConnectError"}),
        mark("{host} cannot be reached"),
        mark("The connection could not be made. Check the network."),
    ),
    (
        frozenset({"UnsupportedProtocol", "InvalidURL"}),
        mark("The address is not understood"),
        mark("It must begin with https:// or http:// and name a host."),
    ),
    (
        frozenset({"LocalProtocolError", "UnicodeError"}),
        mark("The request cannot be sent"),
        mark("The key or the address holds a character that HTTP does not allow."),
    ),
)
_OTHERWISE = (mark("The connection to {host} broke off"), mark("The answer did not come through whole."))


def failure(exc: BaseException, *, host: str, secrets: Iterable[str] = ()) -> FetchError:
    """The error for what the client raised; every text in it is redacted and bounded."""
    secrets = tuple(secrets)
    chain = list(_chain(exc))
    seen = {cls.__name__ for link in chain for cls in type(link).__mro__}
    title, message = next((words for names, *words in _WORDS if names & seen), _OTHERWISE)
    causes = dict.fromkeys((_name(link), redact(_text(link), secrets)[:_MAX_TEXT]) for link in chain)
    return FetchError(tr(title, host=host or tr("the server")), tr(message), causes=tuple(causes))


def deadline_exceeded(deadline: timedelta, *, host: str) -> FetchError:
    """The whole request took longer than it may."""
    seconds = f"{deadline.total_seconds():g}"
    return FetchError(
        tr("{host} did not answer in time", host=host),
        tr("There was no complete answer within {seconds} s.", seconds=seconds),
        causes=((DEADLINE_EXCEEDED, f"no complete answer within {seconds} s"),),
    )


def too_large(limit: int) -> FetchError:
    """The body is larger than it may be, packed or unpacked; reading stopped there."""
    return FetchError(
        tr("The answer is too large"),
        tr("It has more than {n} bytes.", n=limit),
        causes=((BODY_TOO_LARGE, f"more than {limit} bytes"),),
    )


def unreadable(why: str) -> FetchError:
    """The body is packed in a way that cannot be undone."""
    return FetchError(
        tr("The answer cannot be read"),
        tr("It is packed in a way that cannot be undone."),
        causes=((UNREADABLE_BODY, why),),
    )


def _chain(exc: BaseException | None) -> Iterator[BaseException]:
    """The exception and its causes, outermost first; of several attempts in parallel the first speaks.

    Contexts count even where `from None` hides them: httpcore hides the socket's own error so.
    """
    for _ in range(_MAX_CAUSES):
        if exc is None:
            return
        if isinstance(exc, BaseExceptionGroup):
            exc = exc.exceptions[0]
        yield exc
        exc = exc.__cause__ or exc.__context__


def _name(exc: BaseException) -> str:
    """The class as programmers write it: `httpx.ConnectError`, `ConnectionRefusedError`."""
    package = type(exc).__module__.partition(".")[0]
    return type(exc).__qualname__ if package == "builtins" else f"{package}.{type(exc).__qualname__}"


def _text(exc: BaseException) -> str:
    """What the exception says, unless it is of a kind that repeats what was to be sent."""
    if {"LocalProtocolError", "UnicodeError", "InvalidURL"} & {cls.__name__ for cls in type(exc).__mro__}:
        return "not shown, because it may hold what was to be sent"
    return str(exc)
