"""The bundle, as somebody gets it who has no Python.

Not part of the suite: `build_scripts/bundle` runs it on what it has built, and the figures it prints are that build's.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from fakes import behaviours
from fakes.bus_thread import BusThread
from fakes.provider_server import ProviderServer
from fakes.self_signed import certificate_and_key

pytestmark = pytest.mark.real_desktop

BUILT = Path(__file__).parents[2] / "dist" / "vacancy"
LARGEST_MB = 165
PATIENCE = 20
KEY = "sk-canary-0123456789abcdefghijklmnop"
PLUGINS = {
    "platforms/libqxcb.so",
    "platforms/libqwayland.so",
    "platformthemes/libqxdgdesktopportal.so",
    "platforminputcontexts/libcomposeplatforminputcontextplugin.so",
    "platforminputcontexts/libibusplatforminputcontextplugin.so",
    "iconengines/libqsvgicon.so",
    "imageformats/libqsvg.so",
    "wayland-shell-integration/libxdg-shell.so",
    "wayland-decoration-client/libadwaita.so",
}
EVERY_DESKTOP_HAS = re.compile(
    r"linux-vdso|ld-linux|lib(c|m|dl|rt|pthread|resolv)\.so|libz\.so"  # the C library, and what packages are read with
    r"|lib(EGL|GL|GLX|GLdispatch)\.so|libwayland-(client|cursor|egl)\.so|libxcb\.so"  # the display, and its driver's
)


@pytest.fixture(scope="module")
def bundle():
    """The bundle where nobody built it, in a folder with a space in its name."""
    with TemporaryDirectory(prefix="some place ") as place:
        yield shutil.copytree(BUILT, Path(place) / "vacancy", symlinks=True)


class Machine:
    """A user's machine: settings, a bus, a display, and nothing else; in particular no Python."""

    def __init__(self, bundle, folder):
        self.bundle = bundle
        self.base = folder / "base"
        self.programs = folder / "programs"
        self.base.mkdir()
        self.programs.mkdir()
        self.environment = {
            "PATH": str(self.programs),
            "HOME": str(folder),
            "LANG": "C.UTF-8",
            **{name: os.environ[name] for name in ("DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR") if name in os.environ},
        }

    def settings(self, server, key="keyring"):
        """Write settings with the models of that provider."""
        models = "".join(f'[[models]]\nconnection = "lab"\nid = "{model}"\n' for model in server.models)
        (self.base / "config.toml").write_text(
            f'version = 1\n[status_page]\nurl = ""\n[connections.lab]\nkind = "openai"\n'
            f'base_url = "{server.base_url}"\nkey = "{key}"\n{models}',
            encoding="utf-8",
        )

    def run(self, *words, stdin=""):
        """Run a command to its end."""
        return subprocess.run(
            [self.bundle / "vacancy", "--base-dir", self.base, *words],
            env=self.environment,
            input=stdin,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    @contextmanager
    def started(self, *words):
        """The running app, which is gone at the end."""
        process = subprocess.Popen(
            [self.bundle / "vacancy", "--base-dir", self.base, *words],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            yield process
        finally:
            process.kill()
            process.communicate()


@pytest.fixture
def machine(bundle, tmp_path, own_bus):
    """A fresh machine on a bus of its own."""
    fresh = Machine(bundle, tmp_path)
    fresh.environment["DBUS_SESSION_BUS_ADDRESS"] = os.environ["DBUS_SESSION_BUS_ADDRESS"]
    return fresh


@pytest.fixture
def secret_service(own_bus, tmp_path):
    """GNOME Keyring on the bus, unlocked."""
    control = tmp_path / "control"
    command = ["gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets"]
    daemon = subprocess.Popen(
        [*command, f"--control-directory={control}"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    daemon.stdin.write(b"pw")
    daemon.stdin.close()
    bus = BusThread()
    bus.start()
    name = "org.freedesktop.DBus"
    ask = (name, "/org/freedesktop/DBus", name, "NameHasOwner", "s", "org.freedesktop.secrets")
    eventually(lambda: bus.now(bus.call(*ask)) == [True], "the Secret Service")
    bus.stop()
    yield
    daemon.kill()
    daemon.wait()


@pytest.fixture
def server():
    """A provider on loopback that knows the key."""
    with ProviderServer() as provider:
        provider.keys = {KEY}
        provider.models.update({"first": behaviours.ok, "second": behaviours.overloaded})
        yield provider


@pytest.fixture
def compositor():
    """A Wayland compositor without a screen; the path of its socket."""
    # It refuses to be root, and nobody may not look into pytest's folders.
    drop = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] if os.getuid() == 0 else []
    with TemporaryDirectory() as runtime:
        if drop:
            os.chown(runtime, 65534, 65534)
        sway = subprocess.Popen(
            [*drop, "sway", "--config", "/dev/null"],
            env={
                "PATH": os.environ["PATH"],
                "HOME": runtime,
                "XDG_RUNTIME_DIR": runtime,
                "WLR_BACKENDS": "headless",
                "WLR_LIBINPUT_NO_DEVICES": "1",
                "WLR_RENDERER": "pixman",
            },
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        socket = Path(runtime) / "wayland-1"
        eventually(socket.exists, "the compositor")
        yield socket
        sway.kill()
        sway.wait()


def eventually(condition, what):
    """Wait until a condition holds, on an event that nobody sets."""
    never = threading.Event()
    for _ in range(PATIENCE * 20):
        if condition():
            return
        never.wait(0.05)
    pytest.fail(f"not within {PATIENCE} s: {what}")


def labels(panel):
    """The labels of the tray menu."""
    return [label for _, label, _ in panel.menu().result(PATIENCE)]


def libraries(bundle):
    """Every library of the bundle."""
    return [path for path in bundle.rglob("*.so*") if path.is_file() and not path.is_symlink()]


def linked(path, **environment):
    """What ldd tells of a program or library, line by line."""
    environment["PATH"] = os.environ["PATH"]
    told = subprocess.run(["ldd", path], env=environment, capture_output=True, text=True, check=True)
    return [line.strip() for line in told.stdout.splitlines() if "statically linked" not in line]


def newest_glibc(bundle):
    """The newest minor version of the C library that a symbol is taken from."""
    named = (re.findall(rb"GLIBC_2\.(\d+)\0", path.read_bytes()) for path in [bundle / "vacancy", *libraries(bundle)])
    return max(int(version) for versions in named for version in versions)


def say(figure):
    """A line for whoever builds the bundle."""
    print(f"\n  {figure}", end="")  # noqa: T201 - build_scripts/bundle shows it


def test_nothing_is_missing_and_nothing_unusual_is_needed(bundle):
    """The plugins are there, links point somewhere, and outside the bundle only what every desktop has is used."""
    plugins = bundle / "_internal" / "PySide6" / "Qt" / "plugins"
    assert {str(path.relative_to(plugins)) for path in plugins.rglob("*.so")} >= PLUGINS
    assert [path for path in bundle.rglob("*") if path.is_symlink() and not path.exists()] == []
    wanted = set(linked(bundle / "vacancy"))
    for path in libraries(bundle):
        # The starter sets this path for all that comes after it.
        wanted |= {line for line in linked(path, LD_LIBRARY_PATH=bundle / "_internal") if f"{bundle}/" not in line}
    assert [line for line in wanted if "not found" in line] == []
    assert [line for line in wanted if not EVERY_DESKTOP_HAS.search(line)] == []


def test_the_bundle_is_small_and_old_enough(bundle):
    """Its size keeps within its budget; which C library it needs is told."""
    files = [path for path in bundle.rglob("*") if path.is_file() and not path.is_symlink()]
    megabytes = sum(path.stat().st_size for path in files) / 1e6
    say(f"{megabytes:.0f} MB in {len(files)} files; needs glibc 2.{newest_glibc(bundle)} or newer")
    assert megabytes < LARGEST_MB


def test_a_key_goes_into_the_keyring_and_to_the_provider(machine, secret_service, server):
    """Key set, key status, check and key delete: through the real Secret Service and over real HTTP."""
    machine.settings(server)
    stored = machine.run("key", "set", "lab", "--json", stdin=f"{KEY}\n")
    assert stored.returncode == 0, stored.stderr
    status = json.loads(machine.run("key", "status", "lab", "--json").stdout)
    assert (status["present"], status["backend"]) == (True, "Secret Service")
    began = time.perf_counter()
    checked = machine.run("check", "--json")
    say(f"`vacancy check` of two models: {time.perf_counter() - began:.2f} s")
    assert checked.returncode == 0, checked.stderr
    states = {model["id"]: model["state"] for model in json.loads(checked.stdout)["models"]}
    assert states == {"first": "available", "second": "at_capacity"}
    assert {request.header("authorization") for request in server.requests} == {f"Bearer {KEY}"}
    assert machine.run("key", "delete", "lab").returncode == 0
    assert json.loads(machine.run("key", "status", "lab", "--json").stdout)["present"] is False


def test_certificates_are_believed_as_the_user_says(machine):
    """Over TLS, a provider is asked where SSL_CERT_FILE vouches for it, and not believed otherwise."""
    authority = machine.base / "authority.pem"
    authority.write_bytes(certificate_and_key()[0])
    with ProviderServer(tls=True) as provider:
        provider.models["first"] = behaviours.ok
        machine.settings(provider, key="none")
        (refused,) = json.loads(machine.run("check", "--json").stdout)["models"]
        assert (refused["state"], refused["outcome"]["rule"]) == ("unreachable", "certificate_refused")
        machine.environment["SSL_CERT_FILE"] = str(authority)
        (believed,) = json.loads(machine.run("check", "--json").stdout)["models"]
        assert believed["state"] == "available"


def test_it_speaks_the_desktops_language(bundle, machine, panel):
    """Both our translations and Qt's are in the bundle, and are found there."""
    assert (bundle / "_internal" / "PySide6" / "Qt" / "translations" / "qtbase_zh_CN.qm").exists()
    machine.environment["LANG"] = "zh_CN.UTF-8"
    panel.start()
    with machine.started("--hidden", "--verbose"):
        eventually(lambda: "还没有添加模型" in labels(panel), "the sentence in the menu")
        assert "退出" in labels(panel)
    assert "qt_translation" not in (machine.base / "logs" / "vacancy.log").read_text(encoding="utf-8")


def test_the_tray_lives_from_icon_to_quit(machine, panel, secret_service, server):
    """The icon is drawn, the menu tells what has room, no library is another Python's, and SIGTERM ends it in 3 s."""
    machine.settings(server)
    machine.run("key", "set", "lab", stdin=f"{KEY}\n")
    panel.start()
    began = time.perf_counter()
    with machine.started("--hidden") as app:
        eventually(lambda: panel.registered, "the icon")
        say(f"start to icon: {time.perf_counter() - began:.2f} s")
        eventually(lambda: "first is available" in labels(panel), "the sentence in the menu")
        pixmaps = panel.properties().result(PATIENCE)["IconPixmap"]
        assert all(any(pixels) for _, _, pixels in pixmaps)
        maps = Path(f"/proc/{app.pid}/maps").read_text()
        loaded = {line.split(maxsplit=5)[5] for line in maps.splitlines() if ".so" in line}
        foreign = [path for path in loaded if not path.startswith((f"{machine.bundle}/", "/usr/lib", "/lib"))]
        assert foreign == []
        assert [path for path in loaded if "python" in path and str(machine.bundle) not in path] == []
        memory = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{app.pid}/status").read_text())
        say(f"resident memory: {int(memory[1]) / 1024:.0f} MB")
        began = time.perf_counter()
        app.send_signal(signal.SIGTERM)
        out, err = app.communicate(timeout=3)
        say(f"SIGTERM to end: {time.perf_counter() - began:.2f} s")
    assert (app.returncode, out) == (0, "")
    assert "Traceback" not in err
    assert KEY not in err


def test_a_program_that_it_starts_has_its_own_environment(machine, panel, secret_service, server, compositor):
    """On Wayland a name is copied by wl-copy, which finds none of the bundle's search paths."""
    machine.settings(server)
    machine.run("key", "set", "lab", stdin=f"{KEY}\n")
    told, copied = machine.base / "environment", machine.base / "copied"
    helper = machine.programs / "wl-copy"
    helper.write_text(f"#!/bin/sh\n/usr/bin/env >'{told}'\n/bin/cat >'{copied}'\n")
    helper.chmod(0o755)
    del machine.environment["DISPLAY"]
    machine.environment |= {"WAYLAND_DISPLAY": str(compositor), "LD_LIBRARY_PATH": "/opt/users/own"}
    panel.start()
    with machine.started("--hidden"):
        eventually(lambda: "first is available" in labels(panel), "the sentence in the menu")
        panel.click(next(label for label in labels(panel) if label.startswith("second ·"))).result(PATIENCE)
        eventually(lambda: copied.exists() and copied.read_text() == "second", "the name handed to wl-copy")
    environment = dict(line.split("=", 1) for line in told.read_text().splitlines())
    assert environment["LD_LIBRARY_PATH"] == "/opt/users/own"
    assert [name for name in environment if name.startswith(("QT_", "_PYI", "_MEI"))] == []
    assert [value for value in environment.values() if "_internal" in value] == []


def test_without_a_display_it_says_so(machine):
    """No display, no abort of Qt's: a sentence and the exit code of a wrong start."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        machine.environment.pop(name, None)
    started = machine.run()
    assert started.returncode == 2
    assert "no display" in started.stderr
