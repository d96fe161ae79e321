"""The command that waits for one model: wait."""

import asyncio
import random
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import assert_never

from vacancy.cli.asking import named
from vacancy.cli.console import Console, Exit
from vacancy.cli.json_face import SCHEMA, ModelFace, as_json, model_face
from vacancy.domain.catalog import ModelEntry
from vacancy.domain.preferences import Preferences
from vacancy.domain.snapshot import Snapshot
from vacancy.domain.verdict import Verdict
from vacancy.domain.waiting import Result
from vacancy.errors import SettingsError
from vacancy.monitor.waiting import Wait, Waited
from vacancy.views import present
from vacancy.wiring.kept import Kept
from vacancy.wiring.waiting_room import DiskRoom


@dataclass(frozen=True, slots=True)
class WaitFace:
    """JSON of `vacancy wait`."""

    schema: int
    result: str
    waited_s: int
    model: ModelFace


class Waiting:
    """One wait, told line by line on standard error."""

    def __init__(self, kept: Kept, environment: Mapping[str, str], console: Console) -> None:
        self._kept = kept
        self._environment = environment
        self._console = console
        self._told: tuple[object, ...] | None = None

    def wait(self, name: str, timeout: timedelta | None, *, json: bool) -> Exit:
        """Return when the model is available, the user is needed, or the time is over."""
        entry = _one(self._kept.preferences, name)
        room = DiskRoom(self._kept, self._environment)
        try:
            waited = asyncio.run(self._wait(entry, room, timeout))
        finally:
            room.close()
        if room.problem:
            self._console.note(room.problem)
        self._answer(waited, json=json)
        return _EXITS[waited.result]

    async def _wait(self, entry: ModelEntry, room: DiskRoom, timeout: timedelta | None) -> Waited:
        wait = Wait(
            entry,
            preferences=self._kept.preferences,
            room=room,
            prober=room,
            sessions=room,
            clock=self._kept.clock,
            chance=random.random,
            told=self._tell,
        )
        waited: Waited | None = None
        try:
            waited = await wait.until_over(timeout)
        finally:
            if waited is None or waited.result is not Result.AVAILABLE:
                wait.withdraw()
        return waited

    def _tell(self, verdict: Verdict, snapshot: Snapshot) -> None:
        """A line when something changed: ages alone are no news."""
        kind = None if verdict.outcome is None else verdict.outcome.kind
        seen = (verdict.state, verdict.doubt, verdict.hindrance, kind)
        if seen == self._told:
            return
        self._told = seen
        now, zone = snapshot.taken_at, self._console.zone
        self._console.note(f"{now.astimezone(zone):%H:%M:%S}  {_line(verdict, snapshot, self._console)}")

    def _answer(self, waited: Waited, *, json: bool) -> None:
        verdict, now, zone = waited.verdict, self._kept.clock.now(), self._console.zone
        if json:
            seconds = int(waited.lasted.total_seconds())
            model = model_face(waited.snapshot, verdict, now, zone)
            self._console.answer(as_json(WaitFace(SCHEMA, waited.result, seconds, model)))
            return
        name, why = present.model_name(verdict), present.reason(verdict, now, zone)
        lasted = present.duration(waited.lasted)
        match waited.result:
            case Result.AVAILABLE:
                self._console.answer(f"{name} is available. {why}")
            case Result.NEEDS_USER:
                self._console.answer(f"{name} needs you, waiting does not help. {why}")
            case Result.TIMED_OUT:
                self._console.answer(f"{name} was not back within {lasted}. {why}")
            case Result.UNKNOWN:
                self._console.answer(f"Nothing is known of {name} after {lasted}. {why}")
            case _:
                assert_never(waited.result)


_EXITS = {
    Result.AVAILABLE: Exit.YES,
    Result.TIMED_OUT: Exit.NO,
    Result.UNKNOWN: Exit.UNKNOWN,
    Result.NEEDS_USER: Exit.NEEDS_USER,
}


def _line(verdict: Verdict, snapshot: Snapshot, console: Console) -> str:
    return f"{present.model_name(verdict)}: {present.reason(verdict, snapshot.taken_at, console.zone)}"


def _one(preferences: Preferences, name: str) -> ModelEntry:
    """The one listed entry that a name means.

    Raises:
        SettingsError: it means none, or more than one.
    """
    found = named(preferences, [name])
    if len(found) > 1:
        names = ", ".join(f"{entry.connection}/{entry.id}" for entry in found)
        raise SettingsError(f'"{name}" means {len(found)} listed models', f"Name one of them: {names}")
    return found[0]
