"""The claims of `switching.llm_tool`."""

import pytest

from vacancy.errors import SwitchError
from vacancy.switching.llm_tool import llm_tool
from vacancy.switching.target import Choice


def test_the_default_model_is_exchanged(tmp_path):
    """The file holds one word, with or without a line end, or is not there yet."""
    target = llm_tool("llm", None, "", {"HOME": str(tmp_path), "LLM_USER_PATH": "~/llm"})
    assert target.path == tmp_path / "llm" / "default_model.txt"
    target.path.parent.mkdir()
    assert target.read().model is None
    assert target.plan(Choice("new")).after == b"new"
    target.path.write_text("old\n")
    assert target.read().model == "old"
    assert target.plan(Choice("new")).after == b"new\n"


def test_the_variable_goes_before_it(tmp_path):
    """LLM_MODEL wins, so a switch would have no effect."""
    with pytest.raises(SwitchError, match="LLM_MODEL sets other"):
        llm_tool("llm", None, "", {"HOME": str(tmp_path), "LLM_MODEL": "other"}).plan(Choice("new"))
