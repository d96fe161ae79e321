"""Saying what goes before the file that would be switched, so that nobody waits for a switch that has no effect."""

from collections.abc import Mapping
from pathlib import Path

from vacancy.errors import SwitchError
from vacancy.switching.guest_file import read_guest
from vacancy.switching.syntax import KeyPath, Syntax, load, text_at
from vacancy.words import plain, tr


def set_in_variable(variable: str, environment: Mapping[str, str]) -> str | None:
    """The sentence for a variable that sets a model; None while it is not set."""
    value = environment.get(variable)
    if not value:
        return None
    return tr(
        "The environment variable {variable} sets {model} and goes before the file.",
        variable=variable,
        model=plain(value),
    )


def set_in_file(path: Path, own: Path, syntax: Syntax, key: KeyPath) -> str | None:
    """The sentence for another file that sets a model; None when it sets none, is broken or is the own one."""
    if path == own:
        return None
    try:
        model = text_at(load(read_guest(path), syntax), key)
    except SwitchError:
        return None
    return model and tr("{path} sets {model} and goes before {own}.", path=path, model=plain(model), own=own)
