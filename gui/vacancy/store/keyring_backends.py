"""The keyrings that Vacancy trusts, one for each system, behind three calls.

The keyring library would choose by itself, and chooses what must not hold a key: a plaintext file, a null backend
that forgets, a chain in which reads and writes go to different places. So one backend is built here by name and held
by whoever asked for it. Other systems' own words for failure end here too, because their texts may hold secrets.
"""

import contextlib
import logging
import sys
from collections.abc import Iterator
from typing import Protocol

from vacancy.errors import KeyStoreError, KeyTrouble
from vacancy.words import tr

_logger = logging.getLogger(__name__)


class Keyring(Protocol):
    """A safe place for keys. Every call may block until the user answers a prompt, and may raise KeyStoreError."""

    @property
    def name(self) -> str:
        """What people call it."""

    def get(self, service: str, username: str) -> str | None:
        """The text kept under that name, None when there is none."""

    def set(self, service: str, username: str, text: str) -> None:
        """Keep a text under that name, in place of an older one."""

    def delete(self, service: str, username: str) -> bool:
        """Forget the text under that name; False when there was none."""


class _Backend(Protocol):
    """The part of keyring's backends that is used."""

    def get_password(self, service: str, username: str) -> str | None: ...
    def set_password(self, service: str, username: str, password: str) -> None: ...
    def delete_password(self, service: str, username: str) -> None: ...


def open_keyring() -> Keyring:
    """The keyring of this desktop. Asks the system anew at each call: at login it may come up later than we do.

    Importing keyring takes 0.2 s, so it happens here, on the keyring's thread.

    Raises:
        KeyStoreError: there is none (`ABSENT`).
    """
    with _translated():
        if sys.platform == "darwin":
            return _Translating("macOS Keychain", _macos())
        if sys.platform == "win32":
            return _Translating("Windows Credential Manager", _windows())
        return _Translating("Secret Service", _secret_service())


def _secret_service() -> _Backend:
    from keyring.backends import SecretService  # noqa: PLC0415 - see open_keyring

    _ = SecretService.Keyring.priority  # raises RuntimeError when no service can be reached
    return SecretService.Keyring()  # type: ignore[no-untyped-call]  # keyring's have no types


def _macos() -> _Backend:
    from keyring.backends import macOS  # noqa: PLC0415 - see open_keyring

    _ = macOS.Keyring.priority
    return macOS.Keyring()  # type: ignore[no-untyped-call]  # keyring's have no types


def _windows() -> _Backend:
    from keyring.backends import Windows  # noqa: PLC0415 - see open_keyring

    _ = Windows.WinVaultKeyring.priority
    backend = Windows.WinVaultKeyring()  # type: ignore[no-untyped-call]  # keyring's have no types
    # Without this a credential roams with the user's profile to other machines of a company.
    backend.persist = "local machine"
    return backend


class _Translating:
    """A backend of keyring whose errors are ours."""

    def __init__(self, name: str, backend: _Backend) -> None:
        self.name = name
        self._backend = backend

    def get(self, service: str, username: str) -> str | None:
        with _translated():
            return self._backend.get_password(service, username)

    def set(self, service: str, username: str, text: str) -> None:
        with _translated():
            self._backend.set_password(service, username, text)

    def delete(self, service: str, username: str) -> bool:
        from keyring.errors import PasswordDeleteError  # noqa: PLC0415 - see open_keyring

        with _translated():
            try:
                self._backend.delete_password(service, username)
            except PasswordDeleteError:
                return False
            return True


@contextlib.contextmanager
def _translated() -> Iterator[None]:
    """Our errors for theirs, without their texts."""
    try:
        yield
    except KeyStoreError:
        raise
    except Exception as error:  # noqa: BLE001 - each system raises its own kinds (D-Bus, pywintypes), some unimportable here
        names = _names(error)
        _logger.info("keyring_refused errors=%s", names)
        raise _as_ours(names) from None


def _names(error: BaseException | None) -> tuple[str, ...]:
    """Class names of an error and of what caused it."""
    names: list[str] = []
    while error is not None:
        names.append(type(error).__name__)
        error = error.__cause__
    return tuple(names)


_LOCKED = frozenset({"KeyringLocked", "LockedException", "PromptDismissedException"})
"""Also what stands behind keyring's InitError when the user declined to create a first keyring."""


def _as_ours(names: tuple[str, ...]) -> KeyStoreError:
    if not _LOCKED.isdisjoint(names):
        return KeyStoreError(
            KeyTrouble.LOCKED,
            tr("The keyring is locked"),
            tr("Unlock it (it asks when you press Check now, and most desktops unlock it at login), then check again."),
        )
    return KeyStoreError(
        KeyTrouble.ABSENT,
        tr("There is no keyring to keep the key in"),
        tr(
            "Start GNOME Keyring, KWallet 6 or KeePassXC with its Secret Service, or name an environment variable in "
            'the settings (key = "env:OPENAI_API_KEY"). Keys are never written to a plain file.'
        ),
    )
