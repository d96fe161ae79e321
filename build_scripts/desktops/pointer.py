"""A pointer for a compositor that has no mouse: the wire protocol of Wayland, as much of it as that needs."""

import socket
import struct
import time
from pathlib import Path

_MANAGER = "zwlr_virtual_pointer_manager_v1"
_DISPLAY, _REGISTRY, _CALLBACK, _MANAGER_ID, _POINTER = 1, 2, 3, 4, 5
_BUTTONS = {1: 0x110, 3: 0x111}
"""Left and right, as the kernel numbers them."""
_MOMENT_S = 0.06
_HEAD = 8
"""Bytes before the body of each message."""


class Pointer:
    """A virtual pointer on an output of that size, for as long as it is open."""

    def __init__(self, display: Path, size: tuple[int, int]) -> None:
        self._size = size
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(str(display))
        self._send(_DISPLAY, 1, struct.pack("<I", _REGISTRY))
        self._send(_DISPLAY, 0, struct.pack("<I", _CALLBACK))
        name = self._global_name()
        title = _MANAGER.encode() + b"\0"
        padded = struct.pack("<I", len(title)) + title + b"\0" * (-len(title) % 4)
        self._send(_REGISTRY, 0, struct.pack("<I", name) + padded + struct.pack("<II", 1, _MANAGER_ID))
        self._send(_MANAGER_ID, 0, struct.pack("<II", 0, _POINTER))
        time.sleep(_MOMENT_S)

    def move(self, x: int, y: int) -> None:
        """Go there."""
        self._send(_POINTER, 1, struct.pack("<IIIII", _now(), x, y, *self._size))
        self._frame()

    def click(self, x: int, y: int, button: int) -> None:
        """Go there, press and let go: 1 is left, 3 is right."""
        self.move(x, y)
        for pressed in (1, 0):
            self._send(_POINTER, 2, struct.pack("<III", _now(), _BUTTONS[button], pressed))
            self._frame()

    def close(self) -> None:
        """Unplug it."""
        self._socket.close()

    def _frame(self) -> None:
        self._send(_POINTER, 4)
        time.sleep(_MOMENT_S)

    def _send(self, target: int, opcode: int, payload: bytes = b"") -> None:
        self._socket.sendall(struct.pack("<IHH", target, opcode, _HEAD + len(payload)) + payload)

    def _global_name(self) -> int:
        """The number under which the compositor offers virtual pointers; it lists everything before the callback."""
        found, unread = 0, b""
        while True:
            unread += self._socket.recv(65536)
            while len(unread) >= _HEAD and len(unread) >= (length := struct.unpack("<H", unread[6:8])[0]):
                target, opcode = struct.unpack("<IH", unread[:6])
                body, unread = unread[_HEAD:length], unread[length:]
                if target == _CALLBACK:
                    return found
                if (target, opcode) == (_REGISTRY, 0) and _MANAGER.encode() in body:
                    (found,) = struct.unpack("<I", body[:4])


def _now() -> int:
    return int(time.monotonic() * 1000) & 0xFFFFFFFF
