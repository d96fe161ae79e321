"""Copy forms: how a model is named where it is going to be used."""

from enum import StrEnum
from typing import assert_never

from vacancy.domain.catalog import EntryKey


class CopyForm(StrEnum):
    """Where the text goes; the value is the word of the command line."""

    ID = "id"
    CODEX = "codex"
    ENV = "env"


def copy_text(key: EntryKey, form: CopyForm = CopyForm.ID) -> str:
    """The text to paste."""
    match form:
        case CopyForm.ID:
            return key.model
        case CopyForm.CODEX:
            effort = f" -c model_reasoning_effort={_quoted(key.effort)}" if key.effort else ""
            return f"codex -m {_quoted(key.model)}{effort}"
        case CopyForm.ENV:
            return f"OPENAI_MODEL={_quoted(key.model)}"
        case _:
            assert_never(form)


def _quoted(text: str) -> str:
    """One word for a POSIX shell, whatever it holds."""
    plain = text and all(character.isascii() and (character.isalnum() or character in "._-:/@") for character in text)
    return text if plain else "'" + text.replace("'", "'\"'\"'") + "'"
