"""What the command line wants of the running app, brought to the monitor."""

import logging
from typing import assert_never

from PySide6.QtCore import QObject

from vacancy.desktop.file_watch import FileWatch
from vacancy.domain.memory import WAIT_FOR
from vacancy.domain.waiting import Verb, Wish
from vacancy.monitor.monitor import Monitor
from vacancy.monitor.ports import Clock
from vacancy.store.wishes import WishBox

_logger = logging.getLogger(__name__)


class Wishes:
    """Follows the folder of wishes. A wish about a model that is not listed is dropped."""

    def __init__(self, box: WishBox, monitor: Monitor, *, clock: Clock, owner: QObject) -> None:
        self._box = box
        self._monitor = monitor
        self._clock = clock
        box.prepare()
        self._watch = FileWatch(box.folder, parent=owner)
        self._watch.changed.connect(self.take)

    def take(self) -> None:
        """Do what waits in the folder."""
        for wish in self._box.take():
            if self._monitor.preferences.entry(wish.key) is None:
                _logger.info("wish_dropped %s %s", wish.verb, wish.key)
            else:
                self._do(wish)

    def _do(self, wish: Wish) -> None:
        match wish.verb:
            case Verb.LOOK:
                self._monitor.look(wish.key)
            case Verb.WATCH:
                now = self._clock.now()
                self._monitor.watch(wish.key, WAIT_FOR if wish.until is None else wish.until - now)
            case Verb.UNWATCH:
                self._monitor.unwatch(wish.key)
            case Verb.SEEN:
                if wish.evidence is not None:
                    self._monitor.seen(wish.key, wish.evidence)
            case _:
                assert_never(wish.verb)
