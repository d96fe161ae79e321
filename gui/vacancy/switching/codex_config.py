"""Codex's config.toml: its model, and its reasoning effort where the new model does not know the old one.

Only the user's own file is written. Where another file goes before it, nothing is written and that is said: a switch
without effect would be a promise that is not kept.

Codex's app-server can write its configuration too (`config/value/write`). It is not used. It puts nothing between two
writers that the check before our own write does not, and it does not keep the file: 0.171 took the byte order mark
away, made LF of every CRLF, added a line end at the end, and left mode 0600 whatever it was. Codex reads the file at
each start and at each new thread, so it needs no telling.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from vacancy.domain.codex import EFFORTS
from vacancy.errors import SwitchError
from vacancy.switching.codex_layers import EFFORT, MODEL, CodexFiles, Layer, LayerKind, layer_of
from vacancy.switching.file_target import check_folder, check_model, planned
from vacancy.switching.guest_file import read_guest
from vacancy.switching.syntax import KeyPath, key_name, load, set_value, text_at, value_at
from vacancy.switching.target import Change, Choice, Reading
from vacancy.switching.toml_text import TomlSyntax
from vacancy.words import mark, plain, tr

_PLAN_EFFORT: KeyPath = ("plan_mode_reasoning_effort",)
_FALLBACKS = ("model_fallback", "model_fallbacks", "fallback_model", "fallback_models", "model_provider_fallback")
"""Keys that articles recommend and no Codex has ever read."""
_EFFORT_WORD = re.compile(r"[a-z][a-z0-9_-]{0,29}")
"""Newer versions may have more of them; none is a sentence."""
_TITLE = "Codex"
_SYNTAX = TomlSyntax()

_WINS = {
    LayerKind.MANAGED: mark("{path} decides: it is managed by the administrator and goes before yours."),
    LayerKind.PROJECT: mark("{path} decides here: it is this project's own file and goes before yours."),
    LayerKind.USER: mark("{path} decides: it is your own file."),
    LayerKind.SYSTEM: mark("{path} decides: it is the system's file, and yours sets no model."),
}


@dataclass(frozen=True, slots=True)
class CodexConfig:
    """Codex's model."""

    name: str
    files: CodexFiles
    named_file: Path | None = None
    """A project's or a profile's file that the user chose to have switched instead of their own."""

    @property
    def title(self) -> str:
        """What people call it."""
        return _TITLE

    def read(self) -> Reading:
        """What a new thread would take, and from which file."""
        if self.named_file is not None:
            layers = [layer for layer in (layer_of(LayerKind.PROJECT, self.named_file),) if layer is not None]
        else:
            layers = list(self.files.layers())
        decides = next((layer for layer in layers if layer.model is not None), None)
        effort = next((layer.effort for layer in layers if layer.effort is not None), None)
        if decides is None:
            return Reading(None, effort, None, (*self._notes(layers), *self._in_profiles()))
        why = tr(_WINS[decides.kind], path=decides.path)
        return Reading(decides.model, effort, decides.path, (why, *self._notes(layers), *self._in_profiles()))

    def plan(self, choice: Choice) -> Change:
        """The change that sets the model, and the effort where one is asked for or the old one is not known."""
        check_model(choice.model)
        _check_effort(choice.effort)
        guest = read_guest(self.named_file or self.files.user)
        check_folder(guest, _TITLE)
        meaning = load(guest, _SYNTAX)
        layers = self.files.layers() if self.named_file is None else ()
        self._refuse_overruled(layers, choice)
        old_effort = text_at(meaning, EFFORT)
        effort = effort_for(choice, old_effort)
        text, model_edit = set_value(guest, guest.text, _SYNTAX, MODEL, choice.model)
        effort_edit = None
        if effort is not None:
            text, effort_edit = set_value(guest, text, _SYNTAX, EFFORT, effort, after=MODEL)
        notes = (
            tr("New threads take it at once. Running ones keep their model; /model changes it there."),
            *_effort_notes(choice, old_effort, effort, text_at(meaning, _PLAN_EFFORT)),
            *_other_effort_notes(layers, choice, effort or old_effort),
            *self._notes(layers),
            *self._elsewhere(),
        )
        return planned(
            guest,
            text,
            name=self.name,
            title=_TITLE,
            models=(text_at(meaning, MODEL), choice.model),
            edits=(model_edit, effort_edit),
            notes=notes,
        )

    @staticmethod
    def _refuse_overruled(layers: tuple[Layer, ...], choice: Choice) -> None:
        """Nothing is written below a file that sets another model.

        Raises:
            SwitchError: there is one; the error names it and its line.
        """
        above = [layer for layer in layers if layer.kind in {LayerKind.MANAGED, LayerKind.PROJECT}]
        winner = next((layer for layer in above if layer.model is not None), None)
        if winner is None or winner.model == choice.model:
            return
        title = tr("Switching Codex would have no effect here")
        place = {"path": winner.path, "line": winner.line_of(MODEL), "model": plain(winner.model or "")}
        if winner.kind is LayerKind.MANAGED:
            raise SwitchError(
                title,
                tr(
                    "{path}, line {line}, sets {model}. It is managed by the administrator and goes before your own "
                    "file. Start Codex with -m for one thread, or ask the administrator.",
                    **place,
                ),
            )
        raise SwitchError(
            title,
            tr(
                "{path}, line {line}, sets {model}. It is this project's own file and goes before yours. Change it "
                "there, or switch from outside the project.",
                **place,
            ),
        )

    def _notes(self, layers: tuple[Layer, ...] | list[Layer]) -> Iterator[str]:
        """What in the files themselves does something else than people may think."""
        for layer in layers:
            for where in _idle_keys(layer.meaning):
                yield tr(
                    "{key} in {path}, line {line}, does nothing: Codex has no such setting.",
                    key=key_name(where),
                    path=layer.path,
                    line=layer.line_of(where) or 1,
                )
            if text_at(layer.meaning, ("profile",)) is not None:
                yield tr(
                    "Codex does not start while {path}, line {line}, sets profile: newer versions refuse it. "
                    "Take that line out and start Codex with -p.",
                    path=layer.path,
                    line=layer.line_of(("profile",)) or 1,
                )

    def _elsewhere(self) -> Iterator[str]:
        """Where this switch is not felt."""
        yield from self._in_profiles()
        if self.named_file is None and self.files.folder is None:
            for layer in self.files.projects():
                yield tr("In that project Codex takes {model} from {path}, whatever is set here.",
                         model=plain(layer.model or ""), path=layer.path)  # fmt: skip

    def _in_profiles(self) -> Iterator[str]:
        """What goes before the user's file for those who start Codex with a profile."""
        for layer in self.files.profiles() if self.named_file is None else ():
            yield tr("Codex takes {model} from {path} when it is started with that profile (-p).",
                     model=plain(layer.model or ""), path=layer.path)  # fmt: skip


