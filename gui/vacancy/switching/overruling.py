"""Saying what goes before the file that would be switched, so that nobody waits for a switch that has no effect."""

from collections.abc import Mapping
from pathlib import Path

from vacancy.errors import SwitchError
from vacancy.switching.guest_file import read_guest
from vacancy.switching.syntax import KeyPath, Syntax, UnfitTextError, load, text_at
from vacancy.words import plain, tr


def set_in_variable(variable: str, environment: Mapping[str, str], syntax: Syntax | None = None) -> str | None:
    """The sentence for a variable that sets a model; None while it sets none.

    With a syntax the variable holds a whole configuration, of which nothing but the model is shown.
    """
    model = environment.get(variable)
    if model and syntax is not None:
        try:
            model = text_at(syntax.load(model), ("model",))
        except UnfitTextError:
            return None
    return model and tr(
        "The environment variable {variable} sets {model} and goes before the file.",
        variable=variable,
        model=plain(model),
    )


def set_in_file(path: Path, own: Path, syntax: Syntax, key: KeyPath) -> str | None:
    """The sentence for another file that sets a model; None when it sets none, is broken or is the own one."""
    model = None if path == own else model_in(path, syntax, key)
    return model and tr("{path} sets {model} and goes before {own}.", path=path, model=plain(model), own=own)


def model_in(path: Path, syntax: Syntax, key: KeyPath) -> str | None:
    """The model that a file sets; None when it sets none, is broken or is not there."""
    try:
        return text_at(load(read_guest(path), syntax), key)
    except SwitchError:
        return None
