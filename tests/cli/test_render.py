"""A snapshot in a terminal: the same words as everywhere, in columns, and an exit code that means one thing."""

import io
import json
from dataclasses import replace
from datetime import UTC, timedelta
from pathlib import Path

import pytest

from fakes.snapshots import ALL, LUNA, NOW, SOL, available, full, hindered, snapshot
from vacancy.cli.console import Console, Exit
from vacancy.cli.render import exit_of, print_best, print_snapshot, snapshot_text
from vacancy.domain.catalog import Access, Route
from vacancy.domain.copy_forms import CopyForm
from vacancy.domain.recommendation import Action, Because, Recommendation
from vacancy.domain.verdict import Hindrance
from vacancy.views import present

FILE = Path("/home/me/.config/vacancy/config.toml")


@pytest.fixture
def console():
    """A terminal that keeps what was written."""
    return Console(io.StringIO(), io.StringIO(), lambda _prompt: "", UTC)


@pytest.mark.parametrize("name", ALL)
def test_the_sentence_comes_first_and_every_model_has_a_line(name):
    """Then why, the models in their order, the page, the requests and what is wrong with Vacancy itself."""
    shown = ALL[name]
    lines = snapshot_text(shown, NOW, UTC, config_file=FILE).splitlines()
    assert present.sentence(shown) == lines[0]
    assert lines[1] == present.explain_recommendation(shown, NOW, UTC) or not shown.models
    rows = [line.strip() for line in lines[3 : 3 + len(shown.models)]]
    for row, verdict in zip(rows, shown.models, strict=True):
        assert row.startswith(present.model_name(verdict))
        assert present.reason(verdict, NOW, UTC) in row
    assert lines.count("") == (2 if shown.models else 1)
    assert present.page_line(shown.page, NOW, UTC) in lines
    assert present.requests_line(shown) in lines
    assert (lines[-1] == shown.problem) is (shown.problem is not None)


def test_columns_line_up():
    """The eye reads down: the second and the third column begin at one place in every row."""
    shown = snapshot(available(SOL), available(LUNA, ok=9))
    first, second = snapshot_text(shown, NOW, UTC, config_file=FILE).splitlines()[3:5]
    assert first.index("10 of last 10") == second.index("9 of last 10")
    assert first.index("Answered") == second.index("Answered")


def text_of(*verdicts):
    """The lines of a snapshot of these models."""
    return snapshot_text(snapshot(*verdicts), NOW, UTC, config_file=FILE).splitlines()


def test_one_route_is_named_once_and_two_in_their_rows():
    """A verdict holds for the route it was measured on, so the route is always there."""
    assert "Asked on: API key at api.openai.com" in text_of(available(SOL), available(LUNA))
    rows = text_of(available(SOL), available(LUNA, route=Route(Access.KEY, "gate.example")))
    assert rows[3].endswith("Answered 40 s ago in 1.2 s · API key at api.openai.com")
    assert rows[4].endswith(" · API key at gate.example")
    assert not [row for row in rows if row.startswith("Asked on")]


def test_every_row_says_how_old_it_is():
    """A state that was seen long ago is not news."""
    rows = text_of(available(SOL), full(LUNA, checked_at=NOW - timedelta(minutes=6)))
    assert "Answered 40 s ago" in rows[3]
    assert rows[4].endswith("use another model meanwhile · asked 6 min ago")


def test_a_terminal_is_sent_to_the_file_and_not_to_a_window():
    """Where there is no window, the advice names what there is."""
    assert text_of()[1] == f"List the models to watch in {FILE}, or start vacancy on a desktop"
    said = [row for row in text_of(replace(available(SOL), hindrance=Hindrance.KEYRING_ABSENT)) if str(FILE) in row]
    assert said == [f'Keys: vacancy key set CONNECTION, or key = "env:NAME" for the connection in {FILE}']
    assert not [row for row in text_of(available(SOL)) if str(FILE) in row]
    assert "Settings" not in "".join(text_of(hindered(Hindrance.KEYRING_ABSENT)))


@pytest.mark.parametrize(
    ("action", "because", "key", "code"),
    [
        (Action.STAY, Because.PREFERRED_AVAILABLE, SOL, Exit.YES),
        (Action.SWITCH, Because.PREFERRED_NOT_USABLE, LUNA, Exit.YES),
        (Action.SWITCH, Because.NOTHING_STEADY, LUNA, Exit.YES),
        (Action.STAY, Because.CONFIRMING, SOL, Exit.YES),
        (Action.NONE, Because.ALL_DOWN, None, Exit.NO),
        (Action.NONE, Because.NEEDS_USER, None, Exit.NEEDS_USER),
        (Action.UNKNOWN, Because.OFFLINE, None, Exit.UNKNOWN),
        (Action.UNKNOWN, Because.NOT_KNOWN, None, Exit.UNKNOWN),
        (Action.UNKNOWN, Because.ALL_PAUSED, None, Exit.UNKNOWN),
        (Action.UNKNOWN, Because.NOTHING_LISTED, None, Exit.UNKNOWN),
    ],
)
def test_each_recommendation_has_its_exit_code(action, because, key, code):
    """Scripts depend on them; only a model to use is a yes."""
    assert code is exit_of(Recommendation(action, because, key, SOL))


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (CopyForm.ID, "gpt-6.2-sol\n"),
        (CopyForm.CODEX, "codex -m gpt-6.2-sol\n"),
        (CopyForm.ENV, "OPENAI_MODEL=gpt-6.2-sol\n"),
    ],
)
def test_best_is_the_model_alone(console, form, text):
    """Standard output can be used as it is; the reason is beside it."""
    print_best(snapshot(available(SOL)), console, form=form, json=False)
    assert text == console.out.getvalue()
    assert console.err.getvalue().startswith("gpt-6.2-sol is available. ")


def test_without_a_best_model_nothing_is_said_on_standard_output(console):
    """A script that uses it unread gets nothing rather than a word."""
    print_best(snapshot(), console, form=CopyForm.ID, json=False)
    assert "" == console.out.getvalue()
    assert console.err.getvalue()


def test_best_in_json_is_the_recommendation(console):
    """With its reason in it, so that a script needs no second stream."""
    print_best(snapshot(available(SOL)), console, form=CopyForm.ID, json=True)
    face = json.loads(console.out.getvalue())
    assert {"action": "stay", "connection": "openai", "id": "gpt-6.2-sol"}.items() <= face.items()
    assert console.err.getvalue().strip() == face["reason"]


def test_json_says_the_same_as_the_words(console):
    """One snapshot, two faces."""
    shown = snapshot(available(SOL))
    print_snapshot(shown, console, config_file=FILE, json=True)
    face = json.loads(console.out.getvalue())
    assert {"action": "stay", "connection": "openai", "id": "gpt-6.2-sol"}.items() <= face["recommendation"].items()
    assert present.sentence(shown) in face["recommendation"]["reason"]
    assert ["available"] == [model["state"] for model in face["models"]]
