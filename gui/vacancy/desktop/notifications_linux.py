"""Notifications through the service of the Linux desktop (org.freedesktop.Notifications).

Qt's own way sends no buttons and nothing without a tray, and QtDBus cannot send the unsigned numbers that the
service asks for. So this is a small client of our own.
"""

import asyncio
import html
import logging
from contextlib import AsyncExitStack, suppress
from datetime import timedelta
from typing import Any

from jeepney import DBusAddress, HeaderFields, MatchRule, Message, MessageType, message_bus, new_method_call
from jeepney.io.asyncio import DBusRouter, open_dbus_connection
from jeepney.io.common import ReplyMatcher, RouterClosed
from jeepney.wrappers import DBusErrorResponse

from vacancy.desktop.bridge import Spawn
from vacancy.desktop.failures import describe
from vacancy.desktop.identity import APP_ID, APP_NAME
from vacancy.desktop.notifications import (
    ANSWER_WITHIN,
    DEFAULT_ACTION,
    Notification,
    Notifier,
    OnAction,
    clean_body,
    clean_title,
)
from vacancy.words import tr

_logger = logging.getLogger(__name__)

_NAME = "org.freedesktop.Notifications"
_SERVICE = DBusAddress("/org/freedesktop/Notifications", bus_name=_NAME, interface=_NAME)
_DEFAULT_TIMEOUT = -1
"""Leaves it to the desktop how long a notification stays."""
_NORMAL = 1
"""The urgency of all of them: nothing that a model does may lie over a full screen."""


class LinuxNotifier(Notifier):
    """Talks to the service; connects when there is first something to tell, and again after a loss.

    Args:
        on_action: Called when a button or the notification itself is chosen.
        spawn: Owner of the task that listens for answers.
        icon: Name or path of the picture beside the text.
        answer_within: How long the service may take.
    """

    def __init__(
        self, on_action: OnAction, *, spawn: Spawn, icon: str = APP_ID, answer_within: timedelta = ANSWER_WITHIN
    ) -> None:
        super().__init__(on_action, answer_within=answer_within)
        self._spawn = spawn
        self._icon = icon
        self._router: DBusRouter | None = None
        self._connection = AsyncExitStack()
        self._one_at_a_time = asyncio.Lock()
        self._capabilities: frozenset[str] | None = None
        self._ids: dict[str, int] = {}
        """The live notification of each topic. Ids die with the service that gave them."""
        self._activation_token = ""

    def take_activation_token(self) -> str:
        """The permission that came just before the last action."""
        token, self._activation_token = self._activation_token, ""
        return token

    async def close(self) -> None:
        """Let go of the bus. What is shown stays; twice is fine."""
        self._router = None
        self._ids.clear()
        self._capabilities = None
        with suppress(OSError, EOFError, RouterClosed):  # the connection may be what broke
            await self._connection.aclose()

    async def _show(self, notification: Notification) -> None:
        async with self._one_at_a_time:
            try:
                self._ids[notification.topic] = await self._notify(notification)
            except DBusErrorResponse:
                raise
            except Exception:
                # jeepney answers a lost bus with several kinds, KeyError among them. Start afresh next time.
                await self.close()
                raise

    async def _notify(self, notification: Notification) -> int:
        router = await self._connected()
        if self._capabilities is None:
            (capabilities,) = await _call(router, new_method_call(_SERVICE, "GetCapabilities"))
            self._capabilities = frozenset(capabilities)
        body = clean_body(notification.body)
        arguments = (
            APP_NAME,
            self._ids.get(notification.topic, 0),
            self._icon,
            clean_title(notification.title),
            html.escape(body, quote=False) if "body-markup" in self._capabilities else body,
            self._buttons(notification) if "actions" in self._capabilities else [],
            {"urgency": ("y", _NORMAL), "desktop-entry": ("s", APP_ID)},
            _DEFAULT_TIMEOUT,
        )
        (number,) = await _call(router, new_method_call(_SERVICE, "Notify", "susssasa{sv}i", arguments))
        return int(number)

    @staticmethod
    def _buttons(notification: Notification) -> list[str]:
        # Xfce and LXQt draw a button for the click on the notification itself. It is the least of them, so it is last.
        pairs = (*notification.actions, (DEFAULT_ACTION, tr("Open")))
        return [text for pair in pairs for text in pair]

    async def _connected(self) -> DBusRouter:
        if self._router is not None:
            return self._router
        connection = await open_dbus_connection("SESSION")
        # On its own, because jeepney's router forgets to close a connection that broke.
        self._connection.push_async_callback(connection.close)
        router = await self._connection.enter_async_context(DBusRouter(connection))
        router._replies = _FirstAnswers()  # noqa: SLF001 - before anything is sent
        signals: asyncio.Queue[Message | None] = asyncio.Queue()
        from_service = MatchRule(type="signal", sender=_NAME, interface=_NAME)
        service_changes = MatchRule(type="signal", sender="org.freedesktop.DBus", member="NameOwnerChanged")
        service_changes.add_arg_condition(0, _NAME)
        for rule in (from_service, service_changes):
            await _call(router, message_bus.AddMatch(rule))
        # The bus has checked the senders; here they are unique names, which no rule knows.
        self._connection.enter_context(router.filter(MatchRule(type="signal"), queue=signals))
        self._connection.callback(signals.put_nowait, None)
        self._spawn(self._listen(signals), "notification_signals")
        self._router = router
        return router

    async def _listen(self, signals: "asyncio.Queue[Message | None]") -> None:
        """React to what the service says until None ends it, with the connection."""
        while (signal := await signals.get()) is not None:
            try:
                self._react(signal)
            except Exception as failure:  # noqa: BLE001 - one bad reaction must not deafen us
                _logger.error("notification_action_failed\n%s", describe(failure))  # noqa: TRY400 - redacted

    def _react(self, signal: Message) -> None:
        """Signals go to everybody, so only those about our own notifications count."""
        member, body = _member(signal), signal.body
        if member == "NameOwnerChanged":
            _, old_owner, _ = body
            if old_owner:
                self._ids.clear()
                self._capabilities = None
            return
        topic = next((topic for topic, number in self._ids.items() if body and number == body[0]), None)
        if topic is None:
            return
        if member == "ActivationToken":
            self._activation_token = str(body[1])
        elif member == "ActionInvoked":
            self._on_action(topic, str(body[1]))
        elif member == "NotificationClosed":
            del self._ids[topic]


class _FirstAnswers(ReplyMatcher):  # type: ignore[misc] # jeepney has no types
    """Takes the first answer to each call.

    WORKAROUND(https://github.com/emersion/mako): mako 1.7 answers GetCapabilities and then refuses it as unknown. The
    second answer would end jeepney's receiver, and with it the connection.
    """

    def dispatch(self, message: Message) -> bool:
        """Whether the message was an answer."""
        future = self._futures.get(message.header.fields.get(HeaderFields.reply_serial))
        return (future is not None and future.done()) or bool(super().dispatch(message))


def _member(message: Message) -> str | None:
    fields = {field.name: value for field, value in message.header.fields.items()}
    return fields.get("member")


async def _call(router: DBusRouter, message: Message) -> tuple[Any, ...]:
    """The body of the answer.

    Raises:
        DBusErrorResponse: the service refused.
    """
    reply = await router.send_and_get_reply(message)
    if reply.header.message_type is MessageType.error:
        raise DBusErrorResponse(reply)
    return tuple(reply.body)
