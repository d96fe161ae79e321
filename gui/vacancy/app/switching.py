"""Switching a tool, brought to the windows: the offer, the change shown first, the writing, and the way back."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vacancy.app.decisions import Decisions
from vacancy.desktop.bridge import Bridge
from vacancy.desktop.raising import drop_window, raise_window, take_place
from vacancy.desktop.tray import TraySwitch
from vacancy.domain import switchover
from vacancy.domain.catalog import EntryKey
from vacancy.domain.preferences import Preferences
from vacancy.domain.recommendation import NOTHING_YET
from vacancy.domain.snapshot import Snapshot
from vacancy.domain.switchover import InUse
from vacancy.errors import SwitchError
from vacancy.switching.journal import Switch, SwitchState
from vacancy.switching.target import Change
from vacancy.views import switch_words
from vacancy.views.switch_words import SwitchOffer
from vacancy.wiring.switchboard import Switchboard

if TYPE_CHECKING:
    from vacancy.views.switch_window import SwitchWindow

_logger = logging.getLogger(__name__)

Announce = Callable[[str, str], None]
"""Tells, by a notification with an Undo button, what was done without a window: a title and a body."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """What was read from the tool's files and our record."""

    target: str
    title: str
    in_use: InUse
    last: Switch | None


class SwitchDesk:
    """Knows what the target of the settings is set to, and switches it when the user, or their settings, say so.

    Args:
        board: Reads and writes; None in a rehearsal, which offers nothing.
        decisions: The settings in force.
        bridge: Runs what touches the disk.
        changed: Called when another offer has to be shown.
        announce: Tells what was done where no window says it.
    """

    def __init__(
        self,
        board: Switchboard | None,
        decisions: Decisions,
        bridge: Bridge,
        *,
        changed: Callable[[], None],
        announce: Announce,
    ) -> None:
        self._board = board
        self._decisions = decisions
        self._bridge = bridge
        self._changed = changed
        self._announce = announce
        self._seen: _Seen | None = None
        self._change: Change | None = None
        self._window: SwitchWindow | None = None
        self._looked = asyncio.Event()
        """Not set while a look is under way."""
        self._looked.set()
        self._news = (NOTHING_YET, False)
        """What was recommended at the last look, and whether its return was proven."""

    def start(self) -> None:
        """Tidy up after a switch that was interrupted, and say what became of it."""
        if self._board is not None:
            self._bridge.spawn(self._settle(self._board), "settle switches")

    async def ready(self) -> None:
        """Wait for the look that is under way, so that the first notice can offer a switch."""
        await self._looked.wait()

    def follow(self, snapshot: Snapshot, *, anew: bool = False) -> None:
        """Look what the tool is set to when another model is recommended, or surely, or `anew` when time has passed."""
        recommended = snapshot.verdict(snapshot.recommendation.key)
        news = (snapshot.recommendation, recommended is not None and recommended.proven)
        if self._board is None or not self._looked.is_set() or not (anew or news != self._news):
            return
        self._news = news
        self._looked.clear()
        self._bridge.spawn(self._look(self._board, snapshot), "look at the target")

    def offer(self, snapshot: Snapshot) -> TraySwitch | None:
        """The recommended model, where the tool should be switched to it."""
        key = self._offered(snapshot)
        if key is None or self._seen is None:
            return None
        return TraySwitch(switch_words.offer(self._seen.title, key.model), key)

    @property
    def offer_tip(self) -> str:
        """What the offer explains about itself."""
        return "" if self._seen is None else switch_words.offer_tip(self._seen.title)

    @property
    def undo_offer(self) -> str:
        """The offer to take the last switch back; empty where there is none."""
        last = None if self._seen is None else self._seen.last
        return "" if last is None else switch_words.undo_offer(last.title)

    def ask(self, key: EntryKey) -> None:
        """Show what switching to that model would change; nothing is written before the user agrees."""
        if self._board is not None:
            self._bridge.spawn(self._plan(self._board, key), "plan a switch")

    def undo(self) -> None:
        """Take the last switch back."""
        if self._board is not None:
            self._bridge.spawn(self._undo(self._board), "undo a switch")

    def reword(self) -> None:
        """Say everything in the language that is spoken now."""
        old, self._window = self._window, None
        if old is not None and self._change is not None:
            new = self._opened()
            new.ask(_offer_of(self._change))
            take_place(new, old)
        else:
            drop_window(old)

    def close(self) -> None:
        """Close the window for good."""
        drop_window(self._window)
        self._window = None

    def _offered(self, snapshot: Snapshot) -> EntryKey | None:
        seen, preferences = self._seen, self._decisions.preferences
        if seen is None or seen.target != preferences.switching.target:
            return None
        return switchover.offered(snapshot, preferences, Switchboard.kind_of(preferences, seen.target), seen.in_use)

    async def _settle(self, board: Switchboard) -> None:
        try:
            for switch in await asyncio.to_thread(board.settle):
                self._announce(switch_words.interrupted(switch.title), _became_of(switch))
        except SwitchError as error:
            _logger.warning("switches_unsettled %s", error.in_one_line)

    async def _look(self, board: Switchboard, snapshot: Snapshot) -> None:
        before = self._seen
        try:
            self._seen = await self._read(board)
            if self._seen is not None and self._decisions.preferences.switching.automatic:
                await self._switch_by_itself(board, self._seen, snapshot)
        finally:
            self._looked.set()
        if self._seen != before:
            self._changed()

    async def _read(self, board: Switchboard) -> _Seen | None:
        """What is set now; None where that cannot be read, which is said to whoever asks for a switch."""
        try:
            return await asyncio.to_thread(_seen_on, board, self._decisions.preferences)
        except SwitchError as error:
            _logger.info("target_unreadable %s", error.in_one_line)
            return None

    async def _switch_by_itself(self, board: Switchboard, seen: _Seen, snapshot: Snapshot) -> None:
        preferences = self._decisions.preferences
        key = switchover.automatic(snapshot, preferences, Switchboard.kind_of(preferences, seen.target), seen.in_use)
        if key is None:
            return
        try:
            change = await asyncio.to_thread(lambda: board.plan(preferences, key.model, effort=key.effort or None))
            switch = await asyncio.to_thread(lambda: board.apply(change, is_automatic=True))
        except SwitchError as error:
            # The offer stays, and whoever takes it is told why it cannot be done.
            _logger.warning("not_switched_by_itself %s", error.in_one_line)
            return
        if switch is not None:
            told = "\n".join((switch_words.by_whose_leave(), *change.notes[:1]))
            self._announce(switch_words.done_by_itself(seen.title, key.model), told)
            self._seen = await self._read(board)

    async def _plan(self, board: Switchboard, key: EntryKey) -> None:
        self._change = None
        try:
            change = await asyncio.to_thread(
                lambda: board.plan(self._decisions.preferences, key.model, effort=key.effort or None)
            )
        except SwitchError as error:
            self._opened().refuse(error.title, error.message)
        else:
            self._show(change)
        raise_window(self._opened())

    def _show(self, change: Change) -> None:
        if change.is_needed:
            self._change = change
            self._opened().ask(_offer_of(change))
        else:
            self._opened().say(switch_words.nothing_to_do(change.title, change.model_after))

    def _agreed(self) -> None:
        board, change = self._board, self._change
        self._change = None  # one agreement is for one change
        if board is not None and change is not None:
            self._bridge.spawn(self._apply(board, change), "switch")

    async def _apply(self, board: Switchboard, change: Change) -> None:
        try:
            await asyncio.to_thread(board.apply, change)
        except SwitchError as error:
            self._opened().refuse(error.title, error.message)
        else:
            self._opened().say_done(switch_words.done(change.title, change.model_after), change.notes)
        await self._look_again(board)

    async def _undo(self, board: Switchboard) -> None:
        self._change = None  # what was shown before is not what is there afterwards
        try:
            undone = await asyncio.to_thread(board.undo)
        except SwitchError as error:
            self._opened().refuse(error.title, error.message)
        else:
            self._opened().say(switch_words.undone(undone.switch.title))
        raise_window(self._opened())
        await self._look_again(board)

    async def _look_again(self, board: Switchboard) -> None:
        self._seen = await self._read(board)
        self._changed()

    def _opened(self) -> "SwitchWindow":
        if self._window is None:
            from vacancy.views.switch_window import SwitchWindow  # noqa: PLC0415 - most runs never show it

            self._window = SwitchWindow()
            self._window.agreed.connect(self._agreed)
            self._window.undo_requested.connect(self.undo)
        return self._window


def _seen_on(board: Switchboard, preferences: Preferences) -> _Seen:
    target = board.target(preferences)
    return _Seen(target.name, target.title, board.in_use(preferences), board.last())


def _became_of(switch: Switch) -> str:
    if switch.state is SwitchState.DONE:
        return switch_words.became_of_done(switch.path, switch.model_after)
    return switch_words.became_of_undone(switch.path)


def _offer_of(change: Change) -> SwitchOffer:
    return SwitchOffer(change.title, change.model_after, str(change.path), change.diff, change.notes)