def _check_effort(effort: str | None) -> None:
    """Refuse what no effort is called: Codex would not start any more.

    Raises:
        SwitchError: it is no short word.
    """
    if effort is not None and _EFFORT_WORD.fullmatch(effort) is None:
        raise SwitchError(
            tr("This is no reasoning effort"),
            tr('"{name}" is no word of Codex\'s. There are {efforts}.', name=plain(effort), efforts=", ".join(EFFORTS)),
        )


def effort_for(choice: Choice, old: str | None) -> str | None:
    """The effort to set: the one asked for, or the nearest that the model knows; None when the old one may stay."""
    wanted = choice.effort or old
    if wanted is None or not choice.known_efforts or wanted in choice.known_efforts:
        return choice.effort
    known = [effort for effort in choice.known_efforts if effort in EFFORTS]
    if not known or wanted not in EFFORTS:
        return choice.known_efforts[0]
    place = EFFORTS.index(wanted)
    return min(known, key=lambda effort: (abs(EFFORTS.index(effort) - place), EFFORTS.index(effort)))


def _effort_notes(choice: Choice, old: str | None, new: str | None, plan_effort: str | None) -> Iterator[str]:
    wanted = choice.effort or old
    if new is not None and wanted is not None and new != wanted:
        yield tr(
            "{model} does not know the effort {old}, so {new} is set.", model=choice.model, old=plain(wanted), new=new
        )
    if plan_effort is not None and choice.known_efforts and plan_effort not in choice.known_efforts:
        yield tr("{model} does not know the effort {old}, which plan_mode_reasoning_effort sets. It is left as it is.",
                 model=choice.model, old=plain(plan_effort))  # fmt: skip


def _other_effort_notes(layers: tuple[Layer, ...], choice: Choice, own: str | None) -> Iterator[str]:
    """An effort that another file sets: it decides, is not changed, and may be none that the model knows.

    `own` is what the user's own file will set.
    """
    other = next((layer for layer in layers if layer.kind is not LayerKind.USER and layer.effort is not None), None)
    if other is None or (other.kind is LayerKind.SYSTEM and own is not None):
        return
    old = plain(other.effort or "")
    if choice.known_efforts and other.effort not in choice.known_efforts:
        yield tr("{model} does not know the effort {old}, which {path} sets. It is left as it is.",
                 model=choice.model, old=old, path=other.path)  # fmt: skip
    elif choice.effort not in {None, other.effort}:
        yield tr("The effort stays {old}: {path} sets it and goes before yours.", old=old, path=other.path)


def _idle_keys(meaning: object) -> Iterator[KeyPath]:
    """The keys for a second model that no Codex reads."""
    for key in _FALLBACKS:
        if value_at(meaning, (key,)) is not None:
            yield (key,)
    providers = value_at(meaning, ("model_providers",))
    for name in providers if isinstance(providers, dict) else ():
        if value_at(meaning, ("model_providers", name, "fallback")) is not None:
            yield ("model_providers", name, "fallback")
