"""The command about keys: what it stores, says and never shows."""

import io
import json
from datetime import UTC

import pytest

from fakes.keyrings import LockedKeyring, MemoryKeyring, PretendingKeyring, no_keyring
from vacancy.cli.console import Console, Exit
from vacancy.cli.keys import Keys
from vacancy.errors import KeyStoreError, KeyTrouble, SettingsError
from vacancy.store.instance_lock import InstanceLock
from vacancy.store.paths import Paths
from vacancy.wiring.kept import Kept

KEY = "sk-canary-0123456789"
SETTINGS = """version = 1
[connections.lab]
kind = "openai"
base_url = "https://api.example/v1"
[connections.shell]
kind = "openai"
base_url = "https://api.example/v1"
key = "env:LAB_KEY"
[connections.local]
kind = "openai-chat"
base_url = "http://127.0.0.1:1234/v1"
key = "none"
"""


class Shell:
    """`vacancy key ACTION CONNECTION` on a file, with a keyring of the test's own."""

    def __init__(self, folder):
        (folder / "config.toml").write_text(SETTINGS, encoding="utf-8")
        self.paths = Paths.resolve(folder, {})
        self.keyring = MemoryKeyring()
        self.prompts = []
        self.said = ""

    def __call__(self, action, name, *, json=False, typed=KEY, opener=None, **environment):
        """Exit code, standard output and standard error; nothing of it may hold the key."""

        def read_secret(prompt):
            self.prompts.append(prompt)
            return typed

        console = Console(io.StringIO(), io.StringIO(), read_secret, UTC)
        keys = Keys(Kept(self.paths), environment, console, keyring=opener or (lambda: self.keyring))
        code = keys.act(action, name, json=json)
        out, err = console.out.getvalue(), console.err.getvalue()
        assert KEY not in out + err
        return code, out, err


@pytest.fixture
def shell(tmp_path):
    """A shell."""
    return Shell(tmp_path)


def test_a_key_is_set_read_back_and_deleted(shell):
    """Each step says what is so afterwards, and its exit code is an answer."""
    assert shell("status", "lab")[0] is Exit.NEEDS_USER
    assert shell("set", "lab", typed=f"{KEY}\n") == (Exit.YES, "lab: the key is in memory\n", "")
    assert list(shell.keyring.items.values()) == [KEY]
    assert shell.prompts == ["Key for lab at api.example: "]
    assert shell("status", "lab")[0] is Exit.YES
    assert shell("delete", "lab") == (Exit.YES, "lab: the key was deleted\n", "")
    assert shell("delete", "lab") == (Exit.NO, "lab: there was no key\n", "")
    assert shell.keyring.items == {}


def test_the_json_has_every_field_whatever_is_so(shell):
    """Scripts find the same names, with null where nothing is to be said."""
    code, out, _ = shell("status", "lab", json=True)
    face = json.loads(out)
    assert (code, face.pop("advice")[:8]) == (Exit.NEEDS_USER, "Enter it")
    assert face == {
        "connection": "lab", "where": "keyring", "present": False, "backend": "memory", "trouble": "missing"
    }  # fmt: skip
    assert json.loads(shell("set", "lab", json=True)[1])["present"] is True
    assert json.loads(shell("delete", "lab", json=True)[1])["present"] is False


@pytest.mark.parametrize("opener", [no_keyring, PretendingKeyring])
def test_without_a_safe_place_nothing_is_kept_and_that_is_said(shell, opener):
    """A command ends at once, so a key in memory would be gone: it needs the user."""
    code, out, err = shell("set", "lab", opener=opener)
    assert (code, out) == (Exit.NEEDS_USER, "")
    assert "the key was not kept" in err
    assert 'key = "env:NAME" for lab' in err


def test_a_locked_keyring_is_not_called_empty(shell):
    """What could not be established is not known, and the advice says what to do."""
    shell.keyring = LockedKeyring()
    code, out, _ = shell("status", "lab")
    assert (code, out) == (Exit.NEEDS_USER, "lab: not known. Unlock it.\n")
    with pytest.raises(KeyStoreError) as refused:
        shell("set", "lab")
    assert refused.value.trouble is KeyTrouble.LOCKED


@pytest.mark.parametrize("typed", ["", "short", "sk canary 0123", "x" * 1201])
def test_a_text_that_is_no_key_is_refused_before_the_keyring(shell, typed):
    """The keyring keeps what it had."""
    with pytest.raises(KeyStoreError) as refused:
        shell("set", "lab", typed=typed)
    assert refused.value.trouble is KeyTrouble.UNUSABLE
    assert "set" not in shell.keyring.calls


@pytest.mark.parametrize("action", ["set", "delete"])
@pytest.mark.parametrize("name", ["shell", "local"])
def test_keys_that_are_kept_elsewhere_are_not_touched(shell, action, name):
    """Nobody is asked for a key that would not be used."""
    with pytest.raises(SettingsError, match="not kept in the keyring"):
        shell(action, name)
    assert (shell.prompts, shell.keyring.calls) == ([], [])


def test_a_variable_is_there_or_not(shell):
    """Its name is said, its value never."""
    assert shell("status", "shell", LAB_KEY=KEY) == (Exit.YES, "shell: the key is in env:LAB_KEY\n", "")
    code, out, _ = shell("status", "shell")
    assert code is Exit.NEEDS_USER
    assert out.startswith("shell: there is no key in env:LAB_KEY. Set LAB_KEY")


def test_a_connection_that_needs_no_key_is_fine(shell):
    """Nothing is missing there."""
    assert shell("status", "local") == (Exit.YES, "local: needs no key\n", "")


@pytest.mark.parametrize(("name", "hint"), [("labb", 'Did you mean "lab"?'), ("zzz", "Listed: lab, shell, local.")])
def test_a_wrong_name_is_helped(shell, name, hint):
    """With the nearest one, or with all."""
    with pytest.raises(SettingsError) as wrong:
        shell("status", name)
    assert wrong.value.title == f'No connection is called "{name}"'
    assert wrong.value.message.startswith(hint)


@pytest.mark.parametrize("running", [True, False])
def test_a_running_app_is_told_and_nobody_else(shell, running):
    """It waits for this key, or still uses the old one."""
    lock = InstanceLock(shell.paths.lock_file)
    if running:
        assert lock.try_acquire()
    try:
        shell("set", "lab")
        assert shell.paths.keys_changed_file.exists() is running
    finally:
        lock.release()
