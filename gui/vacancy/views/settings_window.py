"""The settings window: the file config.toml as a form. It says what it would change and lets the app do it."""

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QTabBar, QTabWidget, QWidget

from vacancy.domain.preferences import Preferences
from vacancy.views.intents import ReloadSettings, SaveSettings, StartAtLogin
from vacancy.views.settings_connections import ConnectionsPage
from vacancy.views.settings_models import ModelsPage
from vacancy.views.settings_pages import BehaviourPage, ProbingPage, StatusPagePage
from vacancy.views.settings_presence import PresencePage
from vacancy.views.widgets import UNIT, FramedWindow, MutedLabel, Scroll, TintedLabel, button
from vacancy.words import tr

WIDTH_IN_CHARACTERS = 112


class RoomyTabs(QTabBar):
    """Tabs with room for their words: Fusion cuts the tails of g and p where the font stands low."""

    def tabSizeHint(self, index: int) -> QSize:
        """The usual size, and a little height."""
        return super().tabSizeHint(index) + QSize(0, UNIT)


class SettingsWindow(FramedWindow):
    """All settings, in six pages. Save writes them; closing drops what was not saved.

    Without a path it is a rehearsal: it is marked as one, and says that nothing is kept.

    Signals: `asked(SaveSettings | SetKey | ForgetKey | TryConnection | StartAtLogin | ReloadSettings)`.
    """

    asked = Signal(object)

    def __init__(self, preferences: Preferences, *, path: str, parent: QWidget | None = None) -> None:
        demo = not path
        super().__init__(tr("Vacancy - Settings - DEMO") if demo else tr("Vacancy - Settings"), parent)
        self._saved = tr("Taken until the demo ends.") if demo else tr("Saved.")
        self.demo_mark = TintedLabel(tr("DEMO - nothing is sent or kept"), self)
        self.demo_mark.setVisible(demo)
        self._loaded = preferences
        self.heading.say(tr("Settings"))
        self.models = ModelsPage(self)
        self.connections = ConnectionsPage(self)
        self.probing = ProbingPage(self)
        self.page = StatusPagePage(self)
        self.behaviour = BehaviourPage(self)
        self.presence = PresencePage(self)
        self._pages: tuple[QWidget, ...] = (
            self.models, self.connections, self.probing, self.presence, self.page, self.behaviour,
        )  # fmt: skip
        self.tabs = QTabWidget(self)
        self.tabs.setTabBar(RoomyTabs(self.tabs))
        self.tabs.setAccessibleName(tr("Pages of settings"))
        for widget, title in (
            (self.models, tr("Models")), (self.connections, tr("Connections")), (self.probing, tr("Asking")),
            (self.presence, tr("Away")), (self.page, tr("Status page")), (self.behaviour, tr("Notices and look")),
        ):  # fmt: skip
            self.tabs.addTab(Scroll(widget), title)
        self.message = TintedLabel("", self)
        self.path = MutedLabel(_where(path), self)
        for part in (self.demo_mark, self.tabs, self.message, self.path):
            self.content.addWidget(part)
        self._add_buttons()
        self._connect()
        self.show_preferences(preferences)
        self.resize(self.wide(WIDTH_IN_CHARACTERS), 1)  # the height follows from the words

    def show_preferences(self, preferences: Preferences) -> None:
        """Show these settings, and drop what was changed here."""
        self._loaded = preferences
        self._fill(preferences)
        self.message.say("")
        self.reload.hide()
        self._changed()

    def go_on_from(self, other: "SettingsWindow") -> bool:
        """Go on where another window was left: its page, and what was changed there. False if that is not right yet."""
        changed = other.preferences
        if changed is None:
            return False
        self._fill(changed)
        self._changed()
        self.tabs.setCurrentIndex(other.tabs.currentIndex())
        return True

    def _fill(self, preferences: Preferences) -> None:
        self.connections.load(preferences.connections)
        names = [connection.name for connection in preferences.connections]
        self.models.load(preferences.models, names, preferences.prices)
        self.probing.load(preferences.probing)
        self.page.load(preferences.status_page)
        self.behaviour.load(preferences.notifications, preferences.appearance)
        self.presence.load(preferences.presence)

    def show_saved(self, preferences: Preferences) -> None:
        """The file has them now."""
        self.show_preferences(preferences)
        self.message.say(self._saved)

    def show_save_failed(self, message: str) -> None:
        """They could not be written; everything that was entered stays."""
        self.message.say(message)

    def show_conflict(self, message: str) -> None:
        """The file changed on disk meanwhile; nothing was overwritten, and the user decides."""
        self.message.say(message)
        self.reload.show()

    def show_page(self, page: QWidget) -> None:
        """Turn to one of the pages."""
        self.tabs.setCurrentIndex(self._pages.index(page))

    def show_key_states(self, states: Mapping[str, str]) -> None:
        """Say of each connection whether its key is there."""
        self.connections.show_key_states(states)

    def show_connection_result(self, name: str, message: str) -> None:
        """Say what came of a test, or of keeping or forgetting a key."""
        self.connections.show_result(name, message)

    def show_start_at_login(self, *, wanted: bool, possible: bool = True) -> None:
        """Show what the desktop does at login, and whether that can be changed here."""
        self.behaviour.login.setChecked(wanted)
        self.behaviour.login.setEnabled(possible)

    @property
    def preferences(self) -> Preferences | None:
        """The settings as they stand in the window; None while one of them is wrong."""
        pages = (self.models, self.connections, self.probing, self.page, self.behaviour)
        if [page for page in pages if not page.valid()]:
            return None
        return replace(
            self._loaded,
            connections=self.connections.connections,
            models=self.models.models,
            status_page=self.page.page,
            probing=self.probing.probing,
            notifications=self.behaviour.notifications,
            appearance=self.behaviour.appearance,
            presence=self.presence.presence,
            prices=dict(self.models.prices),
        )

    def _add_buttons(self) -> None:
        self.reload = button(
            tr("Take the file's"), tr("Show what is in the file, and drop the changes made here"), self
        )
        self.cancel = button(tr("Close"), tr("Drop what was not saved (Esc)"), self)
        self.save = button(tr("Save"), tr("Write these settings and use them at once"), self)
        self.save.setDefault(True)
        self.reload.hide()
        self.buttons.addWidget(self.reload)
        self.buttons.addStretch(1)
        self.buttons.addWidget(self.cancel)
        self.buttons.addWidget(self.save)

    def _connect(self) -> None:
        for page in (self.models, self.connections, self.probing, self.presence, self.page, self.behaviour):
            page.changed.connect(self._changed)
        self.connections.changed.connect(self._connections_changed)
        self.connections.asked.connect(self.asked)
        self.behaviour.login_wanted.connect(lambda wanted: self.asked.emit(StartAtLogin(wanted)))
        self.reload.clicked.connect(lambda: self.asked.emit(ReloadSettings()))
        self.cancel.clicked.connect(self.close)
        self.save.clicked.connect(self._save)

    def _connections_changed(self) -> None:
        self.models.offer_connections([connection.name for connection in self.connections.connections])

    def _changed(self) -> None:
        models = self.models.models
        self.probing.show_models(models, self.models.prices)
        self.connections.show_used(frozenset(entry.connection for entry in models))
        wanted = self.preferences
        self.save.setEnabled(wanted is not None and wanted != self._loaded)

    def _save(self) -> None:
        if (wanted := self.preferences) is not None:
            self.asked.emit(SaveSettings(wanted))


def _where(path: str) -> str:
    if not path:
        return tr("The demo has no file: what you change here is forgotten when it ends.")
    return tr("These settings are in {path}, where you can edit them too.", path=path)
