"""The claims of `switching.target`."""

from dataclasses import replace
from pathlib import Path

from vacancy.switching.target import Change, Edit

FILE = Path("/home/user/c.json")
CHANGE = Change(
    target="t",
    title="T",
    path=FILE,
    real_path=FILE,
    before=b'{\n "apiKey": "sk-canary-12345678",\n "model": "old"\n}\n',
    after=b'{\n "apiKey": "sk-canary-12345678",\n "model": "new"\n}\n',
    model_before="old",
    model_after="new",
    edits=(Edit("model", 3, "old", "new"),),
)


def test_only_the_changed_lines_are_shown():
    """The lines around them may hold keys of other tools."""
    assert CHANGE.is_needed
    assert CHANGE.diff.splitlines() == [
        "--- /home/user/c.json",
        "+++ /home/user/c.json",
        "@@ -3 +3 @@",
        '- "model": "old"',
        '+ "model": "new"',
    ]


def test_a_new_file_is_shown_as_one():
    """Nothing is before it."""
    change = replace(CHANGE, before=None, after=b"model: new\n")
    assert change.diff.splitlines() == ["--- /dev/null", "+++ /home/user/c.json", "@@ -0,0 +1 @@", "+model: new"]


def test_a_minified_file_is_cut_and_its_keys_are_hidden():
    """One line of a thousand characters shows what changes, and no key that stands beside it."""
    filler = '"x": "' + "y" * 500 + '", '
    text = f'{{{filler}"apiKey": "sk-canary-12345678", "model": "old", {filler[:-2]}}}'
    change = replace(CHANGE, before=text.encode(), after=text.replace("old", "new").encode())
    lines = change.diff.splitlines()[3:]
    assert [line[:2] for line in lines] == ["-…", "+…"]
    assert '"model": "old"' in lines[0]
    assert '"model": "new"' in lines[1]
    assert all(len(line) < 170 and "canary" not in line for line in lines)
    assert replace(change, edits=()).diff.splitlines()[3].startswith('-{"x"')


def test_nothing_to_do_shows_nothing():
    """The same bytes are no change."""
    change = replace(CHANGE, after=CHANGE.before)
    assert (change.is_needed, change.diff) == (False, "")
