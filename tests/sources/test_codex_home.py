"""Where Codex's folder and program are, and as whom it asks."""

import os
import subprocess
from pathlib import Path

import pytest

from fakes.codex_program import CodexHome, codex_program
from fakes.provider_server import ProviderServer
from vacancy.domain.catalog import Connection, ConnectionKind, KeyKind, KeySource
from vacancy.domain.sighting import Login
from vacancy.sources.codex_home import find_home, find_program, read_login

CANARY = "canary-7f3a91c2"


def connection(**changes):
    """A Codex connection."""
    return Connection("codex", ConnectionKind.CODEX, "", KeySource(KeyKind.NONE), **changes)


def program(path: Path) -> Path:
    """An executable file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize(
    ("home", "environment", "found"),
    [
        (None, {}, "/home/user/.codex"),
        (None, {"CODEX_HOME": "/else/where"}, "/else/where"),
        (None, {"CODEX_HOME": ""}, "/home/user/.codex"),
        ("/mine", {"CODEX_HOME": "/else/where"}, "/mine"),
        ("~/second", {}, "/home/user/second"),
    ],
)
def test_the_folder_that_is_named_closest_is_taken(home, environment, found):
    """The connection's own folder comes before CODEX_HOME, and that before the default; `~` is the user's home."""
    assert find_home(connection(home=home), {"HOME": "/home/user", **environment}) == Path(found)


def test_the_program_on_the_path_is_found(tmp_path):
    """Without any setting it is the codex that the shell would start."""
    on_path = program(tmp_path / "bin/codex")
    program(tmp_path / ".local/bin/codex")
    assert find_program(connection(), {"HOME": str(tmp_path), "PATH": str(tmp_path / "bin")}) == on_path


def test_the_program_is_found_without_the_path_of_a_shell(tmp_path):
    """Started from the desktop, the newest of the versions that a version manager keeps is found."""
    old = program(tmp_path / ".nvm/versions/node/v18.0.0/bin/codex")
    new = program(tmp_path / ".nvm/versions/node/v9.0.0/bin/codex")
    os.utime(old, (1, 1))
    assert find_program(connection(), {"HOME": str(tmp_path), "PATH": ""}) == new


def test_a_file_that_may_not_be_run_is_no_program(tmp_path):
    """Only what can be started is taken, and nothing is better than a wrong one."""
    program(tmp_path / ".local/bin/codex").chmod(0o644)
    program(tmp_path / ".bun/bin/codex").unlink()
    found = find_program(connection(), {"HOME": str(tmp_path), "PATH": ""})
    assert found is None or not found.is_relative_to(tmp_path)


def test_a_program_that_is_named_is_not_replaced(tmp_path):
    """A connection that names a missing program has none, though another one is on the path."""
    there = program(tmp_path / "bin/codex")
    environment = {"HOME": str(tmp_path), "PATH": str(tmp_path / "bin")}
    assert find_program(connection(program="~/gone/codex"), environment) is None
    assert find_program(connection(program="~/bin/codex"), environment) == there


@pytest.mark.parametrize(
    ("auth", "config", "login"),
    [
        ('{"auth_mode":"chatgpt","OPENAI_API_KEY":null,"tokens":{"access_token":"a"}}', "", Login.CHATGPT),
        ('{"auth_mode":"chatgptAuthTokens"}', "", Login.CHATGPT),
        ('{"auth_mode":"apikey","OPENAI_API_KEY":"sk-1"}', "", Login.API_KEY),
        ('{"auth_mode":"personalAccessToken"}', "", Login.OTHER),
        ('{"OPENAI_API_KEY":"sk-1","tokens":null}', "", Login.API_KEY),
        ('{"OPENAI_API_KEY":null,"tokens":{"access_token":"a"}}', "", Login.CHATGPT),
        ('{"OPENAI_API_KEY":"","tokens":null}', "", Login.NONE),
        ("{}", "", Login.NONE),
        ("", "", Login.UNKNOWN),
        ("[1]", "", Login.UNKNOWN),
        ('{"auth_mode":7}', "", Login.UNKNOWN),
        ('{"auth_mode":"\\ud800"}', "", Login.UNKNOWN),
        pytest.param("[" * 100_000, "", Login.UNKNOWN, id="deep"),
        pytest.param(" " * 1_000_001 + "{}", "", Login.UNKNOWN, id="huge"),
        (None, "", Login.NONE),
        (None, None, Login.NONE),
        (None, 'cli_auth_credentials_store = "file"', Login.NONE),
        (None, 'cli_auth_credentials_store = "keyring"', Login.UNKNOWN),
        (None, 'model_provider = "openai"', Login.NONE),
        (None, 'model_provider = "own"', Login.OTHER),
        (None, '\ufeffcli_auth_credentials_store = "auto"', Login.UNKNOWN),
        (None, "not toml", Login.UNKNOWN),
    ],
)
def test_the_login_is_what_the_file_says_of_itself(tmp_path, auth, config, login):
    """Its mode decides; old files by what is in them; a login that may be elsewhere, or cannot be read, is unknown."""
    for name, text in (("auth.json", auth), ("config.toml", config)):
        if text is not None:
            (tmp_path / name).write_text(text, encoding="utf-8")
    assert read_login(tmp_path) is login


def test_nothing_of_the_login_is_told_or_changed(tmp_path, caplog):
    """A file with secrets that cannot be read leaves none of them in the log, and stays what it was."""
    file = tmp_path / "auth.json"
    file.write_text(f'{{"auth_mode":["{CANARY}"],"tokens":"{CANARY}"}}')
    before = file.stat()
    assert read_login(tmp_path) is Login.UNKNOWN
    assert "codex_login_unreadable" in caplog.text
    assert CANARY not in caplog.text
    assert file.stat().st_mtime_ns == before.st_mtime_ns


def test_a_real_login_with_a_key_is_read(tmp_path):
    """What the real Codex writes when somebody logs in with a key, and what it leaves after logging out."""
    with ProviderServer() as server:
        codex = CodexHome(tmp_path, server)
        codex.use_openai()
        assert read_login(codex.home) is Login.NONE
        command = [str(codex_program()), "login", "--with-api-key"]
        subprocess.run(command, input=b"sk-" + CANARY.encode(), env=codex.environment(), check=True, timeout=20)
        assert read_login(codex.home) is Login.API_KEY
        assert codex.run("logout").code == 0
        assert read_login(codex.home) is Login.NONE
