"""A waiting room in memory, and waits in it that share a clock and a prober."""

import asyncio

from fakes.clock import FakeClock
from fakes.watching import ScriptedProber, WrittenSessions
from vacancy.domain.memory import Memory
from vacancy.monitor.waiting import Wait


class Room:
    """What all waits of a test share; `app` is True while an app is said to run."""

    def __init__(self, memory=Memory()):
        self.stored = memory
        self.app = False
        self.wishes = []
        self.events = []
        self.broken_disk = False
        self.turn = None

    def as_seen_by(self, who):
        """The room for one process."""
        return _Seat(self, who)


class _Seat:
    def __init__(self, room, who):
        self._room = room
        self._who = who

    def memory(self):
        """What is stored."""
        return self._room.stored

    def app_is_running(self):
        """As told."""
        return self._room.app

    def wish(self, wish):
        """Remember the wish."""
        self._room.wishes.append(wish)

    def take_turn(self):
        """One at a time."""
        if self._room.turn not in {None, self._who}:
            return False
        self._room.turn = self._who
        return True

    def end_turn(self):
        """Only one's own."""
        if self._room.turn == self._who:
            self._room.turn = None

    def keep(self, memory, events):
        """Store it, unless the disk is broken."""
        if not self._room.broken_disk:
            self._room.stored = memory
            self._room.events += events


class Queue:
    """Waits on one machine."""

    def __init__(self, preferences, *, memory=Memory()):
        self.clock = FakeClock()
        self.prober = ScriptedProber(self.clock)
        self.sessions = WrittenSessions()
        self.room = Room(memory)
        self.preferences = preferences
        self.told = []
        self.waits = []

    def wait(self, timeout=None, who="one"):
        """Begin a wait for the first model."""
        entry = self.preferences.models[0]
        wait = Wait(
            entry,
            preferences=self.preferences,
            room=self.room.as_seen_by(who),
            prober=self.prober,
            sessions=self.sessions,
            clock=self.clock,
            chance=lambda: 0.5,
            told=lambda verdict, _snapshot: self.told.append(verdict.state),
        )
        self.waits.append(wait)
        return asyncio.create_task(wait.until_over(timeout), name=who)

    def wished(self, verb):
        """How often that was wished."""
        return sum(wish.verb is verb for wish in self.room.wishes)
