"""What is said about a setting that was changed in two places."""

from dataclasses import fields, is_dataclass
from datetime import timedelta

import pytest

from fakes.preferences import EXAMPLE, LOCAL
from vacancy.domain.catalog import Connection, ModelEntry
from vacancy.domain.merging import ORDER, Clash
from vacancy.domain.preferences import Preferences, TargetEntry, TargetKind
from vacancy.domain.prices import Price
from vacancy.views.clash_words import both, headline

LISTED = {"connections": Connection, "models": ModelEntry, "targets": TargetEntry, "prices": Price}
IDENTITY = {"name", "connection", "id", "effort", "service_tier"}
"""What makes it this one and no other, so that it cannot change."""
PLACES = [
    *((field.name, key.name) for field in fields(Preferences)
      if is_dataclass(getattr(EXAMPLE, field.name)) for key in fields(getattr(EXAMPLE, field.name))),
    *((what, "x", key.name) for what, kind in LISTED.items() for key in fields(kind) if key.name not in IDENTITY),
]  # fmt: skip


@pytest.mark.parametrize("where", PLACES, ids=".".join)
def test_every_setting_has_a_name(where):
    """Whatever can clash is called as on its page."""
    assert headline(Clash(where, 1, 2)).removeprefix("x: ").strip()


def test_a_listed_thing_is_named_with_its_setting():
    """And alone where it is the whole of it, or the order."""
    assert headline(Clash(("models", "openai/gpt-6", "label"), "a", "b")) == "openai/gpt-6: Name shown"
    assert headline(Clash(("connections", "local"), LOCAL, None)) == "local"
    assert headline(Clash(ORDER, (), ())) == "The order of the models"
    assert headline(Clash(("probing", "interval"), 1, 2)) == "Ask the model in use every"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, "nothing"), ("", "nothing"), (True, "yes"), (False, "no"), (timedelta(minutes=90), "1h30m"), (7, "7"),
        (LOCAL, "http://localhost:11434/v1"), (EXAMPLE.models[1], "Luna"), (TargetEntry(TargetKind.LLM), "llm"),
        (("openai/gpt-6", "local/llama-5"), "gpt-6, llama-5"), ("x" * 99, "x" * 59 + "…"),
    ],
)  # fmt: skip
def test_both_values_are_shown_as_the_file_has_them(value, shown):
    """Bounded, and the window's first."""
    assert both(Clash(("a", "b"), value, "other")) == f"Here: {shown}. In the file: other."
