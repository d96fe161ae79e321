"""Presence on Linux: logind tells of the session and of sleep, UPower of the battery, both on the system bus.

Nothing here waits for an answer. Questions are sent, and each answer changes the presence when it comes; so a service
that is absent, refuses or hangs costs nothing. A service is never started for our sake, and one that comes later is
asked then. When the bus itself is lost, everything that it told is unknown again until the next start.

The session's `LockedHint` is believed, which the screen locker sets. Its signals `Lock` and `Unlock` are not: they are
requests to a locker that may not be there, and one that was never granted would count as locked for ever.
"""

import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from jeepney import (
    DBusAddress,
    HeaderFields,
    MatchRule,
    Message,
    MessageFlag,
    MessageType,
    Properties,
    message_bus,
    new_method_call,
)
from jeepney.io.asyncio import DBusConnection, open_dbus_connection
from jeepney.io.common import RouterClosed
from jeepney.wrappers import DBusErrorResponse

from vacancy.desktop.presence import Note
from vacancy.domain.presence import Presence

_logger = logging.getLogger(__name__)

_CANNOT_CONNECT = (OSError, EOFError, RuntimeError, ValueError, RouterClosed, DBusErrorResponse)
"""What jeepney raises for a bus that is not there, not to be spoken to, or named wrongly; a time-out is an OSError."""

_BUS = "org.freedesktop.DBus"
_PROPERTIES = "org.freedesktop.DBus.Properties"
_LOGIN = "org.freedesktop.login1"
_SESSION = f"{_LOGIN}.Session"
_SESSIONS = "/org/freedesktop/login1/session"
_LOGIN_MANAGER = DBusAddress("/org/freedesktop/login1", bus_name=_LOGIN, interface=f"{_LOGIN}.Manager")
_OWN_SESSION = DBusAddress(f"{_SESSIONS}/auto", bus_name=_LOGIN, interface=_SESSION)
"""The session of the caller, or that of the display where the caller was started outside of one, as by systemd."""
_POWER = "org.freedesktop.UPower"
_POWER_SOURCE = DBusAddress("/org/freedesktop/UPower", bus_name=_POWER, interface=_POWER)

Answered = Callable[[tuple[Any, ...]], Awaitable[None]]


