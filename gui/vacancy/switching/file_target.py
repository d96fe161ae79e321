"""A target that is one value in one file: all of them but Codex, which has layers and a second value."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from vacancy.domain.inputs import is_one_line
from vacancy.errors import SwitchError
from vacancy.switching.guest_file import GuestFile, read_guest, refusal
from vacancy.switching.syntax import KeyPath, Syntax, load, refused_for, set_value, text_at
from vacancy.switching.target import Change, Choice, Edit, Reading
from vacancy.words import plain, tr


@dataclass(frozen=True, slots=True)
class FileTarget:
    """One value in one file."""

    name: str
    title: str
    path: Path
    syntax: Syntax
    find_key: Callable[[object], KeyPath]
    """Says from what the file means where the value is; it raises `UnfitTextError` where that cannot be said."""
    prefix: str = ""
    """Written before the model's id, as in "openai/"."""
    notes: tuple[str, ...] = ()
    """What people should know before they agree."""
    overruled_by: tuple[str, ...] = field(default=())
    """What goes before this file here, as sentences; nothing is written while there is any."""

    def read(self) -> Reading:
        """What is set now, without the prefix."""
        guest = read_guest(self.path)
        meaning = load(guest, self.syntax)
        value = text_at(meaning, self._key(guest, meaning))
        model = value.removeprefix(self.prefix) if value else None
        return Reading(model, None, self.path if value else None, (*self.overruled_by, *self.notes))

    def plan(self, choice: Choice) -> Change:
        """The change that sets the model; an effort has no place in these files."""
        check_model(choice.model)
        if self.overruled_by:
            raise SwitchError(
                tr("Switching {title} would have no effect here", title=self.title), "\n".join(self.overruled_by)
            )
        guest = read_guest(self.path)
        check_folder(guest, self.title)
        meaning = load(guest, self.syntax)
        key = self._key(guest, meaning)
        before = text_at(meaning, key)
        text, edit = set_value(guest, guest.text, self.syntax, key, self.prefix + choice.model)
        return planned(
            guest,
            text,
            name=self.name,
            title=self.title,
            models=(before and before.removeprefix(self.prefix), choice.model),
            edits=(edit,),
            notes=(*_lost_prefix(before, self.prefix + choice.model), *self.notes),
        )

    def _key(self, guest: GuestFile, meaning: object) -> KeyPath:
        with refused_for(guest.path):
            return self.find_key(meaning)


def _lost_prefix(before: str | None, after: str) -> Iterator[str]:
    """A provider that stood before the old name and does not stand before the new one."""
    provider, slash, _ = (before or "").rpartition("/")
    if slash and "/" not in after:
        yield tr('The old value began with "{prefix}", the new one does not. If the tool needs it, set it as prefix.',
                 prefix=f"{provider}/")  # fmt: skip


def at(*where: str | int) -> Callable[[object], KeyPath]:
    """A key that is always the same."""
    return lambda _meaning: where


def planned(
    guest: GuestFile,
    text: str,
    *,
    name: str,
    title: str,
    models: tuple[str | None, str],
    edits: tuple[Edit | None, ...],
    notes: tuple[str, ...],
) -> Change:
    """The change of a file to that text; `models` are the one before and the one after."""
    if guest.has_other_names:
        notes = (*notes, tr("{path} has a second name (a hard link), which keeps the old content.", path=guest.path))
    return Change(
        target=name,
        title=title,
        path=guest.path,
        real_path=guest.real_path,
        before=guest.data,
        after=guest.encoded(text),
        model_before=models[0],
        model_after=models[1],
        edits=tuple(edit for edit in edits if edit is not None),
        notes=notes,
    )


def check_model(model: str) -> None:
    """Refuse what no model is called, before it gets into somebody's file.

    Raises:
        SwitchError: it is empty, too long, padded, or holds characters that cannot be seen.
    """
    if not is_one_line(model):
        raise SwitchError(
            tr("This is no model's name"), tr('"{name}" cannot be written into a file.', name=plain(model))
        )


def check_folder(guest: GuestFile, title: str) -> None:
    """Refuse to make a tool's folder for it: where that is missing, so is the tool, or the path is wrong.

    Raises:
        SwitchError: the folder is not there, or its name cannot be written down in our record.
    """
    if any(0xD800 <= ord(char) <= 0xDFFF for char in f"{guest.path}{guest.real_path}"):  # how bytes are kept  # noqa: PLR2004
        raise refusal(guest.path, None, tr("its name is not UTF-8."))
    folder = guest.real_path.parent
    if not folder.is_dir():
        raise SwitchError(
            tr("{title} is not set up here", title=title),
            tr("There is no folder {folder}. Start {title} once, or correct the path.", folder=folder, title=title),
        )
