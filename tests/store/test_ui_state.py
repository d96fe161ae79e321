"""The claims of `store.ui_state`."""

import logging
import os

import pytest

from vacancy.domain.copy_forms import CopyForm
from vacancy.store.ui_state import UiMemory, UiState

MEMORY = UiMemory((420, 560), CopyForm.CODEX)


def test_what_was_kept_is_read_by_the_next_start(tmp_path):
    """In a folder that was not there yet, closed to other users."""
    path = tmp_path / "data" / "windows.json"
    UiState(path).keep(MEMORY)
    assert UiState(path).read() == MEMORY
    assert 0o600 == path.stat().st_mode & 0o777


def test_without_a_file_nothing_is_remembered(tmp_path, caplog):
    """A first start is no reason for a line in the log."""
    assert UiState(tmp_path / "windows.json").read() == UiMemory()
    assert caplog.text == ""


def test_what_is_no_ordinary_file_is_not_waited_for(tmp_path, caplog):
    """A pipe of that name would hold up the start for ever."""
    path = tmp_path / "windows.json"
    os.mkfifo(path)
    assert UiState(path).read() == UiMemory()
    assert "ui_state_forgotten" in caplog.text


@pytest.mark.parametrize(
    "content",
    [
        b"", b"{", b"\xff\xfe", b"[]", b'{"panel_size": [0, 5]}', b'{"panel_size": [1]}', b'{"panel_size": [1e9, 5]}',
        b'{"copy_form": "poem"}', b"[" * 9_000,
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_forgotten_with_a_line_in_the_log(tmp_path, caplog, content):
    """A broken file, and one with values that no window can have, harm nothing."""
    path = tmp_path / "windows.json"
    path.write_bytes(content)
    assert UiState(path).read() == UiMemory()
    assert "ui_state_forgotten" in caplog.text


def test_what_a_newer_version_added_is_no_fault(tmp_path):
    """Going back to an older version keeps what it knows."""
    path = tmp_path / "windows.json"
    path.write_text('{"panel_size": [400, 300], "zoom": 2}')
    assert UiState(path).read() == UiMemory((400, 300))


def test_the_same_is_not_written_twice(tmp_path):
    """A panel that is closed without being resized costs no write."""
    path = tmp_path / "windows.json"
    state = UiState(path)
    state.keep(MEMORY)
    os.utime(path, (1, 1))
    state.keep(MEMORY)
    assert 1 == path.stat().st_mtime
    state.keep(UiMemory())
    assert 1 != path.stat().st_mtime


def test_a_folder_that_cannot_be_written_is_no_end(tmp_path, caplog):
    """It is told to the log, and tried again with the next change."""
    caplog.set_level(logging.WARNING)
    (tmp_path / "data").write_text("a file where the folder should be")
    state = UiState(tmp_path / "data" / "windows.json")
    state.keep(MEMORY)
    assert "ui_state_not_kept" in caplog.text
    (tmp_path / "data").unlink()
    state.keep(MEMORY)
    assert UiState(tmp_path / "data" / "windows.json").read() == MEMORY