class SystemBusWatch:
    """Listens to logind and UPower. Lives in the thread of the loop."""

    def __init__(self, note: Note) -> None:
        self._note = note
        self._connection: DBusConnection | None = None
        self._answers: dict[int, Answered] = {}
        """What to do with the answer to the question of each serial number."""
        self._session: str | None = None
        """The object path of our own session."""

    async def run(self) -> None:
        """Listen until cancelled, or until the bus is lost. Never raises anything but the cancellation."""
        try:
            self._connection = await open_dbus_connection("SYSTEM")
        except _CANNOT_CONNECT as failure:
            _logger.debug("system_bus_absent kind=%s", type(failure).__name__)
            return
        try:
            await self._begin()
            while True:
                await self._take(await self._connection.receive())
        except (OSError, EOFError) as failure:
            _logger.debug("system_bus_lost kind=%s", type(failure).__name__)
            self._note(_without_power)
            self._note(_without_login)
        finally:
            with suppress(OSError, EOFError):  # the connection may be what broke
                await self._connection.close()

    async def _begin(self) -> None:
        for rule in _rules():
            await self._ask(message_bus.AddMatch(rule), _nothing)
        await self._ask_login()
        await self._ask_power()

    async def _ask_login(self) -> None:
        await self._ask(Properties(_OWN_SESSION).get("Id"), self._session_id)

    async def _session_id(self, body: tuple[Any, ...]) -> None:
        ((_, name),) = body
        await self._ask(new_method_call(_LOGIN_MANAGER, "GetSession", "s", (name,)), self._session_path)

    async def _session_path(self, body: tuple[Any, ...]) -> None:
        (self._session,) = body
        session = DBusAddress(str(self._session), bus_name=_LOGIN, interface=_SESSION)
        await self._ask(Properties(session).get_all(), self._session_properties)

    async def _session_properties(self, body: tuple[Any, ...]) -> None:
        self._note_session(body[0])

    async def _ask_power(self) -> None:
        await self._ask(Properties(_POWER_SOURCE).get_all(), self._power_properties)

    async def _power_properties(self, body: tuple[Any, ...]) -> None:
        self._note_power(body[0])

    async def _ask(self, question: Message, answered: Answered) -> None:
        if self._connection is None:
            return
        question.header.flags |= MessageFlag.no_auto_start
        serial = next(self._connection.outgoing_serial)
        self._answers[serial] = answered
        await self._connection.send(question, serial=serial)

    async def _take(self, message: Message) -> None:
        """React to one message. One that is not as agreed is left out."""
        fields = message.header.fields
        try:
            match message.header.message_type:
                case MessageType.signal:
                    await self._hear(fields.get(HeaderFields.path), fields.get(HeaderFields.member), message.body)
                case MessageType.method_return | MessageType.error:
                    answered = self._answers.pop(fields.get(HeaderFields.reply_serial), _nothing)
                    if message.header.message_type is MessageType.error:
                        _logger.debug("system_service_silent error=%s", fields.get(HeaderFields.error_name))
                    else:
                        await answered(message.body)
        except (TypeError, ValueError, LookupError, AttributeError) as failure:
            _logger.debug("system_bus_message_odd kind=%s", type(failure).__name__)

    async def _hear(self, path: str | None, member: str | None, body: tuple[Any, ...]) -> None:
        match member:
            case "NameOwnerChanged":
                name, _, owner = body
                await self._service_changed(name, is_there=bool(owner))
            case "PrepareForSleep":
                asleep = bool(body[0])
                self._note(lambda presence: replace(presence, asleep=asleep))
            case "PropertiesChanged" if path == _POWER_SOURCE.object_path:
                self._note_power(body[1])
            case "PropertiesChanged" if path == self._session:
                self._note_session(body[1])

    async def _service_changed(self, name: str, *, is_there: bool) -> None:
        """What a service told dies with it; the next one is asked."""
        if name == _LOGIN:
            self._note(_without_login)
            if is_there:
                await self._ask_login()
        elif name == _POWER:
            self._note(_without_power)
            if is_there:
                await self._ask_power()

    def _note_session(self, properties: dict[str, tuple[str, Any]]) -> None:
        locked, idle = _flag(properties, "LockedHint"), _flag(properties, "IdleHint")
        if locked is not None:
            self._note(lambda presence: replace(presence, locked=locked))
        if idle is not None:
            self._note(lambda presence: replace(presence, idle=idle))

    def _note_power(self, properties: dict[str, tuple[str, Any]]) -> None:
        on_battery = _flag(properties, "OnBattery")
        if on_battery is not None:
            self._note(lambda presence: replace(presence, on_battery=on_battery))


def _rules() -> tuple[MatchRule, ...]:
    """Signals that are sent to us; the bus checks their senders."""
    services_change = []
    for name in (_LOGIN, _POWER):
        rule = MatchRule(type="signal", sender=_BUS, interface=_BUS, member="NameOwnerChanged")
        rule.add_arg_condition(0, name)
        services_change.append(rule)
    return (
        *services_change,
        MatchRule(type="signal", sender=_LOGIN, interface=f"{_LOGIN}.Manager", member="PrepareForSleep"),
        MatchRule(type="signal", sender=_LOGIN, interface=_PROPERTIES, path_namespace=_SESSIONS),
        MatchRule(type="signal", sender=_POWER, interface=_PROPERTIES, path=_POWER_SOURCE.object_path),
    )


def _flag(properties: dict[str, tuple[str, Any]], name: str) -> bool | None:
    kind, value = properties.get(name, ("", None))
    return bool(value) if kind == "b" else None


def _without_login(presence: Presence) -> Presence:
    return replace(presence, locked=None, idle=None, asleep=False)


def _without_power(presence: Presence) -> Presence:
    return replace(presence, on_battery=None)


async def _nothing(_body: tuple[Any, ...]) -> None:
    """Nobody waits for that answer."""
