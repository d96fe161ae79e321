"""Starting other programs: with a clean environment, bounded in time, without ever blocking the loop."""

import asyncio
import sys
from datetime import timedelta

from PySide6.QtCore import QProcess, QProcessEnvironment, QUrl
from PySide6.QtGui import QDesktopServices

from vacancy.child_environment import clean_environment, is_frozen

_KILL_MS = 500


async def feed(program: str, arguments: list[str], text: str, *, within: timedelta) -> int | None:
    """Run a program with a text on its standard input; its output is thrown away.

    Returns:
        Its exit code, or None where it could not start, crashed, or did not end in time and was killed.
    """
    process = _process()
    ended = asyncio.get_running_loop().create_future()

    def end(code: int | None) -> None:
        if not ended.done():
            ended.set_result(code)

    process.finished.connect(lambda code, status: end(code if status is QProcess.ExitStatus.NormalExit else None))
    process.errorOccurred.connect(lambda _: end(None))
    process.setStandardOutputFile(QProcess.nullDevice())
    process.setStandardErrorFile(QProcess.nullDevice())
    process.start(program, arguments)
    process.write(text.encode())
    process.closeWriteChannel()
    try:
        async with asyncio.timeout(within.total_seconds()):
            return await ended  # type: ignore[no-any-return] # the stub of create_future does not know
    except TimeoutError:
        return None
    finally:
        _dispose(process)


def open_url(url: str) -> bool:
    """Open an address in the user's browser; False where nothing could be started."""
    if sys.platform == "linux" and is_frozen():
        opener = _process()
        opener.setProgram("xdg-open")
        opener.setArguments([url])
        started, _pid = opener.startDetached()
        return bool(started)
    return QDesktopServices.openUrl(QUrl(url))


def _process() -> QProcess:
    process = QProcess()
    system = QProcessEnvironment.systemEnvironment()
    environment = QProcessEnvironment()
    clean = clean_environment({name: system.value(name) for name in system.keys()}, frozen=is_frozen())  # noqa: SIM118
    for name, value in clean.items():
        environment.insert(name, value)
    process.setProcessEnvironment(environment)
    return process


def _dispose(process: QProcess) -> None:
    """Let nothing outlive the call: a killed process ends within milliseconds."""
    process.finished.disconnect()
    process.errorOccurred.disconnect()
    if process.state() is not QProcess.ProcessState.NotRunning:
        process.kill()
        process.waitForFinished(_KILL_MS)
