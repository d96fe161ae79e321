"""Notifications: one thing to tell, and who tells it on this desktop.

Telling is an extra. The icon and the window stay the truth, so a notification that cannot be shown is a warning in
the log and nothing else.
"""

import asyncio
import logging
import time
import unicodedata
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

_logger = logging.getLogger(__name__)

OnAction = Callable[[str, str], None]
"""Called with the topic and the id of the chosen action; `DEFAULT_ACTION` is a click on the notification itself."""

DEFAULT_ACTION = "default"
ANSWER_WITHIN = timedelta(seconds=5)
"""How long the desktop's service may take, its start included."""
MOST_PER_MINUTE = 6
"""Services refuse floods, and people switch the sender off."""
_TITLE_CHARS = 120
_BODY_CHARS = 400


@dataclass(frozen=True, slots=True)
class Notification:
    """One thing to tell. A newer notification of the same topic replaces the older one."""

    topic: str
    title: str
    body: str
    actions: tuple[tuple[str, str], ...] = ()
    """Id and label of each button, most wanted first, shown where the desktop has buttons.

    LXQt draws three at most, a click on the notification among them; of more it makes a list.
    """


class Notifier:
    """Shows notifications; subclasses know how. Lives in the thread of the loop."""

    def __init__(self, on_action: OnAction, *, answer_within: timedelta = ANSWER_WITHIN) -> None:
        self._on_action = on_action
        self._answer_within = answer_within
        self._sent: deque[float] = deque(maxlen=MOST_PER_MINUTE)
        self._failing = False

    async def send(self, notification: Notification) -> bool:
        """Whether the desktop took it, which does not mean that anybody saw it. Never raises."""
        if self._too_many():
            _logger.warning("notification_withheld topic=%s reason=too_many", notification.topic)
            return False
        try:
            async with asyncio.timeout(self._answer_within.total_seconds()):
                await self._show(notification)
        except Exception as failure:  # noqa: BLE001 - an extra must not end what matters
            self._log_failure(notification, failure)
            return False
        self._failing = False
        return True

    def take_activation_token(self) -> str:
        """The desktop's permission to raise a window, given with the last action; good for one use, often empty."""
        return ""

    async def close(self) -> None:
        """Let go of the desktop's service. What is shown stays."""

    async def _show(self, notification: Notification) -> None:
        raise NotImplementedError

    def _too_many(self) -> bool:
        now = time.monotonic()
        if len(self._sent) == self._sent.maxlen and now - self._sent[0] < 60:  # noqa: PLR2004 - a minute
            return True
        self._sent.append(now)
        return False

    def _log_failure(self, notification: Notification, failure: Exception) -> None:
        """Warn once for a row of failures; the kind alone, for its text comes from elsewhere."""
        level = logging.DEBUG if self._failing else logging.WARNING
        _logger.log(level, "notification_failed topic=%s kind=%s", notification.topic, type(failure).__name__)
        self._failing = True


class QtNotifier(Notifier):
    """The balloons of the tray icon (Windows, macOS): no buttons, and a click means the newest one."""

    def __init__(self, on_action: OnAction, *, show: Callable[[str, str], None]) -> None:
        super().__init__(on_action)
        self._show_message = show
        self._newest: str | None = None

    def clicked(self) -> None:
        """The balloon was clicked."""
        if self._newest is not None:
            self._on_action(self._newest, DEFAULT_ACTION)

    async def _show(self, notification: Notification) -> None:
        self._newest = notification.topic
        self._show_message(clean_title(notification.title), clean_body(notification.body))


def clean_title(text: str) -> str:
    """One bounded line that shows as it reads."""
    return _cut(_visible(" ".join(text.split())), _TITLE_CHARS)


def clean_body(text: str) -> str:
    """Bounded lines that show as they read; parts of it may come from a provider."""
    return _cut("\n".join(_visible(line) for line in text.splitlines()), _BODY_CHARS)


def _visible(text: str) -> str:
    """The text without control characters, reordering marks and broken characters."""
    return "".join(letter for letter in text if unicodedata.category(letter) not in {"Cc", "Cf", "Cs"})


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"
