"""Draws every window and icon in every state into a folder, and checks what it drew. `build_scripts/gallery` starts it.

One process draws all of one scale: each scene is built once for each language and only recoloured in between, as it
is when the system's theme changes while a window is open.
"""

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import shiboken6
from PySide6.QtWidgets import QApplication, QWidget

from fakes.palettes import CONTRAST, LIGHT, THEMES, palette_of
from fakes.scenes import FOREIGN, scenes
from fakes.widget_walk import drawing_faults, settle
from vacancy.views.looks import scaled
from vacancy.views.outlines import Outlines
from vacancy.words import Language, speak

FAST = 80
"""Qt's word for a picture file that is written quickly and somewhat larger."""


@dataclass(frozen=True, slots=True)
class Look:
    """A size of text, and the palettes that are drawn with it."""

    text: float
    themes: tuple[str, ...]


USUAL, LARGE = Look(1.0, (*THEMES, CONTRAST)), Look(2.0, (LIGHT,))
LOOKS = (USUAL, LARGE)
PLAIN_SCALE = "1x"
"""High contrast and large text are drawn at this scale alone: what could go wrong with them shows there."""
EVERY_PANEL = ("panel-full", "panel-offline", "panel-nothing_listed", "panel-many_models")
"""Panels that are drawn with large text and in high contrast; the others differ from these in their words only."""


def main(folder: Path, scale: str) -> int:
    """Draw everything; the result is the number of faults that were found."""
    app = QApplication([])
    app.setStyle("Fusion")
    outlines = Outlines(app)
    usual = app.font()
    began, drawn, faults = time.monotonic(), 0, []
    for language, look in product(Language, LOOKS):
        speak(language)
        app.setFont(scaled(usual, look.text))
        for name, window in _kept(scenes()):
            for theme in look.themes:
                if not _is_drawn(name, theme, look, scale):
                    continue
                app.setPalette(palette_of(theme))
                window.show()
                settle()
                settle()
                picture = f"{name}-{theme if look is USUAL else 'large'}-{language}-{scale}"
                window.grab().save(str(folder / f"{picture}.png"), "PNG", FAST)
                drawn += 1
                faults += [f"{picture}: {fault}" for fault in drawing_faults(window, language, FOREIGN)]
            window.hide()
    shiboken6.delete(outlines)
    (folder / f"faults-{scale}.txt").write_text("".join(f"{fault}\n" for fault in faults), encoding="utf-8")
    print(f"{scale}: {drawn} pictures in {time.monotonic() - began:.0f} s, {len(faults)} faults")
    print("\n".join(faults))
    return len(faults)


def _is_drawn(name: str, theme: str, look: Look, scale: str) -> bool:
    if look is USUAL and theme in THEMES:
        return True
    return scale == PLAIN_SCALE and (not name.startswith("panel") or name in EVERY_PANEL)


def _kept(made: Iterator[tuple[str, QWidget]]) -> Iterator[tuple[str, QWidget]]:
    """Each scene, its window deleted when another one follows: a palette is set for all windows there are."""
    before: QWidget | None = None
    for name, window in made:
        if before is not None and before is not window:
            shiboken6.delete(before)
        before = window
        yield name, window


if __name__ == "__main__":
    sys.exit(min(1, main(Path(sys.argv[1]), sys.argv[2])))
