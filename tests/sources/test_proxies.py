"""Which proxy a request goes through."""

import pytest

from vacancy.errors import FetchError
from vacancy.sources.proxies import proxy_for

API = "https://api.openai.com/v1"
PROXY = "http://proxy.corp:3128"


@pytest.mark.parametrize(
    ("settings", "proxy"),
    [
        ({}, None),
        ({"https": PROXY}, PROXY),
        ({"http": PROXY}, None),
        ({"all": PROXY}, PROXY),
        ({"https": "http://first:1", "all": PROXY}, "http://first:1"),
        ({"https": "proxy.corp:3128"}, PROXY),
        ({"all": "socks5://127.0.0.1:1080"}, "socks5://127.0.0.1:1080"),
        ({"all": "socks://127.0.0.1:1080/"}, "socks5h://127.0.0.1:1080/"),
        ({"https": "  "}, None),
    ],
)
def test_the_proxy_of_the_scheme_is_taken(settings, proxy):
    """The scheme's own setting comes first, then the one for all; desktop spellings are understood."""
    assert proxy_for(API, settings) == proxy


@pytest.mark.parametrize(
    ("url", "no_proxy", "direct"),
    [
        (API, "*", True),
        (API, "openai.com", True),
        (API, ".openai.com", True),
        (API, "*.openai.com", True),
        (API, "localhost, API.openai.com ,x", True),
        (API, "api.openai.com:443", False),
        ("https://api.openai.com:443/v1", "api.openai.com:443", True),
        (API, "ai.com", False),
        (API, "api.openai.com.evil", False),
        (API, "", False),
        (API, ",,", False),
        (API, "[::1],fe80::/10,10.0.0.0/8", False),
        ("http://10.2.3.4:8000", "10.0.0.0/8", True),
        ("http://11.2.3.4:8000", "10.0.0.0/8", False),
        ("http://10.2.3.4:8000", "corp.example,10.2.3.4:8000", True),
        ("http://10.2.3.4:8000", "corp.example", False),
        ("http://[fe80::1]:8000", "fe80::/10", True),
        ("http://[2001:db8::1]", "[2001:db8::1]", True),
        ("http://localhost:11434", "", True),
        ("http://127.0.0.5:11434", "", True),
        ("http://[::1]:11434", "", True),
    ],
)
def test_exceptions_are_names_networks_and_this_machine(url, no_proxy, direct):
    """NO_PROXY is read in all its spellings, and a model on this machine is never asked through a proxy."""
    settings = {"http": PROXY, "https": PROXY, "no": no_proxy}
    assert (proxy_for(url, settings) is None) is direct


@pytest.mark.parametrize(
    "proxy", ["socks4://user:secretpassword@127.0.0.1:1080", "ftp://x:1", "http://", "http://[::1", "http://x:99999999"]
)
def test_a_setting_that_cannot_be_used_is_an_error_without_its_password(proxy):
    """The error names the kind of proxy, never the address with its password."""
    with pytest.raises(FetchError) as caught:
        proxy_for(API, {"https": proxy})
    assert caught.value.causes[0][0] == "ProxySettingError"
    assert "secretpassword" not in f"{caught.value} {caught.value.causes}"


def test_the_machines_own_settings_are_read(monkeypatch):
    """Without given settings those of the environment count."""
    monkeypatch.setenv("HTTPS_PROXY", PROXY)
    assert proxy_for(API) == PROXY
