"""Rules that hold for every file that people see something of: the views, the desktop edge and the app."""

import ast
from pathlib import Path

import pytest

import vacancy
from fakes.spoken_code import faults

PACKAGE = Path(vacancy.__file__).parent
VIEWS = sorted((PACKAGE / "views").glob("*.py"))
SEEN = [file for room in ("app", "desktop", "views") for file in sorted((PACKAGE / room).glob("*.py"))]

SAID_IN_NO_LANGUAGE = frozenset({
    "Vacancy", "Ollama", "LM Studio", "Codex", "Continue", "English",  # names; a language is named in itself
    "chat completions", "Failed to register with host portal",  # what others say, to be recognised
    "[Desktop Entry]", "Hidden", "Id", "Cc", "Cf", "Cs",  # words of file formats, of the bus and of Unicode
    "Delete", "Panel",  # a key and a class, by Qt's names for them
    "vacancy: x\n",  # who speaks, on the terminal
    '<p style="white-space: pre-wrap">x</p>',  # markup round a text
})  # fmt: skip
"""Texts that look as if they were for people, and are not."""


@pytest.mark.parametrize("file", VIEWS, ids=lambda file: file.stem)
def test_no_window_runs_a_loop_of_its_own(file):
    """Exec and processEvents inside a coroutine stop other tasks for good, so neither is anywhere."""
    calls = [
        node.func
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    ]
    assert not {call.attr for call in calls} & {"exec", "exec_", "processEvents"}
    of_qt = {call.attr for call in calls if isinstance(call.value, ast.Name) and call.value.id.startswith("Q")}
    assert not of_qt & {"getOpenFileName", "getExistingDirectory", "question", "warning", "critical", "information"}


@pytest.mark.parametrize("file", SEEN, ids=lambda file: f"{file.parent.stem}.{file.stem}")
def test_every_text_is_a_whole_sentence_that_translators_find(file):
    """Each is a literal template of the door, none goes round it, and none is put together from pieces."""
    assert faults(file.read_text(encoding="utf-8"), SAID_IN_NO_LANGUAGE) == []


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("tr(f'{name} is full')", "no literal"),
        ("tr('full' + name)", "no literal"),
        ("tr('{} is full'.format(name))", "no literal"),
        ("tr('full' if full else 'free')", "no literal"),
        ("tr_n(count, 'one', many)", "no literal"),
        ("mark(words)", "no literal"),
        ("self.tr('Quit')", "another door"),
        ("tr('full') + ', sorry'", "glued"),
        ("f'{tr(x)} since {clock}'", "glued"),
        ("menu.addAction('Quit')", "not said by tr"),
        ("label = 'Not known yet'", "not said by tr"),
        ("label.say(f'read {age} ago')", "not said by tr"),
        ("raise DesktopError('There is no display')", "not said by tr"),
        ("def show(text='Nothing to say'): ...", "not said by tr"),
        ("say(tr('{what}', what='a full model'))", "not said by tr"),
        ("spawn(answer('The key is kept'), 'keep key')", "not said by tr"),
    ],
)
def test_a_text_that_goes_round_the_door_is_found(source, fault):
    """The rule above can fail, in each way in which texts are written carelessly."""
    assert fault in "".join(faults(source))


@pytest.mark.parametrize(
    "source",
    [
        "tr('{name} is full', name=name)",
        "tr_n(count, '{n} model', '{n} models')",
        "WORDS = {1: mark('One thing')}",
        "tr(WORDS[1])",
        "tr(self.english)",
        "tr(WORDS.get(name, ''))",
        '"""A docstring says what it is for."""',
        "log.warning('history failed file=%s', path)",
        "raise ValueError('not a duration')",
        "widget.setObjectName('The list')",
        "if kind == 'Some Kind': pass",
        "x: 'Some Type' = 1",
        "event = 'settings_refused'",
    ],
)
def test_what_nobody_reads_is_left_alone(source):
    """Logs, errors of the program, names and types are for programmers."""
    assert faults(source) == []


@pytest.mark.parametrize("file", VIEWS, ids=lambda file: file.stem)
def test_no_colour_is_written_into_a_window(file):
    """Palette roles and the measured tones of the lamps alone, so that every theme works."""
    text = file.read_text(encoding="utf-8")
    assert "setStyleSheet" not in text
    assert "GlobalColor" not in text
    assert 'QColor("' not in text
