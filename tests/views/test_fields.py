"""Form fields and what they refuse."""

from datetime import timedelta

import pytest

from vacancy.domain.bounds import Bounds
from vacancy.views.fields import TextField, check_duration, check_key, check_optional_url, check_url, check_variable

MINUTE_TO_TWO_HOURS = Bounds(timedelta(minutes=1), timedelta(hours=2))


@pytest.mark.parametrize("good", ["https://api.openai.com/v1", "http://localhost:11434/v1/", "http://[::1]:8080"])
def test_whole_addresses_are_taken(good):
    """With or without a port, and for IPv6."""
    assert check_url(good) == ""


@pytest.mark.parametrize(
    "bad",
    [
        "",
        "api.openai.com",
        "ftp://host",
        "https://",
        "https://u:p@host",
        "https://host/?a=1",
        "https://host/#x",
        "http://[",
    ],
)
def test_other_addresses_are_refused_with_a_reason(bad):
    """Never with an exception."""
    assert check_url(bad)


def test_an_optional_address_may_be_empty_and_nothing_else():
    """Half an address is wrong there too."""
    assert check_optional_url("") == ""
    assert check_optional_url("host")


@pytest.mark.parametrize(
    ("text", "fine"), [("sk-abc_123", True), ("", False), ("a b", False), ("é", False), ("a\n", False)]
)
def test_keys_are_printable_ascii_without_spaces(text, fine):
    """What a header could not carry is refused before it is kept."""
    assert (check_key(text) == "") is fine
    assert not text or text not in check_key(text)


def test_a_key_of_absurd_length_is_refused():
    """A whole file pasted by mistake."""
    assert check_key("x" * 10_000)


@pytest.mark.parametrize(("text", "fine"), [("OPENAI_API_KEY", True), ("1KEY", False), ("", False), ("A B", False)])
def test_variable_names(text, fine):
    """As shells have them."""
    assert (check_variable(text) == "") is fine


@pytest.mark.parametrize(
    ("text", "fine"), [("1m", True), ("1h30m", True), ("59s", False), ("3h", False), ("5", False), ("", False)]
)
def test_durations_have_a_unit_and_bounds(text, fine):
    """The bounds stand in the refusal."""
    assert (check_duration(MINUTE_TO_TWO_HOURS)(text) == "") is fine
    assert "1m and 2h" in check_duration(MINUTE_TO_TWO_HOURS)("1s")


def test_what_is_wrong_is_also_what_a_screen_reader_hears(shown):
    """The description of the input is its error while there is one, else its reason."""
    field = shown(TextField("&Address", "The base URL.", check_url))
    assert field.line.accessibleName() == "Address"
    assert field.line.accessibleDescription() == "The base URL."
    field.line.setText("nonsense")
    assert not field.valid()
    assert field.line.accessibleDescription() == field.error.text()
    field.line.setText("https://host/v1")
    assert field.valid()
    assert not field.error.isVisible()
