"""A small file is read whole or not at all, and nobody waits for it."""

import os
import sys

import pytest

from vacancy.sources.small_file import read_small


@pytest.mark.parametrize(("size", "is_read"), [(0, True), (99, True), (100, True), (101, False)])
def test_what_is_larger_is_not_read(tmp_path, size, is_read):
    """Half of a file would mean something else than the whole."""
    (tmp_path / "a").write_bytes(b"x" * size)
    assert read_small(tmp_path / "a", 100) == (b"x" * size if is_read else None)


def test_what_is_no_file_is_not_waited_for(tmp_path):
    """A pipe that nobody writes to would hold the reader up for ever; a folder and a missing file are none either."""
    if sys.platform != "win32":
        os.mkfifo(tmp_path / "pipe")
    assert [read_small(tmp_path / name, 100) for name in ("pipe", ".", "absent")] == [None, None, None]
