"""Server-sent events, however they are cut and ended."""

import pytest

from vacancy.sources.sse import Event, EventReader


def read(*pieces: bytes) -> list[Event]:
    """All events of a stream that arrives in these pieces and ends."""
    reader = EventReader()
    return [event for piece in pieces for event in reader.feed(piece)] + reader.finish()


STREAM = "event: error\ndata: {“a”:\ndata: 1}\n\n: comment\n\nid: 7\nretry: 10\ndata:  two\n\ndata\n\n"
EVENTS = [Event("error", "{“a”:\n1}"), Event("", " two"), Event("", "")]


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_events_do_not_depend_on_line_ends_or_pieces(ending, size):
    """The same events come out for every line end, cut anywhere, also within a character or a CR LF."""
    stream = STREAM.replace("\n", ending).encode()
    assert read(*(stream[at : at + size] for at in range(0, len(stream), size))) == EVENTS


def test_a_byte_order_mark_is_no_part_of_the_first_field():
    """Some servers begin with a byte order mark."""
    assert read(b"\xef\xbb\xbfdata: x\n\n") == [Event("", "x")]


def test_the_last_event_counts_without_its_blank_line():
    """A stream may end right after the last line of data."""
    assert read(b"data: [DONE]") == [Event("", "[DONE]")]


def test_comments_alone_are_a_stream_without_events():
    """Keep-alive lines are recognised as a stream, and are no event."""
    reader = EventReader()
    assert reader.feed(b": ping\n\n: ping\n\n") == []
    assert reader.is_stream


@pytest.mark.parametrize("body", [b'{\n  "data": 1\n}', b"<html>\n<a href='x:y'>\n</html>", b"plain text\n"])
def test_other_bodies_are_no_stream(body):
    """JSON, HTML and plain text are not taken for a stream."""
    reader = EventReader()
    assert reader.feed(body) + reader.finish() == []
    assert not reader.is_stream
