"""`vacancy demo` without a display: the same rehearsal, told line by line."""

import asyncio
from collections.abc import Mapping
from datetime import timedelta

from vacancy.cli.console import Console, Exit
from vacancy.domain.memory import Memory
from vacancy.domain.snapshot import Snapshot
from vacancy.monitor.board import Update
from vacancy.monitor.monitor import Monitor
from vacancy.views import present
from vacancy.wiring.rehearsal import SPEED, STORY_LASTS, NothingKept, Rehearsal

_GLANCE = timedelta(seconds=6)
"""How often the teller looks whether the next scene began, in simulated time."""


def tell(console: Console, environment: Mapping[str, str], *, speed: float = SPEED) -> Exit:
    """Tell the whole story once."""
    teller = _Teller(console, Rehearsal(environment, speed=speed))
    asyncio.run(teller.tell())
    return Exit.YES


class _Teller:
    """Prints a line for each scene, each change of the first sentence or of a model, and each notification."""

    def __init__(self, console: Console, rehearsal: Rehearsal) -> None:
        self._console = console
        self._rehearsal = rehearsal
        self._scene = ""
        self._sentence = ""
        self._states: dict[str, str] = {}
        self._deaf: OSError | None = None
        """Why nothing more can be printed; it ends the story instead of the monitor."""

    async def tell(self) -> None:
        """Run the real monitor on the simulated world until the story is over.

        Raises:
            OSError: nobody reads any more.
        """
        parts, clock = self._rehearsal, self._rehearsal.clock
        self._console.answer(
            "DEMO - simulated provider and status page; nothing is sent. A quarter of an hour in a minute."
        )
        monitor = Monitor(
            preferences=parts.preferences,
            memory=Memory(),
            prober=parts.outward.prober,
            page_reader=parts.outward.page,
            sessions=parts.outward.sessions,
            logins=parts.outward.logins,
            keeper=NothingKept(),
            clock=clock,
            chance=lambda: 0.5,
            listener=self._told,
        )
        running = asyncio.create_task(monitor.run(), name="monitor")
        over = clock.now() + STORY_LASTS
        while clock.now() < over and not running.done() and self._deaf is None:
            self._tell_scene()
            await clock.sleep(_GLANCE)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        if self._deaf is not None:
            raise self._deaf
        self._console.answer("DEMO - that was the story. With a display, the same demo shows the tray and its window.")

    def _told(self, update: Update) -> None:
        self._tell_scene()
        sentence = present.sentence(update.snapshot)
        if sentence != self._sentence:
            self._sentence = sentence
            self._say("tray", sentence)
        self._tell_models(update.snapshot)
        for notice in update.notices:
            title = present.notice_title(notice, update.snapshot)
            body = present.notice_body(notice, update.snapshot, self._console.zone)
            self._say("notifies", ". ".join([title, *body.splitlines()]))

    def _tell_models(self, snapshot: Snapshot) -> None:
        for verdict in snapshot.models:
            said = present.state_words(verdict, snapshot.taken_at, self._console.zone)
            name = present.model_name(verdict)
            if said != self._states.get(name):
                self._states[name] = said
                self._say("model", f"{name}: {said}")

    def _tell_scene(self) -> None:
        scene = self._rehearsal.simulation.scene
        if scene.told != self._scene:
            self._scene = scene.told
            self._say("story", scene.told)

    def _say(self, who: str, text: str) -> None:
        elapsed = int(self._rehearsal.clock.monotonic())
        try:
            self._console.answer(f"{elapsed // 60:02}:{elapsed % 60:02}  {who:<8}  {text}")
        except OSError as error:
            self._deaf = error
