"""Starting the desktop, in phases.

1. The lock says whether this process is the app. If another one is, it is asked to show itself, and we leave.
   One that does not answer is said, with exit code 2.
2. Qt and the icon come up, before anything else is loaded: the icon is what people wait for.
3. The rest is loaded, the world is opened, the monitor runs until somebody quits.
4. Everything is closed in the order opened, backwards. A rehearsal skips the lock: it shares nothing.
"""

import asyncio
import logging
import sys
import time
from collections.abc import Mapping

from vacancy.app.speaking import Speaking
from vacancy.desktop import event_loop
from vacancy.desktop.event_loop import Desktop
from vacancy.desktop.panel_ground import panel_is_dark
from vacancy.desktop.single_instance import send_raise
from vacancy.desktop.tray import Tray
from vacancy.domain.preferences import LanguageChoice
from vacancy.errors import DesktopError, VacancyError
from vacancy.logs import keep_no_log, set_up
from vacancy.store.instance_lock import InstanceLock
from vacancy.store.paths import Paths
from vacancy.words import tr

_logger = logging.getLogger(__name__)

PATIENCE_S = 10.0
"""How long a second start waits for the first one, which may be on its way in or out on a busy machine."""
_AGAIN_S = 0.2


def open_desktop(
    paths: Paths,
    environment: Mapping[str, str],
    *,
    hidden: bool = False,
    demo: bool = False,
    verbose: bool = False,
    patience_s: float = PATIENCE_S,
) -> int:
    """Run the tray app until it is quit; the result is the exit code."""
    try:
        if demo:
            keep_no_log()
            return event_loop.run(lambda desktop: _live(desktop, paths, environment, hidden=hidden, demo=True))
        paths.prepare()
        set_up(paths.logs, verbose=verbose)
        lock = InstanceLock(paths.lock_file)
        if not _take(lock, paths, environment, patience_s):
            return 0
        try:
            return event_loop.run(lambda desktop: _live(desktop, paths, environment, hidden=hidden, demo=False))
        finally:
            lock.release()
    except VacancyError as error:
        _say(f"{error.title}\n{error.message}")
        return 2
    except Exception:
        # The last supervisor: no traceback reaches a user.
        _logger.exception("app_failed")
        if demo:
            _say(tr("something went wrong that should not; a rehearsal keeps no log"))
        else:
            _say(tr("something went wrong that should not; the log has it: {folder}", folder=paths.logs))
        return 2


async def _live(desktop: Desktop, paths: Paths, environment: Mapping[str, str], *, hidden: bool, demo: bool) -> int:
    speaking = Speaking(desktop.application, environment)
    speaking.follow(LanguageChoice.SYSTEM)  # until the settings are read
    tray = Tray(dark_panel=lambda: panel_is_dark(environment))
    try:
        await asyncio.sleep(0)  # lets Qt show the icon before the rest is loaded, which takes longer than all of this
        from vacancy.app.life import Life  # noqa: PLC0415 - see phase 3
        from vacancy.wiring.world import real_world, rehearsed_world  # noqa: PLC0415

        world = rehearsed_world(environment) if demo else real_world(paths, environment)
        try:
            if speaking.follow(world.preferences.appearance.language):
                tray.retranslate()
            socket = None if demo else paths.socket
            life = Life(desktop, tray, world, speaking=speaking, environment=environment, socket=socket)
            await life.run(hidden=hidden)
        finally:
            world.close()
    finally:
        tray.close()
    return 0


def _take(lock: InstanceLock, paths: Paths, environment: Mapping[str, str], patience_s: float) -> bool:
    """Become the app; False when another process is it, and showed its window.

    The other one holds the lock a while before it listens, and a while after it stopped: it is asked again meanwhile.

    Raises:
        DesktopError: it does not answer.
    """
    until = time.monotonic() + patience_s
    while not lock.try_acquire():
        if send_raise(paths.socket, environment.get("XDG_ACTIVATION_TOKEN", "")):
            return False
        if time.monotonic() > until:
            raise DesktopError(
                tr("It runs already, but does not answer"),
                tr("Quit it from its menu, or end its process, and start it again."),
            )
        time.sleep(_AGAIN_S)
    return True


def _say(text: str) -> None:
    """A line for whoever started us from a terminal; a windowed program on Windows has none."""
    if sys.stderr is not None:
        sys.stderr.write(f"vacancy: {text.rstrip()}\n")
