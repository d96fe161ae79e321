"""Rules that hold for every file of the views."""

import ast
from pathlib import Path

import pytest

import vacancy.views

FILES = sorted(Path(vacancy.views.__file__).parent.glob("*.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_no_window_runs_a_loop_of_its_own(file):
    """Exec and processEvents inside a coroutine stop other tasks for good, so neither is anywhere."""
    calls = {
        node.func.attr
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    }
    assert not calls & {"exec", "exec_", "processEvents", "getOpenFileName", "question", "warning", "critical"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_template_is_a_literal(file):
    """A template that is put together at run time can be found by no translator."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"tr", "tr_n"}:
            templates = node.args[:1] if node.func.id == "tr" else node.args[1:3]
            for template in templates:
                literal = isinstance(template, ast.Constant) and isinstance(template.value, str)
                known = ast.unparse(template).startswith("_MONTHS[")
                assert literal or known, f"{file.name}:{node.lineno}"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_no_colour_is_written_into_a_window(file):
    """Palette roles and the measured tones of the lamps alone, so that every theme works."""
    text = file.read_text(encoding="utf-8")
    assert "setStyleSheet" not in text
    assert "GlobalColor" not in text
    assert 'QColor("' not in text
