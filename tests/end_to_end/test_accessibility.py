"""Every window in every state as a screen reader is told of it, through the accessibility bus of the desktop."""

import json
import os
import subprocess
import sys
from collections import Counter
from datetime import UTC
from pathlib import Path

import pytest

from fakes import snapshots
from vacancy.views import present

pytestmark = pytest.mark.real_desktop

WINDOWS = ("panel", "welcome", "settings", "explain", "switch")
BUTTONS = frozenset({"push button", "toggle button"})
FIELDS = frozenset({"text", "password text", "combo box"})


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """By the name of a scene: the windows that were told, each with all that is in it."""
    home = tmp_path_factory.mktemp("reader")
    home.chmod(0o700)  # where the accessibility bus puts its socket
    environment = os.environ | {"QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1", "XDG_RUNTIME_DIR": str(home)}
    environment.pop("AT_SPI_BUS_ADDRESS", None)
    result = subprocess.run(
        ["dbus-run-session", "--", sys.executable, Path(__file__).with_name("read_windows.py"), home / "told.json"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return json.loads((home / "told.json").read_text())


def things(window):
    """A window and everything in it, the outermost first."""
    yield window
    for child in window["children"]:
        yield from things(child)


def scenes_of(told, *windows):
    """The scenes of these windows, as (name of the scene, outermost thing)."""
    return [(name, window) for name, shown in told.items() for window in shown if name.partition("-")[0] in windows]


def test_every_window_is_told(told):
    """Nothing of what follows is true because nothing was seen."""
    for name, shown in told.items():
        if not name.startswith(("menu", "icons")):  # the panel draws the menu; the sheet of icons is no window of ours
            assert [window["name"] for window in shown if window["name"].startswith(("Vacancy", "Welcome"))], name


def test_every_window_is_told_as_one(told):
    """Readers pass over fillers, which is what Qt takes a plain widget for."""
    assert {window["role"] for _, window in scenes_of(told, *WINDOWS)} == {"frame"}


def test_whatever_takes_the_focus_has_a_name(told):
    """Nobody lands on something that is called nothing."""
    nameless = [
        (scene, thing["role"])
        for scene, window in scenes_of(told, *WINDOWS)
        for thing in things(window)
        if thing["focusable"] and not thing["name"].strip()
    ]
    assert nameless == []


def test_what_is_pressed_says_what_it_will_do(told):
    """A button's text is a word or two; its description is the sentence."""
    unexplained = {
        (scene, thing["name"])
        for scene, window in scenes_of(told, *WINDOWS)
        for thing in things(window)
        if thing["role"] in BUTTONS and thing["focusable"] and not thing["description"].strip()
    }
    assert unexplained == set()


def test_no_two_neighbours_are_called_the_same(told):
    """With the eyes closed, what has one name and one role is one thing."""
    twins = []
    for scene, window in scenes_of(told, *WINDOWS):
        for holder in things(window):
            names = Counter((part["role"], part["name"]) for part in holder["children"] if part["focusable"])
            twins += [(scene, *twin) for twin, count in names.items() if count > 1]
    assert twins == []


@pytest.mark.parametrize("name", [name for name, snapshot in snapshots.ALL.items() if snapshot.models])
def test_every_row_says_its_state_in_words(told, name):
    """The lamp and the strip are for the eye; the row's own name says what they show."""
    (window,) = told[f"panel-{name}"]
    rows = [thing["name"] for thing in things(window) if thing["role"] == "list item"]
    wanted = [
        (present.model_name(verdict), present.state_words(verdict, snapshots.NOW, UTC))
        for verdict in snapshots.ALL[name].models
    ]
    assert len(rows) == len(wanted)
    assert [row for row, (model, state) in zip(rows, wanted, strict=True) if model not in row or state not in row] == []


def test_what_is_wrong_with_a_field_is_its_description(told):
    """An error stands under its field for the eye; the ear hears it on arrival."""
    (window,) = told["welcome-1-nothing_typed"]
    fields = {thing["name"]: thing["description"] for thing in things(window) if thing["role"] in FIELDS}
    assert fields["Address"] == "Give a whole address, such as https://api.example.com/v1"
    assert fields["Key"] == "Paste the key here"


def test_the_answer_of_the_panel_is_read_first(told):
    """Before any button, and in the order of reading."""
    (window,) = told["panel-full"]
    first = next(thing for thing in things(window) if thing["role"] == "label")
    assert first["name"] == "gpt-6.2-sol is full - gpt-6-luna works"
