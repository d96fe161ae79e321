"""A notification service of our own, as a real service on the session bus, that keeps what it was told."""

import asyncio

from dbus_fast import Message
from dbus_fast.constants import ErrorType
from dbus_fast.errors import DBusError
from dbus_fast.service import ServiceInterface, method, signal

from fakes.bus_thread import BusThread

NAME = "org.freedesktop.Notifications"


class NotificationDaemon:
    """Comes with `start`, goes with `stop`. `shown` has one tuple of arguments for every Notify."""

    def __init__(self, *, capabilities=("actions", "body", "body-markup"), refuse=False, answers_twice=False):
        self._capabilities = capabilities
        self._refuse = refuse
        self._answers_twice = answers_twice
        self._thread = None
        self._service = None

    def start(self):
        """Appear on the bus."""
        self._thread = BusThread()
        self._thread.start()
        self._service = _Service(list(self._capabilities), refuse=self._refuse)
        self._thread.now(self._appear())

    def stop(self):
        """Leave the bus."""
        if self._thread is not None:
            self._thread.stop()
            self._thread = None

    @property
    def shown(self):
        """What was told since the start."""
        return self._service.shown

    def hang(self):
        """Answer nothing from now on, until `recover`."""
        self._thread.now(self._emit(self._service.awake.clear))

    def recover(self):
        """Answer again."""
        self._thread.now(self._emit(self._service.awake.set))

    def click(self, number, action, *, token=None):
        """Choose an action of a notification, as its user does."""
        self._thread.now(self._click(number, action, token))

    def close(self, number):
        """Close a notification, as its user does."""
        self._thread.now(self._emit(self._service.NotificationClosed, number, 2))

    async def _appear(self):
        if self._answers_twice:
            self._thread.bus.add_message_handler(self._answer_and_refuse)
        self._thread.bus.export("/org/freedesktop/Notifications", self._service)
        await self._thread.bus.request_name(NAME)

    def _answer_and_refuse(self, message):
        """Say what can be done, and that the question is not understood, as mako 1.7 does."""
        if message.member != "GetCapabilities":
            return None
        self._thread.bus.send(Message.new_method_return(message, "as", [list(self._capabilities)]))
        self._thread.bus.send(Message.new_error(message, ErrorType.UNKNOWN_METHOD, "unknown method"))
        return True

    async def _click(self, number, action, token):
        if token is not None:
            self._service.ActivationToken(number, token)
        self._service.ActionInvoked(number, action)

    async def _emit(self, member, *arguments):
        member(*arguments)


class _Service(ServiceInterface):
    def __init__(self, capabilities, *, refuse):
        super().__init__(NAME)
        self._capabilities = capabilities
        self._refuse = refuse
        self._last = 40
        self.shown = []
        self.awake = asyncio.Event()
        self.awake.set()

    @method()
    def GetCapabilities(self) -> "as":  # noqa: F722, N802 - D-Bus signature and name
        return self._capabilities

    @method()
    async def Notify(  # noqa: N802, PLR0917 - D-Bus name and arguments
        self,
        app: "s",  # noqa: F821 - D-Bus signature
        replaces: "u",  # noqa: F821 - D-Bus signature
        icon: "s",  # noqa: F821 - D-Bus signature
        summary: "s",  # noqa: F821 - D-Bus signature
        body: "s",  # noqa: F821 - D-Bus signature
        actions: "as",  # noqa: F722 - D-Bus signature
        hints: "a{sv}",  # noqa: F722 - D-Bus signature
        timeout: "i",  # noqa: ARG002, F821 - D-Bus argument and signature
    ) -> "u":  # noqa: F821 - D-Bus signature
        await self.awake.wait()
        if self._refuse:
            raise DBusError(f"{NAME}.Error.ExcessNotificationGeneration", "too many similar notifications")
        self._last += 1
        number = replaces or self._last
        typed = {name: (value.signature, value.value) for name, value in hints.items()}
        self.shown.append(
            {
                "id": number,
                "app": app,
                "replaces": replaces,
                "icon": icon,
                "title": summary,
                "body": body,
                "actions": actions,
                "hints": typed,
            }
        )
        return number

    @signal()
    def ActionInvoked(self, number, action) -> "us":  # noqa: F821, N802 - D-Bus signature and name
        return [number, action]

    @signal()
    def NotificationClosed(self, number, reason) -> "uu":  # noqa: F821, N802 - D-Bus signature and name
        return [number, reason]

    @signal()
    def ActivationToken(self, number, token) -> "us":  # noqa: F821, N802 - D-Bus signature and name
        return [number, token]
