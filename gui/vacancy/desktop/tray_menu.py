"""The menu of the tray icon: the state in words, the models, and what can be done."""

from dataclasses import dataclass
from datetime import timedelta

import shiboken6
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QIcon
from PySide6.QtWidgets import QMenu

from vacancy.desktop import icons
from vacancy.domain.catalog import EntryKey
from vacancy.domain.lamp import Lamp
from vacancy.domain.preferences import IconStyle


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


class TrayMenu(QObject):
    """The menu and its entries.

    Panels keep their own copy of the menu, and some never open one that was empty once. So it is complete from the
    start, its entries are edited and never cleared, and only model lines come and go.

    Signals:
        open_requested: Show the window.
        copy_requested: Copy the name of the model entry (EntryKey).
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
    watch_requested = Signal(object, bool)
    check_requested = Signal()
    pause_requested = Signal(object)
    resume_requested = Signal()
    explain_requested = Signal()
    settings_requested = Signal()
    quit_requested = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.menu = QMenu()
        self._icons: dict[Lamp, QIcon] = {}
        self._lines: list[QAction] = []
        self._headline = self._entry("", self.open_requested.emit)
        self._demo = self._note(self.tr("Demo: simulated models, nothing is sent"))
        self.menu.addSeparator()
        self._hint = self._note(self.tr("Copy the name of:"))
        self._more = self._entry("", self.open_requested.emit)
        self._more.setVisible(False)
        self.menu.addSeparator()
        self._wait = self._entry("", self._toggle_wait)
        self._wait.setCheckable(True)
        self._wait.setVisible(False)
        self._check = self._entry(self.tr("Check now"), self.check_requested.emit)
        self._pause = self._pause_menu()
        self._resume = self._entry(self.tr("Resume"), self.resume_requested.emit)
        self.menu.addSeparator()
        self._entry(self.tr("Open Vacancy"), self.open_requested.emit)
        self._entry(self.tr("Explain an error…"), self.explain_requested.emit)
        self._entry(self.tr("Settings…"), self.settings_requested.emit)
        self.menu.addSeparator()
        self._entry(self.tr("Quit"), self.quit_requested.emit)

    def show_content(self, content: TrayContent) -> None:
        """Edit the entries so that they say this."""
        _set_text(self._headline, content.headline)
        self._demo.setVisible(content.demo)
        self._hint.setVisible(bool(content.lines))
        self._check.setEnabled(not content.paused)
        self._pause.menuAction().setVisible(not content.paused)
        self._resume.setVisible(content.paused)
        self._show_wait(content.wait)
        _set_text(self._more, content.more)
        self._more.setVisible(bool(content.more))
        self._match_line_count(len(content.lines))
        for action, line in zip(self._lines, content.lines, strict=True):
            _set_text(action, line.text)
            if action.data() != line.key:
                action.setData(line.key)
            if action.property("lamp") != line.lamp.value:
                action.setProperty("lamp", line.lamp.value)
                action.setIcon(self._icon_of(line.lamp))

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
            action = QAction(self.menu)
            action.triggered.connect(self._copy_line)
            self.menu.insertAction(self._more, action)
            self._lines.append(action)

    def _show_wait(self, wait: TrayWait | None) -> None:
        self._wait.setVisible(wait is not None)
        if wait is None:
            return
        _set_text(self._wait, wait.text)
        if self._wait.isChecked() != wait.wanted:
            self._wait.setChecked(wait.wanted)
        self._wait.setData(wait.key)

    def _toggle_wait(self) -> None:
        self.watch_requested.emit(self._wait.data(), self._wait.isChecked())

    def _copy_line(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.copy_requested.emit(action.data())

    def _icon_of(self, lamp: Lamp) -> QIcon:
        # The panel draws the menu, on a background that we cannot know.
        return self._icons.setdefault(lamp, icons.icon(lamp, style=IconStyle.COLOR))

    def _entry(self, text: str, slot: object) -> QAction:
        action = self.menu.addAction(text)
        action.triggered.connect(lambda: slot())  # type: ignore[operator] # noqa: PLW0108 - drops `checked`
        return action

    def _note(self, text: str) -> QAction:
        action = self.menu.addAction(text)
        action.setEnabled(False)
        return action

    def _pause_menu(self) -> QMenu:
        menu = self.menu.addMenu(self.tr("Pause"))
        choices = (
            (self.tr("For 1 hour"), timedelta(hours=1)),
            (self.tr("For 8 hours"), timedelta(hours=8)),
            (self.tr("Until I resume"), None),
        )
        for text, duration in choices:
            menu.addAction(text).triggered.connect(lambda _=False, d=duration: self.pause_requested.emit(d))
        return menu


def _set_text(action: QAction, text: str) -> None:
    """Set a literal text; each change is a message to the panel, so only a real one is made."""
    literal = text.replace("&", "&&")
    if action.text() != literal:
        action.setText(literal)
