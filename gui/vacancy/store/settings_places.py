"""Rules of the settings that say where something is: an address, a proxy, a file, a key.

None of them repeats the value that it refuses: people paste keys and passwords into the wrong place.
"""

from dataclasses import dataclass

from vacancy.domain.catalog import IN_VARIABLE, NO_PROXY, KeyKind, KeySource
from vacancy.domain.inputs import (
    PROXY_SCHEMES,
    AddressFault,
    address_fault,
    is_one_line,
    is_variable_place,
    is_whole_path,
    proxy_fault,
)
from vacancy.store.settings_rules import Plain, Unfit, kind_of
from vacancy.words import tr


@dataclass(frozen=True, slots=True)
class Url:
    """An address that requests are sent to; it comes without a trailing slash."""

    may_be_empty: bool = False

    def read(self, value: object) -> str:
        """The address."""
        if value == "" and self.may_be_empty:
            return ""
        if not isinstance(value, str):
            raise Unfit(
                tr('expected an address such as "https://api.openai.com/v1", found {found}', found=kind_of(value))
            )
        match address_fault(value):
            case None:
                return value.rstrip("/")
            case AddressFault.NOT_WHOLE:
                raise Unfit(tr('expected an address that begins with "https://" or "http://" and names a host'))
            case AddressFault.CREDENTIALS:
                raise Unfit(tr("expected an address without user name and password; the key has a place of its own"))
            case AddressFault.QUERY:
                raise Unfit(tr("expected an address without a query (?) or fragment (#); paths are added to it"))

    def write(self, value: object) -> Plain:
        """The same."""
        return str(value)


@dataclass(frozen=True, slots=True)
class Proxy:
    """The proxy of a connection: its address, the variable that holds it with its password, or none."""

    def read(self, value: object) -> str:
        """The setting, an address without a trailing slash."""
        if value == NO_PROXY:
            return NO_PROXY
        if isinstance(value, str) and is_variable_place(value):
            return value
        match proxy_fault(value if isinstance(value, str) else ""):
            case None:
                return str(value).rstrip("/")
            case AddressFault.CREDENTIALS:
                raise Unfit(
                    tr(
                        "expected a proxy without user name and password, which never stand in this file: put the "
                        'whole address into an environment variable and write "env:NAME"'
                    )
                )
            case AddressFault.NOT_WHOLE | AddressFault.QUERY:
                raise Unfit(
                    tr(
                        'expected a proxy such as "http://proxy.example:3128" (or {schemes}), "env:NAME" or "none"',
                        schemes=", ".join(f"{scheme}://" for scheme in PROXY_SCHEMES[1:]),
                    )
                )

    def write(self, value: object) -> Plain:
        """The same."""
        return str(value)


@dataclass(frozen=True, slots=True)
class FilePath:
    """A file or a folder on this machine, which may be missing: that is told when it is used."""

    may_be_name: bool = False
    """A program may be named without its folder, and is looked for on PATH then."""

    def read(self, value: object) -> str:
        """The path as it was written, so that `~` stays the home of whoever reads it."""
        if not isinstance(value, str):
            raise Unfit(tr("expected a path as text, found {found}", found=kind_of(value)))
        is_name = self.may_be_name and is_one_line(value) and "/" not in value and "\\" not in value
        if not (is_name or is_whole_path(value)):
            raise Unfit(tr('expected a whole path, such as "/etc/ssl/company.pem" or "~/.codex"'))
        return value

    def write(self, value: object) -> Plain:
        """The same."""
        return str(value)


@dataclass(frozen=True, slots=True)
class KeyPlace:
    """Where a key is kept."""

    def read(self, value: object) -> KeySource:
        """The place."""
        if value == KeyKind.KEYRING or value == KeyKind.NONE:  # noqa: PLR1714 - a set would ask a list for its hash
            return KeySource(KeyKind(str(value)))
        if isinstance(value, str) and is_variable_place(value):
            return KeySource(KeyKind.ENVIRONMENT, value.removeprefix(IN_VARIABLE))
        raise Unfit(
            tr(
                'expected "keyring", "env:NAME" or "none"; the key itself never stands in this file, '
                "`vacancy key set CONNECTION` puts it into the keyring"
            )
        )

    def write(self, value: object) -> Plain:
        """The word of the file."""
        return str(value)
