"""Presence: what the desktop's services tell of the user and the network, put together as one value.

A service that is absent, silent or gone tells nothing, and nothing counts as present. Wherever no service is known
(see `presence_linux` for those of Linux), the network is all that is told.
"""

import logging
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtNetwork import QNetworkInformation

from vacancy.domain.presence import PRESENT, Presence

_logger = logging.getLogger(__name__)

Change = Callable[[Presence], Presence]
"""What one service knows better now."""
Note = Callable[[Change], None]
"""Takes a change in."""


class PresenceWatch:
    """Tells the presence whenever it changes. Lives in the thread of the loop."""

    def __init__(self, changed: Callable[[Presence], None]) -> None:
        self._changed = changed
        self._presence = PRESENT

    def note(self, change: Change) -> None:
        """A service told something."""
        before, self._presence = self._presence, change(self._presence)
        if before != self._presence:
            _logger.debug("presence %s", self._presence)
            self._changed(self._presence)


class NetworkWatch:
    """What Qt knows of the network: whether it is there, and whether it is paid for by its use.

    Only "disconnected" is taken for an answer, and only from a source that has said something else before: one that
    does not manage the network in use says so for ever.
    """

    def __init__(self, note: Note, information: QNetworkInformation) -> None:
        self._note = note
        self._has_been_there = False
        self._information = information
        information.reachabilityChanged.connect(self._reach)
        information.isMeteredChanged.connect(self._meter)
        self._reach(information.reachability())
        if information.supports(QNetworkInformation.Feature.Metered):
            self._meter(information.isMetered())

    def close(self) -> None:
        """Listen no more; the source itself is Qt's and stays."""
        self._information.reachabilityChanged.disconnect(self._reach)
        self._information.isMeteredChanged.disconnect(self._meter)

    def _reach(self, reachability: QNetworkInformation.Reachability) -> None:
        match reachability:
            case QNetworkInformation.Reachability.Disconnected:
                online = False if self._has_been_there else None
            case QNetworkInformation.Reachability.Unknown:
                online = None
            case _:
                online, self._has_been_there = True, True
        self._note(lambda presence: replace(presence, online=online))

    def _meter(self, metered: bool) -> None:  # noqa: FBT001 - Qt's signal calls it
        self._note(lambda presence: replace(presence, metered=metered))


def network_information() -> QNetworkInformation | None:
    """Qt's source about the network; None where this system has none."""
    return QNetworkInformation.instance() if QNetworkInformation.loadDefaultBackend() else None
