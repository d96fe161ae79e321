"""What the HTTP client raised, as one error for people."""

import socket
import ssl
from datetime import timedelta

import httpx
import pytest

from vacancy.sources.fetch_failures import deadline_exceeded, failure, too_large, unreadable

CANARY = "zq8!odd/key+1234"


def caused(outer: Exception, *inner: Exception) -> Exception:
    """An exception with a chain of causes."""
    link = outer
    for cause in inner:
        link.__cause__ = cause
        link = cause
    return outer


@pytest.mark.parametrize(
    ("exc", "title"),
    [
        (
            caused(httpx.ConnectError("x"), ssl.SSLCertVerificationError("bad")),
            "The certificate of h cannot be verified",
        ),
        (caused(httpx.ConnectError("x"), ssl.SSLError("bad")), "No secure connection to h"),
        (caused(httpx.ConnectError("x"), socket.gaierror(-2, "unknown")), "h cannot be found"),
        (caused(httpx.ConnectError("x"), ConnectionRefusedError()), "h refuses connections"),
        (httpx.ProxyError("407"), "The proxy refused the connection to h"),
        (httpx.ConnectTimeout(""), "h did not answer in time"),
        (httpx.ConnectError("x"), "h cannot be reached"),
        (httpx.UnsupportedProtocol("x"), "The address is not understood"),
        (httpx.LocalProtocolError("x"), "The request cannot be sent"),
        (httpx.RemoteProtocolError("x"), "The connection to h broke off"),
        (httpx.ReadError("x"), "The connection to h broke off"),
    ],
)
def test_the_precise_cause_gives_the_title(exc, title):
    """What lies deepest and is known best decides about the words."""
    error = failure(exc, host="h")
    assert error.title == title
    assert error.message


def test_causes_are_qualified_names_outermost_first():
    """Evidence names the classes as programmers write them; equal links are told once."""
    exc = caused(httpx.ConnectError("x"), socket.gaierror(-2, "unknown"), socket.gaierror(-2, "unknown"), OSError("y"))
    assert failure(exc, host="h").causes == (
        ("httpx.ConnectError", "x"),
        ("socket.gaierror", "[Errno -2] unknown"),
        ("OSError", "y"),
    )


def test_of_several_attempts_the_first_speaks():
    """Attempts over two address families come as a group."""
    group = ExceptionGroup("both", [ConnectionRefusedError("v6"), OSError("v4")])
    assert failure(caused(httpx.ConnectError("x"), group), host="h").causes[1] == ("ConnectionRefusedError", "v6")


def test_a_circle_of_causes_ends():
    """A chain that bites its tail is bounded."""
    one, two = ValueError("1"), ValueError("2")
    one.__cause__, two.__cause__ = two, one
    assert len(failure(one, host="h").causes) == 2


@pytest.mark.parametrize(
    "exc",
    [
        httpx.ReadError(f"while sending {CANARY}"),
        httpx.LocalProtocolError(f"Illegal header value b'Bearer {CANARY}'"),
        httpx.InvalidURL(f"http://{CANARY}"),
        UnicodeEncodeError("ascii", CANARY, 0, 1, "no"),
        httpx.ReadError("x" * 490 + CANARY),
    ],
)
def test_no_secret_survives(exc):
    """Exact secrets are removed, before the text is cut, and texts that repeat what was sent are not shown."""
    error = failure(exc, host="h", secrets=[CANARY])
    assert CANARY[:6] not in f"{error} {error.causes}"
    assert len(error.causes[0][1]) <= 500


def test_our_own_limits_have_names():
    """Deadline, size and packing are told apart by the name of their cause."""
    errors = [deadline_exceeded(timedelta(seconds=1.5), host="h"), too_large(10), unreadable("packed")]
    assert [error.causes[0][0] for error in errors] == ["DeadlineExceeded", "BodyTooLarge", "DecodingError"]
    assert "1.5 s" in errors[0].message
