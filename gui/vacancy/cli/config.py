"""The command about the settings file: is it right, where is it, what holds."""

import tomllib
from dataclasses import dataclass

from vacancy.cli.console import Console, Exit
from vacancy.cli.json_face import as_json
from vacancy.domain.preferences import Preferences
from vacancy.domain.schedule import requests_per_day
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
class PathFace:
    """JSON of `vacancy config path`, which does not look into the file."""

    file: str
    exists: bool


@dataclass(frozen=True, slots=True)
class CheckFace:
    """JSON of `vacancy config check`."""

    file: str
    exists: bool
    faults: tuple[FaultFace, ...]
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShowFace:
    """JSON of `vacancy config show`: the values as they would stand in the file."""

    file: str
    exists: bool
    values: dict[str, object]


def config(kept: Kept, console: Console, *, action: str, json: bool) -> Exit:
    """Do one of check, path and show."""
    path = kept.paths.config_file
    face = PathFace(str(path), path.exists())
    match action:
        case "path":
            console.answer(as_json(face) if json else face.file)
            return Exit.YES
        case "show":
            text = show(kept.preferences)
            console.answer(as_json(ShowFace(face.file, face.exists, tomllib.loads(text))) if json else text.rstrip())
            return Exit.YES
        case _:
            return _check(kept, console, face, json=json)


def _check(kept: Kept, console: Console, face: PathFace, *, json: bool) -> Exit:
    faults = problems(kept.paths.config_file)
    warnings = () if faults else _warnings(kept.preferences)
    if json:
        found = tuple(FaultFace(fault.line, fault.key, fault.problem, fault.nearest) for fault in faults)
        console.answer(as_json(CheckFace(face.file, face.exists, found, warnings)))
    elif faults:
        console.answer("\n".join(f"{face.file}, {fault}" for fault in faults))
    else:
        console.answer(f"{face.file} is right" if face.exists else f"{face.file} is not there yet; the defaults hold")
        for warning in warnings:
            console.note(f"note: {warning}")
    return Exit.USAGE if faults else Exit.YES


def _warnings(preferences: Preferences) -> tuple[str, ...]:
    """What is right, and yet not what anybody is likely to want."""
    cap = preferences.probing.daily_requests
    if cap == 0:
        return ("probing.daily_requests = 0 means that no model is ever asked",)
    wanted = requests_per_day([preferences.pace_of(entry) for entry in preferences.asked_models])
    if wanted > cap:
        warning = f"these models are asked about {wanted} times a day while all is well, and daily_requests = {cap}"
        return (f"{warning}: asking would end early each day",)
    return ()
