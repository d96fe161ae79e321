"""Starting other programs: with a clean environment, bounded in time, without ever blocking the loop."""

import asyncio
import sys
from collections.abc import Mapping
from datetime import timedelta

from PySide6.QtCore import QProcess, QProcessEnvironment, QUrl
from PySide6.QtGui import QDesktopServices

_OURS = ("QT_PLUGIN_PATH", "QT_QPA_PLATFORM_PLUGIN_PATH", "QT_API", "QML2_IMPORT_PATH")
"""Variables that a bundle sets for its own Qt."""
_RESTORED = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "LIBPATH")
"""Search paths that the bundle's starter has changed; it keeps the user's own value as NAME_ORIG."""
_STARTER = "_PYI_"
"""Beginning of the names by which the bundle's starter talks to itself."""
_KILL_MS = 500


def clean_environment(environment: Mapping[str, str], *, frozen: bool) -> dict[str, str]:
    """The environment for a program that is not ours.

    A frozen program runs with search paths that point into its bundle; a browser that inherits them loads our
    libraries instead of its own.
    """
    clean = {name: value for name, value in environment.items() if name not in _OURS}
    if not frozen:
        return clean
    clean = {name: value for name, value in clean.items() if not name.startswith(_STARTER)}
    for name in _RESTORED:
        original = clean.pop(f"{name}_ORIG", None)
        if original is not None:
            clean[name] = original
        else:
            clean.pop(name, None)
    return clean


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
    if sys.platform == "linux" and _frozen():
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
    clean = clean_environment({name: system.value(name) for name in system.keys()}, frozen=_frozen())  # noqa: SIM118
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


def _frozen() -> bool:
    return bool(getattr(sys, "frozen", False))
