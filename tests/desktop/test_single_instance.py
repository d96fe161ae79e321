"""Messages from a second start to the running app, over a real socket."""

import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from PySide6.QtNetwork import QLocalServer

from vacancy.desktop.single_instance import InstanceServer, send_raise

SHORT = timedelta(milliseconds=200)


@pytest.fixture
def path(tmp_path):
    """Where the socket is."""
    return tmp_path / "app.sock"


@pytest.fixture
def server(qapp, path):
    """A running app's ear."""
    ear = InstanceServer(deadline=SHORT)
    assert ear.listen(path)
    yield ear
    ear.close()


@pytest.fixture
def elsewhere():
    """Another thread, as the second start is another process."""
    with ThreadPoolExecutor(1) as pool:
        yield pool.submit


def second_start(call, path, *arguments):
    """Make a call in a process of its own, as a second start does; its result."""
    program = (
        "import pathlib, sys; from vacancy.desktop import single_instance; "
        f"sys.exit(not single_instance.{call}(pathlib.Path(sys.argv[1]), *sys.argv[2:]))"
    )
    return subprocess.run([sys.executable, "-c", program, str(path), *arguments], check=False).returncode == 0


def raw_exchange(path, message):
    """Send bytes and return what comes back until the other side ends it."""
    with socket.socket(socket.AF_UNIX) as peer:
        peer.settimeout(3)
        peer.connect(str(path))
        peer.sendall(message)
        try:
            return peer.recv(100)
        except ConnectionResetError:
            return b""


def test_a_second_start_raises_the_first_with_its_token(server, path, elsewhere, answer, qtbot):
    """The wish and the desktop's permission arrive, and the second start knows that they did."""
    with qtbot.waitSignal(server.raise_requested) as raised:
        sent = elsewhere(second_start, "send_raise", path, "token-1_2.3")
    assert (raised.args, answer(sent)) == (["token-1_2.3"], True)


def test_a_token_that_is_none_is_left_out(server, path, elsewhere, answer, qtbot):
    """A text with line ends cannot smuggle in a second message."""
    with qtbot.waitSignal(server.raise_requested) as raised:
        sent = elsewhere(second_start, "send_raise", path, "x\nquit ")
    assert (raised.args, answer(sent)) == ([""], True)


@pytest.mark.parametrize(
    "message",
    [
        b"\x02raise \n",
        b"\x01format-disk \n",
        b"\x01quit \n",
        b"\x01raise \xff\xfe\n",
        b"raise \n",
        b"\n",
        b"\x01raise " + b"x" * 5000 + b"\n",
    ],
)
def test_anything_else_is_refused_without_effect(server, path, elsewhere, answer, qtbot, message):  # noqa: PLR0917 - fixtures
    """Another version, an unknown verb, broken text, a flood: no answer, and nothing happens."""
    acted = []
    server.raise_requested.connect(acted.append)
    assert answer(elsewhere(raw_exchange, path, message)) == b""
    assert acted == []


def test_a_peer_that_says_nothing_is_dropped(server, path, elsewhere, answer):
    """A connection without a message ends after the deadline."""
    assert answer(elsewhere(raw_exchange, path, b"")) == b""


def test_nobody_there_is_no(path):
    """Without a running app a second start is told so."""
    assert send_raise(path, deadline=SHORT) is False


def test_a_hung_app_is_no(path, qapp):
    """An app that took the connection and does not answer counts as not raised, after the deadline."""
    hung = QLocalServer()
    assert hung.listen(str(path))
    assert send_raise(path, deadline=SHORT) is False
    hung.close()


def test_what_a_crash_left_behind_is_taken_over(path, qapp, elsewhere, answer, qtbot):
    """A socket file without an app behind it does not keep the next one from listening."""
    with socket.socket(socket.AF_UNIX) as crashed:
        crashed.bind(str(path))
    assert path.exists()
    ear = InstanceServer()
    assert ear.listen(path)
    with qtbot.waitSignal(ear.raise_requested):
        sent = elsewhere(second_start, "send_raise", path)
    assert answer(sent)
    ear.close()


def test_a_socket_that_cannot_be_made_is_said(tmp_path, qapp, caplog):
    """Without a socket the app goes on, and the log has the reason."""
    assert InstanceServer().listen(tmp_path / "missing" / "app.sock") is False
    assert "instance_socket_failed" in caplog.text


def test_only_the_user_may_connect(server, path):
    """The socket is closed to other users."""
    assert path.stat().st_mode & 0o077 == 0
