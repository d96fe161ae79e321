"""What the app loads for a run in the tray, as a new process loads it."""

import subprocess
import sys

_LOADED = "import sys, vacancy.app.life; print(*(name for name in sys.argv[1:] if sys.modules.get(name)))"
_WANTED_BY_FEW = (
    "vacancy.views.settings_window",
    "vacancy.views.welcome",
    "vacancy.views.explain_window",
    "vacancy.views.switch_window",
    "httpx._main",
    "rich",
    "pygments",
)


def test_windows_that_few_runs_show_are_not_loaded_with_the_app():
    """A run in the tray pays neither for the windows that nobody opened nor for the command line of httpx."""
    told = subprocess.run(
        [sys.executable, "-c", _LOADED, *_WANTED_BY_FEW, "vacancy.views.panel"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.split() == ["vacancy.views.panel"]
