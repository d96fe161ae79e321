"""Starting other programs."""

import sys
from datetime import timedelta

import pytest
from PySide6.QtCore import QObject, QUrl, Slot
from PySide6.QtGui import QDesktopServices

from vacancy.desktop.spawn import feed, open_url

LONG = timedelta(seconds=10)


def test_the_text_arrives_whole_and_the_exit_code_comes_back(run, tmp_path):
    """The program reads exactly the text on its standard input."""
    program = "import sys; open(sys.argv[1], 'w').write(sys.stdin.read()); print('x' * 100000); sys.exit(3)"
    text = "gpt-6 可用\n" * 5000
    code = run(feed(sys.executable, ["-c", program, str(tmp_path / "got")], text, within=LONG))
    assert (code, (tmp_path / "got").read_text()) == (3, text)


def test_a_program_that_hangs_is_killed(run, tmp_path):
    """After the time is over there is no answer, and no process is left."""
    program = "import os, signal, sys; open(sys.argv[1], 'w').write(str(os.getpid())); signal.pause()"
    assert run(feed(sys.executable, ["-c", program, str(tmp_path / "pid")], "", within=timedelta(seconds=0.7))) is None
    pid = (tmp_path / "pid").read_text()
    with pytest.raises(FileNotFoundError):
        open(f"/proc/{pid}/stat")  # noqa: PTH123, SIM115 - it cannot be opened


def test_a_program_that_is_not_there_is_no_answer(run):
    """A missing program is None, not an exception."""
    assert run(feed("/nowhere/wl-copy", [], "x", within=LONG)) is None


def test_a_crash_is_no_answer(run):
    """A program that died of a signal has no exit code."""
    program = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"
    assert run(feed(sys.executable, ["-c", program], "", within=LONG)) is None


class Browser(QObject):
    """Takes addresses in place of the user's browser, by the door that Qt has for that."""

    def __init__(self):
        super().__init__()
        self.opened = []

    @Slot(QUrl)
    def take(self, url):
        """Note the address."""
        self.opened.append(url.toString())


def test_an_address_goes_to_the_desktops_browser_as_it_is(qapp):
    """Exactly the address, with its path."""
    browser = Browser()
    QDesktopServices.setUrlHandler("https", browser, "take")
    try:
        assert open_url("https://status.openai.com/history?x=1")
    finally:
        QDesktopServices.unsetUrlHandler("https")
    assert browser.opened == ["https://status.openai.com/history?x=1"]
