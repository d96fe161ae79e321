"""Claims about names: when two of them are one model."""

import pytest

from vacancy.domain.served_model import is_same_model, is_substitute


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
        ("gpt-35-turbo", "gpt-3.5-turbo-0125"),
        ("gpt4o", "gpt-4o-2024-11-20"),
        ("gpt-4o-eastus2-prod", "gpt-4o-2024-11-20"),
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
        ("gpt-4o-eastus", "gpt-4o-mini-2024-07-18"),
        ("gpt-5-codex", "gpt-5-2025-08-07"),
        ("claude-opus-4", "claude-opus-4-1-20250805"),
    ],
)
def test_another_model(asked, served):
    """Another generation, size or snapshot is another model."""
    assert not is_same_model(asked=asked, served=served)


@pytest.mark.parametrize(
    ("asked", "served"),
    [("prod-chat", "gpt-4o-2024-11-20"), ("my-gpt-5", "gpt-5-mini"), ("auto", "claude-sonnet-4"), ("team/fast", "o3")],
)
def test_a_deployments_name_is_no_models_name(asked, served):
    """A deployment or an alias stands for whatever answers behind it, so nothing was put in its place."""
    assert not is_substitute(asked=asked, served=served)


@pytest.mark.parametrize(
    ("asked", "served"),
    [
        ("gpt-6.2-sol", "gpt-6-luna"),
        ("claude-sonnet-4.5", "gpt-4o-mini"),
        ("openai/gpt-5", "gpt-5-mini"),
        ("newmake-2", "newmake-2-mini"),
        ("gpt-4o-prod", "gpt-4o-mini"),
    ],
)
def test_a_model_that_was_put_in_anothers_place_is_seen(asked, served):
    """A model's own name is held to it, also that of a make nobody knows yet."""
    assert is_substitute(asked=asked, served=served)
