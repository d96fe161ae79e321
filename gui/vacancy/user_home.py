"""The user's home, and what is meant from there: whoever reads a tool's files and whoever writes them mean the same."""

import sys
from collections.abc import Mapping
from pathlib import Path


def user_home(environment: Mapping[str, str], platform: str = sys.platform) -> Path:
    """The user's home by the variable that programs heed: on Windows only some shells set HOME, and for themselves."""
    profile = environment.get("USERPROFILE") if platform == "win32" else None
    named = profile or environment.get("HOME")
    return Path(named) if named else Path.home()


def expanded(text: str, environment: Mapping[str, str]) -> Path:
    """The path that people write, where a leading ~ means the home."""
    if text.startswith(("~/", "~\\")):
        return user_home(environment) / text[2:]
    return user_home(environment) if text == "~" else Path(text)


def whole_path(text: str, environment: Mapping[str, str]) -> Path:
    """The same as a whole path: a relative one is meant from the home."""
    return user_home(environment) / expanded(text, environment)


def codex_home(named: str | None, environment: Mapping[str, str]) -> Path:
    """Codex's folder, whether or not it is there: the one that is named, CODEX_HOME's, or the default one."""
    place = named or environment.get("CODEX_HOME") or "~/.codex"
    return whole_path(place, environment)
