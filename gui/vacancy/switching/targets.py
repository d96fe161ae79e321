"""The targets that the user has: those of the settings, and Codex, which needs no entry."""

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from vacancy.domain.catalog import ConnectionKind
from vacancy.domain.preferences import OWN_TARGET, Preferences, TargetEntry, TargetKind
from vacancy.errors import SwitchError
from vacancy.switching.aider import aider
from vacancy.switching.codex_config import CodexConfig
from vacancy.switching.codex_layers import CodexFiles
from vacancy.switching.continue_dev import continue_dev
from vacancy.switching.env_text import EnvSyntax
from vacancy.switching.file_target import FileTarget, at
from vacancy.switching.json_text import JsonSyntax
from vacancy.switching.llm_tool import llm_tool
from vacancy.switching.opencode import opencode
from vacancy.switching.places import machine_folder
from vacancy.switching.syntax import KeyPath, Syntax, parse_key_path
from vacancy.switching.target import Change, Choice, Reading, Target
from vacancy.switching.toml_text import TomlSyntax
from vacancy.switching.yaml_text import YamlSyntax
from vacancy.user_home import codex_home, whole_path
from vacancy.words import tr

_VARIABLE = "OPENAI_MODEL"
_SYNTAXES: Mapping[str, Syntax] = {
    ".toml": TomlSyntax(),
    ".json": JsonSyntax(),
    ".jsonc": JsonSyntax(),
    ".yaml": YamlSyntax(),
    ".yml": YamlSyntax(),
}


def targets_from(
    preferences: Preferences, environment: Mapping[str, str], *, folder: Path | None = None
) -> tuple[Target, ...]:
    """Every target, Codex first, then in the order of the settings.

    `folder` is the one that the tools would be started in, so that a project's own files count; None when nobody can
    know, as in the tray.

    An entry of the settings that is not complete is a target too: it says so when it is read or planned for.
    """
    homes = dict.fromkeys(each.home for each in preferences.connections if each.kind is ConnectionKind.CODEX)
    implicit: dict[str, Target] = {}
    for number, home in enumerate(homes or (None,), start=1):
        name = OWN_TARGET if number == 1 else f"{OWN_TARGET}-{number}"
        implicit[name] = _codex(name, home, environment, folder)
    listed = {name: _listed(name, entry, environment, folder) for name, entry in preferences.targets.items()}
    return tuple({**implicit, **listed}.values())


@dataclass(frozen=True, slots=True)
class IncompleteTarget:
    """An entry of the settings that names nothing that could be switched; no other one is held up by it."""

    name: str
    title: str
    problem: SwitchError

    def read(self) -> Reading:
        """Says what is wrong."""
        raise self.problem

    def plan(self, choice: Choice) -> Change:
        """Says what is wrong."""
        del choice
        raise self.problem


def target_named(name: str, targets: Iterable[Target]) -> Target:
    """The target of that name.

    Raises:
        SwitchError: there is none; the error names those that are there.
    """
    known = {target.name: target for target in targets}
    if name in known:
        return known[name]
    raise SwitchError(
        tr("There is no such target"),
        tr('"{name}" is none of {names}. Targets stand in the settings under [targets.NAME].',
           name=name, names=", ".join(known)),
    )  # fmt: skip


def _listed(name: str, entry: TargetEntry, environment: Mapping[str, str], folder: Path | None) -> Target:
    path = whole_path(entry.path, environment) if entry.path else None
    match entry.kind:
        case TargetKind.CODEX:
            return _codex(name, entry.path, environment, folder)
        case TargetKind.AIDER:
            return aider(name, path, entry.prefix, environment, folder)
        case TargetKind.OPENCODE:
            return opencode(name, path, entry.prefix, environment, folder)
        case TargetKind.CONTINUE:
            return continue_dev(name, path, entry.prefix, environment)
        case TargetKind.LLM:
            return llm_tool(name, path, entry.prefix, environment)
        case TargetKind.ENV | TargetKind.FILE:
            return _chosen_file(name, entry, path)


def _chosen_file(name: str, entry: TargetEntry, path: Path | None) -> Target:
    """A file that Vacancy knows nothing of but what the entry says."""
    title = path.name if path else name
    try:
        path = _named(name, path)
        is_env = entry.kind is TargetKind.ENV
        syntax: Syntax = EnvSyntax() if is_env else _syntax(name, path)
        find_key = at(entry.key or _VARIABLE) if is_env else at(*_key(name, entry))
    except SwitchError as error:
        return IncompleteTarget(name, title, error)
    notes = (tr("Programs take it when they read {file} next.", file=title),)
    return FileTarget(name, title, path, syntax, find_key, entry.prefix, notes)


def _named(name: str, path: Path | None) -> Path:
    if path is None:
        raise _incomplete(tr("[targets.{name}] names no file: give it a path.", name=name))
    return path


def _incomplete(problem: str) -> SwitchError:
    return SwitchError(tr("A target is not complete"), problem)


def _codex(name: str, place: str | None, environment: Mapping[str, str], folder: Path | None) -> CodexConfig:
    """Codex, at its home or at one of its files where the place is a TOML file."""
    named = whole_path(place, environment) if place else None
    file = named if named is not None and named.suffix == ".toml" else None
    home = codex_home(place if file is None else None, environment)
    system = machine_folder("OpenAI/Codex", environment)
    managed = home if sys.platform == "win32" else system
    files = CodexFiles(home, system / "config.toml", managed / "managed_config.toml", folder)
    return CodexConfig(name, files, None if file == files.user else file)


def _key(name: str, entry: TargetEntry) -> KeyPath:
    try:
        return parse_key_path(entry.key or "")
    except ValueError:
        raise _incomplete(
            tr(
                '[targets.{name}] names no key that can be found: give one such as "model" or "models[0].model".',
                name=name,
            )
        ) from None


def _syntax(name: str, path: Path) -> Syntax:
    syntax = _SYNTAXES.get(path.suffix.lower())
    if syntax is None:
        raise _incomplete(
            tr(
                '[targets.{name}] names {file}, which is none of {endings}. For lines NAME=value there is kind "env".',
                name=name,
                file=path.name,
                endings=", ".join(_SYNTAXES),
            )
        )
    return syntax
