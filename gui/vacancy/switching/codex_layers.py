"""Which of Codex's files decides on the model: a port of its order, observed on 0.171 and held to it by a test.

From high to low: what the administrator manages, the project's own files (the nearest first, trusted ones only), the
user's config.toml, the system's. A profile's file and `-m` go between the project and the user, for those who start
Codex with them; nobody can know that beforehand, so they are only mentioned. What macOS profiles and the cloud manage
cannot be read here.
"""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from vacancy.errors import SwitchError
from vacancy.switching.guest_file import read_guest
from vacancy.switching.syntax import KeyPath, UnfitTextError, load, text_at, value_at
from vacancy.switching.toml_text import TomlSyntax, line_of

CONFIG = "config.toml"
MODEL: KeyPath = ("model",)
EFFORT: KeyPath = ("model_reasoning_effort",)
_TRUSTED, _UNTRUSTED = "trusted", "untrusted"
_MOST_PROJECTS = 200
"""Projects of the user's that are looked into; some people have thousands."""

_SYNTAX = TomlSyntax()


class LayerKind(StrEnum):
    """Whose file a layer is, from high to low."""

    MANAGED = "managed"
    PROJECT = "project"
    USER = "user"
    SYSTEM = "system"


@dataclass(frozen=True, slots=True)
class Layer:
    """One file that may say something."""

    kind: LayerKind
    path: Path
    text: str
    meaning: object

    @property
    def model(self) -> str | None:
        """The model that it sets."""
        return text_at(self.meaning, MODEL)

    @property
    def effort(self) -> str | None:
        """The reasoning effort that it sets."""
        return text_at(self.meaning, EFFORT)

    def line_of(self, where: KeyPath) -> int | None:
        """The line on which a key stands."""
        return line_of(self.text, where)


@dataclass(frozen=True, slots=True)
class CodexFiles:
    """Where Codex's files are.

    `folder` is the one that Codex would be started in; None when nobody can know, so that no project counts.
    """

    home: Path
    system: Path
    managed: Path
    folder: Path | None = None

    @property
    def user(self) -> Path:
        """The user's own file."""
        return self.home / CONFIG

    def layers(self) -> tuple[Layer, ...]:
        """The files that are there and count here, the one that goes first first.

        Raises:
            SwitchError: one of them is broken, so that Codex does not start either.
        """
        user = layer_of(LayerKind.USER, self.user)
        found = (
            self._of_others(LayerKind.MANAGED, self.managed),
            *self._of_project(user),
            user,
            self._of_others(LayerKind.SYSTEM, self.system),
        )
        return tuple(layer for layer in found if layer is not None)

    def profiles(self) -> tuple[Layer, ...]:
        """The profiles' files that set a model, for those who start Codex with `-p`."""
        return tuple(self._with_model(sorted(self.home.glob(f"*.{CONFIG}"))))

    def projects(self) -> tuple[Layer, ...]:
        """The files of trusted projects that set a model of their own."""
        user = layer_of(LayerKind.USER, self.user)
        projects = value_at(user.meaning, ("projects",)) if user else None
        if not isinstance(projects, dict):
            return ()
        trusted = [str(path) for path in projects if _trust(user, Path(str(path))) == _TRUSTED]
        own = (Path(path) / ".codex" / CONFIG for path in trusted[:_MOST_PROJECTS])
        return tuple(self._with_model(path for path in own if path.parent != self.home))

    def _of_project(self, user: Layer | None) -> Iterator[Layer | None]:
        if self.folder is None:
            return
        root = _project_root(self.folder, user)
        inside = [self.folder, *self.folder.parents]
        for folder in inside[: inside.index(root) + 1]:
            own = folder / ".codex"
            if own != self.home and (_trust(user, folder) or _trust(user, root)) == _TRUSTED:
                yield layer_of(LayerKind.PROJECT, own / CONFIG)

    @staticmethod
    def _of_others(kind: LayerKind, path: Path) -> Layer | None:
        """A file that is not the user's; one that cannot be read here is left out."""
        with contextlib.suppress(SwitchError):
            return layer_of(kind, path)
        return None

    @staticmethod
    def _with_model(paths: Iterator[Path] | list[Path]) -> Iterator[Layer]:
        for path in paths:
            with contextlib.suppress(SwitchError):
                layer = layer_of(LayerKind.PROJECT, path)
                if layer is not None and layer.model is not None:
                    yield layer


def layer_of(kind: LayerKind, path: Path) -> Layer | None:
    """One file as a layer; None when it is not there.

    Raises:
        SwitchError: it is broken.
    """
    guest = read_guest(path)
    return None if guest.data is None else Layer(kind, path, guest.text, load(guest, _SYNTAX))


def effort_in(content: bytes) -> str | None:
    """The reasoning effort that a file of Codex's sets; None where it sets none, or means nothing."""
    try:
        return text_at(_SYNTAX.load(content.decode("utf-8-sig")), EFFORT)
    except (UnfitTextError, UnicodeDecodeError):
        return None


def _trust(user: Layer | None, folder: Path) -> str | None:
    """What the user's file says of a folder."""
    level = text_at(user.meaning, ("projects", str(folder), "trust_level")) if user else None
    return level if level in {_TRUSTED, _UNTRUSTED} else None


def _project_root(folder: Path, user: Layer | None) -> Path:
    """The nearest folder above that holds a repository, or another mark that the user named; else the folder itself."""
    marks = value_at(user.meaning, ("project_root_markers",)) if user else None
    names = [str(mark) for mark in marks] if isinstance(marks, list) else [".git"]
    return next((each for each in (folder, *folder.parents) if any(_is_mark(each / name) for name in names)), folder)


def _is_mark(path: Path) -> bool:
    """A mark of a project's root; an empty .git folder is no repository."""
    if path.name == ".git" and path.is_dir():
        return (path / "HEAD").exists()
    return path.exists()
