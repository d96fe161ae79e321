"""Where keys are had from: the keyring, an environment variable, or this run's memory. Never a file of ours.

A key is filed under the name of its connection and the origin of its base URL. When either changes the key is not
found, so it can never be sent to a host that it was not given for.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from vacancy.domain.catalog import Connection, KeyKind
from vacancy.domain.inputs import LONGEST_KEY, SHORTEST_KEY, KeyFault, key_fault
from vacancy.errors import KeyStoreError, KeyTrouble
from vacancy.redaction import Secret
from vacancy.store.keyring_backends import Keyring, open_keyring
from vacancy.store.keyring_thread import KeyringThread, T, wait_for
from vacancy.words import tr

if TYPE_CHECKING:
    from concurrent.futures import Future

TIMEOUT = timedelta(seconds=30)
"""Long enough to type a password into the keyring's prompt, short enough not to look dead."""
_USERNAME = "api-key"
_PORTS = {"http": 80, "https": 443}


class Stored(StrEnum):
    """Where a key went."""

    KEYRING = "keyring"
    SESSION_ONLY = "session_only"
    """There is no safe place on this desktop, so the key is kept in memory until Vacancy ends."""


@dataclass(frozen=True, slots=True)
class KeyStatus:
    """What can be said about a connection's key without showing it."""

    where: str
    """`keyring`, `env:NAME`, `none`, or `session_only`."""
    present: bool | None
    """None when it could not be established; `trouble` says why."""
    backend: str | None = None
    """What people call the keyring."""
    trouble: KeyTrouble | None = None
    advice: str = ""
    """What to do about the trouble."""


