"""The command about keys: set, status, delete. A key is read from a hidden prompt or standard input, never shown."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from vacancy.cli.console import Console, Exit
from vacancy.cli.json_face import as_json
from vacancy.domain.catalog import Connection, KeyKind
from vacancy.errors import KeyTrouble, SettingsError
from vacancy.logs import add_secret
from vacancy.redaction import Secret
from vacancy.store.keyring_backends import Keyring, open_keyring
from vacancy.store.secrets import KeyStatus, KeyStore, Stored
from vacancy.store.settings_faults import nearest
from vacancy.wiring.kept import Kept


@dataclass(frozen=True, slots=True)
class KeyFace:
    """JSON of `vacancy key`."""

    connection: str
    where: str
    present: bool | None
    backend: str | None
    trouble: str | None
    advice: str


class Keys:
    """The keys of the connections in the settings."""

    def __init__(
        self,
        kept: Kept,
        environment: Mapping[str, str],
        console: Console,
        *,
        keyring: Callable[[], Keyring] = open_keyring,
    ) -> None:
        self._kept = kept
        self._console = console
        label = kept.paths.keyring_label
        self._store = KeyStore(environment=environment, label=label, keyring=keyring, learned=add_secret)

    def act(self, action: str, name: str, *, json: bool) -> Exit:
        """Do one of the three."""
        connection = self._connection(name)
        if action == "set":
            return self._set(connection, json=json)
        return self._delete(connection, json=json) if action == "delete" else self._status(connection, json=json)

    def _set(self, connection: Connection, *, json: bool) -> Exit:
        if connection.key.kind is not KeyKind.KEYRING:
            raise SettingsError(
                f"The key of {connection.name} is not kept in the keyring",
                f'Its setting says key = "{connection.key}". Change it to "keyring" to store one.',
            )
        secret = Secret(self._console.read_secret(f"Key for {connection.name} at {connection.host}: "))
        if asyncio.run(self._store.write(connection, secret)) is Stored.SESSION_ONLY:
            self._console.note(
                "This desktop has no safe place for keys, so the key was not kept.\n"
                f'Set key = "env:NAME" for {connection.name}, or start a Secret Service such as gnome-keyring.'
            )
            return Exit.NEEDS_USER
        self._tell_the_app()
        return self._status(connection, json=json)

    def _tell_the_app(self) -> None:
        """A running app waits for this key, or still uses the old one."""
        if self._kept.app_is_running():
            self._kept.paths.keys_changed_file.write_text("", encoding="utf-8")

    def _status(self, connection: Connection, *, json: bool) -> Exit:
        status = asyncio.run(self._store.status(connection))
        self._print(connection, status, json=json)
        return Exit.YES if status.present or connection.key.kind is KeyKind.NONE else Exit.NEEDS_USER

    def _delete(self, connection: Connection, *, json: bool) -> Exit:
        if connection.key.kind is not KeyKind.KEYRING:
            raise SettingsError(f"The key of {connection.name} is not kept in the keyring", "Nothing to delete.")
        was_there = asyncio.run(self._store.delete(connection))
        self._tell_the_app()
        if json:
            self._print(connection, asyncio.run(self._store.status(connection)), json=True)
        else:
            self._console.answer(f"{connection.name}: {'the key was deleted' if was_there else 'there was no key'}")
        return Exit.YES if was_there else Exit.NO

    def _print(self, connection: Connection, status: KeyStatus, *, json: bool) -> None:
        face = KeyFace(connection.name, status.where, status.present, status.backend, status.trouble, status.advice)
        self._console.answer(as_json(face) if json else _line(connection, status))

    def _connection(self, name: str) -> Connection:
        connections = {connection.name: connection for connection in self._kept.preferences.connections}
        if name not in connections:
            near = nearest(name, connections)
            hint = f'Did you mean "{near}"?' if near else f"Listed: {', '.join(connections) or 'none'}."
            raise SettingsError(
                f'No connection is called "{name}"', f"{hint} The settings are in {self._kept.paths.config_file}"
            )
        return connections[name]


def _line(connection: Connection, status: KeyStatus) -> str:
    if connection.key.kind is KeyKind.NONE:
        return f"{connection.name}: needs no key"
    place = status.backend or status.where
    if status.present and status.trouble is None:
        return f"{connection.name}: the key is in {place}"
    if status.trouble in {KeyTrouble.MISSING, KeyTrouble.VARIABLE_UNSET}:
        return f"{connection.name}: there is no key in {place}. {status.advice}"
    return f"{connection.name}: not known. {status.advice}"
