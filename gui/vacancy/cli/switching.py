"""The commands that write to other tools: use and undo. What they change is shown, kept and can be taken back."""

from collections.abc import Mapping
from pathlib import Path

from vacancy.cli.console import Console, Exit
from vacancy.cli.json_face import SCHEMA, as_json
from vacancy.cli.switching_face import PastFace, PastFaces, SetFace, UndoFace, UseFace
from vacancy.domain.preferences import Preferences
from vacancy.errors import SwitchError
from vacancy.switching.journal import SwitchState
from vacancy.switching.target import Change
from vacancy.wiring.kept import Kept
from vacancy.wiring.switchboard import Switchboard

_AFTERWARDS = {
    SwitchState.DONE: "",
    SwitchState.UNDONE: "  taken back",
    SwitchState.ABANDONED: "  not written",
    SwitchState.STARTED: "  interrupted",
    SwitchState.UNDOING: "  interrupted",
}


class Switching:
    """Switches a tool, and takes the last switch back."""

    def __init__(self, kept: Kept, environment: Mapping[str, str], console: Console) -> None:
        self._kept = kept
        self._console = console
        self._board = Switchboard(kept.paths, environment, kept.clock.now)

    def use(self, name: str, *, target: str | None, effort: str | None, dry_run: bool, json: bool) -> Exit:
        """Set a model in a tool's own settings, from where the command was started."""
        preferences = self._kept.preferences
        if not self._is_listed(target):
            return Exit.USAGE
        model, listed_effort = _meant(preferences, name)
        try:
            change = self._board.plan(preferences, model, effort=effort or listed_effort, target=target, folder=_here())
            if not dry_run:
                self._board.apply(change)
        except SwitchError as error:
            return self._refused(error)
        self._tell_use(change, model, dry_run=dry_run, json=json)
        return Exit.YES

    def tell_set(self, *, target: str | None, json: bool) -> Exit:
        """What a tool is set to where the command was started, which file decides, and why; nothing is written."""
        if not self._is_listed(target):
            return Exit.USAGE
        try:
            found = self._board.target(self._kept.preferences, target, folder=_here())
            seen = found.read()
        except SwitchError as error:
            return self._refused(error)
        if json:
            file = None if seen.decided_by is None else str(seen.decided_by)
            face = SetFace(SCHEMA, found.name, found.title, seen.model, seen.effort, file, seen.notes)
            self._console.answer(as_json(face))
            return Exit.YES
        if seen.model is None:
            self._console.answer(f"{found.title} is set to no model and takes its own default")
        else:
            effort = f" with effort {seen.effort}" if seen.effort else ""
            self._console.answer(f"{found.title} is set to {seen.model}{effort}")
        for note in seen.notes:
            self._console.note(note)
        return Exit.YES

    def undo(self, *, json: bool) -> Exit:
        """Put the file of the last switch back as it was."""
        try:
            undone = self._board.undo()
        except SwitchError as error:
            return self._refused(error)
        switch = undone.switch
        if json:
            face = UndoFace(
                SCHEMA, switch.target, switch.title, switch.path, switch.model_before, removed=undone.is_removed
            )
            self._console.answer(as_json(face))
        elif undone.is_removed:
            self._console.answer(f"{switch.title} is set as it was before: {switch.path} is gone again")
        elif switch.model_before is None:
            self._console.answer(f"{switch.title} is set as it was before: no model is named in {switch.path}")
        else:
            self._console.answer(f"{switch.title} uses {switch.model_before} again")
        return Exit.YES

    def tell_past(self, *, json: bool) -> Exit:
        """What was switched, by whom, and whether it was taken back; the newest last."""
        try:
            switches = self._board.switches()
        except SwitchError as error:
            return self._refused(error)
        if json:
            past = tuple(
                PastFace(
                    each.at, each.target, each.path, each.model_before, each.model_after, each.is_automatic, each.state
                )
                for each in switches
            )
            self._console.answer(as_json(PastFaces(SCHEMA, past)))
        elif not switches:
            self._console.answer("Vacancy has switched nothing yet")
        for switch in () if json else switches:
            at = f"{switch.at.astimezone(self._console.zone):%Y-%m-%d %H:%M}"
            whose = "by itself" if switch.is_automatic else "by hand"
            change = f"{switch.model_before or 'no model'} -> {switch.model_after}"
            self._console.answer(f"{at}  {switch.target}  {change}  {whose}{_AFTERWARDS[switch.state]}")
        return Exit.YES

    def _is_listed(self, target: str | None) -> bool:
        """There is such a target; where there is none, those that there are have been named."""
        known = [each.name for each in self._board.targets(self._kept.preferences)]
        if target is None or target in known:
            return True
        self._console.note(f'vacancy: No target is called "{target}"\nListed: {", ".join(known)}')
        return False

    def _tell_use(self, change: Change, model: str, *, dry_run: bool, json: bool) -> None:
        if json:
            face = UseFace(
                schema=SCHEMA,
                target=change.target,
                title=change.title,
                file=str(change.path),
                model=model,
                model_before=change.model_before,
                changed=change.is_needed and not dry_run,
                needed=change.is_needed,
                diff=change.diff,
                notes=change.notes,
            )
            self._console.answer(as_json(face))
            return
        if not change.is_needed:
            self._console.answer(f"{change.title} is set to {model} already")
        elif dry_run:
            self._console.answer(change.diff)
        else:
            self._console.note(change.diff)
            self._console.answer(f"{change.title} now uses {model}")
        for note in change.notes:
            self._console.note(note)
        if change.is_needed:
            self._console.note("Nothing was written." if dry_run else "Take it back with: vacancy undo")

    def _refused(self, error: SwitchError) -> Exit:
        self._console.note(f"vacancy: {error.title}" + (f"\n{error.message}" if error.message else ""))
        return Exit.NO


def _here() -> Path | None:
    """Where the command was started; None where that folder is gone, so that no project's file counts."""
    try:
        return Path.cwd()
    except OSError:
        return None


def _meant(preferences: Preferences, name: str) -> tuple[str, str | None]:
    """The id, and the effort that it is listed with, behind a label or CONNECTION/ID; anything else is an id itself."""
    for entry in preferences.models:
        if name in {entry.id, entry.label, f"{entry.connection}/{entry.id}"}:
            return entry.id, entry.effort
    return name, None
