"""Starting with the desktop session: asked of the desktop's own folder, never remembered beside it."""

import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path

from vacancy.desktop.identity import APP_ID, APP_NAME
from vacancy.errors import DesktopError
from vacancy.words import tr

_HIDDEN_START = "--hidden"
_RESERVED = re.compile(r"[\s\"'\\><~|&;$*?#()`]")
"""Characters that an Exec argument may hold only in quotes."""


class Autostart:
    """Whether Vacancy starts with the session. This one is for desktops where we cannot do it properly."""

    supported = False

    def enabled(self) -> bool:
        """Whether it would start at the next login, as the desktop sees it."""
        return False

    def set_enabled(self, *, enabled: bool) -> None:  # noqa: ARG002 - for the desktops that can
        """Start at login from now on, or no longer.

        Raises:
            DesktopError: it could not be set; nothing was changed.
        """
        raise DesktopError(
            tr("Vacancy cannot add itself to the login items here"),
            tr("Add it by hand in the settings of your system."),
        )

    def refresh(self) -> None:
        """Correct an entry of ours that points to where we no longer are. Call it at each start."""


class XdgAutostart(Autostart):
    """An entry in the session's autostart folder (Linux)."""

    supported = True

    def __init__(self, folder: Path, command: tuple[str, ...]) -> None:
        self._file = folder / f"{APP_ID}.desktop"
        self._command = command

    def enabled(self) -> bool:
        """The entry is there, and nobody has switched it off."""
        entry = self._read()
        return entry is not None and not _switched_off(entry)

    def set_enabled(self, *, enabled: bool) -> None:
        """Write or remove the entry.

        Raises:
            DesktopError: the folder cannot be written; what was there still is.
        """
        try:
            if enabled:
                self._write()
            else:
                self._file.unlink(missing_ok=True)
        except OSError as failure:
            raise DesktopError(
                tr("The autostart entry cannot be changed"),
                f"{self._file}: {failure.strerror or tr('it cannot be written')}",
            ) from failure

    def refresh(self) -> None:
        """Point a living entry to this program. One that was switched off, by whomever, stays as it is."""
        entry = self._read()
        if entry is not None and not _switched_off(entry) and f"Exec={exec_line(self._command)}" not in entry:
            self.set_enabled(enabled=True)

    def _read(self) -> list[str] | None:
        try:
            return self._file.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            return None

    def _write(self) -> None:
        text = "\n".join(
            (
                "[Desktop Entry]",
                "Type=Application",
                f"Name={APP_NAME}",
                f"Exec={exec_line(self._command)}",
                f"Icon={APP_ID}",
                "Terminal=false",
                "X-GNOME-Autostart-enabled=true",
                "",
            )
        )
        self._file.parent.mkdir(parents=True, exist_ok=True)
        beside = self._file.with_name(f".{self._file.name}.new")
        beside.write_text(text, encoding="utf-8")
        beside.replace(self._file)


def autostart(environment: Mapping[str, str]) -> Autostart:
    """The way of this desktop. Windows and macOS have none here yet; `supported` says so."""
    if sys.platform != "linux":
        return Autostart()
    # The specification ignores a relative path, and so do we.
    configured = Path(environment.get("XDG_CONFIG_HOME", ""))
    config = configured if configured.is_absolute() else Path(environment.get("HOME") or Path.home()) / ".config"
    return XdgAutostart(config / "autostart", own_command(environment))


def own_command(environment: Mapping[str, str]) -> tuple[str, ...]:
    """How this program is started again, hidden, from anywhere.

    An AppImage runs from a mount that is gone at the next login, so its own file counts.
    """
    if image := environment.get("APPIMAGE"):
        return (image, _HIDDEN_START)
    if getattr(sys, "frozen", False):
        return (sys.executable, _HIDDEN_START)
    return (os.path.abspath(sys.executable), "-m", "vacancy", _HIDDEN_START)  # noqa: PTH100 - a venv's link must stay


def exec_line(command: tuple[str, ...]) -> str:
    """The value of an Exec key, quoted by its own grammar and then as a desktop entry's text.

    Raises:
        DesktopError: the path cannot be written down there.
    """
    return " ".join(_argument(argument) for argument in command).replace("\\", "\\\\")


def _argument(argument: str) -> str:
    if not argument.isprintable():
        raise DesktopError(
            tr("This path cannot be started at login"), tr("It holds characters that are not printable.")
        )
    argument = argument.replace("%", "%%")
    if argument and not _RESERVED.search(argument):
        return argument
    return '"' + re.sub(r'(["`$\\])', r"\\\1", argument) + '"'


def _switched_off(entry: list[str]) -> bool:
    values = dict(line.replace(" ", "").partition("=")[::2] for line in entry)
    return values.get("Hidden") == "true" or values.get("X-GNOME-Autostart-enabled") == "false"
