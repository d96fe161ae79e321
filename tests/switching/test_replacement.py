"""The claims of `switching.replacement`; those of whole switches are in test_switcher."""

import pytest

from vacancy.errors import SwitchError
from vacancy.switching.replacement import put_in_place, take_away, temporary_beside, write_new


def test_new_content_waits_under_a_name_that_tells_its_switch(tmp_path):
    """The same name is made again, so that a rest of an interrupted switch is found, and is replaced."""
    file = tmp_path / "config.toml"
    temporary = temporary_beside(file, 7)
    assert temporary.name == ".config.toml.vacancy-7.new"
    temporary.write_bytes(b"rest")
    write_new(temporary, b"new", like=file)
    put_in_place(temporary, file)
    assert [path.name for path in tmp_path.iterdir()] == ["config.toml"]


def test_a_rest_that_cannot_be_removed_stops_the_switch(tmp_path):
    """What lies under the name of the new content is not stepped over."""
    file = tmp_path / "config.toml"
    file.write_bytes(b"old")
    (tmp_path / ".config.toml.vacancy-1.new").mkdir()
    with pytest.raises(SwitchError, match="nothing was switched"):
        write_new(temporary_beside(file, 1), b"new", like=file)
    assert file.read_bytes() == b"old"


def test_what_cannot_be_put_in_place_or_taken_away_is_said(tmp_path):
    """A folder in the way stays, and the new content goes."""
    (tmp_path / "file" / "inside").mkdir(parents=True)
    temporary = temporary_beside(tmp_path / "file", 1)
    write_new(temporary, b"new", like=tmp_path / "nothing")
    for act in (lambda: put_in_place(temporary, tmp_path / "file"), lambda: take_away(tmp_path / "file")):
        with pytest.raises(SwitchError, match="nothing was switched"):
            act()
    assert not temporary.exists()
    assert (tmp_path / "file" / "inside").exists()
