"""A screen reader that only listens: it walks what a program tells on the accessibility bus, as Orca does."""

import asyncio
from dataclasses import asdict, dataclass

from dbus_fast.aio import MessageBus

from fakes.bus_thread import BusThread

ACCESSIBLE = "org.a11y.atspi.Accessible"
REGISTRY = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
FOCUSABLE, FOCUSED, SHOWING, VISIBLE, ENABLED = 11, 12, 25, 30, 8
"""Places of states in AT-SPI's set of bits."""
DEEPEST = 30


@dataclass(frozen=True, slots=True)
class Told:
    """One thing on the screen, as it is told to who cannot see it."""

    role: str
    name: str
    description: str
    focusable: bool
    children: tuple["Told", ...]

    def plain(self):
        """The same in dictionaries and lists."""
        return asdict(self)


class ScreenReader:
    """Connects to the accessibility bus that the session bus names."""

    def __init__(self):
        self._thread = BusThread()

    def start(self):
        """Ask for the accessibility bus, which starts it, and connect."""
        self._thread.start()
        self._thread.now(self._connect())

    def stop(self):
        """Let go of both buses."""
        self._thread.now(self._disconnect())
        self._thread.stop()

    def read(self):
        """A future with everything that programs show now: a tuple of `Told`, one for each window."""
        return self._thread.later(self._windows())

    async def _connect(self):
        (address,) = await self._thread.call("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress")
        self._thread.bus.disconnect()
        self._thread.bus = await MessageBus(bus_address=address).connect()

    async def _disconnect(self):
        self._thread.bus.disconnect()
        await asyncio.sleep(0)

    async def _windows(self):
        windows = []
        for program in await self._children(REGISTRY):
            windows += [await self._told(window, 0) for window in await self._children(program)]
        return tuple(window for window in windows if window is not None)

    async def _told(self, thing, depth):
        (states,) = await self._ask(thing, "GetState")
        shown = _has(states, SHOWING) and _has(states, VISIBLE)
        if not shown or depth > DEEPEST:
            return None
        (role,), name, description, children = await asyncio.gather(
            self._ask(thing, "GetRoleName"),
            self._property(thing, "Name"),
            self._property(thing, "Description"),
            self._children(thing),
        )
        below = await asyncio.gather(*(self._told(child, depth + 1) for child in children))
        focusable = _has(states, FOCUSABLE) and _has(states, ENABLED)
        return Told(role, name, description, focusable, tuple(child for child in below if child is not None))

    async def _children(self, thing):
        (children,) = await self._ask(thing, "GetChildren")
        return [tuple(child) for child in children]

    async def _ask(self, thing, member):
        name, path = thing
        return await self._thread.call(name, path, ACCESSIBLE, member)

    async def _property(self, thing, wanted):
        name, path = thing
        interface = "org.freedesktop.DBus.Properties"
        (value,) = await self._thread.call(name, path, interface, "Get", "ss", ACCESSIBLE, wanted)
        return value.value


def _has(states, place):
    return bool(states[place // 32] >> place % 32 & 1)
