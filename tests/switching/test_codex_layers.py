"""The claims of `switching.codex_layers`, held to the real Codex."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from fakes.codex_program import codex_program
from vacancy.errors import SwitchError
from vacancy.switching.codex_layers import EFFORT, CodexFiles, LayerKind, effort_in, layer_of


def trusted(path, level="trusted"):
    """The table of the user's file that says so of a folder."""
    return f'[projects."{path}"]\ntrust_level = "{level}"\n'


def config(folder, model):
    """A config.toml in a folder of a project, or in Codex's own."""
    own = folder if folder.name == ".codex" else folder / ".codex"
    own.mkdir(parents=True, exist_ok=True)
    (own / "config.toml").write_text(f'model = "{model}"\n')


@pytest.fixture
def place(tmp_path):
    """A home with Codex in it, and a repository with a file of its own in three folders."""
    (tmp_path / "home" / ".codex").mkdir(parents=True)
    repository = tmp_path / "repo"
    (repository / "a" / "b").mkdir(parents=True)
    (repository / ".git").mkdir()
    for name, text in (("HEAD", "ref: refs/heads/main\n"), ("config", "[core]\n\trepositoryformatversion = 0\n")):
        (repository / ".git" / name).write_text(text)
    for name in ("objects", "refs"):
        (repository / ".git" / name).mkdir()
    config(repository, "root")
    config(repository / "a", "middle")
    config(repository / "a" / "b", "nearest")
    return tmp_path


def files_of(place, user, folder=None):
    """Codex's files with that user's file; the system's are of this test too."""
    home = place / "home" / ".codex"
    (home / "config.toml").write_text(user)
    return CodexFiles(home, place / "etc" / "config.toml", place / "etc" / "managed_config.toml", folder)


CASES = (
    ("nothing is trusted", (), "a/b", "user"),
    ("the repository is trusted", (("", "trusted"),), "a/b", "nearest"),
    ("from the middle", (("", "trusted"),), "a", "middle"),
    ("only the nearest is trusted", (("a/b", "trusted"),), "a/b", "nearest"),
    ("only the middle is trusted", (("a", "trusted"),), "a/b", "middle"),
    ("the nearest is not trusted", (("a/b", "untrusted"), ("", "trusted")), "a/b", "middle"),
    ("the middle is not trusted", (("a", "untrusted"), ("", "trusted")), "a/b", "nearest"),
)


def user_file(place, levels):
    """The user's own file, with what it says of the folders."""
    return 'model = "user"\n' + "".join(trusted((place / "repo" / name), level) for name, level in levels)


@pytest.mark.parametrize(("case", "levels", "folder", "model"), CASES)
def test_the_file_that_decides_is_the_one_that_codex_takes(place, case, levels, folder, model):
    """In each arrangement of trust the real Codex takes the model of the layer that we put first."""
    folder = place / "repo" / folder
    files = files_of(place, user_file(place, levels), folder)
    assert next(layer.model for layer in files.layers() if layer.model) == model
    assert asked_of_codex(files.home, folder) == model


def test_other_marks_of_a_root_are_heeded_as_codex_does(place):
    """With no marks the folder itself is the root; a mark that the user named is found."""
    folder = place / "repo" / "a" / "b"
    for marks, model in (("[]", "nearest"), ('[".marked"]', "middle")):
        (place / "repo" / "a" / ".marked").touch()
        text = f'model = "user"\nproject_root_markers = {marks}\n' + trusted(folder.parent)
        if marks == "[]":
            text += trusted(folder)
        files = files_of(place, text, folder)
        (folder / ".codex" / "config.toml").write_text('model = "nearest"\n' if marks == "[]" else "")
        assert next(layer.model for layer in files.layers() if layer.model) == model
        assert asked_of_codex(files.home, folder) == model


