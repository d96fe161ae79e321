"""The command about the settings file."""

import io
import json
from datetime import UTC

import pytest

from vacancy.cli.config import config
from vacancy.cli.console import Console, Exit
from vacancy.store.paths import Paths
from vacancy.wiring.kept import Kept

MODELS = """version = 1
[connections.lab]
kind = "openai"
base_url = "https://api.example/v1"
key = "env:LAB_KEY"
[[models]]
connection = "lab"
id = "one"
interval = "5m"
"""


@pytest.fixture
def ask(tmp_path):
    """`vacancy config ACTION` on a file: the exit code, standard output, standard error."""

    def run(text, action, *, json=False):
        if text is not None:
            (tmp_path / "config.toml").write_text(text, encoding="utf-8")
        console = Console(io.StringIO(), io.StringIO(), lambda _prompt: "", UTC)
        code = config(Kept(Paths.resolve(tmp_path, {})), console, action=action, json=json)
        return code, console.out.getvalue(), console.err.getvalue()

    return run


@pytest.mark.parametrize(
    ("cap", "said"),
    [
        ("0", "no model is ever asked"),
        ("100", "about 288 times a day while all is well, and daily_requests = 100"),
        ("288", ""),
    ],
)
def test_a_cap_that_is_too_small_is_told_and_is_no_mistake(ask, cap, said):
    """The file is right, and what it comes to is said beside the answer."""
    code, answer, note = ask(f"{MODELS}[probing]\ndaily_requests = {cap}\n", "check")
    assert code is Exit.YES
    assert answer.endswith("is right\n")
    assert said in note
    assert bool(said) is bool(note)
    face = json.loads(ask(None, "check", json=True)[1])
    assert face["faults"] == []
    assert [said in warning for warning in face["warnings"]] == ([True] if said else [])


def test_what_is_only_read_is_not_counted_against_the_cap(ask):
    """A model that Codex tells of sends nothing by itself, however short its interval."""
    codex = '[connections.codex]\nkind = "codex"\n[[models]]\nconnection = "codex"\nid = "two"\ninterval = "1m"\n'
    assert ask(f"{MODELS}{codex}[probing]\ndaily_requests = 288\n", "check")[2] == ""


def test_a_path_claims_nothing_about_the_file(ask):
    """Where it is, and whether it is there; a broken one too."""
    code, answer, _ = ask("this is no TOML [", "path", json=True)
    assert code is Exit.YES
    assert json.loads(answer).keys() == {"file", "exists"}


def test_values_are_shown_as_they_stand_in_the_file(ask):
    """Names, durations and places of keys can be copied into the file as they are."""
    values = json.loads(ask(MODELS, "show", json=True)[1])["values"]
    assert values["models"][0]["interval"] == "5m"
    assert values["connections"]["lab"]["key"] == "env:LAB_KEY"
    assert values["status_page"]["interval"] == "5m"
