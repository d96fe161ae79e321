"""What is copied can be pasted where it says."""

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vacancy.domain.catalog import EntryKey
from vacancy.domain.copy_forms import CopyForm, copy_text


@pytest.mark.parametrize(
    ("text", "key", "form"),
    [
        ("gpt-6-luna", EntryKey("openai", "gpt-6-luna"), CopyForm.ID),
        ("codex -m gpt-6-luna", EntryKey("openai", "gpt-6-luna"), CopyForm.CODEX),
        (
            "codex -m gpt-6-luna -c model_reasoning_effort=high",
            EntryKey("openai", "gpt-6-luna", "high"),
            CopyForm.CODEX,
        ),
        ("OPENAI_MODEL=openai/gpt-6", EntryKey("router", "openai/gpt-6"), CopyForm.ENV),
    ],
)
def test_forms(text, key, form):
    """Each form is what its place expects."""
    assert text == copy_text(key, form)


@given(st.text(min_size=1, max_size=40).filter(lambda text: "\x00" not in text))
def test_a_hostile_name_is_one_word_for_the_shell(name):
    """No model name can smuggle a command into the line that the user pastes."""
    assert ["codex", "-m", name] == shlex.split(copy_text(EntryKey("x", name), CopyForm.CODEX))
