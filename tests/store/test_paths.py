"""The claims of `store.paths`."""

import stat
from pathlib import Path

import pytest

from vacancy.errors import StorageError
from vacancy.store.paths import Paths


def test_base_dir_holds_everything(tmp_path):
    """With a base folder all four places are under it, under the names that interface.md promises."""
    paths = Paths.resolve(tmp_path, {})
    assert paths.config_file == tmp_path / "config.toml"
    assert (paths.data, paths.logs, paths.run) == (tmp_path / "data", tmp_path / "logs", tmp_path / "run")


def test_base_dir_from_the_environment(tmp_path):
    """VACANCY_BASE_DIR does what --base-dir does, and --base-dir wins."""
    environment = {"VACANCY_BASE_DIR": str(tmp_path / "from-environment")}
    assert Paths.resolve(None, environment).data == tmp_path / "from-environment" / "data"
    assert Paths.resolve(tmp_path / "argument", environment).data == tmp_path / "argument" / "data"


def test_an_empty_variable_is_no_base_dir(own_home):
    """An empty VACANCY_BASE_DIR means the platform's places, not the current folder."""
    assert Paths.resolve(None, {"VACANCY_BASE_DIR": ""}) == Paths.resolve(None, {})


def test_platform_places_are_in_the_home(own_home):
    """Without a base folder, settings, data and logs are in the user's own folders; nothing is created by asking."""
    paths = Paths.resolve(None, {})
    for path in (paths.config_file, paths.data, paths.logs):
        assert path.is_relative_to(own_home)
        assert "vacancy" in path.parts
    assert not paths.config_file.parent.exists()


def test_relative_base_dir_becomes_absolute(tmp_path, monkeypatch):
    """A relative base folder does not change its meaning when the program changes its folder."""
    monkeypatch.chdir(tmp_path)
    assert Paths.resolve(Path("here"), {}).data == tmp_path / "here" / "data"


def test_a_base_dir_that_means_no_folder_is_refused():
    """The home of a user who does not exist is an error for people."""
    with pytest.raises(StorageError, match="~nobody-of-that-name"):
        Paths.resolve(Path("~nobody-of-that-name/x"), {})


def test_prepare_closes_the_folders_to_others(tmp_path):
    """New folders are 0700, and the run folder is even when it was open before."""
    (tmp_path / "base" / "run").mkdir(parents=True, mode=0o755)
    paths = Paths.resolve(tmp_path / "base", {})
    paths.prepare()
    for folder in (paths.data, paths.logs, paths.run):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_folder_that_cannot_be_created_is_named(tmp_path):
    """A file in the way is a StorageError that names the folder, not a traceback."""
    (tmp_path / "data").write_text("in the way")
    with pytest.raises(StorageError) as caught:
        Paths.resolve(tmp_path, {}).prepare()
    assert str(tmp_path / "data") in caught.value.message


def test_socket_path_that_no_system_accepts_is_refused(tmp_path):
    """A path too long for a socket is said with its length; a short one is given."""
    assert Paths.resolve(Path("/tmp/v"), {}).socket == Path("/tmp/v/run/app.sock")  # noqa: S108 - nothing is created
    with pytest.raises(StorageError, match="too long"):
        _ = Paths.resolve(tmp_path / ("x" * 100), {}).socket


def test_keyring_label_is_apart_for_each_base_dir(tmp_path):
    """Portable use never touches the user's own keys: each base folder has a label of its own, and always the same."""
    own = Paths.resolve(None, {}).keyring_label
    one, other = Paths.resolve(tmp_path / "1", {}).keyring_label, Paths.resolve(tmp_path / "2", {}).keyring_label
    assert own == "vacancy"
    assert len({own, one, other}) == 3
    assert one == Paths.resolve(tmp_path / "1", {}).keyring_label
