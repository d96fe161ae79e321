"""The panel: built when somebody first wants to see it, and remembering how it was left."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, tzinfo

from PySide6.QtCore import QRect, QSize

from vacancy.desktop.bridge import Bridge
from vacancy.desktop.raising import drop_window, raise_window, take_place
from vacancy.domain.catalog import EntryKey
from vacancy.domain.copy_forms import CopyForm
from vacancy.domain.insight import day_strip
from vacancy.domain.snapshot import Snapshot
from vacancy.errors import StorageError
from vacancy.store.ui_state import UiMemory
from vacancy.views.panel import Panel
from vacancy.wiring.world import Day, World


class PanelDesk:
    """Owns the window. A session that never opens it never pays for it.

    Args:
        world: The clock, the days that were seen, and what the windows remember.
        bridge: Runs what takes time.
        zone: Where the user lives.
        demo: Whether to mark it as a rehearsal.
        connect: Called with each panel that is built: the first, and one for each change of the language.
    """

    def __init__(
        self, world: World, bridge: Bridge, *, zone: tzinfo, demo: bool, connect: Callable[[Panel], None]
    ) -> None:
        self._world = world
        self._bridge = bridge
        self._zone = zone
        self._demo = demo
        self._connect = connect
        self._memory = UiMemory() if world.windows is None else world.windows.read()
        self._offer = ("", "")
        self._snapshot: Snapshot | None = None
        self._panel: Panel | None = None

    @property
    def copy_form(self) -> CopyForm:
        """The form that was copied last."""
        return self._memory.copy_form

    @property
    def is_in_front(self) -> bool:
        """The user sees it and works with it."""
        return self._panel is not None and self._panel.isVisible() and self._panel.isActiveWindow()

    def show(self, token: str = "", *, beside: QRect | None = None) -> None:
        """Bring it to the front, opened beside that place, by the desktop's permission where it gave one."""
        raise_window(self._opened(), token, beside=beside)

    def hide(self) -> None:
        """Take it out of sight."""
        if self._panel is not None:
            self._panel.hide()

    def render(self, snapshot: Snapshot, now: datetime) -> None:
        """Show what is claimed, as soon as somebody sees it."""
        self._snapshot = snapshot
        if self._panel is not None:
            self._panel.render(snapshot, now)

    def confirm_copy(self, key: EntryKey, *, copied: bool) -> None:
        """Say in place whether it was copied; where nobody could tell, open and show the text selected."""
        if not copied:
            self.show()
        if self._panel is not None and self._panel.isVisible():
            self._panel.confirm_copy(key, copied=copied)

    def say_page_opened(self, url: str, *, opened: bool) -> None:
        """Give the address of the page to be opened by hand where no browser could be started."""
        if self._panel is not None:
            self._panel.page.say_opened(url, opened=opened)

    def set_switch_offer(self, text: str, tooltip: str = "") -> None:
        """Offer to switch a tool to the recommended model, in these words; no words take the offer away."""
        self._offer = (text, tooltip)
        if self._panel is not None:
            self._panel.set_switch_offer(text, tooltip)

    def reword(self) -> None:
        """Say everything in the language that is spoken now, in a window that takes the place of the old one."""
        old, self._panel = self._panel, None
        if old is not None:
            new = self._opened()
            new.restore_size(old.size())
            take_place(new, old)

    def close(self) -> None:
        """Close the window for good."""
        drop_window(self._panel)
        self._panel = None

    def _opened(self) -> Panel:
        if self._panel is None:
            self._panel = panel = Panel(clock=self._world.clock.now, zone=self._zone, demo=self._demo)
            if self._memory.panel_size is not None:
                panel.restore_size(QSize(*self._memory.panel_size))
            panel.use_form(self._memory.copy_form)
            panel.set_switch_offer(*self._offer)
            panel.size_kept.connect(self._keep_size)
            panel.copy_form_chosen.connect(self._keep_form)
            panel.day_wanted.connect(self._renew_day)
            if self._snapshot is not None:
                panel.render(self._snapshot, self._world.clock.now())
            self._connect(panel)
        return self._panel

    def _keep_size(self, size: QSize) -> None:
        self._keep(replace(self._memory, panel_size=(size.width(), size.height())))

    def _keep_form(self, form: CopyForm) -> None:
        self._keep(replace(self._memory, copy_form=form))

    def _keep(self, memory: UiMemory) -> None:
        self._memory = memory
        if self._world.windows is not None:
            self._world.windows.keep(memory)

    def _renew_day(self) -> None:
        if self._world.day is not None and self._snapshot is not None:
            keys = [verdict.key for verdict in self._snapshot.models]
            self._bridge.spawn(self._read_day(self._world.day, keys), "day")

    async def _read_day(self, day: Day, keys: Sequence[EntryKey]) -> None:
        now = self._world.clock.now()
        try:
            days = await asyncio.to_thread(lambda: {key: day(key, now) for key in keys})
        except StorageError:
            return  # the history says in its own `problem` what is wrong
        if self._panel is not None:
            self._panel.set_strips({key: day_strip(buckets, now) for key, buckets in days.items()})
