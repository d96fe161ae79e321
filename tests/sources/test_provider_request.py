"""What is sent to a provider, and what is kept."""

import pytest

from vacancy.domain.catalog import Connection, ConnectionKind, KeyKind, KeySource
from vacancy.errors import FetchError
from vacancy.redaction import Secret
from vacancy.sources.provider_request import Cleaner, address, headers

CANARY = "sk-proj-canary0123456789abcdefghijklmnop"


def connection(base_url: str) -> Connection:
    """A connection with that base URL."""
    return Connection("c", ConnectionKind.OPENAI, base_url, KeySource(KeyKind.KEYRING))


@pytest.mark.parametrize(
    ("base_url", "asked"),
    [
        ("https://api.openai.com/v1", "https://api.openai.com/v1/responses"),
        ("https://api.openai.com/v1/", "https://api.openai.com/v1/responses"),
        ("http://localhost:11434", "http://localhost:11434/responses"),
        ("http://[::1]:8000/v1", "http://[::1]:8000/v1/responses"),
        (
            "https://x.azure.com/openai/v1?api-version=2026-01",
            "https://x.azure.com/openai/v1/responses?api-version=2026-01",
        ),
        ("https://user:password@gate.corp/v1#part", "https://gate.corp/v1/responses"),
    ],
)
def test_addresses_are_joined_below_the_base(base_url, asked):
    """Slashes, ports and queries are kept in place; a user name in the address is not sent."""
    assert address(connection(base_url), "responses") == asked


def test_the_key_is_in_one_header():
    """The key is revealed for the Authorization header alone."""
    assert headers(Secret(CANARY))["authorization"] == f"Bearer {CANARY}"
    assert [name for name, value in headers(Secret(CANARY)).items() if CANARY in value] == ["authorization"]
    assert "authorization" not in headers(None)


def test_only_telling_headers_are_kept():
    """Waits, limits and ids stay; cookies, unknown headers and ids that lead back to the user go."""
    kept = Cleaner(None).headers(
        (
            ("retry-after", "3"),
            ("x-ratelimit-reset-tokens", "6ms"),
            ("cf-ray", "8f00ba12-FRA"),
            ("location", "https://login.hotel.example/?session=abc"),
            ("set-cookie", "a=b"),
            ("openai-organization", "org-abc"),
        )
    )
    assert kept == (
        ("retry-after", "3"),
        ("x-ratelimit-reset-tokens", "6ms"),
        ("cf-ray", "present"),
        ("location", "login.hotel.example"),
    )


@pytest.mark.parametrize(("location", "kept"), [("/login?x=1", "same host"), ("http://[::1", "not an address")])
def test_locations_without_a_host_say_so(location, kept):
    """A relative or broken location keeps nothing of its text."""
    assert Cleaner(None).headers((("location", location),)) == (("location", kept),)


def test_headers_are_bounded():
    """A server cannot fill the evidence with headers."""
    kept = Cleaner(None).headers(tuple((f"x-ratelimit-{number}", "y" * 10_000) for number in range(1000)))
    assert len(kept) < 100
    assert max(len(value) for _, value in kept) <= 300


@pytest.mark.parametrize("offset", range(0, len(CANARY), 5))
def test_the_key_is_removed_before_the_text_is_cut(offset):
    """A key that lies across the cut leaves no half of itself."""
    text = Cleaner(Secret(CANARY)).text("x" * (100 - offset) + " " + CANARY, 100)
    assert CANARY[:3] not in text


def test_a_key_of_an_unusual_shape_is_removed_as_well():
    """The exact key is known, so its shape does not matter."""
    assert Cleaner(Secret("zq8!odd/key+1234")).text("no such key: zq8!odd/key+1234") == "no such key: [redacted]"


def test_causes_become_a_chain():
    """The client's exceptions are nested in their order."""
    seen = Cleaner(None).exception(FetchError("t", causes=(("A", "one"), ("B", "two"))))
    assert [(link.type, link.message) for link in seen.chain()] == [("A", "one"), ("B", "two")]
    assert Cleaner(None).exception(FetchError("t")) is None
