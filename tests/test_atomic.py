"""The claims of `atomic`."""

import stat
import subprocess
import sys

import pytest

from vacancy.atomic import write_beside, write_bytes, write_text
from vacancy.errors import StorageError

_FULL_DISK = """
import resource, sys
from pathlib import Path
from vacancy.errors import StorageError
from vacancy.atomic import write_bytes
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    write_bytes(Path(sys.argv[1]), b"x" * 5000)
except StorageError as error:
    print(error.message)
"""


def test_content_is_replaced_and_nothing_else_is_left(tmp_path):
    """After a write the folder holds the file with the new content, and no temporary file."""
    path = tmp_path / "file"
    write_text(path, "old")
    write_text(path, "new\r\nlines ü\n")
    assert path.read_bytes() == "new\r\nlines ü\n".encode()
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]


def test_a_new_file_is_private(tmp_path):
    """A file that was not there can be read by its owner only, and so can its folder."""
    write_bytes(tmp_path / "folder" / "file", b"1")
    assert stat.S_IMODE((tmp_path / "folder" / "file").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "folder").stat().st_mode) == 0o700


def test_the_mode_is_kept(tmp_path):
    """A file that the user opened to others stays open to them."""
    path = tmp_path / "file"
    path.write_text("old")
    path.chmod(0o644)
    write_text(path, "new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o644


def test_a_link_stays_a_link(tmp_path):
    """A settings file that is a link into a dotfiles folder is changed there, and the link stays."""
    real = tmp_path / "dotfiles" / "config.toml"
    real.parent.mkdir()
    real.write_text("old")
    link = tmp_path / "config.toml"
    link.symlink_to(real)
    write_text(link, "new")
    assert link.is_symlink()
    assert real.read_text() == "new"


def test_a_full_disk_leaves_the_old_content(tmp_path):
    """When the disk takes only a part, the old file is whole, no rest is left, and the error names the file."""
    path = tmp_path / "file"
    path.write_text("old")
    run = subprocess.run(
        [sys.executable, "-c", _FULL_DISK, str(path)], capture_output=True, text=True, check=True, timeout=30
    )
    assert str(path) in run.stdout
    assert "unchanged" in run.stdout
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]


def test_a_folder_in_the_way_is_an_error_of_ours(tmp_path):
    """A path that cannot be replaced raises StorageError and leaves no temporary file."""
    (tmp_path / "file" / "inside").mkdir(parents=True)
    with pytest.raises(StorageError):
        write_text(tmp_path / "file", "new")
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]


def test_a_file_in_the_way_of_a_folder_is_an_error_of_ours(tmp_path):
    """The error names the folder that cannot be made, and the file stays."""
    (tmp_path / "file").write_text("old")
    with pytest.raises(StorageError, match="Check its owner") as caught:
        write_text(tmp_path / "file" / "below" / "new", "new")
    assert str(tmp_path / "file" / "below") in caught.value.message
    assert (tmp_path / "file").read_text() == "old"


def test_new_content_steps_over_nothing_that_waits_beside(tmp_path):
    """What lies there under the same name is somebody's, and stays as it was."""
    (tmp_path / "waiting").write_text("another's")
    with pytest.raises(FileExistsError):
        write_beside(tmp_path / "waiting", b"ours", mode=0o600)
    assert (tmp_path / "waiting").read_text() == "another's"
