"""The claims of `switching.json_text`."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vacancy.errors import SwitchError
from vacancy.switching.guest_file import GuestFile
from vacancy.switching.json_text import JsonSyntax
from vacancy.switching.syntax import set_value, value_at

JSON = JsonSyntax()


def edited(text, where=("model",), value="new"):
    """The text with the value set."""
    path = Path("/home/user/opencode.json")
    return set_value(GuestFile(path, path, text.encode()), text, JSON, where, value)[0]


SPELLINGS = (
    ("", '{\n  "model": "new"\n}\n'),
    ("// only\n", '// only\n{\n  "model": "new"\n}\n'),
    ("// only", '// only\n{\n  "model": "new"\n}\n'),
    ("{}", '{\n  "model": "new"\n}'),
    ("{\n}", '{\n  "model": "new"\n}'),
    ('{\r\n\t"a": 1\r\n}\r\n', '{\r\n\t"model": "new",\r\n\t"a": 1\r\n}\r\n'),
    ('{"a":1}', '{"model": "new", "a":1}'),
    ('{ "a":1 }', '{ "model": "new", "a":1 }'),
    ('{ // c\n "a":1,\n}', '{ "model": "new", // c\n "a":1,\n}'),
    ('{"model":null}', '{"model":"new"}'),
    ('{"model" /*x*/ : "a", // "model": "b"\n}', '{"model" /*x*/ : "new", // "model": "b"\n}'),
    ('{"a": {"model": "x"}, "b": ",}", "model": "a"}', '{"a": {"model": "x"}, "b": ",}", "model": "new"}'),
    ('{"model": "a", "model": "b"}', '{"model": "a", "model": "new"}'),
    ('{"n": 1.50, "x": NaN, "model": "a"}', '{"n": 1.50, "x": NaN, "model": "new"}'),
    ('{"mod\\u0065l": "a"}', '{"mod\\u0065l": "new"}'),
)


@pytest.mark.parametrize(("before", "after"), SPELLINGS)
def test_each_spelling_is_changed_where_it_stands(before, after):
    """Comments, trailing commas, minified files, missing keys: nothing else moves."""
    assert edited(before) == after


def test_a_value_is_found_in_lists_and_objects():
    """A path with numbers leads into lists, and a missing key is added deep inside too."""
    assert edited('{"a":[{"b":"c"},[{"d":"e"}]]}', ("a", 1, 0, "d")) == '{"a":[{"b":"c"},[{"d":"new"}]]}'
    assert edited('{"a":[{"b":1}]}', ("a", 0, "d")) == '{"a":[{"d": "new", "b":1}]}'
    assert edited('{"a":{}}', ("a", "b")) == '{"a":{"b": "new"}}'
    assert edited('{"a":\n  {\n  }\n}', ("a", "b")) == '{"a":\n  {\n  "b": "new"\n  }\n}'


REFUSED = (
    ("{\n'model': 1}", ("model",), "line 2: this is not JSON"),
    ("[1]", ("model",), "written in a way"),
    ("[1]", (4,), "written in a way"),
    ('{"a": 1}', ("a", "b"), "written in a way"),
    ("{}", ("a", "b"), "written in a way"),
    ("", ("a", "b"), "written in a way"),
    ('{\n"model": {}}', ("model",), "line 2: model is no text"),
    ('{"a": ' + "1" * 5000 + "}", ("model",), "more digits"),
    ("[" * 100_000, ("model",), "more deeply"),
)


@pytest.mark.parametrize(("text", "where", "says"), REFUSED)
def test_what_cannot_be_changed_safely_is_refused(text, where, says):
    """The error names the file, and the line where there is one."""
    with pytest.raises(SwitchError) as caught:
        edited(text, where)
    assert "/home/user/opencode.json" in caught.value.message
    assert says in caught.value.message


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@settings(deadline=None)
@given(
    st.dictionaries(st.text(), JSON_VALUES, max_size=4), st.sampled_from((None, 0, 2, "\t")), st.booleans(), st.text()
)
def test_any_document_differs_by_the_one_value(document, indent, ascii_only, name):
    """However a document is laid out, its other values mean what they meant."""
    document = {key: value for key, value in document.items() if key != "model" or isinstance(value, str)}
    text = json.dumps(document, indent=indent, ensure_ascii=ascii_only)
    assert json.loads(edited(text, value=name)) == {**document, "model": name}


def test_a_path_into_nothing_has_no_value():
    """Asking for what is not there is no error."""
    meaning = JSON.load('{"a": [1]}')
    assert [value_at(meaning, where) for where in (("b",), ("a", 1), ("a", "x"), ("a", 0, "x"))] == [None] * 4


@pytest.mark.parametrize(
    "text", ['{"model": "x"} ' + "/* " * 100_000, '\\"' * 100_000, '{"model": "x"} /*/', '{"model": "\\']
)
def test_what_has_no_end_is_refused_at_once(text):
    """A comment or a text is looked through once, not once from each of its characters; the tool refuses it too."""
    with pytest.raises(SwitchError, match="not JSON"):
        edited(text)
