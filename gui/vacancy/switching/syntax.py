"""Setting one value in a text and keeping every other character, whatever the text is written in.

A syntax (TOML, JSON, YAML, ...) says what a text means and which characters have to be exchanged. Nothing is trusted:
the new text is read again, and unless its meaning differs by exactly that value, the edit is refused.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from vacancy.switching.guest_file import GuestFile, refusal
from vacancy.switching.target import Edit
from vacancy.words import tr

KeyPath = tuple[str | int, ...]
"""Where a value is: names in tables, numbers in lists."""

_STEP = re.compile(r'"((?:[^"\\]|\\.)*)"|\'([^\']*)\'|\[(\d+)\]|([^.\[\]"\']+)')


class UnfitTextError(Exception):
    """The text cannot be read, or the value cannot be set in it; `problem` is a clause for people, with a full stop.

    Never leaves this layer: whoever knows the file makes a SwitchError of it.
    """

    def __init__(self, problem: str, line: int | None = None) -> None:
        super().__init__(problem)
        self.problem = problem
        self.line = line


@dataclass(frozen=True, slots=True)
class Splice:
    """Characters to put in the place of others."""

    begin: int
    end: int
    text: str

    def applied_to(self, text: str) -> str:
        """The text with the change."""
        return text[: self.begin] + self.text + text[self.end :]

    def line_in(self, text: str) -> int:
        """The line on which what is put in begins."""
        leading = len(self.text) - len(self.text.lstrip("\r\n"))
        return (text[: self.begin] + self.text[:leading]).count("\n") + 1


class Syntax(Protocol):
    """A way to write values as text."""

    def load(self, text: str) -> object:
        """What the text means: dicts, lists and leaves that compare as equal when they mean the same.

        Raises:
            UnfitTextError: the text is broken.
        """

    def splice(self, text: str, where: KeyPath, value: str, *, after: KeyPath | None) -> Splice:
        """The change of a sound text that sets the value; a new key stands after the other one where it can.

        Raises:
            UnfitTextError: the value cannot be set there.
        """


def parse_key_path(text: str) -> KeyPath:
    """The path that a text such as `models[0].model` or `"a.b".c` names.

    Raises:
        ValueError: it names none.
    """
    path: list[str | int] = []
    place = 0
    while place < len(text):
        if path and text[place] == ".":
            place += 1
        elif path and text[place] != "[":
            raise ValueError(f"no key path: {text}")
        found = _STEP.match(text, place)
        if found is None:
            raise ValueError(f"no key path: {text}")
        quoted, literal, number, bare = found.groups()
        step = re.sub(r"\\(.)", r"\1", quoted or "") or literal or bare
        if number is None and not step:
            raise ValueError(f"no key path: {text}")
        path.append(step if number is None else int(number))
        place = found.end()
    if not path or text.endswith("."):
        raise ValueError(f"no key path: {text}")
    return tuple(path)


def key_name(where: KeyPath) -> str:
    """A path as people write it."""
    name = ""
    for step in where:
        dot = "." if name else ""
        name += f"[{step}]" if isinstance(step, int) else f"{dot}{step}" if "." not in step else f'{dot}"{step}"'
    return name


@contextmanager
def refused_for(path: Path) -> Iterator[None]:
    """Within it, a text that is unfit becomes a refusal of that file.

    Raises:
        SwitchError: the text was unfit.
    """
    try:
        yield
    except UnfitTextError as error:
        raise refusal(path, error.line, error.problem) from None
    except RecursionError:
        problem = tr("lists or tables stand in each other more deeply than can be read.")
        raise refusal(path, None, problem) from None


def load(guest: GuestFile, syntax: Syntax) -> object:
    """What a file means.

    Raises:
        SwitchError: it is broken; the error says where.
    """
    with refused_for(guest.path):
        return syntax.load(guest.text)


def value_at(meaning: object, where: KeyPath) -> object | None:
    """The value at a path, None when there is none."""
    for step in where:
        if isinstance(step, str) and isinstance(meaning, dict):
            meaning = meaning.get(step)
        elif isinstance(step, int) and isinstance(meaning, list) and step < len(meaning):
            meaning = meaning[step]
        else:
            return None
    return meaning


def text_at(meaning: object, where: KeyPath) -> str | None:
    """The text at a path, None when there is none or it is something else."""
    value = value_at(meaning, where)
    return value if isinstance(value, str) else None


def set_value(
    guest: GuestFile, text: str, syntax: Syntax, where: KeyPath, value: str, *, after: KeyPath | None = None
) -> tuple[str, Edit | None]:
    """The text with one value set, and what was done; None when it is set already.

    `guest` names the file in errors; `text` may hold an earlier edit of it.

    Raises:
        SwitchError: the text is broken, or the value cannot be set without touching anything else.
    """
    with refused_for(guest.path):
        meaning = syntax.load(text)
        before = value_at(meaning, where)
        if before == value:
            return text, None
        splice = syntax.splice(text, where, value, after=after)
        new_text = splice.applied_to(text)
        _prove(syntax.load(new_text) == _with_value(meaning, where, value), where)
    old = before if isinstance(before, str) else None
    return new_text, Edit(key_name(where), splice.line_in(text), old, value)


def by_hand(where: KeyPath) -> str:
    """Why a value cannot be set, where the way in which it is written is rare."""
    return tr("{key} is written in a way that cannot be changed safely. Change it there by hand.", key=key_name(where))


def _prove(is_as_meant: bool, where: KeyPath) -> None:  # noqa: FBT001 - it is the whole question
    """Nothing is trusted that was not read back.

    Raises:
        UnfitTextError: the new text means something else than was meant.
    """
    if not is_as_meant:
        raise UnfitTextError(by_hand(where))


def _with_value(meaning: object, where: KeyPath, value: str) -> object:
    """The same meaning with one value set; what is on the way to it must be there."""
    if not where:
        return value
    step, *rest = where
    if isinstance(step, str) and isinstance(meaning, dict):
        return {**meaning, step: _with_value(meaning.get(step), tuple(rest), value)}
    if isinstance(step, int) and isinstance(meaning, list):
        return [_with_value(each, tuple(rest), value) if at == step else each for at, each in enumerate(meaning)]
    raise UnfitTextError(by_hand(where))
