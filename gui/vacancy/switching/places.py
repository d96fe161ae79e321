"""Where tools keep their files, by the environment and the system."""

import sys
from collections.abc import Mapping
from pathlib import Path

from vacancy.user_home import user_home


def config_folder(environment: Mapping[str, str]) -> Path:
    """Where tools that follow XDG keep their configuration, on every system."""
    named = environment.get("XDG_CONFIG_HOME", "")
    return Path(named) if Path(named).is_absolute() else user_home(environment) / ".config"


def app_folder(name: str, environment: Mapping[str, str], platform: str = sys.platform) -> Path:
    """Where programs in the manner of the `click` library keep their files."""
    if platform == "win32":
        return Path(environment.get("APPDATA") or user_home(environment)) / name
    if platform == "darwin":
        return user_home(environment) / "Library/Application Support" / name
    return config_folder(environment) / name


def machine_folder(name: str, environment: Mapping[str, str], platform: str = sys.platform) -> Path:
    """Where a tool's administrator keeps what holds for everybody; `name` is that of Windows."""
    if platform == "win32":
        return Path(environment.get("PROGRAMDATA") or "C:/ProgramData") / name
    return Path("/etc") / name.lower().rpartition("/")[2]


def folders_up_to_repository(folder: Path) -> tuple[Path, ...]:
    """A folder and those above it, the nearest first, up to the root of the repository that it is in; else itself."""
    inside = (folder, *folder.parents)
    root = next((place for place, each in enumerate(inside) if (each / ".git").exists()), 0)
    return inside[: root + 1]
