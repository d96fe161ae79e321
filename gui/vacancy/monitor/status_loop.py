"""Reading the official status page, at its own pace."""

from collections.abc import Callable
from datetime import timedelta

from vacancy.domain.incident import PageState
from vacancy.domain.schedule import next_page_read
from vacancy.monitor.board import Board
from vacancy.monitor.doorbell import Doorbell
from vacancy.monitor.ports import Clock, PageReader

UNTIL_RESUMED = timedelta(seconds=30)
"""How often a pause is looked at again; ending it rings the bell anyway."""


class StatusLoop:
    """Reads the page named in the settings until cancelled."""

    def __init__(self, board: Board, reader: PageReader, clock: Clock, chance: Callable[[], float]) -> None:
        self._board = board
        self._reader = reader
        self._clock = clock
        self._chance = chance
        self._bell = Doorbell()

    def read_now(self) -> None:
        """Read before the interval is over."""
        self._bell.ring()

    async def run(self) -> None:
        """Read, wait, read again; nothing is read while paused, switched off or out of reach."""
        while True:
            wait = UNTIL_RESUMED
            page = self._board.preferences.status_page
            if page.url and self._board.reads_page:
                asked_at = self._clock.now()
                models = tuple(entry.id for entry in self._board.preferences.models)
                reading = await self._reader.read(page.url, models, self._board.memory.page_of(page.url))
                if reading.state is not PageState.UNREACHABLE or self._board.was_settled(asked_at):
                    self._board.page_read(page.url, reading)
                    wait = next_page_read(
                        reading.failures,
                        interval=page.interval * self._board.page_stretch,
                        retry_after_s=reading.retry_after_s,
                        chance=self._chance(),
                    )
            await self._bell.wait(self._clock, wait)
