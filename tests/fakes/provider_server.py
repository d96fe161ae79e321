"""A provider of models on 127.0.0.1: a real HTTP server that behaves as each test wants, and remembers every request.

    with ProviderServer() as server:
        server.models["gpt-a"] = behaviours.at_capacity_in_stream
        server.routes["/api/v2/status.json"] = b"{...}"
        ... ask server.base_url ...
        assert server.requests[0].header("authorization") == "Bearer ..."

Behaviours may be changed while it runs. It serves each request in a thread, so it works under any event loop and
for programs started as subprocesses. Leaving the block releases every answer that still hangs.
"""

import json
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

from fakes.self_signed import server_context

MODEL_PATHS = {"/v1/responses", "/v1/chat/completions"}


@dataclass(frozen=True)
class Recorded:
    """One request as it arrived."""

    method: str
    path: str
    headers: tuple[tuple[str, str], ...]
    """Lower-case names."""
    body: bytes
    at: float = field(default_factory=time.monotonic)

    @property
    def json(self) -> dict:
        """The body as JSON, empty when it is none."""
        try:
            found = json.loads(self.body or b"{}")
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}

    @property
    def model(self) -> str:
        """The model that was asked for."""
        return str(self.json.get("model", ""))

    @property
    def is_chat(self) -> bool:
        """It was asked by the rules of Chat Completions."""
        return self.path.endswith("/chat/completions")

    def header(self, name: str) -> str | None:
        """The value of a header by its lower-case name."""
        return next((value for key, value in self.headers if key == name), None)


class Conversation:
    """One request and the means to answer it; what a behaviour gets."""

    def __init__(self, handler: BaseHTTPRequestHandler, request: Recorded, closing: threading.Event) -> None:
        self.request = request
        self._handler = handler
        self._closing = closing

    def pause(self, seconds: float) -> bool:
        """Wait, and say whether to go on: not when the server is being closed."""
        return not self._closing.wait(seconds)

    def send(
        self,
        status: int,
        body: bytes | str | dict | list = b"",
        headers: dict[str, str] | None = None,
        content_type: str = "application/json",
    ) -> None:
        """A whole answer."""
        if not isinstance(body, bytes | str):
            body = json.dumps(body)
        data = body.encode() if isinstance(body, str) else body
        self.start(status, {"content-type": content_type, "content-length": str(len(data)), **(headers or {})})
        self.raw(data)

    def start(self, status: int, headers: dict[str, str]) -> None:
        """Status and headers only."""
        self._handler.send_response_only(status)
        usual = {
            "server": self._handler.version_string(),
            "date": self._handler.date_time_string(),
            "x-request-id": "req_test_1",
        }
        for name, value in {**usual, **headers}.items():
            self._handler.send_header(name, value)
        self._handler.send_header("connection", "close")
        self._handler.end_headers()

    def raw(self, data: bytes) -> None:
        """Bytes of the body, as they are."""
        self._handler.wfile.write(data)
        self._handler.wfile.flush()

    def start_stream(self, headers: dict[str, str] | None = None) -> None:
        """The head of a stream of events."""
        self.start(
            200, {"content-type": "text/event-stream; charset=utf-8", "transfer-encoding": "chunked", **(headers or {})}
        )

    def chunk(self, data: bytes) -> None:
        """A piece of a stream; an empty one ends it properly."""
        self.raw(b"%x\r\n%s\r\n" % (len(data), data))

    def event(self, data: dict | str, name: str | None = None) -> None:
        """One event of a stream."""
        text = data if isinstance(data, str) else json.dumps(data)
        self.chunk((f"event: {name}\n" if name else "").encode() + f"data: {text}\n\n".encode())

    def end(self) -> None:
        """The proper end of a stream."""
        self.chunk(b"")


Behaviour = Callable[[Conversation], None]


class ProviderServer:
    """The server; `base_url` is what a connection's settings name."""

    def __init__(self, *, tls: bool = False) -> None:
        self.models: dict[str, Behaviour] = {}
        """How each model behaves; one that is not listed does not exist."""
        self.routes: dict[str, bytes | Behaviour] = {}
        """Answers by path, before anything else; bytes are sent as JSON."""
        self.requests: list[Recorded] = []
        self.keys: set[str] | None = None
        """Keys that are accepted; None accepts all, and none."""
        self._closing = threading.Event()
        self._server = _Server(("127.0.0.1", 0), _handler_for(self))
        if tls:
            self._server.socket = server_context().wrap_socket(self._server.socket, server_side=True)
        self.url = f"{'https' if tls else 'http'}://127.0.0.1:{self._server.server_address[1]}"
        self.base_url = f"{self.url}/v1"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05})

    @property
    def host(self) -> str:
        """Host and port."""
        return urlsplit(self.url).netloc

    def serve_file(self, path: str, file: Path, content_type: str = "application/json") -> None:
        """Answer that path with a file, read at each request."""
        self.routes[path] = lambda talk: talk.send(200, file.read_bytes(), content_type=content_type)

    def asked(self, model: str) -> list[Recorded]:
        """The requests for one model."""
        return [request for request in self.requests if request.model == model]

    def close(self) -> None:
        """Stop, and release whatever still hangs."""
        self._closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def answer(self, handler: BaseHTTPRequestHandler, request: Recorded) -> None:
        """Record the request and behave as told; called in a thread of its own."""
        self.requests.append(request)
        talk = Conversation(handler, request, self._closing)
        if request.header("upgrade") == "websocket":
            talk.send(426, {"detail": "Upgrade Required"})  # as OpenAI's does where it wants plain HTTP
            return
        route = self.routes.get(urlsplit(request.path).path)
        if isinstance(route, bytes):
            talk.send(200, route)
        elif route is not None:
            route(talk)
        elif self.keys is not None and (request.header("authorization") or "").removeprefix("Bearer ") not in self.keys:
            talk.send(401, _error("Incorrect API key provided.", "invalid_request_error", "invalid_api_key"))
        elif request.path == "/v1/models":
            talk.send(200, {"object": "list", "data": [{"id": name, "object": "model"} for name in self.models]})
        elif request.path in MODEL_PATHS:
            self.models.get(request.model, _no_such_model)(talk)
        else:
            talk.send(404, {"detail": "Not Found"})


def _no_such_model(talk: Conversation) -> None:
    text = f"The model `{talk.request.model}` does not exist or you do not have access to it."
    talk.send(404, _error(text, "invalid_request_error", "model_not_found"))


def _error(message: str, kind: str, code: str | None, param: str | None = None) -> dict:
    return {"error": {"message": message, "type": kind, "param": param, "code": code}}


class _Server(ThreadingHTTPServer):
    daemon_threads = False
    block_on_close = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Clients that hang up are what the tests are about."""


def _handler_for(server: ProviderServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._serve()

        def do_POST(self) -> None:
            self._serve()

        def _serve(self) -> None:
            self.close_connection = True
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            headers = tuple((name.lower(), value) for name, value in self.headers.items())
            with suppress(OSError):  # the client hung up
                server.answer(self, Recorded(self.command, self.path, headers, body))

        def log_message(self, *_: object) -> None:
            pass

    return Handler
