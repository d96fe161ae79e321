"""The claims of `switching.yaml_text`."""

from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from vacancy.errors import SwitchError
from vacancy.switching.guest_file import GuestFile
from vacancy.switching.syntax import set_value
from vacancy.switching.yaml_text import YamlSyntax

YAML = YamlSyntax()


def edited(text, where=("model",), value="new"):
    """The text with the value set."""
    path = Path("/home/user/.aider.conf.yml")
    return set_value(GuestFile(path, path, text.encode()), text, YAML, where, value)[0]


SPELLINGS = (
    ("", "model: new\n"),
    ("# c", "# c\nmodel: new\n"),
    ("# c\r\n\r\n", "# c\r\n\r\nmodel: new\r\n"),
    ("model: old # model: x\n", "model: new # model: x\n"),
    ("model:\nb: 1\n", "model: new\nb: 1\n"),
    ("model: ~\n", "model: new\n"),
    ("model:   'old'", "model:   'new'"),
    ('"model": "old"  # c\r\nx: [1, {model: y}]\r\n', '"model": "new"  # c\r\nx: [1, {model: y}]\r\n'),
    ("t: |\n  model: x\nmodel: old\n", "t: |\n  model: x\nmodel: new\n"),
    ("---\n# of a\na: 1\nb: 2", "---\n# of a\nmodel: new\na: 1\nb: 2"),
    ("{model: old, a: b}", "{model: new, a: b}"),
    ("a: &x {b: c}\nd: *x\nmodel: é😀\n", "a: &x {b: c}\nd: *x\nmodel: new\n"),
)


@pytest.mark.parametrize(("before", "after"), SPELLINGS)
def test_each_spelling_is_changed_where_it_stands(before, after):
    """Comments, quotes, blocks of text, anchors elsewhere, missing keys: nothing else moves."""
    assert edited(before) == after


def test_a_value_is_found_in_lists_and_mappings():
    """A path with numbers leads into lists; a missing key gets a line as far to the right as its neighbours."""
    text = "models:\n  - name: x\n    model: old\n  - name: y\n"
    assert edited("a: [b, old]\n", ("a", 1)) == "a: [b, new]\n"
    assert edited(text, ("models", 0, "model")) == text.replace("old", "new")
    assert edited(text, ("models", 1, "model")) == text.replace("- name: y", "- model: new\n    name: y")


def test_a_value_gets_the_quotes_that_it_needs():
    """What would be read as something else than a text is quoted."""
    for name in ("true", "1.5", "a: b", "ft:gpt::id", "- x", "it's", 'a"b', "模型"):
        for old in ("old", "'old'", '"old"'):
            assert yaml.safe_load(edited(f"model: {old}\n", value=name)) == {"model": name}


REFUSED = (
    ("model: &m old\nx: *m\n", ("model",), "line 1: model is written in a way"),
    ("x: &m old\nmodel: *m\n", ("model",), "model is written in a way"),
    ("model: !!str old\n", ("model",), "line 1: model is written in a way"),
    ("a: 1\nmodel: |\n  old\n", ("model",), "line 2: model is written in a way"),
    ("{a: b}", ("model",), "written in a way"),
    ("a: 1\n", ("b", "model"), "written in a way"),
    ("a: []\n", ("a", 3), "written in a way"),
    ("a: []\n", ("a", "model"), "written in a way"),
    ("a: b\n", ("a", "model"), "written in a way"),
    ("model: [1]", ("model",), "line 1: model is no text"),
    ("model: 5", ("model",), "line 1: model is no text"),
    ("a: 1\nb: c: d\n", ("model",), "line 2: this is not YAML"),
    ("a: 1\n---\nb: 2\n", ("model",), "line 2: this is not YAML"),
    ("a: \x01\n", ("model",), "a character stands in it"),
    ("model: a\nmodel: b\n", ("model",), "line 2: a key stands there twice"),
    ("a: &a [*a]\n", ("model",), "more deeply"),
)


@pytest.mark.parametrize(("text", "where", "says"), REFUSED)
def test_what_cannot_be_changed_safely_is_refused(text, where, says):
    """The error names the file, and the line where there is one."""
    with pytest.raises(SwitchError) as caught:
        edited(text, where)
    assert "/home/user/.aider.conf.yml" in caught.value.message
    assert says in caught.value.message


WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Cn", "Co", "Zl", "Zp")), max_size=12)


@settings(deadline=None)
@given(st.dictionaries(WORDS, WORDS | st.lists(WORDS, max_size=3) | st.none() | st.integers(), max_size=4), WORDS)
def test_any_document_differs_by_the_one_value(document, name):
    """Whatever PyYAML writes, its other values mean what they meant."""
    document = {"first": "x", **document, "model": "old"}
    text = yaml.safe_dump(document, allow_unicode=True, sort_keys=False, width=10_000)
    assert yaml.safe_load(edited(text, value=name or "x")) == {**document, "model": name or "x"}


def test_values_that_hold_each_other_without_end_are_refused():
    """A file of a few hundred bytes, as it may lie in any repository, would take all time and all memory."""
    names = "".join(f"a{number}: &a{number} [{', '.join([f'*a{number - 1}'] * 10)}]\n" for number in range(1, 12))
    with pytest.raises(SwitchError, match="more values than can be read"):
        edited(f"a0: &a0 [x]\n{names}model: old\n")
