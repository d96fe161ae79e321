"""Following what other programs on this machine write down about the models they use. Sends nothing by itself."""

import asyncio
import logging
from contextlib import aclosing
from datetime import timedelta
from functools import partial

from vacancy.domain.catalog import Connection, ConnectionKind
from vacancy.monitor.board import Board
from vacancy.monitor.doorbell import Doorbell
from vacancy.monitor.ports import Clock, LoginReader, SessionSource

_logger = logging.getLogger(__name__)

_AGAIN_AFTER = timedelta(minutes=5)
"""After a fault in following; what was written meanwhile is read then."""


class SessionLoop:
    """Keeps one follower for each connection that belongs to another program."""

    def __init__(self, board: Board, source: SessionSource, logins: LoginReader, clock: Clock) -> None:
        self._board = board
        self._clock = clock
        self._source = source
        self._logins = logins
        self._bell = Doorbell()
        self._following: dict[Connection, asyncio.Task[None]] = {}
        self._looks: dict[Connection, asyncio.Task[None]] = {}

    def reconsider(self) -> None:
        """The settings changed: follow what they name now."""
        self._bell.ring()

    def look(self) -> None:
        """The user wants to know now: ask those programs that may be asked about their logins."""
        for connection in self._following:
            if connection.may_be_asked and connection not in self._looks:
                task = asyncio.create_task(self._look(connection), name=f"login {connection.name}")
                self._looks[connection] = task
                task.add_done_callback(partial(self._looked, connection))

    async def run(self) -> None:
        """Follow until cancelled."""
        try:
            while True:
                await self._match(self._wanted())
                await self._bell.heard()
        finally:
            looks = tuple(self._looks.values())
            for task in looks:
                task.cancel()
            await asyncio.gather(*looks, return_exceptions=True)
            await self._match(frozenset())

    def _wanted(self) -> frozenset[Connection]:
        connections = self._board.preferences.connections
        return frozenset(each for each in connections if each.kind is ConnectionKind.CODEX)

    async def _match(self, wanted: frozenset[Connection]) -> None:
        over = [connection for connection in self._following if connection not in wanted]
        tasks = [self._following.pop(connection) for connection in over]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for connection in wanted - self._following.keys():
            task = asyncio.create_task(self._follow(connection), name=f"follow {connection.name}")
            self._following[connection] = task

    def _looked(self, connection: Connection, _task: asyncio.Task[None]) -> None:
        del self._looks[connection]

    async def _look(self, connection: Connection) -> None:
        try:
            news = await self._logins.look(connection)
        except Exception:  # as below
            _logger.exception("login_failed connection=%s", connection.name)
            return
        if news is not None and connection in self._wanted():
            self._board.sighted(connection.name, news)

    async def _follow(self, connection: Connection) -> None:
        while True:
            try:
                async with aclosing(self._source.follow(connection)) as news:
                    async for each in news:
                        self._board.sighted(connection.name, each)
            except Exception:  # a fault of ours in the reading must not end the watching of everything else
                _logger.exception("follow_failed connection=%s", connection.name)
            await self._clock.sleep(_AGAIN_AFTER)
