"""A tray host of our own: watcher and host of StatusNotifier items in one, as a real service on the session bus."""

import asyncio

from dbus_fast import PropertyAccess, Variant
from dbus_fast.constants import ErrorType
from dbus_fast.errors import DBusError
from dbus_fast.service import ServiceInterface, dbus_property, method, signal

from fakes.bus_thread import BusThread

WATCHER = "org.kde.StatusNotifierWatcher"
ITEM = "org.kde.StatusNotifierItem"
MENU = "com.canonical.dbusmenu"


class SniHost:
    """Comes with `start`, goes with `stop`; may come again."""

    def __init__(self):
        self.watcher = None
        self.icons_announced = 0
        self.menus_announced = 0
        self._thread = None

    def start(self):
        """Appear on the bus, as a panel does that has just started."""
        self._thread = BusThread()
        self._thread.start()
        self.watcher = _Watcher()
        self._thread.now(self._appear())

    def stop(self):
        """Leave the bus, as a panel does that crashed."""
        if self._thread is not None:
            self._thread.stop()
            self._thread = None

    @property
    def registered(self):
        """Number of items that have registered since the start."""
        return len(self.watcher.items)

    def properties(self):
        """A future with the properties of the newest item, by name."""
        return self._thread.later(self._properties())

    def activate(self):
        """A future that is done when the newest item was left-clicked."""
        return self._thread.later(self._call_item(ITEM, "Activate", "ii", 10, 10))

    def menu(self):
        """A future with the visible entries of the menu, as (id, label, enabled), submenus after their parents."""
        return self._thread.later(self._menu_entries())

    def click(self, label):
        """A future that is done when the menu entry with this label was clicked."""
        return self._thread.later(self._click(label))

    async def _appear(self):
        bus = self._thread.bus
        bus.export("/StatusNotifierWatcher", self.watcher)
        bus.add_message_handler(self._listen)
        await self._thread.call(
            "org.freedesktop.DBus",
            "/org/freedesktop/DBus",
            "org.freedesktop.DBus",
            "AddMatch",
            "s",
            f"type='signal',interface='{ITEM}'",
        )
        await bus.request_name(WATCHER)

    def _listen(self, message):
        if message.member == "RegisterStatusNotifierItem":
            self.watcher.sender = message.sender
        if message.member == "NewIcon":
            self.icons_announced += 1

    async def _properties(self):
        await self._wait_for_item()
        (values,) = await self._call_item("org.freedesktop.DBus.Properties", "GetAll", "s", ITEM)
        return {name: value.value for name, value in values.items()}

    async def _menu_entries(self):
        await self._wait_for_item()
        path = (await self._properties())["Menu"]
        body = await self._thread.call(self._owner, path, MENU, "GetLayout", "iias", 0, -1, [])
        return list(_entries(body[1]))

    async def _click(self, label):
        path = (await self._properties())["Menu"]
        chosen = next(number for number, text, _ in await self._menu_entries() if text == label)
        await self._thread.call(self._owner, path, MENU, "Event", "isvu", chosen, "clicked", Variant("s", ""), 0)

    async def _call_item(self, interface, member, signature, *body):
        await self._wait_for_item()
        return await self._thread.call(self._owner, self._path, interface, member, signature, *body)

    async def _wait_for_item(self):
        async with asyncio.timeout(5):
            await self.watcher.filled.wait()

    @property
    def _owner(self):
        newest = self.watcher.items[-1]
        return self.watcher.sender if newest.startswith("/") else newest

    @property
    def _path(self):
        newest = self.watcher.items[-1]
        return newest if newest.startswith("/") else "/StatusNotifierItem"


def _entries(node):
    number, values, children = node.value if isinstance(node, Variant) else node
    texts = {name: value.value for name, value in values.items()}
    if texts.get("label") and texts.get("visible", True):
        yield number, texts["label"].replace("__", "\0").replace("_", "").replace("\0", "_"), texts.get("enabled", True)
    for child in children:
        yield from _entries(child)


class _Watcher(ServiceInterface):
    def __init__(self):
        super().__init__(WATCHER)
        self.items = []
        self.filled = asyncio.Event()
        self.sender = None

    @method()
    def RegisterStatusNotifierItem(self, service: "s"):  # noqa: F821, N802 - D-Bus signature and name
        if not service:
            raise DBusError(ErrorType.INVALID_ARGS, "no service")
        self.items.append(service)
        self.filled.set()
        self.StatusNotifierItemRegistered(service)

    @method()
    def RegisterStatusNotifierHost(self, service: "s"):  # noqa: F821, N802 - D-Bus signature and name
        pass

    @dbus_property(access=PropertyAccess.READ)
    def RegisteredStatusNotifierItems(self) -> "as":  # noqa: F722, N802 - D-Bus signature and name
        return self.items

    @dbus_property(access=PropertyAccess.READ)
    def IsStatusNotifierHostRegistered(self) -> "b":  # noqa: F821, N802 - D-Bus signature and name
        return True

    @dbus_property(access=PropertyAccess.READ)
    def ProtocolVersion(self) -> "i":  # noqa: F821, N802 - D-Bus signature and name
        return 0

    @signal()
    def StatusNotifierItemRegistered(self, service) -> "s":  # noqa: F821, N802 - D-Bus signature and name
        return service
