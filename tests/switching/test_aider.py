"""The claims of `switching.aider`."""

import pytest

from vacancy.errors import SwitchError
from vacancy.switching.aider import aider
from vacancy.switching.target import Choice


def test_aiders_file_is_switched_beside_its_other_settings(tmp_path):
    """The model changes in the home's file; keys and comments stay, and are not shown."""
    file = tmp_path / ".aider.conf.yml"
    file.write_text("# mine\nopenai-api-key: sk-canary-12345678\nmodel: gpt-5.5 # why\n")
    target = aider("aider", None, "", {"HOME": str(tmp_path)}, None)
    assert target.read().model == "gpt-5.5"
    change = target.plan(Choice("gpt-6-luna"))
    assert change.after.decode() == file.read_text().replace("gpt-5.5", "gpt-6-luna")
    assert "canary" not in change.diff
    assert change.notes == ("aider takes it when it is started next; /model changes a running one.",)


def test_what_goes_before_it_is_said(tmp_path):
    """The repository's file, the current folder's and the variable win, so a switch is refused and says so."""
    home, folder = tmp_path / "home", tmp_path / "repo" / "a" / "b"
    home.mkdir()
    folder.mkdir(parents=True)
    (tmp_path / "repo" / ".git").mkdir()
    (tmp_path / "repo" / "a" / ".aider.conf.yml").write_text("model: not read\n")
    environment = {"HOME": str(home)}
    assert aider("aider", None, "", environment, folder).plan(Choice("new")).is_needed
    (tmp_path / "repo" / ".aider.conf.yml").write_text("model: theirs\n")
    (folder / ".aider.conf.yml").write_text("a: [\n")
    with pytest.raises(SwitchError, match=r"repo/\.aider\.conf\.yml sets theirs and goes before") as caught:
        aider("aider", None, "", {**environment, "AIDER_MODEL": "mine"}, folder).plan(Choice("new"))
    assert "AIDER_MODEL sets mine" in caught.value.message
    named = aider("aider", tmp_path / "repo" / ".aider.conf.yml", "", environment, folder)
    assert named.plan(Choice("new")).after == b"model: new\n"


def test_the_homes_own_file_does_not_overrule_itself(tmp_path):
    """Started in the home, aider reads one file."""
    (tmp_path / ".aider.conf.yml").write_text("model: old\n")
    assert aider("aider", None, "", {"HOME": str(tmp_path)}, tmp_path).plan(Choice("new")).is_needed
