"""Copy forms: how a model is named where it is going to be used."""

import json
from enum import StrEnum
from typing import assert_never

from vacancy.domain.catalog import EntryKey


class CopyForm(StrEnum):
    """Where the text goes; the value is the word of the command line."""

    ID = "id"
    CODEX = "codex"
    """A command that starts Codex with it."""
    SLASH = "slash"
    """A line for the prompt of a session that already runs."""
    ENV = "env"
    JSON = "json"
    """The fields of a request to the Responses API."""


def copy_text(key: EntryKey, form: CopyForm = CopyForm.ID) -> str:
    """The text to paste."""
    match form:
        case CopyForm.ID:
            return key.model
        case CopyForm.CODEX:
            effort = f" -c model_reasoning_effort={_quoted(key.effort)}" if key.effort else ""
            return f"codex -m {_quoted(key.model)}{effort}"
        case CopyForm.SLASH:
            # A prompt knows no quotes; a line end in the name must not send what stands before it.
            return f"/model {' '.join(key.model.split())}"
        case CopyForm.ENV:
            return f"OPENAI_MODEL={_quoted(key.model)}"
        case CopyForm.JSON:
            return json.dumps(_fields(key), ensure_ascii=False)
        case _:
            assert_never(form)


def _fields(key: EntryKey) -> dict[str, object]:
    effort: dict[str, object] = {"reasoning": {"effort": key.effort}} if key.effort else {}
    tier: dict[str, object] = {"service_tier": key.service_tier} if key.service_tier else {}
    return {"model": key.model} | effort | tier


def _quoted(text: str) -> str:
    """One word for a POSIX shell, whatever it holds."""
    plain = text and all(character.isascii() and (character.isalnum() or character in "._-:/@") for character in text)
    return text if plain else "'" + text.replace("'", "'\"'\"'") + "'"
