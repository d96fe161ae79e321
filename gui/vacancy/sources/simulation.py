"""A simulated provider and status page, for `vacancy demo`: a quarter of an hour as it could happen.

It stands where the network would, behind the same HTTP code, so that everything above is the real program. Each
scene begins at a minute of simulated time and says what differs; the story starts again when it is over.
"""

import json
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum, auto
from typing import Protocol

import httpx

PROVIDER_HOST = "api.demo.invalid"
PAGE_HOST = "status.demo.invalid"
LENGTH = timedelta(minutes=15)

PREFERRED, OTHER, THIRD = "gpt-6.2-sol", "gpt-6-luna", "gpt-5.6-sol"
MODELS = (PREFERRED, OTHER, THIRD)


class Clock(Protocol):
    """The simulated time."""

    def now(self) -> datetime:
        """The simulated wall clock."""

    async def sleep(self, duration: timedelta) -> None:
        """Let simulated time pass."""


class Mood(Enum):
    """How a model answers."""

    FINE = auto()
    FULL = auto()
    """As the production server does it: HTTP 200, and the refusal inside the stream."""
    LIMITED = auto()


@dataclass(frozen=True, slots=True)
class Scene:
    """What is so from `begins` on."""

    begins: timedelta
    told: str
    """The scene in words, for the terminal."""
    moods: Mapping[str, Mood] = field(default_factory=dict)
    """Models that are not fine."""
    incident: str | None = None
    """Status word of the page's open incident."""
    network: bool = True


def _at(minutes: float) -> timedelta:
    return timedelta(minutes=minutes)


_FULL = {PREFERRED: Mood.FULL}

STORY = (
    Scene(_at(0), "All is well."),
    Scene(_at(2), f"{PREFERRED} runs full. The page shows nothing yet.", _FULL),
    Scene(_at(5.5), "The page admits an incident.", _FULL, "investigating"),
    Scene(_at(7.5), f"{PREFERRED} has room again. The page is still behind.", {}, "monitoring"),
    Scene(_at(9.5), "The page closes its incident."),
    Scene(_at(10), f"You reach your own rate limit on {OTHER}.", {OTHER: Mood.LIMITED}),
    Scene(_at(12), "Your network is lost.", network=False),
    Scene(_at(13.5), "Your network is back."),
)


def scene_at(elapsed: timedelta) -> Scene:
    """The scene at a time since the start; the story repeats."""
    into = elapsed % LENGTH
    return [scene for scene in STORY if scene.begins <= into][-1]


class Simulation(httpx.AsyncBaseTransport):
    """Answers every request from the story; nothing ever reaches a network."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._began = clock.now()

    @property
    def scene(self) -> Scene:
        """The scene that is on."""
        return scene_at(self._clock.now() - self._began)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """The answer of the provider or the page, after a believable while."""
        await self._clock.sleep(timedelta(seconds=1))
        if not self.scene.network:
            raise httpx.ConnectError("the simulated network is down", request=request)
        if request.url.host == PAGE_HOST:
            return self._page(request.url.path)
        return self._model(str(json.loads(await request.aread()).get("model")))

    def _model(self, model: str) -> httpx.Response:
        match self.scene.moods.get(model, Mood.FINE):
            case Mood.FINE:
                return _stream(_answer(model))
            case Mood.FULL:
                return _stream(_FULL_STREAM)
            case Mood.LIMITED:
                message = f"Rate limit reached for {model} on requests per min (RPM). Please try again in 45s."
                error = {"type": "requests", "code": "rate_limit_exceeded", "message": message}
                return _whole(429, {"error": error}, **{"retry-after": "45"})

    def _page(self, path: str) -> httpx.Response:
        answer = _PAGE.get(path)
        return _whole(404, {}) if answer is None else _whole(200, answer(self))

    @property
    def _incidents(self) -> list[dict[str, object]]:
        status = self.scene.incident
        if status is None:
            return []
        began = self._clock.now() - (self._clock.now() - self._began) % LENGTH + timedelta(minutes=5)
        return [
            {
                "id": "demo-incident",
                "name": f"Elevated error rates on {PREFERRED}",
                "status": status,
                "impact": "minor",
                "created_at": began.isoformat(),
                "updated_at": began.isoformat(),
                "incident_updates": [],
            }
        ]


class _Body(httpx.AsyncByteStream):
    """A body that is still to be read, as one from the network is; httpx's own would already be."""

    def __init__(self, text: str) -> None:
        self._text = text

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """The body, in one piece."""
        yield self._text.encode()


def _stream(events: tuple[dict[str, object], ...]) -> httpx.Response:
    text = "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events)
    headers = {"content-type": "text/event-stream", "x-request-id": "req_demo"}
    return httpx.Response(200, stream=_Body(text), headers=headers)


def _whole(status: int, value: object, **headers: str) -> httpx.Response:
    headers["content-type"] = "application/json"
    return httpx.Response(status, stream=_Body(json.dumps(value)), headers=headers)


def _answer(model: str) -> tuple[dict[str, object], ...]:
    message = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "OK"}]}
    response = {"id": "resp_demo", "model": model, "status": "completed", "output": [message]}
    return (
        {"type": "response.created", "response": {"id": "resp_demo", "model": model, "status": "in_progress"}},
        {"type": "response.output_text.delta", "delta": "OK"},
        {"type": "response.completed", "response": response},
    )


_REFUSAL = {"code": "server_is_overloaded", "message": "Our servers are currently overloaded. Please try again later."}
_FULL_STREAM: tuple[dict[str, object], ...] = (
    {"type": "response.created", "response": {"id": "resp_demo", "status": "in_progress"}},
    {"type": "error", "error": {"type": "service_unavailable_error", **_REFUSAL}, "sequence_number": 2},
    {"type": "response.failed", "response": {"id": "resp_demo", "status": "failed", "error": _REFUSAL}},
)

_COMPONENTS = {
    "page": {"id": "demo", "name": "Demo", "url": f"https://{PAGE_HOST}/"},
    "components": [
        {"id": f"demo-{name.lower()}", "name": name, "status": "operational"}
        for name in ("Responses", "Chat Completions", "Embeddings", "Codex")
    ],
}
_PAGE: Mapping[str, Callable[[Simulation], object]] = {
    "/api/v2/components.json": lambda _: _COMPONENTS,
    "/api/v2/incidents.json": lambda self: {"page": _COMPONENTS["page"], "incidents": self._incidents},
    "/api/v2/status.json": lambda self: {
        "page": _COMPONENTS["page"],
        "status": {"indicator": "minor" if self.scene.incident else "none", "description": ""},
    },
}
