"""The monitor: owns every background task, and is what front ends talk to.

A front end hands in a listener and calls the verbs below; it never sees a loop, a task or a request. All of it
lives on one event loop, and every verb returns at once.
"""

import asyncio
from collections.abc import Callable
from datetime import timedelta

from vacancy.domain.catalog import EntryKey
from vacancy.domain.evidence import Evidence
from vacancy.domain.memory import WAIT_FOR, Memory, Pause
from vacancy.domain.preferences import Preferences
from vacancy.domain.presence import Presence
from vacancy.domain.snapshot import Snapshot
from vacancy.monitor.board import Board, Listener
from vacancy.monitor.ports import Clock, Keeper, LoginReader, PageReader, Prober, SessionSource
from vacancy.monitor.probe_loop import ProbeLoop
from vacancy.monitor.session_loop import SessionLoop
from vacancy.monitor.status_loop import StatusLoop


class Monitor:
    """Watches the models of the settings until `run` is cancelled."""

    def __init__(
        self,
        *,
        preferences: Preferences,
        memory: Memory,
        prober: Prober,
        page_reader: PageReader,
        sessions: SessionSource,
        logins: LoginReader,
        keeper: Keeper,
        clock: Clock,
        chance: Callable[[], float],
        listener: Listener,
    ) -> None:
        self._clock = clock
        self._board = Board(
            preferences=preferences, memory=memory, keeper=keeper, clock=clock, chance=chance, listener=listener
        )
        self._probes = ProbeLoop(self._board, prober, clock)
        self._page = StatusLoop(self._board, page_reader, clock, chance)
        self._sessions = SessionLoop(self._board, sessions, logins, clock)

    @property
    def snapshot(self) -> Snapshot:
        """The newest snapshot."""
        return self._board.snapshot

    @property
    def preferences(self) -> Preferences:
        """The settings in force."""
        return self._board.preferences

    async def run(self) -> None:
        """Watch until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._probes.run(), name="probe loop")
            tasks.create_task(self._page.run(), name="status loop")
            tasks.create_task(self._sessions.run(), name="session loop")

    def glance(self) -> None:
        """Somebody is about to look: what grew old unseen, as in an unannounced sleep, is claimed no longer."""
        self._probes.reconsider()

    def check_now(self, key: EntryKey | None = None) -> None:
        """Ask that model now, or every one and the page; sends nothing while paused.

        Where a question costs thousands of tokens only that one model is asked, by its name.
        """
        if key is None:
            preferences = self._board.preferences
            free = (entry for entry in preferences.models if not preferences.connection(entry.connection).is_costly)
            self._probes.ask(entry.key for entry in free)
            self._page.read_now()
            if not self._board.paused:
                self._sessions.look()
        else:
            self._probes.ask((key,))

    def look(self, key: EntryKey) -> None:
        """Somebody else waits for that model: ask it soon, unless its answer is young or asked us to wait."""
        self._board.look_soon(key)
        self._probes.reconsider()

    def seen(self, key: EntryKey, evidence: Evidence) -> None:
        """The command line asked that model by hand: its answer counts, and so does its cost."""
        entry = self._board.preferences.entry(key)
        if entry is not None:
            self._board.probed(entry, evidence)
            self._probes.reconsider()

    def pause(self, duration: timedelta | None = None) -> None:
        """Send nothing for that long, or until resumed."""
        self._board.hold(Pause(None if duration is None else self._clock.now() + duration))

    def resume(self) -> None:
        """End a pause."""
        self._board.hold(None)
        self._probes.reconsider()
        self._page.read_now()

    def watch(self, key: EntryKey, lasting: timedelta = WAIT_FOR) -> None:
        """Tell once when that model is back, asking it oftener meanwhile; given up after a while."""
        self._board.watch(key, self._clock.now() + lasting)
        self._probes.reconsider()

    def unwatch(self, key: EntryKey) -> None:
        """Do not wait for that model any more."""
        self._board.unwatch(key)

    def snooze(self, lasting: timedelta | None) -> None:
        """Tell nothing for that long but what is awaited, or tell again with None."""
        self._board.snooze(None if lasting is None else self._clock.now() + lasting)

    def change_preferences(self, preferences: Preferences) -> None:
        """Take new settings at once, without a restart."""
        page_moved = preferences.status_page != self._board.preferences.status_page
        self._board.prefer(preferences)
        self._probes.reconsider()
        self._sessions.reconsider()
        if page_moved:
            self._page.read_now()

    def key_changed(self, connection: str | None = None) -> None:
        """The key of a connection was stored or deleted, or of any with None: its models are asked anew, at once."""
        names = [connection] if connection else [each.name for each in self._board.preferences.connections]
        for name in names:
            self._probes.outdate(name)
            self._board.forget(name)
        self._probes.reconsider()

    def presence_changed(self, presence: Presence) -> None:
        """The user came or went, or the machine or its network did: ask accordingly."""
        if self._board.perceive(presence):
            self._page.read_now()
        self._probes.reconsider()

    def report(self, problem: str | None) -> None:
        """Show something about Vacancy itself in the snapshot, or take it back with None."""
        self._board.report(problem)
