"""The menu of the tray icon: the state in words, the models, and what can be done."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

import shiboken6
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QActionGroup, QIcon
from PySide6.QtWidgets import QMenu

from vacancy.desktop import icons
from vacancy.domain.catalog import EntryKey
from vacancy.domain.lamp import Lamp
from vacancy.domain.preferences import IconStyle
from vacancy.words import mark, tr

PAUSES: tuple[tuple[str, timedelta | None], ...] = (
    (mark("For 1 hour"), timedelta(hours=1)),
    (mark("For 8 hours"), timedelta(hours=8)),
    (mark("Until I resume"), None),
)
"""What a pause menu offers, here and in the panel; None is until the user resumes."""


@dataclass(frozen=True, slots=True)
class TrayLine:
    """One model in the menu; a click copies its name."""

    text: str
    key: EntryKey
    lamp: Lamp


@dataclass(frozen=True, slots=True)
class TrayWait:
    """The offer to tell when a model is back."""

    text: str
    key: EntryKey
    wanted: bool
    """It is on, and can be taken back."""


@dataclass(frozen=True, slots=True)
class TraySwitch:
    """The offer to switch a tool to the recommended model."""

    text: str
    key: EntryKey


@dataclass(frozen=True, slots=True)
class TrayContent:
    """Everything the tray shows, in words that `views.present` has found."""

    headline: str
    """The state in one sentence, which is the menu's first entry."""
    tooltip: str
    """Short and without markup: panels cut it, and some show none."""
    lines: tuple[TrayLine, ...] = ()
    more: str = ""
    """What stands below the lines when there are more models than lines; a click opens the window."""
    lamp: Lamp = Lamp.UNKNOWN
    incident: bool = False
    paused: bool = False
    """Everything is paused by the user, so that Resume is offered instead of Pause."""
    demo: bool = False
    wait: TrayWait | None = None
    """None while the preferred model is not away."""
    switch: TraySwitch | None = None
    """None while there is nothing to switch, or nothing to switch to."""
    undo: str = ""
    """The offer to take the last switch back; empty while there is none."""


class TrayIntents(QObject):
    """What people ask for at the tray, by its menu or by a click on it.

    Signals:
        open_requested: Show the window.
        copy_requested: Copy the name of the model entry (EntryKey).
        use_requested: Switch the tool to that model entry (EntryKey).
        undo_requested: Take the last switch back.
        watch_requested: Tell when that model entry is back (EntryKey, bool), or no longer with False.
        check_requested: Probe every model now.
        pause_requested: Pause for a timedelta, or for None: until the user resumes.
        resume_requested: End the pause.
        explain_requested: Show the window for a pasted error.
        settings_requested: Show the settings.
        quit_requested: End the program.
    """

    open_requested = Signal()
    copy_requested = Signal(object)
    use_requested = Signal(object)
    undo_requested = Signal()
    watch_requested = Signal(object, bool)
    check_requested = Signal()
    pause_requested = Signal(object)
    resume_requested = Signal()
    explain_requested = Signal()
    settings_requested = Signal()
    quit_requested = Signal()


