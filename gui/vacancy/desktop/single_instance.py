"""Messages to the running app: a second start asks the first to show its window.

The lock of `store` decides who is the app; this socket only carries messages. So its file may be removed by the
holder of the lock, and by nobody else: whoever removes it first cuts off a living app.

One exchange is `version byte, "raise", token, line end`, answered by `version byte, ok, line end`. Nothing else is
understood, messages are short, and a peer that dawdles is dropped.
"""

import logging
import re
from datetime import timedelta
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

_logger = logging.getLogger(__name__)

VERSION = b"\x01"
DEADLINE = timedelta(milliseconds=500)
"""How long either side waits for the other."""

_VERB = b"raise "
_ACKNOWLEDGED = VERSION + b"ok\n"
_MOST_BYTES = 4096
_TOKEN = re.compile(r"[!-~]{0,1024}")
"""An activation token of the desktop: printable, without spaces."""


class InstanceServer(QObject):
    """Hears other starts. Only the holder of the instance lock may make it listen.

    Signals:
        raise_requested: Show the window; with the desktop's activation token, or an empty text.
    """

    raise_requested = Signal(str)

    def __init__(self, *, deadline: timedelta = DEADLINE, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._deadline_ms = deadline // timedelta(milliseconds=1)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._accept)

    def listen(self, path: Path) -> bool:
        """Listen, removing what a crashed app left behind. False where the socket cannot be made.

        Without it the app works; only a second start cannot raise it.
        """
        QLocalServer.removeServer(str(path))
        listening = self._server.listen(str(path))
        if not listening:
            _logger.warning("instance_socket_failed reason=%s", self._server.serverError().name)
        return listening

    def close(self) -> None:
        """Stop listening and take the socket away. Twice is fine."""
        self._server.close()

    def _accept(self) -> None:
        while (peer := self._server.nextPendingConnection()) is not None:
            peer.readyRead.connect(self._read)
            peer.disconnected.connect(peer.deleteLater)
            peer.setReadBufferSize(_MOST_BYTES)
            QTimer.singleShot(self._deadline_ms, peer, peer.abort)
            if peer.bytesAvailable():
                self._answer(peer)

    def _read(self) -> None:
        peer = self.sender()
        if isinstance(peer, QLocalSocket):
            self._answer(peer)

    def _answer(self, peer: QLocalSocket) -> None:
        if not peer.canReadLine():
            if peer.bytesAvailable() >= _MOST_BYTES:
                peer.abort()
            return
        token = _parse(bytes(peer.readLine(_MOST_BYTES).data()))
        if token is None:
            _logger.warning("instance_message_refused")
            peer.abort()
            return
        # The other side hangs up once it has read this: an end from here could overtake the answer.
        peer.write(_ACKNOWLEDGED)
        peer.flush()
        self.raise_requested.emit(token)


def send_raise(path: Path, token: str = "", *, deadline: timedelta = DEADLINE) -> bool:
    """Ask the running app to show its window; whether it said yes. Blocks, so call it before the loop runs.

    Args:
        path: The socket of the running app.
        token: The activation token that this start was given (XDG_ACTIVATION_TOKEN), which lets the other one raise.
        deadline: How long to wait for each of connection and answer.
    """
    wait_ms = deadline // timedelta(milliseconds=1)
    socket = QLocalSocket()
    socket.connectToServer(str(path))
    if not socket.waitForConnected(wait_ms):
        return False
    socket.write(VERSION + _VERB + (token if _TOKEN.fullmatch(token) else "").encode() + b"\n")
    socket.waitForBytesWritten(wait_ms)
    while not socket.canReadLine() and socket.waitForReadyRead(wait_ms):
        pass
    answer = bytes(socket.readAll().data())
    socket.abort()
    return answer == _ACKNOWLEDGED


def _parse(line: bytes) -> str | None:
    """The token, or None for anything that is not exactly a message of this version."""
    if not line.startswith(VERSION + _VERB) or not line.endswith(b"\n"):
        return None
    token = line.removeprefix(VERSION + _VERB)[:-1].decode("ascii", errors="replace")
    return token if _TOKEN.fullmatch(token) else None
