"""Child: another's program that is spoken with line by line, and that does not outlive the conversation.

It leads a process group of its own, and the group is killed when the conversation ends, however that happens: whatever
the program has started ends with it. Public parts of asyncio only, so it runs under Qt's loop as well.
"""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import cast

_MAX_LINE = 4_000_000
"""Longest line that is kept; a list of models with their texts has a few hundred thousand bytes."""
_MAX_OUTPUT = 32_000_000
_MAX_LINES = 20_000
"""After so much in one conversation the program is taken for one that never stops talking, and not heard any more."""
_MAX_COMPLAINT = 4_000
_GRACE = timedelta(seconds=0.5)
"""For each of the two polite ways to end; Codex takes a few milliseconds for the first."""
_REAPED = timedelta(seconds=2)


class Child:
    """A program that runs; made by `started` alone."""

    def __init__(self, transport: asyncio.SubprocessTransport, ears: "_Ears") -> None:
        self._transport = transport
        self._ears = ears
        self._input = cast("asyncio.WriteTransport", transport.get_pipe_transport(0))

    def say(self, line: bytes) -> None:
        """Write one line; a program that has ended hears nothing, and `line` says so."""
        if not self._input.is_closing():
            self._input.write(line + b"\n")

    async def line(self) -> bytes | None:
        """The next line of its standard output, None once it has said its last."""
        return None if self._ears.is_done else await self._ears.next_line()

    async def complaint(self) -> str:
        """The end of what it wrote to its standard error, best asked for when it has said its last."""
        await self._ends_within(_GRACE)
        return self._ears.complaint.decode("utf-8", errors="replace")

    async def end(self) -> None:
        """End it, as politely as it allows, and then its whole group hard; fine when it has ended by itself.

        Politely also after a time-out: a program that is killed while it writes loses what it writes.
        """
        self._input.close()
        if not await self._ends_within(_GRACE):
            self._signal(signal.SIGTERM)
            await self._ends_within(_GRACE)
        self._kill()
        await self._ends_within(_REAPED)
        self._transport.close()

    def end_now(self) -> None:
        """End its whole group hard, without a wait."""
        self._kill()
        self._transport.close()

    async def _ends_within(self, time: timedelta) -> bool:
        with suppress(TimeoutError):
            async with asyncio.timeout(time.total_seconds()):
                await self._ears.ended.wait()
        return self._ears.ended.is_set()

    def _kill(self) -> None:
        with suppress(ProcessLookupError, PermissionError):
            if sys.platform == "win32":
                self._transport.kill()
            else:
                os.killpg(self._transport.get_pid(), signal.SIGKILL)

    def _signal(self, which: signal.Signals) -> None:
        with suppress(ProcessLookupError, PermissionError):
            if sys.platform == "win32":
                self._transport.send_signal(which)
            else:
                os.killpg(self._transport.get_pid(), which)


@asynccontextmanager
async def started(command: Sequence[str], *, environment: Mapping[str, str], folder: Path) -> AsyncIterator[Child]:
    """Run a program in that folder while the block lasts.

    Raises:
        OSError: it cannot be started.
    """
    transport, ears = await asyncio.get_running_loop().subprocess_exec(
        _Ears, *command, cwd=folder, env=dict(environment), start_new_session=sys.platform != "win32"
    )
    child = Child(transport, ears)
    try:
        yield child
    finally:
        # Also when the task is cancelled: nothing may stay behind, so this short wait is not cut off. Whoever cancels
        # once more cannot wait, and the loop may be closed under us.
        try:
            await asyncio.shield(child.end())
        except asyncio.CancelledError:
            child.end_now()
            raise


class _Ears(asyncio.SubprocessProtocol):
    """Cuts what a program says into lines, within bounds."""

    def __init__(self) -> None:
        self.ended = asyncio.Event()
        self.complaint = b""
        self.is_done = False
        """The last line was taken."""
        self._lines: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._rest = bytearray()
        self._heard = self._told = 0
        self._is_deaf = False

    async def next_line(self) -> bytes | None:
        line = await self._lines.get()
        self.is_done = line is None
        return line

    def pipe_data_received(self, fd: int, data: bytes | str) -> None:
        """Take a piece of its output; called by the loop."""
        piece = data if isinstance(data, bytes) else data.encode()
        if fd == 2:  # noqa: PLR2004 - standard error
            self.complaint = (self.complaint + piece)[-_MAX_COMPLAINT:]
            return
        if self._is_deaf:
            return
        self._heard += len(piece)
        *lines, rest = (bytes(self._rest) + piece).split(b"\n")
        self._rest[:] = rest
        for line in lines[: _MAX_LINES - self._told]:
            self._lines.put_nowait(line)
        self._told += len(lines)
        if self._heard > _MAX_OUTPUT or self._told > _MAX_LINES or len(self._rest) > _MAX_LINE:
            self._is_deaf = True
            self._lines.put_nowait(None)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        """Its output has ended; called by the loop."""
        del exc
        if fd == 1:
            self._lines.put_nowait(None)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone, and whatever held its output as well; called by the loop."""
        del exc
        self.ended.set()
