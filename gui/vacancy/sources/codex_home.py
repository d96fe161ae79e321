"""Codex's home: where its folder and its program are, and as whom it asks. Everything here is read, never written."""

import logging
import os
import shutil
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from vacancy.domain.catalog import Connection
from vacancy.domain.codex import OWN_PROVIDER
from vacancy.domain.sighting import Login
from vacancy.sources.small_file import read_small
from vacancy.user_home import codex_home, expanded, user_home

_logger = logging.getLogger(__name__)

_MAX_FILE = 1_000_000
"""Both files have a few hundred lines at most; what is larger is not read."""
_LOGINS = {"chatgpt": Login.CHATGPT, "chatgptauthtokens": Login.CHATGPT, "apikey": Login.API_KEY}
"""By Codex's word in lower case; it has spelt them both ways."""
_PLACES = (
    ".local/bin/codex",
    ".npm-global/bin/codex",
    ".volta/bin/codex",
    ".bun/bin/codex",
    ".nvm/versions/node/*/bin/codex",
    ".vscode/extensions/openai.chatgpt-*/bin/*/codex",
)
"""Below the user's home: a program that was started from the desktop has not the shell's PATH."""
_SYSTEM_PLACES = ("/opt/homebrew/bin/codex", "/usr/local/bin/codex")


def find_home(connection: Connection, environment: Mapping[str, str]) -> Path:
    """Codex's folder, whether or not it is there: the connection's own, CODEX_HOME's, or the default one."""
    return codex_home(connection.home, environment)


def find_program(connection: Connection, environment: Mapping[str, str]) -> Path | None:
    """The codex program, None where it is not found. One that the connection names is not replaced by another."""
    if connection.program is not None:
        named = shutil.which(expanded(connection.program, environment), path=environment.get("PATH"))
        return None if named is None else Path(named)
    on_path = shutil.which("codex", path=environment.get("PATH", os.defpath))
    return Path(on_path) if on_path is not None else next(_usual_places(environment), None)


def read_login(home: Path) -> Login:
    """As whom Codex asks, by what auth.json says about itself; no token in it is looked at. Never raises."""
    content = read_small(home / "auth.json", _MAX_FILE)
    if content is None:
        return _login_elsewhere(home)
    try:
        auth = msgspec.json.decode(content, type=_Auth)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        _logger.warning("codex_login_unreadable home=%s", home)
        return Login.UNKNOWN
    if auth.auth_mode:
        return login_called(auth.auth_mode)
    if _is_there(auth.key):
        return Login.API_KEY
    return Login.CHATGPT if _is_there(auth.tokens) else Login.NONE


def login_called(word: str) -> Login:
    """The login that Codex calls so; another way for a word that is not known."""
    return _LOGINS.get(word.lower(), Login.OTHER)


class _Auth(msgspec.Struct):
    """What of auth.json is looked at; a raw value is a view of the file, and only its first sign is read."""

    auth_mode: str | None = None
    """Absent in files of old versions."""
    key: msgspec.Raw = msgspec.field(name="OPENAI_API_KEY", default=msgspec.Raw(b"null"))
    tokens: msgspec.Raw = msgspec.Raw(b"null")


def _is_there(value: msgspec.Raw) -> bool:
    """A text or an object with something in it."""
    return len(value) > len('""') and bytes(memoryview(value)[:1]) in (b'"', b"{")


def _login_elsewhere(home: Path) -> Login:
    """Without auth.json nobody is logged in, unless the settings name another place for the login, or another provider.

    Another provider has a key of its own, and Codex works without any login.
    """
    if (home / "auth.json").exists():
        return Login.UNKNOWN
    settings = _settings(home)
    if settings is None or settings.get("cli_auth_credentials_store", "file") != "file":
        return Login.UNKNOWN
    return Login.NONE if settings.get("model_provider", OWN_PROVIDER) == OWN_PROVIDER else Login.OTHER


def _settings(home: Path) -> Mapping[str, object] | None:
    """Codex's settings; None where they cannot be read, as in TOML 1.1, which only Codex reads."""
    content = read_small(home / "config.toml", _MAX_FILE)
    try:
        return tomllib.loads("" if content is None else content.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return None


def _usual_places(environment: Mapping[str, str]) -> Iterator[Path]:
    """Programs that are there, the newest first where several versions lie side by side."""
    home = user_home(environment)
    for pattern in _PLACES:
        found = [path for path in home.glob(pattern) if os.access(path, os.X_OK)]
        yield from sorted(found, key=_written_at, reverse=True)
    if sys.platform != "win32":
        yield from (path for path in map(Path, _SYSTEM_PLACES) if os.access(path, os.X_OK))


def _written_at(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
