"""The claims of `switching.continue_dev`."""

import pytest

from vacancy.errors import SwitchError
from vacancy.switching.continue_dev import continue_dev
from vacancy.switching.target import Choice

TEXT = """\
name: Mine
models:
  - name: Complete
    provider: openai
    model: gpt-small
    roles: [autocomplete]
  - name: Other
    provider: anthropic
    model: theirs
  # the one
  - name: Chat
    provider: openai
    model: gpt-5.5 # why
    apiKey: sk-canary-12345678
"""


def target(tmp_path, text):
    """The target with that file."""
    (tmp_path / ".continue").mkdir(exist_ok=True)
    (tmp_path / ".continue" / "config.yaml").write_text(text)
    return continue_dev("continue", None, "", {"HOME": str(tmp_path)})


def test_the_entry_that_chats_is_switched(tmp_path):
    """Of several models the one that chats with OpenAI is meant; the others, the keys and the comments stay."""
    chat = target(tmp_path, TEXT)
    assert chat.read().model == "gpt-5.5"
    change = chat.plan(Choice("gpt-6-luna"))
    assert change.after.decode() == TEXT.replace("gpt-5.5", "gpt-6-luna")
    assert [(edit.key, edit.line) for edit in change.edits] == [("models[2].model", 13)]
    assert "canary" not in change.diff


def test_where_it_cannot_be_said_which_entry_nothing_is_written(tmp_path):
    """Two that chat, none, or no list: the error says how to name one."""
    two = TEXT + "  - {name: More, provider: openai, model: x, roles: [chat, edit]}\n"
    with pytest.raises(SwitchError, match=r"models\[2\]\.model"):
        target(tmp_path, two).plan(Choice("new"))
    for text in ("name: x\n", "models: x\n", "models: [1]\n", TEXT.replace("openai", "ollama")):
        with pytest.raises(SwitchError, match="Add one in Continue first"):
            target(tmp_path, text).read()
