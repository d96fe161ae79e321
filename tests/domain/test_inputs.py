"""One set of rules for what people type: the file, the windows and the keyring take and refuse the same."""

import pytest

from vacancy.domain.inputs import AddressFault, KeyFault, address_fault, is_connection_name, is_variable, key_fault
from vacancy.store.secrets import usable
from vacancy.store.settings_reading import read_preferences
from vacancy.views.fields import check_key, check_url, check_variable

GOOD_KEY = "sk-0123456789"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (GOOD_KEY, None),
        ("x" * 8, None),
        ("x" * 1200, None),
        ("x" * 7, KeyFault.LENGTH),
        ("x" * 1201, KeyFault.LENGTH),
        ("", KeyFault.LENGTH),
        ("sk 0123456789", KeyFault.CHARACTERS),
        ("sk\t0123456789", KeyFault.CHARACTERS),
        ("sk-01234\x7f56789", KeyFault.CHARACTERS),
        ("sk-é123456789", KeyFault.CHARACTERS),
    ],
)
def test_a_key_is_eight_to_1200_characters_that_a_header_carries(text, fault):
    """The window refuses exactly what the key store would refuse."""
    assert key_fault(text) is fault
    assert bool(check_key(text)) is (fault is not None)


def test_a_short_key_that_is_stored_already_is_used():
    """A local server may want `x` for a key; only what is typed anew has a least length."""
    assert key_fault("sk-1", shortest=1) is None
    assert usable("sk-1") == "sk-1"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("https://api.openai.com/v1", None),
        ("http://[::1]:8080", None),
        ("", AddressFault.NOT_WHOLE),
        ("api.openai.com", AddressFault.NOT_WHOLE),
        ("ftp://host", AddressFault.NOT_WHOLE),
        ("https://", AddressFault.NOT_WHOLE),
        ("https://host:0", AddressFault.NOT_WHOLE),
        ("https://host:99999", AddressFault.NOT_WHOLE),
        ("http://[", AddressFault.NOT_WHOLE),
        ("https://ho st", AddressFault.NOT_WHOLE),
        ("https://host\\v1", AddressFault.NOT_WHOLE),
        ("https://host/\u202ev1", AddressFault.NOT_WHOLE),
        ("https://user:word@host", AddressFault.CREDENTIALS),
        ("https://@host", AddressFault.CREDENTIALS),
        ("https://host/?", AddressFault.QUERY),
        ("https://host/#x", AddressFault.QUERY),
    ],
)
def test_an_address_is_whole_and_nothing_else(text, fault):
    """The window refuses exactly what the settings file would refuse."""
    assert address_fault(text) is fault
    assert bool(check_url(text)) is (fault is not None)
    assert bool(_faults(base_url=text)) is (fault is not None)


@pytest.mark.parametrize(
    ("text", "fine"),
    [("OPENAI_API_KEY", True), ("_", True), ("A" * 128, True), ("A" * 129, False), ("1KEY", False), ("A-B", False)],
)
def test_a_variable_is_one_that_a_shell_can_set(text, fine):
    """The window and the file agree."""
    assert is_variable(text) is fine
    assert (check_variable(text) == "") is fine
    assert (_faults(key=f"env:{text}") == []) is fine


@pytest.mark.parametrize(
    ("name", "fine"),
    [("openai", True), ("my server", True), ("x" * 64, True), ("x" * 65, False), (" x", False), ("a/b", False),
     ("a#b", False), ("a\u202eb", False), ("", False)],
)  # fmt: skip
def test_a_connections_name_is_short_and_has_no_slash(name, fine):
    """The window and the file agree."""
    assert is_connection_name(name) is fine
    assert (_faults(name=name) == []) is fine


def _faults(*, name="lab", base_url="https://host/v1", key="keyring"):
    """What the reader says about a file with that one connection."""
    words = [text.replace("\\", "\\\\") for text in (name, base_url, key)]
    return read_preferences('[connections."{}"]\nkind = "openai-chat"\nbase_url = "{}"\nkey = "{}"\n'.format(*words))[1]
