"""What `vacancy wait` shares with the app and with others that wait, on this machine's disk."""

from collections.abc import AsyncGenerator, Iterable, Mapping
from contextlib import aclosing
from datetime import timedelta
from functools import cached_property

from vacancy.domain.catalog import Connection, ModelEntry
from vacancy.domain.events import Event
from vacancy.domain.evidence import Evidence
from vacancy.domain.memory import Memory
from vacancy.domain.sighting import SessionNews
from vacancy.domain.waiting import Wish
from vacancy.store.history import History
from vacancy.store.instance_lock import InstanceLock
from vacancy.store.wishes import WishBox
from vacancy.wiring.kept import Kept
from vacancy.wiring.outward import Outward

_WRITING = timedelta(seconds=5)
"""Longest wait for the disk."""


class DiskRoom:
    """A `monitor.waiting.WaitingRoom`, a prober and a source of sessions.

    Network, keyring and the writing side are opened at the first use; beside a running app that is never.
    """

    def __init__(self, kept: Kept, environment: Mapping[str, str]) -> None:
        self._kept = kept
        self._environment = environment
        self._box = WishBox(kept.paths.wishes)
        self._turn = InstanceLock(kept.paths.wait_lock_file)
        self._opened: History | None = None

    def memory(self) -> Memory:
        """What is stored now."""
        return self._kept.stored_memory()

    def app_is_running(self) -> bool:
        """The app asks the models, and nobody else does."""
        return self._kept.app_is_running()

    def wish(self, wish: Wish) -> None:
        """Let the app know what this process wishes."""
        self._box.put(wish)

    def take_turn(self) -> bool:
        """Be the one that asks; False when another process is it."""
        return self._turn.try_acquire()

    def end_turn(self) -> None:
        """Let others ask."""
        self._turn.release()

    def keep(self, memory: Memory, events: Iterable[Event]) -> None:
        """Store it for everybody, before the turn ends."""
        self._history.save(memory)
        self._history.record(events)
        self._history.flush(_WRITING)

    async def probe(self, entry: ModelEntry, connection: Connection, *, timeout: timedelta, at_most: int) -> Evidence:
        """Ask one model once, as `monitor.ports.Prober` says."""
        return await self._outward.prober.probe(entry, connection, timeout=timeout, at_most=at_most)

    async def follow(self, connection: Connection) -> AsyncGenerator[SessionNews, None]:
        """What another program writes down, as `monitor.ports.SessionSource` says."""
        async with aclosing(self._outward.sessions.follow(connection)) as following:
            async for news in following:
                yield news

    @property
    def problem(self) -> str | None:
        """What the user should know about the history, in one line."""
        return None if self._opened is None else self._opened.problem

    def close(self) -> None:
        """Write what waits."""
        if self._opened is not None:
            self._opened.close(_WRITING)

    @cached_property
    def _history(self) -> History:
        self._opened = self._kept.history()
        self._opened.open()
        return self._opened

    @cached_property
    def _outward(self) -> Outward:
        kept = self._kept
        return Outward(
            environment=self._environment,
            label=kept.paths.keyring_label,
            shapes=self._history.shapes,
            clock=kept.clock,
        )
