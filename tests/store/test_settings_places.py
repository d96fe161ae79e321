"""The claims of `store.settings_places`."""

import pytest

from vacancy.domain.catalog import KeyKind, KeySource
from vacancy.store.settings_places import FilePath, KeyPlace, Proxy, Url
from vacancy.store.settings_rules import Unfit


def refusal(rule, value):
    """Why a rule refuses a value."""
    with pytest.raises(Unfit) as caught:
        rule.read(value)
    return caught.value.problem


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        ("http://proxy.example:3128", "http://proxy.example:3128"),
        ("http://proxy.example:3128/", "http://proxy.example:3128"),
        ("https://10.0.0.1", "https://10.0.0.1"),
        ("socks5h://[::1]:1080", "socks5h://[::1]:1080"),
        ("env:COMPANY_PROXY", "env:COMPANY_PROXY"),
        ("none", "none"),
    ],
)
def test_a_proxy_is_an_address_a_variable_or_none(value, kept):
    """What is read is written back as it is."""
    assert Proxy().read(value) == kept
    assert Proxy().write(kept) == kept


@pytest.mark.parametrize("value", ["proxy.example:3128", "ftp://p.example", "http://", "env:", "env:1X", "", 7, True])
def test_what_is_no_proxy_is_told_how_one_looks(value):
    """The message shows the forms there are."""
    assert '"env:NAME"' in refusal(Proxy(), value)


def test_a_password_of_a_proxy_never_stands_in_the_file():
    """It is refused, not repeated, and the way to give it is said."""
    problem = refusal(Proxy(), "http://me:canary-word@proxy.example:3128")
    assert "canary" not in problem
    assert "environment variable" in problem
    assert '"env:NAME"' in problem


@pytest.mark.parametrize("value", ["/etc/ssl/company.pem", "~/certs/a b.pem", "~", "/größe"])
def test_a_path_is_kept_as_it_was_written(value):
    """The home folder's sign is not resolved into somebody's own."""
    assert FilePath().read(value) == value


@pytest.mark.parametrize("value", ["company.pem", "./a", "../a", "", " /a", "/a\n", "~root", 7])
def test_a_path_that_depends_on_where_one_stands_is_refused(value):
    """Nobody knows which folder a desktop program was started in."""
    assert "path" in refusal(FilePath(), value)


def test_a_program_may_be_a_name():
    """It is looked for on PATH then; a path of several parts must be whole all the same."""
    assert FilePath(may_be_name=True).read("codex-beta") == "codex-beta"
    assert "whole path" in refusal(FilePath(may_be_name=True), "bin/codex")


def test_a_key_place_names_the_place_alone():
    """A key that was pasted there is refused without being repeated."""
    assert KeyPlace().read("env:K_1") == KeySource(KeyKind.ENVIRONMENT, "K_1")
    assert "canary" not in refusal(KeyPlace(), "sk-canary-1234")


def test_an_address_loses_its_last_slash():
    """Two spellings of one address are one address; an empty one is a decision where it may be one."""
    assert Url().read("https://a.example/v1/") == "https://a.example/v1"
    assert Url(may_be_empty=True).read("") == ""
    assert "names a host" in refusal(Url(), "")
