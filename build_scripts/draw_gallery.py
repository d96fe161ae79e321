"""Draws every window in every state, light and dark, into a folder; `build_scripts/gallery` starts it at each scale."""

import sys
from collections.abc import Iterator
from datetime import UTC
from pathlib import Path

from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from fakes import snapshots
from fakes.preferences import EXAMPLE
from vacancy.views.explain_window import ExplainWindow
from vacancy.views.explanation import explain_text
from vacancy.views.panel import Panel
from vacancy.views.settings_window import SettingsWindow
from vacancy.views.welcome import Welcome
from vacancy.views.welcome_steps import Where

DARK = {
    "Window": "#2b2b2e", "WindowText": "#f0f0f0", "Base": "#1f1f22", "AlternateBase": "#2b2b2e", "Text": "#f0f0f0",
    "Button": "#3a3a3e", "ButtonText": "#f0f0f0", "Highlight": "#3daee9", "HighlightedText": "#000000",
    "Mid": "#55555a", "Light": "#505055", "Dark": "#18181a", "PlaceholderText": "#a0a0a0",
}  # fmt: skip
DAYS = ("oooooooFFFFhooo", "ooooooooooo.....ooLo", "oooXXXXoo", "BB......")


def main(folder: Path, suffix: str) -> None:
    """Draw everything on a light and on a dark palette."""
    app = QApplication([])
    app.setStyle("Fusion")
    light, dark = QPalette(app.palette()), QPalette(app.palette())
    for role, color in DARK.items():
        dark.setColor(QPalette.ColorRole[role], QColor(color))
    folder.mkdir(parents=True, exist_ok=True)
    for theme, palette in (("light", light), ("dark", dark)):
        app.setPalette(palette)
        for name, window in windows():
            window.show()
            app.processEvents()
            app.processEvents()
            window.grab().save(str(folder / f"{name}-{theme}-{suffix}.png"))
            window.close()


def windows() -> Iterator[tuple[str, QWidget]]:
    """Every window in every state, one at a time."""
    yield from panels()
    yield from welcomes()
    yield from settings()
    yield from explanations()


def explanations() -> Iterator[tuple[str, QWidget]]:
    """The window for a pasted error: empty, with a cause, and with a guess."""
    pasted = {
        "empty": "",
        "full": "Selected model is at capacity. Please try a different model.",
        "guess": "exceeded retry limit, last status: 429 Too Many Requests, request id: 7a1",
    }
    for name, text in pasted.items():
        window = ExplainWindow(explain_text)
        window.box.setPlainText(text)
        window.judge()
        yield f"explain-{name}", window


def panels() -> Iterator[tuple[str, QWidget]]:
    """The panel on each of the hand-made snapshots."""
    for name, snapshot in snapshots.ALL.items():
        panel = Panel(clock=lambda: snapshots.NOW, zone=UTC, demo=name == "full_with_incident")
        days = zip(snapshot.models, DAYS, strict=False)
        panel.set_strips({verdict.key: snapshots.strip(day) for verdict, day in days})
        panel.render(snapshot, snapshots.NOW)
        yield f"panel-{name}", panel


def welcomes() -> Iterator[tuple[str, QWidget]]:
    """The first run, step by step."""
    welcome = Welcome(daily_requests=600)
    for where in Where:
        welcome.where.choices[where].click()
        yield f"welcome-1-{where.value}", welcome
    welcome.where.choices[Where.OPENAI].click()
    welcome.forward.click()
    yield "welcome-1-error", welcome
    welcome = Welcome(daily_requests=600)
    welcome.where.key.line.setText("sk-example-0123456789")
    welcome.forward.click()
    welcome.show_models(["gpt-6.2-sol", "gpt-6-luna", "gpt-5.6-sol", *(f"gpt-5.{number}" for number in range(30))])
    for model in ("gpt-6.2-sol", "gpt-6-luna"):
        welcome.models.choice.search.setText(model)
        welcome.models.choice.search.returnPressed.emit()
    yield "welcome-2", welcome
    review = Welcome(daily_requests=600)
    review.where.key.line.setText("sk-example-0123456789")
    review.forward.click()
    review.show_models(["gpt-6.2-sol"])
    review.models.choice.search.returnPressed.emit()
    review.forward.click()
    yield "welcome-3", review


def settings() -> Iterator[tuple[str, QWidget]]:
    """Each page of the settings, and a conflict."""
    window = SettingsWindow(EXAMPLE, path="~/.config/vacancy/config.toml")
    window.show_key_states({"openai": "A key is stored."})
    for place in range(window.tabs.count()):
        window.tabs.setCurrentIndex(place)
        yield f"settings-{place + 1}", window
    window.tabs.setCurrentIndex(2)
    window.probing.interval.line.setText("10s")
    window.probing.interval.line.textEdited.emit("10s")
    window.show_conflict("The file was changed meanwhile by another program; nothing was overwritten.")
    yield "settings-conflict", window


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
