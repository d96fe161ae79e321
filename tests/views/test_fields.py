"""Form fields and what they refuse."""

from datetime import timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from fakes.ears import heard
from vacancy.domain.bounds import Bounds
from vacancy.views.fields import (
    ChoiceField,
    TextField,
    check_duration,
    check_key,
    check_optional_url,
    check_path,
    check_program,
    check_proxy,
    check_url,
    check_variable,
)

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


@pytest.mark.parametrize(
    ("text", "fine"),
    [
        ("", True), ("none", True), ("env:MY_PROXY", True), ("http://proxy.example:3128", True),
        ("socks5h://127.0.0.1:1080", True), ("proxy.example:3128", False), ("env:", False), ("env:1", False),
        ("http://me:word@proxy.example", False), ("http://proxy.example/?a", False),
    ],
)  # fmt: skip
def test_a_proxy_is_an_address_a_variable_or_none(text, fine):
    """Its password is refused with the way to give it, and never repeated."""
    assert (check_proxy(text) == "") is fine
    assert "canary" not in check_proxy("http://me:canary@proxy.example")


@pytest.mark.parametrize(
    ("text", "path", "program"),
    [
        ("", True, True), ("/a b", True, True), ("~/a", True, True), ("C:\\a", True, True), ("\\\\host\\a", True, True),
        ("a/b", False, False), ("codex", False, True), ("./codex", False, False), ("~me/a", False, False),
    ],
)  # fmt: skip
def test_a_path_is_whole_and_a_program_may_be_a_name(text, path, program):
    """What depends on where one stands is refused."""
    assert (check_path(text) == "") is path
    assert (check_program(text) == "") is program


def test_a_choice_keeps_what_was_chosen_when_more_is_offered(shown):
    """And says when the user chose, not when it was filled in."""
    field = shown(ChoiceField("&Tool", "Which one.", [("a", "A"), ("b", "B")]))
    picked = heard(field.picked)
    field.choose("b")
    field.offer([("c", "C"), ("b", "B")])
    assert field.value == "b"
    field.offer([("c", "C")])
    assert field.value == "c"
    assert picked == []
    field.offer([("c", "C"), ("d", "D")])
    QTest.keyClick(field.box, Qt.Key.Key_Down)
    assert field.value == "d"
    assert len(picked) == 1
    assert field.box.accessibleName() == "Tool"
