"""Identities and routes are stable texts."""

from dataclasses import replace

import pytest

from fakes.domain_values import CONNECTION
from vacancy.domain.catalog import Connection, ConnectionKind, EntryKey, KeyKind, KeySource, ModelEntry


def test_same_model_with_another_effort_is_another_entry():
    """Model, effort and tier together are what is watched."""
    plain, high = ModelEntry("openai", "gpt-6"), ModelEntry("openai", "gpt-6", effort="high")
    assert plain.key != high.key
    assert "openai/gpt-6" == str(plain.key)
    assert "openai/gpt-6#effort=high#tier=flex" == str(EntryKey("openai", "gpt-6", "high", "flex"))


def test_route_names_host_and_credential():
    """The route says where, and by what right."""
    assert str(CONNECTION.route) == "API key at api.openai.com"
    local = Connection("local", ConnectionKind.OPENAI_CHAT, "http://127.0.0.1:8080/v1", KeySource(KeyKind.NONE))
    assert str(local.route) == "without a key at 127.0.0.1:8080"


def test_route_never_shows_what_stands_before_the_host():
    """Credentials that somebody wrote into a URL do not show."""
    odd = Connection("odd", ConnectionKind.OPENAI, "https://me:pw@host/v1", KeySource(KeyKind.KEYRING))
    assert "host" == odd.host


@pytest.mark.parametrize(
    ("host", "travels"),
    [("127.0.0.1:11434", False), ("localhost", False), ("[::1]:8080", False), ("lab.localhost", False),
     ("192.168.1.7:8000", True), ("api.openai.com", True), ("localhost.example", True)],
)  # fmt: skip
def test_only_this_machine_can_be_reached_without_a_network(host, travels):
    """What is sent to a loopback address does not travel; everything else does."""
    connection = Connection("lab", ConnectionKind.OPENAI, f"http://{host}/v1", KeySource(KeyKind.NONE))
    assert travels is connection.travels


def test_key_source_reads_as_in_the_settings():
    """The three forms of the settings file."""
    assert "keyring" == str(KeySource(KeyKind.KEYRING))
    assert "env:OPENAI_API_KEY" == str(KeySource(KeyKind.ENVIRONMENT, "OPENAI_API_KEY"))


def test_label_is_what_people_read():
    """A label replaces the id for people only."""
    entry = ModelEntry("openai", "gpt-6", label="Work horse")
    assert ("Work horse", "gpt-6") == (entry.name, entry.key.model)


def test_another_way_is_another_route():
    """What came through one proxy proves nothing about the way without it; what says nothing changes nothing."""
    ways = [
        replace(CONNECTION, proxy=proxy, ca_file=file) for proxy in (None, "none", "env:P") for file in (None, "/a")
    ]
    assert 6 == len({each.fingerprint for each in ways})
    assert CONNECTION.fingerprint == "openai https://api.openai.com/v1 keyring"


@pytest.mark.parametrize(
    ("proxy", "travels"),
    [(None, False), ("none", False), ("socks5://127.0.0.1:1080", False), ("http://p.example:1", True), ("env:P", True)],
)
def test_what_a_proxy_elsewhere_carries_travels(proxy, travels):
    """A server on this machine that is asked through another machine is not asked on this machine alone."""
    here = Connection("l", ConnectionKind.OPENAI_CHAT, "http://localhost/v1", KeySource(KeyKind.NONE), proxy=proxy)
    assert here.travels is travels
