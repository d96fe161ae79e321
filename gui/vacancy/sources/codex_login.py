"""As whom Codex asks, and how much of that login's allowance is used: asked of Codex itself. It costs no tokens."""

import logging
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from typing import TypeVar

from vacancy.domain.catalog import Connection
from vacancy.domain.sighting import Login, SessionNews
from vacancy.errors import CodexError
from vacancy.sources.codex_app_server import codex_of
from vacancy.sources.codex_questions import read_account, read_usage

_logger = logging.getLogger(__name__)

T = TypeVar("T")

_WITH_WINDOWS = frozenset({Login.CHATGPT, None})
"""Logins that may have an allowance; with ChatGPT, Codex looks up the account first and may fail at that."""


class CodexLogins:
    """Satisfies `LoginReader`. With a ChatGPT login Codex asks OpenAI for the windows; a key has none."""

    def __init__(self, *, environment: Mapping[str, str], now: Callable[[], datetime]) -> None:
        self._environment = environment
        self._now = now

    async def look(self, connection: Connection) -> SessionNews | None:
        """The login and its windows; None when Codex cannot be asked. Never raises."""
        try:
            async with codex_of(connection, self._environment) as server:
                login = await _told(read_account(server))
                usage = await _told(read_usage(server, now=self._now())) if login in _WITH_WINDOWS else None
        except CodexError as error:
            _logger.info("login_unread connection=%s trouble=%s", connection.name, error.trouble)
            return None
        if login is None and usage is None:
            return None
        # Only a plan has windows, so whoever tells them has said as whom Codex asks.
        return SessionNews(login=login or Login.CHATGPT, usage=usage, from_files=False)


async def _told(answer: Awaitable[T]) -> T | None:
    """One answer; None where Codex does not give it, which says nothing about the others."""
    try:
        return await answer
    except CodexError as error:
        _logger.info("login_untold trouble=%s", error.trouble)
        return None
