"""The claims of `switching.toml_text`."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fakes.codex_settings import codex_settings
from vacancy.errors import SwitchError
from vacancy.switching.guest_file import GuestFile
from vacancy.switching.syntax import UnfitTextError, set_value
from vacancy.switching.toml_text import TomlSyntax, line_of

TOML = TomlSyntax()
NAMES = st.sampled_from(("gpt-6-luna", "ft:gpt-4o:org::id", "openai/gpt-5", "模型 ü", 'a"b\\c', "it's"))


def edited(text, where=("model",), value="new", after=None):
    """The text with the value set."""
    path = Path("/home/user/config.toml")
    return set_value(GuestFile(path, path, text.encode()), text, TOML, where, value, after=after)[0]


def document(data):
    """What a file means to the standard library, every float as it is written."""
    return tomllib.loads(data.decode("utf-8-sig"), parse_float=str)


@settings(max_examples=1000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(codex_settings(), NAMES)
def test_only_the_one_value_changes(config, name):
    """Of a thousand files every byte outside the value stays, and every other key means what it meant."""
    path = Path("/home/user/config.toml")
    guest = GuestFile(path, path, config.data)
    after = guest.encoded(set_value(guest, guest.text, TOML, ("model",), name)[0])
    assert document(after) == {**document(config.data), "model": name}
    if config.value:
        assert after.startswith(config.head)
        assert after.endswith(config.tail)
        assert b"\n" not in after[len(config.head) : len(after) - len(config.tail)]
    else:
        assert without_model_line(after, config.data)


def without_model_line(after, before):
    """Taking one line out of the new file, and a blank one below it, gives the old one."""
    lines = after.splitlines(keepends=True)
    for place, line in enumerate(lines):
        if not line.removeprefix(b"\xef\xbb\xbf").startswith(b"model = "):
            continue
        mark = b"\xef\xbb\xbf" if line.startswith(b"\xef\xbb\xbf") else b""
        for also in (1, 2):
            rest = [*lines[:place], mark, *lines[place + also :]]
            if before in {b"".join(rest), b"".join(rest).removesuffix(b"\n").removesuffix(b"\r")}:
                return True
    return False


SPELLINGS = (
    ("model='old' # c\r\n", "model='new' # c\r\n"),
    ('"model" = """old"""\n', '"model" = "new"\n'),
    ("'model'\t=\t\"old\"", "'model'\t=\t\"new\""),
    ("x = {model = 'a', b = [{model = 'c'}]}\nmodel = 'old'", "x = {model = 'a', b = [{model = 'c'}]}\nmodel = 'new'"),
    ('d = 1979-05-27 07:32:00 # c\nf = nan\nmodel = "old"\n', 'd = 1979-05-27 07:32:00 # c\nf = nan\nmodel = "new"\n'),
    ('q = """a""""\nmodel = "old"\n', 'q = """a""""\nmodel = "new"\n'),
    ("q = ''''a'''''\nmodel = \"old\"\n", "q = ''''a'''''\nmodel = \"new\"\n"),
    ('[[t]]\nmodel = "x"\n', 'model = "new"\n\n[[t]]\nmodel = "x"\n'),
    ("", 'model = "new"\n'),
    ("a = 1", 'a = 1\nmodel = "new"'),
    ("# head\n\n# of t\n[t]\n", '# head\n\nmodel = "new"\n\n# of t\n[t]\n'),
    ("# only", 'model = "new"\n\n# only'),
    ("t = {\n a = nan, # }\n b = [1.0],\n}\nmodel = 'old'", "t = {\n a = nan, # }\n b = [1.0],\n}\nmodel = 'new'"),
    ("a = [\n 1,\n] # c\n[t]\r\n", 'a = [\n 1,\n] # c\nmodel = "new"\n[t]\r\n'),
)  # fmt: skip


@pytest.mark.parametrize(("before", "after"), SPELLINGS)
def test_each_spelling_is_changed_where_it_stands(before, after):
    """Quotes, dates, nested tables, missing keys: the new text is exactly the one that a careful person would write."""
    assert edited(before) == after


def test_a_value_is_found_in_any_table():
    """Lists of tables, dotted headers and inline tables are counted as TOML counts them."""
    text = "[[a]]\nx = '1'\n[[a]]\nx = '2'\n[a.b]\nc = { d = ['e', 'f'] }\n"
    assert edited(text, ("a", 0, "x")) == text.replace("'1'", "'new'")
    assert edited(text, ("a", 1, "b", "c", "d", 1)) == text.replace("'f'", "'new'")
    assert edited('"a.b"."c d" = "x"\n', ("a.b", "c d")) == '"a.b"."c d" = "new"\n'


def test_a_missing_key_gets_a_line_in_its_table():
    """Below the last key of the table, or its header; beside the key that was named, where it is there."""
    assert edited("[a]\nz = 1\n[b]\n", ("a", "model")) == '[a]\nz = 1\nmodel = "new"\n[b]\n'
    assert edited("[a]\n[b]\n", ("a", "odd key")) == '[a]\n"odd key" = "new"\n[b]\n'
    beside = edited("model = 'x' # c\nz = 1\n", ("effort",), after=("model",))
    assert beside == "model = 'x' # c\neffort = \"new\"\nz = 1\n"


REFUSED = (
    ("model = 5\n", ("model",), "line 1: model is no text"),
    ("# c\n[model]\nx = 1\n", ("model",), "line 2: model is no text"),
    ("model.x = 1\n", ("model",), "line 1: model is no text"),
    ("a = { b = 1 }\n", ("a", "model"), "written in a way"),
    ("a = 1\n", ("b", "model"), "written in a way"),
    ("a = 1\nmodel = \n", ("model",), "line 2: this is not TOML"),
    ('model = "x"\nmodel = "y"\n', ("model",), "line 2: this is not TOML"),
    (f"a = {'1' * 5000}\n", ("model",), "more digits"),
    (f"a = {'[' * 3000}\n", ("model",), "more deeply"),
)


@pytest.mark.parametrize(("text", "where", "says"), REFUSED)
def test_what_cannot_be_changed_safely_is_refused(text, where, says):
    """The error names the file and the line, and says what is wrong."""
    with pytest.raises(SwitchError) as caught:
        edited(text, where)
    assert "/home/user/config.toml" in caught.value.message
    assert says in caught.value.message


def test_odd_characters_are_escaped():
    """Whatever a model is called, the file means exactly that."""
    for name in ('a"b', "a\\b", "a'b", "tab\there", "\x7f", "é"):
        for old in ("'x'", '"x"'):
            assert tomllib.loads(edited(f"model = {old}", value=name)) == {"model": name}


def test_a_scan_of_what_is_no_toml_ends():
    """The scanner runs on sound text only; where it is wrong about that it refuses, and never hangs."""
    with pytest.raises(UnfitTextError, match="written in a way"):
        line_of("a = 1\n= 2\n", ("a", "b"))
    with pytest.raises(UnfitTextError, match="written in a way"):
        line_of("a = [1", ("b",))


def test_the_line_of_a_key_is_known():
    """Keys and headers have a line; what does not stand there has none."""
    text = "a = 1\n[t.u]\nb = '''\n'''\nc = 2\n"
    assert [line_of(text, where) for where in (("a",), ("t", "u"), ("t", "u", "c"), ("x",))] == [1, 2, 5, None]
