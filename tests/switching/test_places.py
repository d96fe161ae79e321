"""The claims of `switching.places`."""

from pathlib import Path

from vacancy.switching.places import app_folder, config_folder, folders_up_to_repository, machine_folder

HOME = {"HOME": "/home/user"}


def test_tools_folders_follow_the_systems_manner():
    """XDG's variable is heeded where it names a whole path."""
    assert config_folder(HOME) == Path("/home/user/.config")
    assert config_folder({**HOME, "XDG_CONFIG_HOME": "/x"}) == Path("/x")
    assert config_folder({**HOME, "XDG_CONFIG_HOME": "x"}) == Path("/home/user/.config")
    assert app_folder("t", HOME, "linux") == Path("/home/user/.config/t")
    assert app_folder("t", HOME, "darwin") == Path("/home/user/Library/Application Support/t")
    assert app_folder("t", {**HOME, "APPDATA": "/a"}, "win32") == Path("/a/t")
    assert app_folder("t", HOME, "win32") == Path("/home/user/t")
    assert machine_folder("OpenAI/Codex", HOME, "linux") == Path("/etc/codex")
    assert machine_folder("OpenAI/Codex", {"PROGRAMDATA": "/p"}, "win32") == Path("/p/OpenAI/Codex")


def test_folders_are_followed_up_to_the_repository(tmp_path):
    """Outside of a repository it is the folder alone."""
    inner = tmp_path / "repo" / "a"
    inner.mkdir(parents=True)
    assert folders_up_to_repository(inner) == (inner,)
    (tmp_path / "repo" / ".git").mkdir()
    assert folders_up_to_repository(inner) == (inner, tmp_path / "repo")
