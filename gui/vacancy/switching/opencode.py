"""opencode: the key `model` of opencode.json or opencode.jsonc, a provider and a model such as "openai/gpt-5".

From low to high it reads the user's files, the one that OPENCODE_CONFIG names, the project's from its root to the
current folder, and what the administrator manages (opencode.ai/docs/config). Among the user's files the last of
config.json, opencode.json and opencode.jsonc holds.
"""

from collections.abc import Mapping
from pathlib import Path

from vacancy.switching.file_target import FileTarget, at
from vacancy.switching.json_text import JsonSyntax
from vacancy.switching.overruling import model_in, set_in_file, set_in_variable
from vacancy.switching.places import config_folder, folders_up_to_repository, machine_folder
from vacancy.words import tr

_FILES = ("opencode.jsonc", "opencode.json")
_OLD_FILE = "config.json"
_PREFIX = "openai/"
_SYNTAX = JsonSyntax()


def opencode(
    name: str, path: Path | None, prefix: str, environment: Mapping[str, str], folder: Path | None
) -> FileTarget:
    """The target; `folder` is the one that opencode would be started in, None when nobody can know."""
    own = path or _own_file(environment)
    above = _files_above(environment, folder) if path is None else ()
    overruled = (
        set_in_variable("OPENCODE_CONFIG_CONTENT", environment, _SYNTAX),
        *(set_in_file(each, own, _SYNTAX, ("model",)) for each in above),
    )
    return FileTarget(
        name=name,
        title="opencode",
        path=own,
        syntax=_SYNTAX,
        find_key=at("model"),
        prefix=prefix or _PREFIX,
        notes=(tr("opencode takes it when it is started next; a running session keeps its model."),),
        overruled_by=tuple(sentence for sentence in overruled if sentence),
    )


def _own_file(environment: Mapping[str, str]) -> Path:
    """The file that decides among the user's: the highest that sets a model, else the highest that is there."""
    folder = config_folder(environment) / "opencode"
    places = [folder / name for name in (*_FILES, _OLD_FILE)]
    deciding = (path for path in places if model_in(path, _SYNTAX, ("model",)))
    there = (path for path in places if path.exists())
    return next(deciding, None) or next(there, folder / _FILES[1])


def _files_above(environment: Mapping[str, str], folder: Path | None) -> tuple[Path, ...]:
    """What goes before the user's files, the highest first."""
    folders = [machine_folder("opencode", environment)]
    for place in folders_up_to_repository(folder) if folder else ():
        folders += [place / ".opencode", place]
    named = environment.get("OPENCODE_CONFIG")
    files = [each / name for each in folders for name in _FILES]
    return (*files, *([Path(named)] if named else []))
