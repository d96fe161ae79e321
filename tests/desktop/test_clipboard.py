"""The clipboard: what arrives, and what is said about it."""

import stat
import subprocess
import sys

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from vacancy.desktop.clipboard import Clipboard, Copied


@pytest.fixture
def helper(tmp_path, monkeypatch):
    """A wl-copy of our own, first in the search path, that keeps what it was given and ends as told."""

    def make(exit_code):
        program = tmp_path / "wl-copy"
        program.write_text(
            f"#!{sys.executable}\nimport sys\nopen({str(tmp_path / 'got')!r}, 'w').write(sys.stdin.read())\n"
            f"sys.exit({exit_code})\n"
        )
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setenv("PATH", str(tmp_path))
        return tmp_path / "got"

    return make


@pytest.mark.real_desktop
def test_on_x11_another_program_can_paste_it(run, qapp, until):
    """What was copied is what xclip reads."""

    async def story():
        assert await Clipboard(qapp.clipboard()).copy("gpt-6-luna") is Copied.COPIED
        paste = subprocess.Popen(["xclip", "-o", "-selection", "clipboard"], stdout=subprocess.PIPE)  # noqa: ASYNC220
        await until(lambda: paste.poll() is not None)
        return paste.communicate()[0]

    assert run(story()) == b"gpt-6-luna"


def test_on_wayland_without_focus_the_helper_copies(run, qapp, helper):
    """A tray menu has no focus, so the desktop's own helper gets the text, and its success is ours."""
    got = helper(0)
    assert run(Clipboard(qapp.clipboard(), platform="wayland").copy("gpt-6-luna")) is Copied.COPIED
    assert got.read_text() == "gpt-6-luna"


@pytest.mark.real_desktop
def test_on_wayland_a_focused_window_copies_only_once_it_was_used(run, qapp, qtbot, helper):
    """Focus alone gives no right to the clipboard, and Qt would not say so; a key pressed in the window does."""
    got = helper(0)
    clipboard = Clipboard(qapp.clipboard(), platform="wayland")
    window = QLineEdit()
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(lambda: qapp.focusWindow() is not None)
    assert run(clipboard.copy("gpt-6-luna")) is Copied.COPIED
    assert got.read_text() == "gpt-6-luna"
    got.unlink()
    qtbot.keyClick(window, Qt.Key.Key_A)
    assert run(clipboard.copy("gpt-6.2-sol")) is Copied.COPIED
    assert not got.exists()
    assert qapp.clipboard().text() == "gpt-6.2-sol"


def test_a_helper_that_fails_is_not_called_copied(run, qapp, helper):
    """Where the helper says no, the answer is not yes."""
    helper(1)
    assert run(Clipboard(qapp.clipboard(), platform="wayland").copy("gpt-6-luna")) is Copied.NOT_CONFIRMED


def test_without_any_helper_it_is_not_confirmed(run, qapp, monkeypatch):
    """Qt saying yes to itself proves nothing on Wayland."""
    monkeypatch.setenv("PATH", "/nowhere")
    assert run(Clipboard(qapp.clipboard(), platform="wayland-egl").copy("gpt-6-luna")) is Copied.NOT_CONFIRMED


class RefusingClipboard:
    """Takes a text and keeps another."""

    def setText(self, text):  # noqa: N802 - Qt's name
        """Do not take it."""

    def text(self):
        """Somebody else's text."""
        return "theirs"


def test_a_clipboard_that_keeps_another_text_has_failed(run, qapp, caplog):
    """What is read back decides."""
    assert run(Clipboard(RefusingClipboard(), platform="xcb").copy("gpt-6-luna")) is Copied.FAILED
    assert "clipboard_refused" in caplog.text
