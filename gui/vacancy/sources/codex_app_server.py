"""Codex's app-server: the door through which other programs speak with Codex, one JSON object a line.

It is started for one conversation and ends with it. It runs read-only and approves nothing, keeps its own records in
the folder it is given instead of the user's, and neither reports about us nor loads what it does not need.
"""

import asyncio
import logging
import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import TypeVar

import msgspec

import vacancy
from vacancy.child_environment import clean_environment, is_frozen
from vacancy.domain.catalog import Connection
from vacancy.errors import CodexError, CodexTrouble
from vacancy.redaction import redact
from vacancy.sources.child import Child, started
from vacancy.sources.codex_home import find_home, find_program
from vacancy.words import plain, tr

_logger = logging.getLogger(__name__)

T = TypeVar("T")

PATIENCE = timedelta(seconds=8)
"""For one answer that needs no model; the start takes a third of a second, an old disk or a slow network more."""
_MOST_LINES = 10_000
"""Notifications between two answers; a program that says more than that is not listened to."""
_OFF = (
    *("apps", "plugins", "hooks", "memories", "shell_snapshot", "remote_plugin", "skill_mcp_dependency_install"),
    "unbounded_connection_retries",
    "api_key_model_discovery",
)
"""Features that start programs, call servers that are not needed, or wait for a network without end."""


class Notice(msgspec.Struct):
    """Something that it said without being asked."""

    method: str
    params: msgspec.Raw = msgspec.Raw(b"null")


class _Failure(msgspec.Struct):
    message: str = ""
    code: int = 0


class _Said(msgspec.Struct):
    """Any line: an answer, a notification, or a question to us, which is not answered."""

    id: int | str | None = None
    method: str | None = None
    params: msgspec.Raw = msgspec.Raw(b"null")
    result: msgspec.Raw = msgspec.Raw(b"")
    error: _Failure | None = None


class AppServer:
    """An app-server that is ready; made by `app_server` alone. One conversation, one task."""

    def __init__(self, child: Child) -> None:
        self._child = child
        self._last_id = 0
        self._notices: list[Notice] = []

    async def ask(self, method: str, params: object = None, *, within: timedelta = PATIENCE) -> msgspec.Raw:
        """The result of one call.

        Raises:
            CodexError: it refused, ended, or did not answer in time.
        """
        self._last_id += 1
        self._child.say(msgspec.json.encode({"id": self._last_id, "method": method, "params": params}))
        try:
            async with asyncio.timeout(within.total_seconds()):
                said = await self._answer(self._last_id)
        except TimeoutError:
            raise CodexError(CodexTrouble.NOT_STARTED, tr("Codex does not answer")) from None
        if said.error is not None:
            _logger.info("codex_refused method=%s code=%d", method, said.error.code)
            raise CodexError(CodexTrouble.REFUSED, tr("Codex refuses"), _foreign(said.error.message))
        return said.result

    async def tell(self, method: str) -> None:
        """Say something that has no answer."""
        self._child.say(msgspec.json.encode({"method": method}))

    async def notice(self) -> Notice:
        """The next thing that it says without being asked, as long as that takes.

        Raises:
            CodexError: it ended.
        """
        if self._notices:
            return self._notices.pop(0)
        while True:
            said = await self._said()
            if said.method is not None and said.id is None:
                return Notice(said.method, said.params)

    async def _answer(self, number: int) -> _Said:
        for _ in range(_MOST_LINES):
            said = await self._said()
            if said.method is not None and said.id is None:
                self._notices.append(Notice(said.method, said.params))
            elif said.id == number and said.method is None:
                return said
        raise CodexError(CodexTrouble.NOT_STARTED, tr("Codex does not answer"))

    async def _said(self) -> _Said:
        while (line := await self._child.line()) is not None:
            try:
                return msgspec.json.decode(line, type=_Said)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                _logger.debug("codex_line_unreadable length=%d", len(line))
        raise CodexError(
            CodexTrouble.NOT_STARTED, tr("Codex ended without an answer"), _foreign(await self._child.complaint())
        )


def read_as(result: msgspec.Raw, kind: type[T]) -> T:
    """A result as the value that it must be.

    Raises:
        CodexError: it is something else, as another version of Codex may answer.
    """
    try:
        return msgspec.json.decode(result, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise CodexError(CodexTrouble.REFUSED, tr("Codex answers in a way that is not known")) from None


@asynccontextmanager
async def codex_of(connection: Connection, environment: Mapping[str, str]) -> AsyncIterator[AppServer]:
    """An app-server of the Codex that a connection means, in a scratch folder that goes with it.

    Raises:
        CodexError: the program is not there, or does not start.
    """
    program = await asyncio.to_thread(find_program, connection, environment)
    if program is None:
        raise CodexError(
            CodexTrouble.PROGRAM_ABSENT,
            tr("The codex program was not found"),
            tr("Install Codex, or name its program in the settings of the connection."),
        )
    home = find_home(connection, environment)
    scratch = await asyncio.to_thread(_scratch_folder)
    try:
        async with app_server(program, home, environment=environment, scratch=Path(scratch)) as server:
            yield server
    finally:
        await asyncio.to_thread(shutil.rmtree, scratch, ignore_errors=True)


def _scratch_folder() -> str:
    try:
        return tempfile.mkdtemp(prefix="vacancy-codex-")
    except OSError as error:  # a full disk, or no folder for temporary files
        _logger.warning("codex_scratch_folder_refused error=%s", type(error).__name__)
        why = _foreign(error.strerror or "")
        raise CodexError(CodexTrouble.NOT_STARTED, tr("Codex cannot be started"), why) from None


@asynccontextmanager
async def app_server(
    program: Path, home: Path, *, environment: Mapping[str, str], scratch: Path
) -> AsyncIterator[AppServer]:
    """An app-server of that Codex while the block lasts.

    Args:
        program: The codex program.
        home: Its CODEX_HOME; where login and settings are read from.
        environment: The variables of this process.
        scratch: An empty folder; it works there, and keeps its records there.

    Raises:
        CodexError: it does not start.
    """
    command = [str(program), "-s", "read-only", "-a", "never", *_settings(scratch), "app-server"]
    async with AsyncExitStack() as stack:
        running = started(command, environment=_environment(program, home, environment), folder=scratch)
        try:
            child = await stack.enter_async_context(running)
        except OSError as error:
            _logger.warning("codex_not_started error=%s", type(error).__name__)
            why = _foreign(error.strerror or "")
            raise CodexError(CodexTrouble.NOT_STARTED, tr("Codex cannot be started"), why) from None
        server = AppServer(child)
        client = {"name": "vacancy", "title": "Vacancy", "version": vacancy.__version__}
        await server.ask("initialize", {"clientInfo": client})
        await server.tell("initialized")
        yield server


def _settings(scratch: Path) -> list[str]:
    """Settings for this one run; an older version passes over what it does not know."""
    settings = {f"features.{name}": "false" for name in _OFF}
    settings |= {"analytics.enabled": "false", "sqlite_home": f'"{scratch.as_posix()}"'}
    return [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]


def _environment(program: Path, home: Path, environment: Mapping[str, str]) -> dict[str, str]:
    """Ours, without what a bundle has set; the launcher that npm installs looks for node beside itself."""
    clean = clean_environment(environment, frozen=is_frozen())
    path = os.pathsep.join((str(program.parent), clean.get("PATH", os.defpath)))
    return {**clean, "CODEX_HOME": str(home), "PATH": path}


def _foreign(text: str) -> str:
    """What Codex said, in one safe line."""
    return plain(redact(text))