def asked_of_codex(home, folder):
    """The model that the real Codex would start a thread with there."""
    requests = (
        {"id": 1, "method": "initialize", "params": {"clientInfo": {"name": "t", "title": "t", "version": "1"}}},
        {"method": "initialized"},
        {"id": 2, "method": "config/read", "params": {"includeLayers": False, "cwd": str(folder)}},
    )
    environment = {"HOME": str(home.parent), "CODEX_HOME": str(home), "PATH": os.environ["PATH"]}
    with subprocess.Popen(
        [str(codex_program()), "app-server"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment, text=True,
    ) as process:  # fmt: skip
        process.stdin.write("".join(json.dumps(request) + "\n" for request in requests))
        process.stdin.flush()
        for line in process.stdout:
            answer = json.loads(line)
            if answer.get("id") == 2:
                process.stdin.close()
                return answer["result"]["config"]["model"]
    raise AssertionError("Codex did not answer")


def test_managed_goes_first_and_the_systems_last(place):
    """What the administrator manages goes before everything; the system's file holds where nobody else sets a model."""
    (place / "etc").mkdir()
    files = files_of(place, "", None)
    (place / "etc" / "config.toml").write_text('model = "system"\nmodel_reasoning_effort = "low"\n')
    assert [(layer.kind, layer.model) for layer in files.layers()] == [
        (LayerKind.USER, None),
        (LayerKind.SYSTEM, "system"),
    ]
    (place / "etc" / "managed_config.toml").write_text('model = "managed"\n')
    first = files.layers()[0]
    assert (first.kind, first.model, first.effort) == (LayerKind.MANAGED, "managed", None)
    assert files.layers()[-1].effort == "low"
    assert files.layers()[-1].line_of(EFFORT) == 2


def test_codexs_own_folder_is_no_project(place):
    """Started in the home, Codex does not take its own folder for that of a project."""
    home = place / "home"
    files = files_of(place, 'model = "user"\n' + trusted(home), home)
    assert [layer.kind for layer in files.layers()] == [LayerKind.USER]
    assert files.projects() == ()


def test_a_broken_file_that_counts_is_refused(place):
    """Codex does not start with it either; an administrator's file that is unreadable here is only left out."""
    files = files_of(place, trusted(place / "repo"), place / "repo")
    (place / "etc").mkdir()
    files.managed.write_bytes(b"\xff")
    assert [layer.kind for layer in files.layers()] == [LayerKind.PROJECT, LayerKind.USER]
    (place / "repo" / ".codex" / "config.toml").write_text("a = 1\nmodel = \n")
    with pytest.raises(SwitchError, match="line 2"):
        files.layers()


def test_profiles_and_projects_with_a_model_are_found(place):
    """Files that would go before the user's for those who ask for them; broken ones and ones without are left out."""
    files = files_of(place, trusted(place / "repo") + trusted("/gone") + trusted(place, "untrusted") + "[projects.x]\n")
    (files.home / "work.config.toml").write_text('model = "p"\n')
    (files.home / "none.config.toml").write_text("a = 1\n")
    (files.home / "bad.config.toml").write_text("a = \n")
    assert [(layer.path.name, layer.model) for layer in files.profiles()] == [("work.config.toml", "p")]
    assert [layer.model for layer in files.projects()] == ["root"]
    assert files_of(place, "projects = 1\n").projects() == ()
    (files.home / "config.toml").unlink()
    assert files.projects() == ()
    assert layer_of(LayerKind.USER, Path(files.home / "config.toml")) is None
    assert CodexFiles(files.home, files.system, files.managed, place / "repo").layers() == ()


@pytest.mark.parametrize(
    ("content", "effort"),
    [
        (b'\xef\xbb\xbfmodel_reasoning_effort = "high"\r\n', "high"),
        (b'[profiles.a]\nmodel_reasoning_effort = "high"\n', None),
        (b"model_reasoning_effort = 3\n", None),
        (b"model_reasoning_effort = \n", None),
        (b"\xff", None),
        (b"", None),
    ],
)
def test_the_effort_of_a_file_is_read_where_there_is_one(content, effort):
    """A file that means nothing sets none."""
    assert effort_in(content) == effort
