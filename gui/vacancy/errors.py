"""The errors of Vacancy, all for people: each has a title and a message that says what to do.

VacancyError
├── SettingsError        the settings file is not right; names file, line, key and the nearest valid name
├── StorageError         a file of ours cannot be read or written
│   └── NewerDataError   it was written by a newer version
├── KeyStoreError        the keyring refused, is locked, or is not there
├── RouteError           the proxy or the certificates that a connection names cannot be used; nothing was sent
├── CodexError           Codex on this machine cannot be asked; nothing was sent
├── SwitchError          another tool's file was not changed, or not changed back; names the file and the line
├── FetchError           a request brought no usable answer; carries what the client saw, never a secret
├── CaseError            a case given to `explain` cannot be read
└── DesktopError         a service of the desktop (tray, notifications, display) is missing or refused
"""

import re
from enum import StrEnum

_CHINESE = re.compile("[\u4e00-\u9fff]")


class VacancyError(Exception):
    """The root. Views and the command line show `title` and `message`, never the text of a foreign exception."""

    def __init__(self, title: str, message: str = "") -> None:
        super().__init__(f"{title}: {message}" if message else title)
        self.title = title
        self.message = message

    @property
    def in_one_line(self) -> str:
        """Title and message where there is room for one line only."""
        if not self.message:
            return self.title
        # Both are in the language that was spoken, and a leaf cannot ask which one that is.
        stop = "。" if _CHINESE.search(self.title) else ". "
        return " ".join(f"{self.title}{stop}{self.message}".split())


class SettingsError(VacancyError):
    """The settings are not right; nothing was overwritten."""


class StorageError(VacancyError):
    """A file of ours cannot be read or written."""


class NewerDataError(StorageError):
    """The data were written by a newer version of Vacancy, which an older one must not touch."""


class KeyTrouble(StrEnum):
    """Why a key cannot be had."""

    MISSING = "missing"
    VARIABLE_UNSET = "variable_unset"
    UNUSABLE = "unusable"
    LOCKED = "locked"
    ABSENT = "absent"
    """No allow-listed keyring is there."""
    NO_ANSWER = "no_answer"
    """The keyring did not answer in time; perhaps it waits for a prompt."""


class KeyStoreError(VacancyError):
    """A key cannot be read or stored."""

    def __init__(self, trouble: KeyTrouble, title: str, message: str = "") -> None:
        super().__init__(title, message)
        self.trouble = trouble


class RouteTrouble(StrEnum):
    """Which part of a connection's way out cannot be used."""

    PROXY = "proxy"
    CERTIFICATES = "certificates"


class RouteError(VacancyError):
    """What a connection's settings say about its way out cannot be used, and so nothing was sent."""

    def __init__(self, trouble: RouteTrouble, title: str, message: str = "") -> None:
        super().__init__(title, message)
        self.trouble = trouble


class CodexTrouble(StrEnum):
    """Why Codex cannot be asked."""

    PROGRAM_ABSENT = "program_absent"
    NOT_STARTED = "not_started"
    """It ended at once, or said nothing in time; mostly its own settings are broken."""
    REFUSED = "refused"
    """It runs, and does not do what it was asked to, as an older version does not."""
    LOGGED_OUT = "logged_out"
    PROVIDER = "provider"
    """Its settings name a built-in provider of which nobody can ask for one request at most."""


class CodexError(VacancyError):
    """Codex on this machine cannot be asked, and so no model was."""

    def __init__(self, trouble: CodexTrouble, title: str, message: str = "") -> None:
        super().__init__(title, message)
        self.trouble = trouble


class SwitchError(VacancyError):
    """Another tool's file was not changed, or not changed back. It is as it was, unless the message says otherwise.

    `backup` is the path of our copy of the file from before the switch, where the user may need it.
    """

    def __init__(self, title: str, message: str = "", *, backup: str | None = None) -> None:
        super().__init__(title, message)
        self.backup = backup


class FetchError(VacancyError):
    """A request brought no usable answer.

    `kind` and `causes` are class names of the client's exceptions, outermost first, with texts that were
    redacted; evidence is made of them.
    """

    def __init__(self, title: str, message: str = "", *, causes: tuple[tuple[str, str], ...] = ()) -> None:
        super().__init__(title, message)
        self.causes = causes


class CaseError(VacancyError):
    """A case given to `explain` is not one JSON object with the fields of a case."""


class DesktopError(VacancyError):
    """A service of the desktop is missing or refused."""
