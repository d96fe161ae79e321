"""Continue: the model of one entry of the list `models` in ~/.continue/config.yaml (docs.continue.dev/reference)."""

from collections.abc import Mapping
from pathlib import Path

from vacancy.switching.file_target import FileTarget
from vacancy.switching.syntax import KeyPath, UnfitTextError, key_name, value_at
from vacancy.switching.yaml_text import YamlSyntax
from vacancy.user_home import user_home
from vacancy.words import tr

_PROVIDER = "openai"
_CHAT = "chat"


def continue_dev(name: str, path: Path | None, prefix: str, environment: Mapping[str, str]) -> FileTarget:
    """The target."""
    return FileTarget(
        name=name,
        title="Continue",
        path=path or user_home(environment) / ".continue/config.yaml",
        syntax=YamlSyntax(),
        find_key=_chat_model,
        prefix=prefix,
        notes=(tr("Continue reads the file again when it is saved; the entry keeps the name that you gave it."),),
    )


def _chat_model(meaning: object) -> KeyPath:
    """The one entry that chats with OpenAI's models.

    Raises:
        UnfitTextError: there is none, or more than one.
    """
    models = value_at(meaning, ("models",))
    entries = enumerate(models) if isinstance(models, list) else ()
    found = [number for number, entry in entries if _chats(entry)]
    if len(found) == 1:
        return ("models", found[0], "model")
    if not found:
        raise UnfitTextError(tr('no entry of "models" chats with the provider openai. Add one in Continue first.'))
    raise UnfitTextError(
        tr(
            'several entries of "models" chat with the provider openai. List this file as a target of the kind "file" '
            "whose key names one of them: {key}.",
            key=key_name(("models", found[0], "model")),
        )
    )


def _chats(entry: object) -> bool:
    """An entry without roles has those for chat among others."""
    roles = value_at(entry, ("roles",))
    return value_at(entry, ("provider",)) == _PROVIDER and (not isinstance(roles, list) or _CHAT in roles)
