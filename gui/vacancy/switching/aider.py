"""aider: the key `model` of .aider.conf.yml.

aider reads the one in the home, then the repository's, then the one in the current folder, and the last it reads
holds; its variable and its option go before all of them (aider.chat/docs/config).
"""

from collections.abc import Mapping
from pathlib import Path

from vacancy.switching.file_target import FileTarget, at
from vacancy.switching.overruling import set_in_file, set_in_variable
from vacancy.switching.places import folders_up_to_repository
from vacancy.switching.yaml_text import YamlSyntax
from vacancy.user_home import user_home
from vacancy.words import tr

_FILE = ".aider.conf.yml"
_SYNTAX = YamlSyntax()


def aider(name: str, path: Path | None, prefix: str, environment: Mapping[str, str], folder: Path | None) -> FileTarget:
    """The target; `folder` is the one that aider would be started in, None when nobody can know."""
    own = path or user_home(environment) / _FILE
    nearest = folders_up_to_repository(folder) if folder else ()
    above = [place / _FILE for place in dict.fromkeys((*nearest[:1], *nearest[-1:]))]
    overruled = (
        set_in_variable("AIDER_MODEL", environment),
        *(set_in_file(each, own, _SYNTAX, ("model",)) for each in above if path is None),
    )
    return FileTarget(
        name=name,
        title="aider",
        path=own,
        syntax=_SYNTAX,
        find_key=at("model"),
        prefix=prefix,
        notes=(tr("aider takes it when it is started next; /model changes a running one."),),
        overruled_by=tuple(sentence for sentence in overruled if sentence),
    )
