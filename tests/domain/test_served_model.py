"""Claims about names: when two of them are one model."""

import pytest

from vacancy.domain.served_model import is_same_model


@pytest.mark.parametrize(
    ("asked", "served"),
    [
        ("gpt-5.2", "gpt-5.2"),
        ("gpt-5.2", "gpt-5.2-2025-12-11"),
        ("gpt-5.2-2025-12-11", "gpt-5.2"),
        ("openai/gpt-5.2", "gpt-5.2-2025-12-11"),
        ("gpt-5.2", "openai/gpt-5.2"),
        ("gpt-4", "gpt-4-0613"),
        ("claude-sonnet-4", "claude-sonnet-4-20250514"),
        ("claude-sonnet-4", "claude-sonnet-4@20250514"),
        ("gemini-2.0-flash", "models/gemini-2.0-flash-001"),
        ("gemini-2.5-flash-preview", "gemini-2.5-flash-preview-05-20"),
        ("mistral-small-latest", "mistral-small-2501"),
        ("llama3", "llama3:latest"),
        ("deepseek/deepseek-r1:free", "deepseek/deepseek-r1"),
        ("DeepSeek-V3", "deepseek-v3"),
    ],
)
def test_same_model(asked, served):
    """A snapshot, a provider's prefix, a routing tag and another case are still the model."""
    assert is_same_model(asked=asked, served=served)


@pytest.mark.parametrize(
    ("asked", "served"),
    [
        ("gpt-5", "gpt-5.5"),
        ("gpt-5.5", "gpt-5"),
        ("gpt-5", "gpt-5-mini"),
        ("gpt-5-mini-2025-08-07", "gpt-5-2025-08-07"),
        ("gpt-4o-2024-05-13", "gpt-4o-2024-08-06"),
        ("gpt-4", "gpt-4-32k"),
        ("gpt-4", "gpt-4-turbo-2024-04-09"),
        ("llama3:8b", "llama3:70b"),
        ("o1", "o3"),
        ("claude-opus-4", "claude-opus-4-1-20250805"),
    ],
)
def test_another_model(asked, served):
    """Another generation, size or snapshot is another model."""
    assert not is_same_model(asked=asked, served=served)
