"""The settings file: read into preferences, and changed without losing what the user wrote in it."""

import stat
from dataclasses import replace
from pathlib import Path

from tomlkit.exceptions import TOMLKitError

from vacancy import atomic
from vacancy.domain.preferences import Preferences
from vacancy.errors import SettingsError
from vacancy.store.settings_edit import edit, full_text
from vacancy.store.settings_faults import BrokenSettingsError, Fault
from vacancy.store.settings_first_text import FIRST_TEXT
from vacancy.store.settings_lines import locate
from vacancy.store.settings_reading import read_preferences
from vacancy.words import tr

MAX_BYTES = 1_000_000
"""A larger file is no settings file; reading it would only make the start slow."""


class SettingsFile:
    """One config.toml. Not for several threads at once.

    Whatever fails, the file stays as it was: a broken file is never overwritten, a file that somebody else changed
    since it was read is not overwritten either, and what is written is read back in memory first.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._seen: str | None = None
        """The text at the last reading; None while there was no file."""
        self._was_read = False

    def read(self) -> Preferences:
        """The preferences in the file; the defaults while there is no file.

        Raises:
            BrokenSettingsError: the file has faults; the error names all of them.
            SettingsError: the file cannot be read.
        """
        text = _load(self.path)
        preferences = _decode(self.path, text)
        self._seen, self._was_read = text, True
        return preferences

    def save(self, preferences: Preferences) -> Preferences:
        """Write what differs between the file as it was read and these preferences; no write when nothing does.

        Returns:
            The preferences that are in the file now: the given ones, with addresses and durations as files have them.

        Raises:
            SettingsError: the file is broken, was changed by somebody else since it was read (read it again and
                repeat the change), or the preferences are not valid.
            StorageError: it cannot be written.
        """
        text = _load(self.path)
        if self._was_read and text != self._seen:
            raise SettingsError(
                tr("The settings were changed meanwhile"),
                tr(
                    "{path} was edited after it had been read. Nothing was overwritten; repeat your change.",
                    path=self.path,
                ),
            )
        before = _decode(self.path, text)
        preferences = self._fit(preferences)
        if text is None or not _same(before, preferences):  # a file of defaults says that the user chose them
            text = self._edited(FIRST_TEXT if text is None else text, before, preferences)
            atomic.write_text(self.path, text)
        self._seen, self._was_read = text, True
        return preferences

    def _fit(self, preferences: Preferences) -> Preferences:
        """The preferences as a file would give them back, checked by the same rules as a file."""
        fit, faults = read_preferences(full_text(preferences))
        if faults:
            raise BrokenSettingsError(self.path, faults)
        return fit

    def _edited(self, text: str, before: Preferences, after: Preferences) -> str:
        """The new text, proven to hold exactly the new preferences before anything is written."""
        try:
            new_text = edit(text, before, after)
        except (TOMLKitError, LookupError, TypeError, ValueError, AttributeError):
            new_text = ""
        result, faults = read_preferences(new_text)
        if not new_text or faults or not _same(result, after):
            raise SettingsError(
                tr("The settings cannot be changed automatically"),
                tr(
                    "{path} is written in a way that this change does not fit into. Nothing was changed; "
                    "please edit the file by hand.",
                    path=self.path,
                ),
            )
        return new_text


def problems(path: Path) -> list[Fault]:
    """Every fault of a settings file, with lines; an empty list for a good file and for none.

    Raises:
        SettingsError: the file cannot be read.
    """
    text = _load(path)
    if text is None:
        return []
    return locate(text, read_preferences(text)[1])


def show(preferences: Preferences) -> str:
    """The values in force as TOML, defaults included. There are no secrets in them."""
    return full_text(preferences)


def _same(one: Preferences, other: Preferences) -> bool:
    """Equal but for the order of the connections, which means nothing and is the user's in the file."""
    return _ordered(one) == _ordered(other)


def _ordered(preferences: Preferences) -> Preferences:
    return replace(preferences, connections=tuple(sorted(preferences.connections, key=lambda each: each.name)))


def _decode(path: Path, text: str | None) -> Preferences:
    if text is None:
        return Preferences()
    preferences, faults = read_preferences(text)
    if faults:
        raise BrokenSettingsError(path, locate(text, faults))
    return preferences


def _load(path: Path) -> str | None:
    """The text of the file with the line ends that it has; None when there is none."""
    try:
        is_ordinary = stat.S_ISREG(path.stat().st_mode)
        if is_ordinary:
            with path.open("rb") as file:
                data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _unreadable(tr("{path}: {reason}.", path=path, reason=error.strerror)) from error
    if not is_ordinary:
        # A pipe would be waited for, and a device may never end.
        raise _unreadable(tr("{path} is no ordinary file.", path=path))
    if len(data) > MAX_BYTES:
        raise _unreadable(tr("{path} is larger than {most} bytes.", path=path, most=MAX_BYTES))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _unreadable(
            tr("{path}, line {line}: this is not UTF-8. Save the file as UTF-8.", path=path, line=line)
        ) from None


def _unreadable(why: str) -> SettingsError:
    return SettingsError(tr("The settings cannot be read"), why)
