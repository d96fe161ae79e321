"""The clipboard of a real Wayland compositor, which gives it to nobody for the asking."""

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

pytestmark = pytest.mark.real_desktop

NOBODY = 65534
HEADLESS = {"WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman"}


@pytest.fixture
def sway(qtbot):
    """The socket of a compositor without a screen. It refuses to run as root, so it runs as nobody there."""
    stranger = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
    with TemporaryDirectory() as name:
        runtime = Path(name)
        (runtime / "config").touch()
        os.chown(runtime, stranger.get("user", -1), stranger.get("group", -1))
        process = subprocess.Popen(
            ["sway", "--config", runtime / "config"],
            env={**os.environ, **HEADLESS, "HOME": name, "XDG_RUNTIME_DIR": name},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            **stranger,
        )
        try:
            qtbot.waitUntil(lambda: any(runtime.glob("wayland-?")))
            yield next(runtime.glob("wayland-?"))
        finally:
            process.terminate()
            process.wait(5)


def test_what_is_said_to_be_copied_can_be_pasted(sway, tmp_path):
    """Without a window, from one that merely has focus, and from one that was typed into."""
    own = tmp_path / "own"
    own.mkdir(mode=0o700)
    environment = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
    done = subprocess.run(
        [sys.executable, Path(__file__).with_name("copy_in_sway.py")],
        env={**environment, "QT_QPA_PLATFORM": "wayland", "WAYLAND_DISPLAY": str(sway), "XDG_RUNTIME_DIR": str(own)},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout.splitlines()[-1])
    assert seen.pop("platform") == "wayland"
    assert seen == {name: ["copied", name] for name in ("without a window", "in focus", "in use")}
