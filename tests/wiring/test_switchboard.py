"""Switching by the names of the settings: which target, which efforts, and whose doing the model is."""

import json
from dataclasses import replace

import pytest

from fakes.clock import FakeClock
from fakes.domain_values import CODEX
from vacancy.domain.preferences import Preferences, SwitchingPreferences, TargetEntry, TargetKind
from vacancy.domain.switchover import InUse
from vacancy.errors import SwitchError
from vacancy.store.paths import Paths
from vacancy.wiring.switchboard import Switchboard


@pytest.fixture
def home(tmp_path):
    """Codex's folder, with a model and an effort."""
    folder = tmp_path / "codex"
    folder.mkdir()
    (folder / "config.toml").write_text('model = "a"\nmodel_reasoning_effort = "ultra"\n', encoding="utf-8")
    return folder


@pytest.fixture
def settings(home, tmp_path):
    """Codex, and an environment file."""
    dotenv = TargetEntry(TargetKind.ENV, str(tmp_path / "my.env"))
    return Preferences(connections=(replace(CODEX, home=str(home)),), targets={"dotenv": dotenv})


@pytest.fixture
def board(tmp_path):
    """A board with its own folder."""
    return Switchboard(Paths.resolve(tmp_path / "vacancy", {}), {"HOME": str(tmp_path)}, FakeClock().now)


def test_the_target_of_the_settings_is_the_one_where_none_is_named(board, settings):
    """Codex without any word; another one where the settings say so; a name wins over both."""
    assert board.target(settings).name == "codex"
    other = replace(settings, switching=SwitchingPreferences(target="dotenv"))
    assert board.target(other).name == "dotenv"
    assert board.target(other, "codex").name == "codex"
    assert [target.name for target in board.targets(settings)] == ["codex", "dotenv"]


def test_an_effort_that_the_new_model_does_not_know_is_exchanged(board, settings, home):
    """By Codex's own list of models; without a list the effort is left alone."""
    assert len(board.plan(settings, "b").edits) == 1
    levels = [{"effort": effort} for effort in ("low", "high")]
    models = {"models": [{"slug": "b", "supported_reasoning_levels": levels}]}
    (home / "models_cache.json").write_text(json.dumps(models), encoding="utf-8")
    assert [edit.after for edit in board.plan(settings, "b").edits] == ["b", "high"]
    assert len(board.plan(settings, "b", target="dotenv").edits) == 1


def test_on_the_way_back_the_effort_comes_back_too(board, settings, home):
    """It was exchanged because the other model did not know it; what somebody wrote since is their own wish."""
    names = {"b": ("low", "high"), "a": ("low", "high", "ultra")}
    models = [
        {"slug": slug, "supported_reasoning_levels": [{"effort": effort} for effort in efforts]}
        for slug, efforts in names.items()
    ]
    (home / "models_cache.json").write_text(json.dumps({"models": models}), encoding="utf-8")
    config = home / "config.toml"
    before = config.read_bytes()
    board.apply(board.plan(settings, "b"), is_automatic=True)
    assert b'"high"' in config.read_bytes()
    asked = board.plan(settings, "a", effort="low")
    assert [edit.after for edit in asked.edits] == ["a", "low"]
    own = config.read_bytes().replace(b'"high"', b'"low"')
    board.apply(board.plan(settings, "a"), is_automatic=True)
    assert config.read_bytes() == before
    board.apply(board.plan(settings, "b"), is_automatic=True)
    config.write_bytes(own)
    assert [edit.after for edit in board.plan(settings, "a").edits] == ["a"]


def test_it_is_known_who_put_the_model_there(board, settings, home):
    """Ours only where Vacancy did it by itself, until it is taken back, or until somebody sets another one."""
    assert board.in_use(settings) == InUse("a")
    board.apply(board.plan(settings, "b"), is_automatic=True)
    assert board.in_use(settings) == InUse("b", put_by_us=True)
    assert board.last().is_automatic
    undone = board.undo()
    assert board.in_use(settings) == InUse("a", taken_back_at=undone.switch.at)
    assert board.last() is None
    board.apply(board.plan(settings, "b"))
    assert board.in_use(settings) == InUse("b", taken_back_at=undone.switch.at)
    again = board.apply(board.plan(settings, "a"), is_automatic=True)
    (home / "config.toml").write_text('model = "c"\n', encoding="utf-8")
    assert board.in_use(settings) == InUse("c", taken_back_at=again.at)


def test_a_switch_of_one_target_says_nothing_of_another(board, settings):
    """What Vacancy did to the environment file is not what Codex is set to."""
    board.apply(board.plan(settings, "b"), is_automatic=True)
    board.apply(board.plan(settings, "c", target="dotenv"), is_automatic=True)
    assert board.in_use(settings) == InUse("b", put_by_us=True)
    assert board.in_use(settings, "dotenv") == InUse("c", put_by_us=True)


def test_an_unknown_target_is_refused_with_the_names_there_are(board, settings):
    """Nothing is written for a name that was mistyped."""
    with pytest.raises(SwitchError) as refused:
        board.plan(settings, "b", target="dotnev")
    assert "codex, dotenv" in refused.value.message


def test_a_model_that_codex_does_not_list_is_doubted(board, settings, home):
    """It is written all the same: the list may be old. Without a list nobody doubts."""
    assert not any("own list" in note for note in board.plan(settings, "nosuch").notes)
    (home / "models_cache.json").write_text(json.dumps({"models": [{"slug": "b"}]}), encoding="utf-8")
    assert any("nosuch is not in Codex's own list" in note for note in board.plan(settings, "nosuch").notes)
    assert not any("own list" in note for note in board.plan(settings, "b").notes)
