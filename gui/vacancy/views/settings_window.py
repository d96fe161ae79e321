"""The settings window: the file config.toml as a form. It says what it would change and lets the app do it.

When the file changes while something is not saved, both are brought together key by key (`domain.draft`). What both
changed to different values is shown on its page with both, and nothing is saved before it is decided.
"""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from vacancy.domain.draft import Draft
from vacancy.domain.merging import Clash
from vacancy.domain.preferences import Preferences
from vacancy.views.clash_words import clashes_line
from vacancy.views.framed_window import FramedWindow
from vacancy.views.intents import SaveSettings, StartAtLogin, TryConnection
from vacancy.views.looks import bold
from vacancy.views.settings_page import SettingsPage
from vacancy.views.settings_tabs import SettingsTabs
from vacancy.views.unsaved_row import UnsavedRow
from vacancy.views.widgets import MARGIN, ErrorLabel, MutedLabel, button
from vacancy.words import tr

WIDTH_IN_CHARACTERS = 112


class SettingsWindow(FramedWindow):
    """All settings, in eight pages. Save writes them; closing asks in place about what was not saved.

    Without a path it is a rehearsal: it is marked as one, and says that nothing is kept.

    Signals: `asked(SettingsIntent)`.
    """

    asked = Signal(object)

    def __init__(self, preferences: Preferences, *, path: str, parent: QWidget | None = None) -> None:
        demo = not path
        super().__init__(tr("Vacancy - Settings - DEMO") if demo else tr("Vacancy - Settings"), parent)
        self._saved = tr("Taken until the demo ends.") if demo else tr("Saved.")
        self.demo_mark = MutedLabel(tr("DEMO - nothing is sent or kept"), self)
        self.demo_mark.setVisible(demo)
        self._draft = Draft.of(preferences)
        self._clashes: tuple[Clash, ...] = ()
        self._is_let_go = False
        self._newer: Preferences | None = None
        """What the file has meanwhile, while something in the window is wrong and cannot be brought together."""
        self.heading.say(tr("Settings"))
        self.tabs = SettingsTabs(self)
        self.message = MutedLabel("", self)
        self.problem = ErrorLabel(self)
        self.unsaved = UnsavedRow(self)
        for part in (
            self.demo_mark,
            self.tabs,
            self.problem,
            self.message,
            MutedLabel(_where(path), self),
            self.unsaved,
        ):
            self.content.addWidget(part)
        self._add_buttons()
        self._connect()
        self.show_preferences(preferences)
        self.resize(self.wide(WIDTH_IN_CHARACTERS), 1)  # the height follows from the words
        self._make_room_for_tabs()

    def show_preferences(self, preferences: Preferences) -> None:
        """Show these settings, and drop what was changed here."""
        self._draft, self._newer = Draft.of(preferences), None
        self._fill(preferences)
        self.message.say("")
        self.unsaved.hide()
        self._changed()

    def follow(self, preferences: Preferences) -> None:
        """The file changed: what the user did not touch follows it, what both changed is shown with both values."""
        if preferences == self._draft.file and self._newer is None:
            return
        mine = self.preferences
        if mine is None:
            self._newer = preferences
            self.message.say(tr("The file was changed. It is shown here as soon as nothing is marked as wrong."))
            return
        is_untouched = mine == self._draft.file
        self._draft, mine = self._draft.followed(mine, preferences)
        self._newer = None
        self._fill(mine)
        self.message.say("" if is_untouched else tr("The file was changed; what you did not touch follows it."))
        self._changed()

    def go_on_from(self, other: "SettingsWindow") -> bool:
        """Go on where another window was left: its page, and what was changed there. False if that is not right yet."""
        changed = other.preferences
        if changed is None:
            return False
        self._draft = other.draft
        self._fill(changed)
        self._changed()
        self.tabs.setCurrentIndex(other.tabs.currentIndex())
        return True

    def show_saved(self, preferences: Preferences) -> None:
        """The file has them now."""
        leaving = self.unsaved.is_saving
        self.show_preferences(preferences)
        self.message.say(self._saved)
        if leaving:
            self.close()

    def show_save_failed(self, message: str) -> None:
        """They could not be written; everything that was entered stays."""
        self.unsaved.hide()
        self.message.say(message)

    def show_problem(self, problem: str) -> None:
        """Say why the file is not in force, for as long as it is not; nothing with an empty text."""
        self.problem.say(problem)

    def show_page(self, page: SettingsPage) -> None:
        """Turn to one of the pages."""
        self.tabs.show_page(page)

    def show_key_states(self, states: Mapping[str, str]) -> None:
        """Say of each connection whether its key is there."""
        self.tabs.connections.show_key_states(states)

    def show_connection_result(self, name: str, message: str) -> None:
        """Say what came of a test, or of keeping or forgetting a key."""
        self.tabs.connections.show_result(name, message)
        self.tabs.models.show_no_offer(name, message)

    def show_offer(self, name: str, models: Sequence[str]) -> None:
        """Which models a connection lists."""
        self.tabs.models.show_offer(name, models)

    def show_start_at_login(self, *, wanted: bool, possible: bool = True) -> None:
        """Show what the desktop does at login, and whether that can be changed here."""
        self.tabs.look.login.setChecked(wanted)
        self.tabs.look.login.setEnabled(possible)

    @property
    def draft(self) -> Draft:
        """What the settings in the window are compared with."""
        return self._draft

    @property
    def is_asking(self) -> bool:
        """The user sees the question about what was not saved."""
        return self.unsaved.isVisible()

    @property
    def preferences(self) -> Preferences | None:
        """The settings as they stand in the window; None while one of them is wrong."""
        return self.tabs.put_into(self._draft.file)

    def let_go(self) -> None:
        """Ask nothing any more when it is closed: another window goes on with what was changed, or the app ends."""
        self._is_let_go = True

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask about what was not saved, in place; closing once more means: keep editing."""
        is_asked = self.isVisible() and not (self._is_let_go or self.unsaved.is_discarding)
        if is_asked and self.preferences != self._draft.file:
            event.ignore()
            self.unsaved.ask_or_hide(can_save=self.save.isEnabled())
            return
        super().closeEvent(event)

    def _add_buttons(self) -> None:
        self.cancel = button(tr("Close"), tr("Close the window (Esc); what is not saved is asked about"), self)
        self.save = button(tr("Save"), tr("Write these settings and use them at once (Ctrl+S)"), self)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Save), self, self.save.click)
        self.save.setFont(bold())
        self.buttons.addStretch(1)
        self.buttons.addWidget(self.cancel)
        self.buttons.addWidget(self.save)

    def _connect(self) -> None:
        self.tabs.changed.connect(self._changed)
        self.tabs.kept.connect(self._decided)
        self.tabs.taken.connect(self._take_theirs)
        self.tabs.connections.asked.connect(self.asked)
        self.tabs.models.offer_wanted.connect(self._ask_for_offer)
        self.tabs.look.login_wanted.connect(lambda wanted: self.asked.emit(StartAtLogin(wanted)))
        self.cancel.clicked.connect(self.close)
        self.save.clicked.connect(self._save)
        self.unsaved.save_wanted.connect(self._save)
        self.unsaved.discarded.connect(self.close)

    def _fill(self, preferences: Preferences) -> None:
        self.tabs.load(preferences, saved=self._draft.file)

    def _changed(self) -> None:
        wanted = self.preferences
        if wanted is not None and self._newer is not None:
            self.follow(self._newer)
            return
        if wanted is not None:
            self.tabs.count_for(wanted)
            self._show_clashes(self._draft.clashes(wanted))
        can_save = wanted not in (None, self._draft.file) and not self._clashes
        self.save.setEnabled(can_save)
        self.unsaved.show_possible(can_save=can_save)

    def _show_clashes(self, clashes: tuple[Clash, ...]) -> None:
        if clashes == self._clashes:
            return
        self._clashes = clashes
        self.tabs.show_clashes(clashes)
        self._make_room_for_tabs()
        self.message.say(clashes_line() if clashes else "")

    def _make_room_for_tabs(self) -> None:
        """All titles side by side, as far as the screen is wide."""
        width = min(self.tabs.width_of_tabs + 2 * MARGIN, self.screen().availableSize().width())
        if self.width() < width:
            self.resize(width, self.height())

    def _take_theirs(self, clash: Clash) -> None:
        mine = self.preferences
        if mine is None:
            return  # something else is wrong, and says so
        self._fill(self._draft.taken(mine, clash))
        self._decided(clash)

    def _decided(self, clash: Clash) -> None:
        self._draft = self._draft.decided(clash)
        self._changed()

    def _ask_for_offer(self, name: str) -> None:
        connection = next((each for each in self.tabs.connections.connections if each.name == name), None)
        if connection is not None:
            self.asked.emit(TryConnection(connection))

    def _save(self) -> None:
        if (wanted := self.preferences) is not None:
            self.asked.emit(SaveSettings(wanted))


def _where(path: str) -> str:
    if not path:
        return tr("The demo has no file: what you change here is forgotten when it ends.")
    return tr("These settings are in {path}, where you can edit them too.", path=path)
