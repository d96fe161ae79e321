"""The claims of `switching.syntax`: nothing is trusted that was not read back."""

from pathlib import Path

import pytest

from vacancy.errors import SwitchError
from vacancy.switching.guest_file import GuestFile
from vacancy.switching.syntax import Splice, key_name, load, parse_key_path, set_value, text_at
from vacancy.switching.toml_text import TomlSyntax

PATHS = (
    ("model", ("model",)),
    ("a.b-c.d", ("a", "b-c", "d")),
    ("models[0].model", ("models", 0, "model")),
    ('"a.b".c', ("a.b", "c")),
    ("a[0][12]", ("a", 0, 12)),
)


@pytest.mark.parametrize(("text", "where"), PATHS)
def test_a_key_path_is_read_and_written(text, where):
    """Names, numbers and names with dots, as people write them."""
    assert parse_key_path(text) == where
    assert key_name(where) == text


def test_quotes_in_a_key_path():
    """Either quote holds a name with dots or brackets; a backslash keeps a quote."""
    assert parse_key_path("'a[0].b'.c") == ("a[0].b", "c")
    assert parse_key_path(r'"a\"b"') == ('a"b',)


@pytest.mark.parametrize("text", ["", ".", "a.", ".a", "a..b", "a[x]", "a b[", 'a"b"', '""', "a]"])
def test_what_names_nothing_is_refused(text):
    """No key is guessed."""
    with pytest.raises(ValueError, match="no key path"):
        parse_key_path(text)


class Careless(TomlSyntax):
    """A syntax that changes more than it was asked to."""

    def splice(self, text, where, value, *, after):
        """Overwrites everything."""
        del where, after
        return Splice(0, len(text), f'model = "{value}"\n')


def test_an_edit_that_changes_more_is_refused():
    """Whatever a syntax does wrong, the new meaning may differ by the one value only."""
    path = Path("/f.toml")
    guest = GuestFile(path, path, b'model = "old"\nother = 1\n')
    with pytest.raises(SwitchError, match="cannot be changed safely"):
        set_value(guest, guest.text, Careless(), ("model",), "new")
    alone = GuestFile(path, path, b'model = "old"\n')
    assert set_value(alone, alone.text, Careless(), ("model",), "new")[0] == 'model = "new"\n'


def test_a_value_that_is_set_already_is_no_edit():
    """The text is given back as it is."""
    path = Path("/f.toml")
    guest = GuestFile(path, path, b'model = "same"')
    assert set_value(guest, guest.text, TomlSyntax(), ("model",), "same") == (guest.text, None)
    assert text_at(load(guest, TomlSyntax()), ("model",)) == "same"


def test_the_line_of_a_splice_is_that_of_its_text():
    """A text that begins with a line end stands on the next line."""
    assert Splice(3, 3, "b").line_in("a\nc") == 2
    assert Splice(1, 1, "\r\nb").line_in("a") == 2
