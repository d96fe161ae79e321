"""Shows every scene and writes down what a screen reader is told of it; a test runs this on a bus of its own."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import shiboken6
from PySide6.QtWidgets import QApplication

from fakes.scenes import scenes
from fakes.screen_reader import ScreenReader
from fakes.widget_walk import settle
from vacancy.views.window_role import tell_windows_as_such


def main(file):
    """Write one object: by the name of the scene, the windows that were told."""
    app = QApplication(["vacancy"])
    app.setStyle("Fusion")
    tell_windows_as_such()
    reader = ScreenReader()
    reader.start()
    told = {name: _told(app, reader, window) for name, window in _one_at_a_time(scenes())}
    reader.stop()
    file.write_text(json.dumps(told))


def _told(app, reader, window):
    window.show()
    settle()
    future = reader.read()
    while not future.done():
        app.processEvents()
    window.hide()
    return [told.plain() for told in future.result()]


def _one_at_a_time(made):
    before = None
    for name, window in made:
        if before is not None and before is not window:
            shiboken6.delete(before)
        before = window
        yield name, window
    shiboken6.delete(before)


main(Path(sys.argv[1]))
