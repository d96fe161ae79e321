r"""A listener on 127.0.0.1 that sends one thing after the other, each for whatever it was sent, and then hangs up.

with CannedReplies(b"\x05\x00") as port:
    ... connect to port ...
"""

import socketserver
import threading


class CannedReplies:
    """No protocol at all: it does not understand what it reads."""

    def __init__(self, *replies: bytes) -> None:
        class Handler(socketserver.BaseRequestHandler):
            def handle(self) -> None:
                for reply in replies:
                    self.request.recv(4096)
                    self.request.sendall(reply)

        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True

    def __enter__(self) -> int:
        """Listen; the port."""
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return int(self._server.server_address[1])

    def __exit__(self, *_exc: object) -> None:
        """Close everything."""
        self._server.shutdown()
        self._server.server_close()
