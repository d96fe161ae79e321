"""The claims of `store.keyring_backends`, against the real GNOME Keyring on a bus of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

_SCRIPT = Path(__file__).parent.parent / "fakes" / "key_round.py"
_BARE_BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
</policy></busconfig>"""
"""A session bus that starts no services."""


def a_round(home, *, daemon, bus=()):
    """Set, status, read and delete one key in a process with a bus of its own; what each step said."""
    runtime = home / "runtime"
    runtime.mkdir(mode=0o700, exist_ok=True)
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in {"DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS"}
    } | {"HOME": str(home), "XDG_RUNTIME_DIR": str(runtime), "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring"}
    command = f'{daemon} exec "$0" "$1"'
    run = subprocess.run(
        ["dbus-run-session", *bus, "--", "bash", "-c", command, sys.executable, str(_SCRIPT)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert run.returncode == 0, run.stderr
    assert "canary" not in run.stdout + run.stderr
    return json.loads(run.stdout.splitlines()[-1])


UNLOCKED = (
    'printf pw | gnome-keyring-daemon --unlock --components=secrets --control-directory="$HOME/control" >/dev/null;'
)
LOCKED = 'gnome-keyring-daemon --start --components=secrets --control-directory="$HOME/control" >/dev/null;'


@pytest.mark.real_desktop
def test_an_unlocked_keyring_keeps_a_key(own_home):
    """On a real Secret Service a key is stored, found, read, replaced and deleted, whatever keyring is told to use."""
    assert a_round(own_home, daemon=UNLOCKED) == {
        "backend": "Secret Service",
        "before": "missing",
        "write": "keyring",
        "read": True,
        "delete": True,
        "after": "missing",
    }


@pytest.mark.real_desktop
def test_a_locked_keyring_is_said_and_nothing_is_kept(own_home):
    """A keyring with a password that nobody types is locked: no hang, no other place for the key."""
    a_round(own_home, daemon=UNLOCKED)
    round_ = a_round(own_home, daemon=LOCKED)
    assert (round_["before"], round_["write"], round_["delete"]) == ("locked", "locked", "locked")


@pytest.mark.real_desktop
def test_a_desktop_without_a_keyring_has_session_keys_only(own_home):
    """Without a Secret Service the trouble is `absent`, and no plaintext backend takes its place."""
    (own_home / "bus.conf").write_text(_BARE_BUS)
    round_ = a_round(own_home, daemon="", bus=(f"--config-file={own_home / 'bus.conf'}",))
    assert (round_["before"], round_["write"], round_["read"]) == ("absent", "session_only", True)
    left = [path for path in own_home.rglob("*") if path.is_file() and b"canary" in path.read_bytes()]
    assert left == []
