"""Server-sent events, read from bytes as they arrive.

https://html.spec.whatwg.org/multipage/server-sent-events.html says how.
"""

from codecs import getincrementaldecoder
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Event:
    """One event; its name is empty where none was given."""

    name: str
    data: str


class EventReader:
    """Turns pieces of bytes into events. What it holds is bounded by what it is fed, which the HTTP code caps."""

    def __init__(self) -> None:
        self._decoder = getincrementaldecoder("utf-8-sig")(errors="replace")
        self._pending: list[str] = []
        """Pieces of a line that has not ended yet."""
        self._skip_line_feed = False
        self._name = ""
        self._data: list[str] = []
        self.is_stream = False
        """Something was read that only a stream of events has: a field or a comment."""

    def feed(self, piece: bytes) -> list[Event]:
        """The events that this piece completes."""
        return self._events(self._decoder.decode(piece))

    def finish(self) -> list[Event]:
        """The last event, when the stream ended without the blank line that should follow it."""
        return self._events(self._decoder.decode(b"", final=True) + "\n\n")

    def _events(self, text: str) -> list[Event]:
        return [event for line in self._lines(text) if (event := self._take(line)) is not None]

    def _lines(self, text: str) -> list[str]:
        """The lines that are complete; they end in CR LF, LF or CR, and a CR LF may arrive in two pieces."""
        if self._skip_line_feed and text:
            text = text.removeprefix("\n")
            self._skip_line_feed = False
        if not text:
            return []
        self._skip_line_feed = text.endswith("\r")
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        self._pending.append(lines[0])
        if len(lines) == 1:
            return []
        lines[0] = "".join(self._pending)
        self._pending = [lines[-1]]
        return lines[:-1]

    def _take(self, line: str) -> Event | None:
        if not line:
            event = Event(self._name, "\n".join(self._data)) if self._data else None
            self._name, self._data = "", []
            return event
        field, colon, value = line.partition(":")
        value = value.removeprefix(" ")
        if colon and field in {"", "data", "event", "id", "retry"}:
            self.is_stream = True
        if field == "data":
            self._data.append(value)
        elif field == "event":
            self._name = value
        return None
