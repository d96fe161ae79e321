"""The claims of `switching.env_text`."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vacancy.errors import SwitchError
from vacancy.switching.env_text import EnvSyntax, WholeText
from vacancy.switching.guest_file import GuestFile
from vacancy.switching.syntax import set_value

ENV = EnvSyntax()


def edited(text, where=("OPENAI_MODEL",), value="new", syntax=ENV):
    """The text with the value set."""
    path = Path("/home/user/.env")
    return set_value(GuestFile(path, path, text.encode()), text, syntax, where, value)[0]


SPELLINGS = (
    ("", "OPENAI_MODEL=new\n"),
    ("A=1", "A=1\nOPENAI_MODEL=new"),
    ("A=1\r\n", "A=1\r\nOPENAI_MODEL=new\r\n"),
    ("OPENAI_MODEL=\n", "OPENAI_MODEL=new\n"),
    ("OPENAI_MODEL= # c\n", "OPENAI_MODEL= new # c\n"),
    ("OPENAI_MODEL='old'", "OPENAI_MODEL='new'"),
    ('export OPENAI_MODEL=a\nOPENAI_MODEL = "b" # d\n', 'export OPENAI_MODEL=a\nOPENAI_MODEL = "new" # d\n'),
    ("  export\tOPENAI_MODEL=old   # c\n", "  export\tOPENAI_MODEL=new   # c\n"),
    ("OPENAI_MODEL=a#b c \r\nB=2\r\n", "OPENAI_MODEL=new \r\nB=2\r\n"),
    ("#OPENAI_MODEL=x\nMY_OPENAI_MODEL=y\n", "#OPENAI_MODEL=x\nMY_OPENAI_MODEL=y\nOPENAI_MODEL=new\n"),
    ('X="a\nOPENAI_MODEL=q\n"\nOPENAI_MODEL=old\n', 'X="a\nOPENAI_MODEL=q\n"\nOPENAI_MODEL=new\n'),
    ('X="a\nOPENAI_MODEL=q\n"\n', 'X="a\nOPENAI_MODEL=q\n"\nOPENAI_MODEL=new\n'),
    ("OPENAI_MODEL=`old`\n", 'OPENAI_MODEL="new"\n'),
)  # fmt: skip


@pytest.mark.parametrize(("before", "after"), SPELLINGS)
def test_each_spelling_is_changed_where_it_stands(before, after):
    """`export`, quotes, comments and other variables stay; of two lines the last one is changed, for it holds."""
    assert edited(before) == after


def test_a_value_gets_the_quotes_that_it_needs():
    """Blanks, signs of the shell and quotes cannot end the value or the line early, or mean something else."""
    assert edited("OPENAI_MODEL=x\n", value="a b#c") == 'OPENAI_MODEL="a b#c"\n'
    assert edited("OPENAI_MODEL=x\n", value="a b#$c") == "OPENAI_MODEL='a b#$c'\n"
    assert edited('OPENAI_MODEL="x"\n', value='say "a"') == "OPENAI_MODEL='say \"a\"'\n"
    assert edited('OPENAI_MODEL="x"\n', value="y") == 'OPENAI_MODEL="y"\n'
    assert edited("OPENAI_MODEL='x'\n", value="it's") == 'OPENAI_MODEL="it\'s"\n'
    assert edited("OPENAI_MODEL=x\n", value="openai/gpt-5:x@1") == "OPENAI_MODEL=openai/gpt-5:x@1\n"


@pytest.mark.parametrize("value", ["it's $5", "a\\b", "'\"'"])
def test_a_value_that_programs_read_differently_is_refused(value):
    """python-dotenv, Node's dotenv and a shell do not agree on what a backslash or a dollar means there."""
    with pytest.raises(SwitchError, match="not every program would read"):
        edited("OPENAI_MODEL=x\n", value=value)


def test_a_line_that_cannot_be_read_is_refused():
    """An open quote may reach to the end of the file, so nothing is added behind it."""
    with pytest.raises(SwitchError, match=r"/home/user/\.env, line 2: OPENAI_MODEL is written in a way"):
        edited('A=1\nOPENAI_MODEL="abc\nB=1\n')


@settings(deadline=None)
@given(st.lists(st.sampled_from(("A=1", "B='x y'", 'C="q # r"', "# D=1", "", "export E=e # c", "F=", "G = g"))))
def test_other_lines_stay(lines):
    """Wherever the variable stands among others, theirs stay as they are."""
    for place in range(len(lines) + 1):
        text = "\n".join([*lines[:place], "OPENAI_MODEL=old", *lines[place:]])
        assert edited(text) == text.replace("=old", "=new")


def test_a_file_of_one_word_keeps_its_line_end():
    """The `llm` tool's file holds the name and nothing else, with or without a line end."""
    for before, after in (("", "new"), ("old", "new"), ("old\n", "new\n"), (" old \r\n", " new \r\n"), ("\n", "new\n")):
        assert edited(before, (), syntax=WholeText()) == after
    with pytest.raises(SwitchError, match="one word is expected"):
        edited("old words", (), syntax=WholeText())


def test_blanks_within_a_value_are_passed_once():
    """However many: from each of them to the next letter would take minutes."""
    text = f"A=b{' ' * 200_000}c # d\n"
    assert edited(text) == f"{text}OPENAI_MODEL=new\n"