class TrayMenu:
    """The menu and its entries.

    Panels keep their own copy of the menu, and some never open one that was empty once. So it is complete from the
    start, its entries are edited and never cleared, and only model lines come and go.
    """

    def __init__(self, intents: TrayIntents) -> None:
        # Only the entries know the intents: a circle of ours would be collected in whichever thread is running then.
        self.menu = QMenu()
        self._icons: dict[Lamp, QIcon] = {}
        self._lines: list[QAction] = []
        self._copying = QActionGroup(self.menu)
        self._copying.triggered.connect(lambda line: intents.copy_requested.emit(line.data()))
        self._fixed: list[tuple[QAction, str]] = []
        """The entries that always say the same, with their words in English."""
        self._headline = self._entry("", intents.open_requested.emit)
        self._demo = self._note(mark("Demo: simulated models, nothing is sent"))
        self._before_lines = self.menu.addSeparator()
        self._hint = self._note(mark("Copy the name of:"))
        self._more = self._entry("", intents.open_requested.emit)
        self.menu.addSeparator()
        self._use = self._entry("", lambda: intents.use_requested.emit(self._use.data()))
        self._undo = self._entry("", intents.undo_requested.emit)
        self._wait = self._entry("", lambda: intents.watch_requested.emit(self._wait.data(), self._wait.isChecked()))
        self._wait.setCheckable(True)
        self._check = self._entry(mark("Check now"), intents.check_requested.emit)
        self._pause = self._pause_menu(intents)
        self._resume = self._entry(mark("Resume"), intents.resume_requested.emit)
        self.menu.addSeparator()
        self._entry(mark("Open Vacancy"), intents.open_requested.emit)
        self._entry(mark("Explain an error…"), intents.explain_requested.emit)
        self._entry(mark("Settings…"), intents.settings_requested.emit)
        self.menu.addSeparator()
        self._entry(mark("Quit"), intents.quit_requested.emit)
        self.retranslate()

    def retranslate(self) -> None:
        """Say what always stands here in the language that is spoken now; the rest comes with the next content."""
        for action, english in self._fixed:
            _set_text(action, tr(english))

    def show_content(self, content: TrayContent) -> None:
        """Edit the entries so that they say this."""
        _set_text(self._headline, content.headline)
        self._demo.setVisible(content.demo)
        # Panels do not join separators as Qt does.
        self._before_lines.setVisible(bool(content.lines))
        self._hint.setVisible(bool(content.lines))
        self._match_line_count(len(content.lines))
        for action, line in zip(self._lines, content.lines, strict=True):
            self._show_line(action, line)
        _offer(self._more, content.more)
        _offer(self._use, content.switch.text if content.switch else "")
        self._use.setData(content.switch.key if content.switch else None)
        _offer(self._undo, content.undo)
        self._show_wait(content.wait)
        self._check.setEnabled(not content.paused)
        self._pause.menuAction().setVisible(not content.paused)
        self._resume.setVisible(content.paused)

    def close(self) -> None:
        """Delete the menu, which as a window must not outlive the application. Twice is fine."""
        if shiboken6.isValid(self.menu):
            shiboken6.delete(self.menu)

    def _match_line_count(self, count: int) -> None:
        while len(self._lines) > count:
            action = self._lines.pop()
            self.menu.removeAction(action)
            action.deleteLater()
        while len(self._lines) < count:
            action = QAction(self._copying)
            self.menu.insertAction(self._more, action)
            self._lines.append(action)

    def _show_line(self, action: QAction, line: TrayLine) -> None:
        _set_text(action, line.text)
        if action.data() != line.key:
            action.setData(line.key)
        if action.property("lamp") != line.lamp.value:
            action.setProperty("lamp", line.lamp.value)
            action.setIcon(self._icon_of(line.lamp))

    def _show_wait(self, wait: TrayWait | None) -> None:
        _offer(self._wait, wait.text if wait else "")
        if wait is None:
            return
        if self._wait.isChecked() != wait.wanted:
            self._wait.setChecked(wait.wanted)
        self._wait.setData(wait.key)

    def _icon_of(self, lamp: Lamp) -> QIcon:
        # The panel draws the menu, on a background that we cannot know.
        return self._icons.setdefault(lamp, icons.icon(lamp, style=IconStyle.COLOR))

    def _entry(self, english: str, slot: Callable[[], object]) -> QAction:
        """An entry that says this; one without words gets them with the content."""
        action = self.menu.addAction("")
        action.triggered.connect(lambda: slot())  # noqa: PLW0108 - drops `checked`
        if english:
            self._fixed.append((action, english))
        return action

    def _note(self, english: str) -> QAction:
        action = self.menu.addAction("")
        action.setEnabled(False)
        self._fixed.append((action, english))
        return action

    def _pause_menu(self, intents: TrayIntents) -> QMenu:
        menu = self.menu.addMenu("")
        self._fixed.append((menu.menuAction(), mark("Pause")))
        for english, duration in PAUSES:
            action = menu.addAction("")
            action.triggered.connect(lambda _=False, d=duration: intents.pause_requested.emit(d))
            self._fixed.append((action, english))
        return menu


def _offer(action: QAction, text: str) -> None:
    """Show the entry with this text, or hide it where there is none."""
    if text:
        _set_text(action, text)
    action.setVisible(bool(text))


def _set_text(action: QAction, text: str) -> None:
    """Set a literal text; each change is a message to the panel, so only a real one is made."""
    literal = text.replace("&", "&&")
    if action.text() != literal:
        action.setText(literal)
