"""Who speaks to the app from outside its windows: other starts of it, the command line, and the desktop's services."""

from collections.abc import Callable
from pathlib import Path

from vacancy.app.presence import PresenceDesk
from vacancy.app.wishes import Wishes
from vacancy.desktop.event_loop import Desktop
from vacancy.desktop.file_watch import FileWatch
from vacancy.desktop.single_instance import InstanceServer
from vacancy.monitor.monitor import Monitor
from vacancy.wiring.world import World


class Listening:
    """Hears them from `start` to `close`, and tells the monitor. A rehearsal hears nobody.

    Args:
        desktop: Owns the watches, and runs those that take time.
        world: Names the files that the command line touches.
        monitor: Is told.
        socket: Where other starts call; None where there are none.
        raise_requested: Another start wants the window; with the desktop's permission to raise it, often empty.
    """

    def __init__(
        self,
        desktop: Desktop,
        world: World,
        monitor: Monitor,
        *,
        socket: Path | None,
        raise_requested: Callable[[str], None],
    ) -> None:
        self._keys = world.outward.keys
        self._monitor = monitor
        self._is_rehearsal = world.settings is None
        self._instance = InstanceServer(parent=desktop.application)
        self._instance.raise_requested.connect(raise_requested)
        if socket is not None:
            self._instance.listen(socket)
        if world.keys_changed_file is not None:
            self._keys_watch = FileWatch(world.keys_changed_file, parent=desktop.application)
            self._keys_watch.changed.connect(self._keys_changed)
        self._wishes: Wishes | None = None
        if world.wishes is not None:
            self._wishes = Wishes(world.wishes, monitor, clock=world.clock, owner=desktop.application)
        self._presence = PresenceDesk(desktop.bridge.spawn, monitor.presence_changed)

    def start(self) -> None:
        """Take what waits already, and listen to the desktop's services; returns at once."""
        if self._wishes is not None:
            self._wishes.take()
        if not self._is_rehearsal:
            self._presence.start()

    def close(self) -> None:
        """Hear nobody any more."""
        self._presence.close()
        self._instance.close()

    def _keys_changed(self) -> None:
        self._keys.forget_found()
        self._monitor.key_changed()
