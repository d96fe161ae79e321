"""A proxy on 127.0.0.1 that opens tunnels (CONNECT) to wherever it is asked, and remembers who asked for what.

with TunnelProxy() as proxy:
    ... send a request through proxy.url ...
    assert proxy.tunnels == ["127.0.0.1:34567"]
"""

import socket
import socketserver
import threading
from contextlib import suppress
from typing import Self


class TunnelProxy:
    """It wants a password when one is given."""

    def __init__(self, *, authorization: str | None = None) -> None:
        self.tunnels: list[str] = []
        """Hosts with their ports, in the order asked for; refused ones are not there."""
        self.asked: list[str] = []
        """All that were asked for, refused ones too."""
        self.refused = 0
        self._authorization = authorization
        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True

    @property
    def address(self) -> str:
        """Host and port."""
        return f"127.0.0.1:{self._server.server_address[1]}"

    @property
    def url(self) -> str:
        """What the settings call it."""
        return f"http://{self.address}"

    def __enter__(self) -> Self:
        """Listen."""
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_exc: object) -> None:
        """Close everything."""
        self._server.shutdown()
        self._server.server_close()

    def _handler(self) -> type[socketserver.StreamRequestHandler]:
        proxy = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                with suppress(OSError):
                    head = list(iter(lambda: self.rfile.readline().decode().strip(), ""))
                    proxy.answer(self.connection, head)

        return Handler

    def answer(self, client: socket.socket, head: list[str]) -> None:
        """Open the tunnel that the first line of a request asks for, or refuse."""
        method, target, _ = head[0].split()
        self.asked.append(target)
        allowed = self._authorization is None or f"Proxy-Authorization: {self._authorization}" in head
        if method != "CONNECT" or not allowed:
            self.refused += 1
            client.sendall(b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n")
            return
        self.tunnels.append(target)
        host, _, port = target.rpartition(":")
        with socket.create_connection((host, int(port)), timeout=5) as server:
            client.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
            back = threading.Thread(target=_pump, args=(server, client), daemon=True)
            back.start()
            _pump(client, server)
            back.join(5)


def _pump(source: socket.socket, sink: socket.socket) -> None:
    with suppress(OSError):
        while piece := source.recv(65536):
            sink.sendall(piece)
        sink.shutdown(socket.SHUT_WR)
