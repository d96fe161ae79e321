"""What is copied can be pasted where it says."""

import json
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
        ("/model gpt-6-luna", EntryKey("openai", "gpt-6-luna", "high"), CopyForm.SLASH),
        ("OPENAI_MODEL=openai/gpt-6", EntryKey("router", "openai/gpt-6"), CopyForm.ENV),
        ('{"model": "gpt-6-luna"}', EntryKey("openai", "gpt-6-luna"), CopyForm.JSON),
        (
            '{"model": "gpt-6-luna", "reasoning": {"effort": "high"}, "service_tier": "flex"}',
            EntryKey("openai", "gpt-6-luna", "high", "flex"),
            CopyForm.JSON,
        ),
    ],
)
def test_forms(text, key, form):
    """Each form is what its place expects."""
    assert text == copy_text(key, form)


@given(st.text(min_size=1, max_size=40).filter(lambda text: "\x00" not in text))
def test_a_hostile_name_is_one_word_for_the_shell(name):
    """No model name can smuggle a command into the line that the user pastes."""
    assert ["codex", "-m", name] == shlex.split(copy_text(EntryKey("x", name), CopyForm.CODEX))


@given(st.text(min_size=1, max_size=40))
def test_a_hostile_name_stays_one_line_and_one_value(name):
    """A prompt sends at a line end, and JSON ends a value at a quote: neither is left in what is pasted."""
    key = EntryKey("x", name)
    assert len(copy_text(key, CopyForm.SLASH).splitlines()) == 1
    assert json.loads(copy_text(key, CopyForm.JSON)) == {"model": name}
