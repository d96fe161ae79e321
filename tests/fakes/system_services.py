"""logind and UPower of our own, as real services on a bus that a test started."""

from dbus_fast import PropertyAccess
from dbus_fast.errors import DBusError
from dbus_fast.service import ServiceInterface, dbus_property, method, signal

from fakes.bus_thread import BusThread

LOGIN, POWER = "org.freedesktop.login1", "org.freedesktop.UPower"
SESSION_PATH = "/org/freedesktop/login1/session/_37"


class SystemService:
    """Comes with `start`, goes with `stop`."""

    name = ""

    def __init__(self):
        self._thread = None

    def start(self):
        """Appear on the bus."""
        self._thread = BusThread()
        self._thread.start()
        self._thread.now(self._appear())
        return self

    def stop(self):
        """Leave the bus, as a service does that died."""
        if self._thread is not None:
            self._thread.stop()
            self._thread = None

    async def _appear(self):
        for path, interface in self._objects():
            self._thread.bus.export(path, interface)
        await self._thread.bus.request_name(self.name)

    def _do(self, call, *arguments):
        async def there():
            call(*arguments)

        self._thread.now(there())


class FakeLogind(SystemService):
    """One session, which may be locked or idle, and a machine that may sleep."""

    name = LOGIN

    def __init__(self, *, locked=False, idle=False, session="7"):
        super().__init__()
        self._manager = _LoginManager(session)
        self._session = _Session(session, locked=locked, idle=idle)
        self._own = _Session(session, locked=locked, idle=idle)
        """The same under the name by which a process finds its own; its signals bear the real path."""
        self._other = _Session("8", locked=False, idle=False)

    def say(self, **hints):
        """Change hints of the session, as a desktop does: `LockedHint`, `IdleHint`."""
        self._do(self._session.say, hints)

    def say_of_another(self, **hints):
        """Change hints of another user's session."""
        self._do(self._other.say, hints)

    def sleep(self, beginning):
        """Announce the sleep, or its end."""
        self._do(self._manager.PrepareForSleep, beginning)

    def _objects(self):
        return (
            ("/org/freedesktop/login1", self._manager),
            ("/org/freedesktop/login1/session/auto", self._own),
            (SESSION_PATH, self._session),
            ("/org/freedesktop/login1/session/_38", self._other),
        )


class FakeUPower(SystemService):
    """A battery, or the mains."""

    name = POWER

    def __init__(self, *, on_battery=False):
        super().__init__()
        self._power = _Power(on_battery)

    def say(self, on_battery):
        """The plug was pulled, or put in."""
        self._do(self._power.say, on_battery)

    def _objects(self):
        return (("/org/freedesktop/UPower", self._power),)


class _LoginManager(ServiceInterface):
    def __init__(self, session):
        super().__init__(f"{LOGIN}.Manager")
        self._session = session

    @method()
    def GetSession(self, name: "s") -> "o":  # noqa: F821, N802 - D-Bus signatures and name
        if name != self._session:
            raise DBusError(f"{LOGIN}.NoSuchSession", f"No session '{name}' known")
        return SESSION_PATH

    @signal()
    def PrepareForSleep(self, beginning) -> "b":  # noqa: F821, N802 - D-Bus signature and name
        return beginning


class _Session(ServiceInterface):
    def __init__(self, name, *, locked, idle):
        super().__init__(f"{LOGIN}.Session")
        self._name = name
        self._hints = {"LockedHint": locked, "IdleHint": idle}

    def say(self, hints):
        self._hints.update(hints)
        self.emit_properties_changed(hints)

    @dbus_property(access=PropertyAccess.READ)
    def Id(self) -> "s":  # noqa: F821, N802 - D-Bus signature and name
        return self._name

    @dbus_property(access=PropertyAccess.READ)
    def LockedHint(self) -> "b":  # noqa: F821, N802 - D-Bus signature and name
        return self._hints["LockedHint"]

    @dbus_property(access=PropertyAccess.READ)
    def IdleHint(self) -> "b":  # noqa: F821, N802 - D-Bus signature and name
        return self._hints["IdleHint"]


class _Power(ServiceInterface):
    def __init__(self, on_battery):
        super().__init__(POWER)
        self._on_battery = on_battery

    def say(self, on_battery):
        self._on_battery = on_battery
        self.emit_properties_changed({"OnBattery": on_battery})

    @dbus_property(access=PropertyAccess.READ)
    def OnBattery(self) -> "b":  # noqa: F821, N802 - D-Bus signature and name
        return self._on_battery
