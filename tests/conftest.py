"""Every test runs in a home of its own, so that no test reads or writes the user's."""

import logging
import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

pytest_plugins = ["fakes.buses"] if sys.platform == "linux" else []

_LEAKING = (
    "http_proxy", "https_proxy", "all_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY",
    "PYTHON_KEYRING_BACKEND", "QT_QPA_PLATFORMTHEME", "QT_STYLE_OVERRIDE", "OPENAI_API_KEY", "VACANCY_BASE_DIR",
)  # fmt: skip


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory, monkeypatch):
    """A fresh HOME and XDG folders, and none of the settings of whoever runs the tests."""
    home = tmp_path_factory.mktemp("home")
    for name in _LEAKING:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")  # so that the app speaks English, whatever the machine does
    for variable, folder in (
        ("XDG_CONFIG_HOME", ".config"),
        ("XDG_DATA_HOME", ".local/share"),
        ("XDG_STATE_HOME", ".local/state"),
    ):
        monkeypatch.setenv(variable, str(home / folder))
    return home


@pytest.fixture(autouse=True)
def own_logging():
    """What a test sets up for the log ends with it: no test hears more or less because of another one."""
    root = logging.getLogger()
    level, handlers = root.level, list(root.handlers)
    yield
    root.setLevel(level)
    for handler in set(root.handlers) - set(handlers):
        root.removeHandler(handler)
        handler.close()


def pytest_configure(config):
    """Choose Qt's platform before anything imports Qt: without a display Qt would abort the test run."""
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
