"""The command about the settings file: is it right, where is it, what holds."""

from dataclasses import dataclass

from vacancy.cli.console import Console, Exit
from vacancy.cli.json_face import as_json
from vacancy.domain.preferences import Preferences
from vacancy.store.settings import problems, show
from vacancy.wiring.kept import Kept


@dataclass(frozen=True, slots=True)
class FaultFace:
    """One fault of the settings file."""

    line: int | None
    key: str
    problem: str
    nearest: str | None


@dataclass(frozen=True, slots=True)
class ConfigFace:
    """JSON of `vacancy config`."""

    file: str
    exists: bool
    faults: tuple[FaultFace, ...] = ()
    values: Preferences | None = None


def config(kept: Kept, console: Console, *, action: str, json: bool) -> Exit:
    """Do one of check, path and show."""
    path = kept.paths.config_file
    face = ConfigFace(str(path), path.exists())
    match action:
        case "path":
            console.answer(as_json(face) if json else str(path))
            return Exit.YES
        case "show":
            values = ConfigFace(face.file, face.exists, values=kept.preferences)
            console.answer(as_json(values) if json else show(kept.preferences).rstrip())
            return Exit.YES
        case _:
            return _check(kept, console, face, json=json)


def _check(kept: Kept, console: Console, face: ConfigFace, *, json: bool) -> Exit:
    faults = problems(kept.paths.config_file)
    if json:
        found = tuple(FaultFace(fault.line, fault.key, fault.problem, fault.nearest) for fault in faults)
        console.answer(as_json(ConfigFace(face.file, face.exists, found)))
    elif faults:
        console.answer("\n".join(f"{face.file}, {fault}" for fault in faults))
    else:
        console.answer(f"{face.file} is right" if face.exists else f"{face.file} is not there yet; the defaults hold")
    return Exit.USAGE if faults else Exit.YES
