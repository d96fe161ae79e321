"""Inputs: what may be given as a key, a variable, an address or a name.

One set of rules for the settings file, the command line, the keyring and the windows; each finds its own words.
"""

import re
from enum import StrEnum
from urllib.parse import urlsplit

from vacancy.domain.catalog import IN_VARIABLE

SHORTEST_KEY, LONGEST_KEY = 8, 1200
"""Characters of a key. Windows keeps 1280 at most, and says nothing useful about a longer one."""
LONGEST_NAME = 64
NOT_IN_NAMES = "/#"
"""A connection's name stands before a slash in `openai/gpt-6`, and in the names of keyring items."""
LONGEST_TEXT = 200
LONGEST_PATH = 1000
PROXY_SCHEMES = ("http", "https", "socks5", "socks5h")
"""The kinds of proxies that can be used."""
_DRIVE = re.compile(r"[A-Za-z]:[\\/]|\\\\")
"""A disk or a share of Windows."""
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,127}")


class KeyFault(StrEnum):
    """Why a text cannot be a key."""

    CHARACTERS = "characters"
    """A header could not carry it: spaces, line ends, characters outside ASCII."""
    LENGTH = "length"


class AddressFault(StrEnum):
    """Why requests cannot be sent to an address."""

    NOT_WHOLE = "not_whole"
    """It is no address, is not of the web, or names no host."""
    CREDENTIALS = "credentials"
    """User name or password stand in it."""
    QUERY = "query"
    """Something follows a `?` or `#`, where paths are added."""


def key_fault(text: str, *, shortest: int = SHORTEST_KEY) -> KeyFault | None:
    """What is wrong with a key that was already stripped; None when nothing is."""
    if not all("!" <= char <= "~" for char in text):
        return KeyFault.CHARACTERS
    return None if shortest <= len(text) <= LONGEST_KEY else KeyFault.LENGTH


def address_fault(text: str) -> AddressFault | None:
    """What is wrong with a base URL; None when nothing is."""
    return _url_fault(text, ("http", "https"))


def proxy_fault(text: str) -> AddressFault | None:
    """What is wrong with a proxy's URL as it may stand in the settings; None when nothing is."""
    return _url_fault(text, PROXY_SCHEMES)


def _url_fault(text: str, schemes: tuple[str, ...]) -> AddressFault | None:
    if not text.isprintable() or " " in text or "\\" in text:
        return AddressFault.NOT_WHOLE
    try:
        parts = urlsplit(text)
        is_whole = parts.scheme in schemes and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return AddressFault.NOT_WHOLE
    if not is_whole:
        return AddressFault.NOT_WHOLE
    if "@" in parts.netloc:
        return AddressFault.CREDENTIALS
    return AddressFault.QUERY if "?" in text or "#" in text else None


def is_variable(text: str) -> bool:
    """It names an environment variable, as shells have them."""
    return _VARIABLE.fullmatch(text) is not None


def is_one_line(text: str, longest: int = LONGEST_TEXT) -> bool:
    """It is one line of text, neither empty nor padded, without control or direction characters."""
    return 0 < len(text) <= longest and text.isprintable() and text == text.strip()


def is_connection_name(text: str) -> bool:
    """A connection may be called so."""
    return is_one_line(text, LONGEST_NAME) and not set(NOT_IN_NAMES) & set(text)


def is_whole_path(text: str) -> bool:
    """It names a file from the root or from the home folder, so that it means the same wherever one stands."""
    from_root = text.startswith("/") or _DRIVE.match(text) is not None
    return is_one_line(text, LONGEST_PATH) and (from_root or text == "~" or text.startswith(("~/", "~\\")))


def is_variable_place(text: str) -> bool:
    """It has the form `env:NAME`, which keeps a secret out of the settings."""
    return text.startswith(IN_VARIABLE) and is_variable(text.removeprefix(IN_VARIABLE))
