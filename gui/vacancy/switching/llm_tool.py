"""The `llm` tool: its default model, the one word in default_model.txt of its folder (llm.datasette.io)."""

from collections.abc import Mapping
from pathlib import Path

from vacancy.switching.env_text import WholeText
from vacancy.switching.file_target import FileTarget, at
from vacancy.switching.overruling import set_in_variable
from vacancy.switching.places import app_folder
from vacancy.user_home import whole_path
from vacancy.words import tr


def llm_tool(name: str, path: Path | None, prefix: str, environment: Mapping[str, str]) -> FileTarget:
    """The target."""
    named = environment.get("LLM_USER_PATH")
    folder = whole_path(named, environment) if named else app_folder("io.datasette.llm", environment)
    overruled = set_in_variable("LLM_MODEL", environment)
    return FileTarget(
        name=name,
        title="llm",
        path=path or folder / "default_model.txt",
        syntax=WholeText(),
        find_key=at(),
        prefix=prefix,
        notes=(tr("llm takes it at its next call, where no other model is named with -m."),),
        overruled_by=(overruled,) if overruled else (),
    )
