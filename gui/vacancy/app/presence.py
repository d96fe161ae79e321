"""Whether anybody is there: the services of this desktop, told to the monitor. A rehearsal listens to none."""

import sys
from collections.abc import Callable

from vacancy.desktop.bridge import Spawn
from vacancy.desktop.presence import NetworkWatch, Note, PresenceWatch, network_information
from vacancy.domain.presence import Presence

if sys.platform == "linux":
    from vacancy.desktop.presence_linux import SystemBusWatch

    def _listen(note: Note, spawn: Spawn) -> None:
        spawn(SystemBusWatch(note).run(), "presence")

else:

    def _listen(_note: Note, _spawn: Spawn) -> None:
        """No service of this system is known but Qt's, and the clock tells of sleep."""


class PresenceDesk:
    """Owns the watches from `start` to `close`; what is spawned ends with its owner."""

    def __init__(self, spawn: Spawn, changed: Callable[[Presence], None]) -> None:
        self._spawn = spawn
        self._watch = PresenceWatch(changed)
        self._network: NetworkWatch | None = None

    def start(self) -> None:
        """Listen; returns at once."""
        _listen(self._watch.note, self._spawn)
        if (information := network_information()) is not None:
            self._network = NetworkWatch(self._watch.note, information)

    def close(self) -> None:
        """Listen no more."""
        if self._network is not None:
            self._network.close()
            self._network = None
