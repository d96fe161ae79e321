"""Bodies: bounded, whatever the server does."""

import asyncio
import gzip
import tracemalloc
import zlib

import pytest

from vacancy.errors import FetchError
from vacancy.sources.bodies import bounded

TEXT = b"words " * 100


def read(data: bytes, *, encoding: str = "", limit: int = 10_000, size: int = 50) -> bytes:
    """The body as it comes out, when it arrives in small pieces."""

    async def arriving():
        for at in range(0, len(data), size):
            yield data[at : at + size]

    async def run():
        return b"".join([piece async for piece in bounded(arriving(), encoding=encoding, limit=limit)])

    return asyncio.run(run())


@pytest.mark.parametrize(
    ("encoding", "data"),
    [("", TEXT), ("identity", TEXT), ("gzip", gzip.compress(TEXT)), ("X-GZIP", gzip.compress(TEXT)),
     ("deflate", zlib.compress(TEXT))],
)  # fmt: skip
def test_bodies_come_out_as_they_were_meant(encoding, data):
    """A body that was packed unasked is unpacked."""
    assert read(data, encoding=encoding) == TEXT


@pytest.mark.parametrize(
    ("encoding", "data"),
    [("", b"x" * 10_001), ("gzip", gzip.compress(b"x" * 10_001)), ("gzip", gzip.compress(b"x" * 10_000_000))],
)
def test_more_than_the_limit_is_refused(encoding, data):
    """One byte too many is too many, packed or not."""
    with pytest.raises(FetchError) as caught:
        read(data, encoding=encoding)
    assert caught.value.causes[0][0] == "BodyTooLarge"


def test_a_bomb_is_not_unpacked():
    """Fifty megabytes in fifty kilobytes cost no memory: unpacking stops at the limit."""
    bomb = gzip.compress(bytes(50_000_000))
    tracemalloc.start()
    try:
        with pytest.raises(FetchError):
            read(bomb, encoding="gzip", limit=100_000, size=len(bomb))
        assert tracemalloc.get_traced_memory()[1] < 2_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("encoding", ["", "gzip"])
def test_the_limit_itself_is_allowed(encoding):
    """A body of exactly the limit passes."""
    data = b"x" * 10_000
    assert read(gzip.compress(data) if encoding else data, encoding=encoding) == data


@pytest.mark.parametrize(
    ("encoding", "data"),
    [("br", TEXT), ("gzip, gzip", TEXT), ("gzip", b"not packed at all"), ("gzip", gzip.compress(TEXT)[:-9])],
)
def test_what_cannot_be_unpacked_is_refused(encoding, data):
    """Unknown packing, damage and a cut are no body."""
    with pytest.raises(FetchError) as caught:
        read(data, encoding=encoding)
    assert caught.value.causes[0][0] == "DecodingError"


def test_an_empty_body_needs_no_unpacking():
    """No bytes are no damage, whatever the label says."""
    assert read(b"", encoding="gzip") == b""
