"""Bodies: bytes as they arrive, unpacked where a server packed them unasked, and never more than a limit."""

import zlib
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Protocol

from vacancy.sources.fetch_failures import too_large, unreadable

_ANY_ZLIB = 32 + zlib.MAX_WBITS
"""Recognise gzip and zlib by their own headers."""


class _Packed(Protocol):
    """What a zlib decompressor offers."""

    @property
    def eof(self) -> bool: ...

    def decompress(self, data: bytes, max_length: int = ..., /) -> bytes: ...


async def bounded(raw: AsyncIterator[bytes], *, encoding: str, limit: int) -> AsyncGenerator[bytes, None]:
    """The body in pieces. A packed body is unpacked only up to the limit, so a bomb costs nothing.

    Raises:
        FetchError: it is larger than `limit` bytes, packed or unpacked, or cannot be unpacked.
    """
    packed = _unpacker(encoding)
    received = given = 0
    async for chunk in raw:
        received += len(chunk)
        if received > limit:
            raise too_large(limit)
        piece = chunk if packed is None else _unpack(packed, chunk, limit - given + 1)
        given += len(piece)
        if given > limit:
            raise too_large(limit)
        if piece:
            yield piece
    if packed is not None and received and not packed.eof:
        raise unreadable("packed, and cut off")


def _unpacker(encoding: str) -> _Packed | None:
    match encoding.strip().lower():
        case "" | "identity":
            return None
        case "gzip" | "x-gzip" | "deflate":
            return zlib.decompressobj(_ANY_ZLIB)
        case _:
            raise unreadable("packed in a way that was not asked for")


def _unpack(packed: _Packed, chunk: bytes, most: int) -> bytes:
    try:
        return packed.decompress(chunk, most)
    except zlib.error:
        raise unreadable("packed, and damaged") from None