class KeyStore:
    """Reads and keeps keys. Used from one event loop; whatever may block runs in a thread of its own.

    A key that was found is remembered until the program ends, and so is a refusal: a user who dismissed the
    keyring's prompt is not asked again by the next probe, only after `ask_again`.

    Args:
        environment: Where `env:NAME` looks.
        label: What the keyring's items begin with; `Paths.keyring_label`.
        keyring: Opens the keyring; runs on the keyring's thread, again after each failure.
        timeout: Longest wait for one call of the keyring.
        learned: Called with each key's text as soon as it is known, for the redaction of logs.
    """

    def __init__(
        self,
        *,
        environment: Mapping[str, str],
        label: str = "vacancy",
        keyring: Callable[[], Keyring] = open_keyring,
        timeout: timedelta = TIMEOUT,
        learned: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._environment = environment
        self._label = label
        self._open = keyring
        self._timeout = timeout
        self._learned = learned
        self._thread = KeyringThread()
        self._keyring: Keyring | None = None
        self._known: set[str] = set()
        self._found: dict[str, Secret] = {}
        self._session_only: set[str] = set()
        self._refused: KeyStoreError | None = None
        self._reading: dict[str, Future[str | None]] = {}

    async def read(self, connection: Connection) -> Secret | None:
        """The key of a connection; None for a connection that needs none.

        Raises:
            KeyStoreError: it cannot be had; the error says why and what to do.
        """
        match connection.key.kind:
            case KeyKind.NONE:
                return None
            case KeyKind.ENVIRONMENT:
                return self._from_environment(connection.key.variable or "")
            case KeyKind.KEYRING:
                return await self._from_keyring(connection)

    async def write(self, connection: Connection, secret: Secret) -> Stored:
        """Keep a key, and make sure that it can be read back; without a safe keyring it is kept for this run only.

        Raises:
            KeyStoreError: the text cannot be a key (`UNUSABLE`), or the keyring is locked or silent; then it may hold
                the old key or the new one, and the next `read` tells.
        """
        text = usable(secret.reveal(), shortest=SHORTEST_KEY)
        self._learn(text)
        service = self._service(connection)
        self._found.pop(service, None)
        self._reading.pop(service, None)
        self._refused = None
        try:
            kept = await self._call(lambda: self._set(service, text))
        except KeyStoreError as error:
            if error.trouble is not KeyTrouble.ABSENT:
                raise
            kept = False
        self._found[service] = Secret(text)
        (self._session_only.discard if kept else self._session_only.add)(service)
        return Stored.KEYRING if kept else Stored.SESSION_ONLY

    async def delete(self, connection: Connection) -> bool:
        """Forget a key, in memory and in the keyring; False when there was none.

        Raises:
            KeyStoreError: the keyring is locked, silent or not there.
        """
        service = self._service(connection)
        was_in_memory = self._found.pop(service, None) is not None and service in self._session_only
        self._session_only.discard(service)
        self._reading.pop(service, None)
        self._refused = None
        try:
            return await self._call(lambda: self._opened().delete(service, _USERNAME)) or was_in_memory
        except KeyStoreError as error:
            if was_in_memory and error.trouble is KeyTrouble.ABSENT:
                return True
            raise

    async def status(self, connection: Connection) -> KeyStatus:
        """Where the key of a connection is and whether it is there. Never raises and never shows the key."""
        where = str(connection.key)
        if connection.key.kind is KeyKind.NONE:
            return KeyStatus(where, present=False)
        if self._service(connection) in self._session_only:
            return KeyStatus(Stored.SESSION_ONLY, present=True)
        try:
            await self.read(connection)
        except KeyStoreError as error:
            absent = error.trouble in {KeyTrouble.MISSING, KeyTrouble.VARIABLE_UNSET}
            present = False if absent else True if error.trouble is KeyTrouble.UNUSABLE else None
            return KeyStatus(where, present, self._backend_name(connection), error.trouble, error.message)
        return KeyStatus(where, present=True, backend=self._backend_name(connection))

    async def place(self) -> str | None:
        """What people call the keyring that a new key would go to; None when this desktop has no safe one."""
        try:
            return (await self._call(self._opened)).name
        except KeyStoreError:
            return None

    def forget_found(self) -> None:
        """Another process changed the keyring: read from it anew. Keys of this run alone are kept."""
        self._found = {service: secret for service, secret in self._found.items() if service in self._session_only}
        self._refused = None

    def ask_again(self) -> None:
        """The user wants another try: a keyring that refused may prompt once more."""
        self._refused = None

    @property
    def keeps_for_this_run(self) -> bool:
        """Some key is in memory only, and gone when the program ends."""
        return bool(self._session_only)

    def _from_environment(self, variable: str) -> Secret:
        text = self._environment.get(variable, "")
        if not text.strip():
            raise KeyStoreError(
                KeyTrouble.VARIABLE_UNSET,
                tr("The environment variable {name} is not set", name=variable),
                tr("Set {name} for the program that starts Vacancy, or put the key into the keyring.", name=variable),
            )
        self._learn(text.strip())
        return Secret(usable(text))

    async def _from_keyring(self, connection: Connection) -> Secret:
        service = self._service(connection)
        if service in self._found:
            return self._found[service]
        if self._refused is not None:
            raise KeyStoreError(self._refused.trouble, self._refused.title, self._refused.message)
        text = await self._read_once(service)
        if text is None:
            raise KeyStoreError(
                KeyTrouble.MISSING,
                tr("There is no key for {connection}", connection=connection.name),
                tr("Enter it in the settings, or run: vacancy key set {connection}", connection=connection.name),
            )
        self._learn(text.strip())
        secret = Secret(usable(text))
        return self._found.setdefault(service, secret)

    async def _read_once(self, service: str) -> str | None:
        """The stored text, asked for once however many wait; an answer after the deadline is the next caller's."""
        reading = self._reading.get(service)
        if reading is None:
            reading = self._thread.submit(lambda: self._opened().get(service, _USERNAME))
            self._reading[service] = reading
        try:
            return await self._answer(reading)
        finally:
            if reading.done() and self._reading.get(service) is reading:
                del self._reading[service]

    async def _call(self, call: Callable[[], T]) -> T:
        """A call that is taken back when its turn did not come in time."""
        job = self._thread.submit(call)
        try:
            return await self._answer(job)
        finally:
            job.cancel()

    async def _answer(self, job: "Future[T]") -> T:
        try:
            return await wait_for(job, self._timeout)
        except TimeoutError:
            raise KeyStoreError(
                KeyTrouble.NO_ANSWER,
                tr("The keyring does not answer"),
                tr("Perhaps it waits for a password in a window behind others. Answer it, then check again."),
            ) from None
        except KeyStoreError as error:
            if error.trouble is KeyTrouble.LOCKED:
                self._refused = error
            raise

    def _set(self, service: str, text: str) -> bool:
        """Write and read back; False when the keyring pretended. Runs on the keyring's thread."""
        keyring = self._opened()
        keyring.set(service, _USERNAME, text)
        return keyring.get(service, _USERNAME) == text

    def _opened(self) -> Keyring:
        """The keyring, kept once it could be opened. Runs on the keyring's thread."""
        if self._keyring is None:
            self._keyring = self._open()
        return self._keyring

    def _learn(self, text: str) -> None:
        if text not in self._known:
            self._known.add(text)
            self._learned(text)

    def _service(self, connection: Connection) -> str:
        return f"{self._label}:{connection.name}@{origin(connection.base_url)}"

    def _backend_name(self, connection: Connection) -> str | None:
        if connection.key.kind is not KeyKind.KEYRING or self._keyring is None:
            return None
        return self._keyring.name


def origin(url: str) -> str:
    """Scheme, host and port of an address in one spelling, so that the same place has one name."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    host = f"[{host}]" if ":" in host else host
    port = "" if parts.port in {None, _PORTS.get(parts.scheme)} else f":{parts.port}"
    return f"{parts.scheme}://{host}{port}"


def usable(text: str, *, shortest: int = 1) -> str:
    """The key without the spaces and line ends that come along when it is copied.

    Raises:
        KeyStoreError: it cannot be a key; the message never repeats it.
    """
    text = text.strip()
    match key_fault(text, shortest=shortest):
        case None:
            return text
        case KeyFault.CHARACTERS:
            problem = tr(
                "Inside it are spaces, line ends or characters outside plain ASCII. Copy the key alone, once more."
            )
        case KeyFault.LENGTH:
            problem = tr(
                "A key has {least} to {most} characters, this text has {n}.",
                least=shortest,
                most=LONGEST_KEY,
                n=len(text),
            )
    raise KeyStoreError(KeyTrouble.UNUSABLE, tr("This text cannot be a key"), problem)
