"""The claims of `switching.guest_file`."""

import os

import pytest

from vacancy.errors import SwitchError
from vacancy.switching.guest_file import MAX_BYTES, read_guest
from vacancy.switching.syntax import set_value
from vacancy.switching.toml_text import TomlSyntax


def test_a_file_is_read_with_its_real_place(tmp_path):
    """Links are followed, also where nothing is at their end; a byte order mark is no part of the text."""
    (tmp_path / "link").symlink_to(tmp_path / "real")
    nothing = read_guest(tmp_path / "link")
    assert (nothing.real_path, nothing.data, nothing.text) == (tmp_path / "real", None, "")
    (tmp_path / "real").write_bytes(b"\xef\xbb\xbfa = 1\r\n")
    guest = read_guest(tmp_path / "link")
    assert (guest.path, guest.text, guest.has_other_names) == (tmp_path / "link", "a = 1\r\n", False)
    assert guest.encoded("b = 2\r\n") == b"\xef\xbb\xbfb = 2\r\n"
    os.link(tmp_path / "real", tmp_path / "second")
    assert read_guest(tmp_path / "real").has_other_names


def test_what_cannot_be_read_is_refused(tmp_path):
    """A folder, a pipe, a huge file, another encoding: each is named, with the line where there is one."""
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe"):
        with pytest.raises(SwitchError, match="no ordinary file"):
            read_guest(path)
    (tmp_path / "huge").write_bytes(b"x" * (MAX_BYTES + 1))
    with pytest.raises(SwitchError, match="larger than"):
        read_guest(tmp_path / "huge")
    with pytest.raises(SwitchError, match="cannot be read"):
        read_guest(tmp_path / "huge" / "inside")
    for data, line in (("a = 1\n模型".encode("gbk"), 2), ("a = 1".encode("utf-16"), 1)):
        (tmp_path / "odd").write_bytes(data)
        with pytest.raises(SwitchError, match=f"odd, line {line}: this is not UTF-8"):
            set_value(guest := read_guest(tmp_path / "odd"), guest.text, TomlSyntax(), ("model",), "x")
