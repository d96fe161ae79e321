"""The pages of the settings window side by side, and what one page has to know of another."""

from collections.abc import Iterable

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QTabBar, QTabWidget, QVBoxLayout, QWidget

from vacancy.domain.merging import Clash
from vacancy.domain.preferences import Preferences
from vacancy.views.framed_window import Scroll
from vacancy.views.settings_clashes import ClashRows
from vacancy.views.settings_connections import ConnectionsPage
from vacancy.views.settings_look import LookPage
from vacancy.views.settings_models import ModelsPage
from vacancy.views.settings_notices import NoticesPage
from vacancy.views.settings_page import SettingsPage
from vacancy.views.settings_presence import PresencePage
from vacancy.views.settings_probing import ProbingPage
from vacancy.views.settings_status import StatusPagePage
from vacancy.views.settings_switching import SwitchingPage
from vacancy.views.widgets import UNIT
from vacancy.words import tr


class RoomyTabs(QTabBar):
    """Tabs with room for their words: Fusion cuts the tails of g and p where the font stands low."""

    def tabSizeHint(self, index: int) -> QSize:
        """The usual size, and a little height."""
        return super().tabSizeHint(index) + QSize(0, UNIT)


class SettingsTabs(QTabWidget):
    """The eight pages, each with what has to be decided on it on top.

    Signals: `changed()` when the user changed anything; `kept(Clash)` and `taken(Clash)` when a clash was decided.
    """

    changed = Signal()
    kept = Signal(object)
    taken = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTabBar(RoomyTabs(self))
        self.setAccessibleName(tr("Pages of settings"))
        self.models, self.connections = ModelsPage(self), ConnectionsPage(self)
        self.probing, self.presence, self.status = ProbingPage(self), PresencePage(self), StatusPagePage(self)
        self.notices, self.look, self.switching = NoticesPage(self), LookPage(self), SwitchingPage(self)
        titled: tuple[tuple[SettingsPage, str, tuple[str, ...]], ...] = (
            (self.models, tr("Models"), ("models", "prices")),
            (self.connections, tr("Connections"), ("connections",)),
            (self.probing, tr("Asking and cost"), ("probing",)),
            (self.presence, tr("Away"), ("presence",)),
            (self.status, tr("Status page"), ("status_page",)),
            (self.notices, tr("Notifications"), ("notifications",)),
            (self.look, tr("Look"), ("appearance",)),
            (self.switching, tr("Switching"), ("switching", "targets")),
        )
        self._pages = tuple(page for page, _, _ in titled)
        self._titles = tuple(title for _, title, _ in titled)
        self._tables = tuple(tables for _, _, tables in titled)
        self.rows = tuple(ClashRows(self) for _ in titled)
        self._loading = False
        for page, rows, title in zip(self._pages, self.rows, self._titles, strict=True):
            self.addTab(Scroll(_below(rows, page)), title)
            page.changed.connect(self._page_changed)
            rows.kept.connect(self.kept)
            rows.taken.connect(self.taken)
        self.connections.changed.connect(self._connections_changed)
        self.connections.renamed.connect(self.models.rename_connection)

    @property
    def width_of_tabs(self) -> int:
        """What all the titles need side by side."""
        return self.tabBar().sizeHint().width()

    def load(self, preferences: Preferences, *, saved: Preferences) -> None:
        """Show these settings; those that are in the file say which connections keep their names."""
        self._loading = True
        for page in self._pages:
            page.load(preferences)
        self.connections.show_saved_names(connection.name for connection in saved.connections)
        self._loading = False
        self._say_used()

    def put_into(self, preferences: Preferences) -> Preferences | None:
        """The settings with what stands on the pages; None while something is wrong, which its page then says."""
        if [page for page in self._pages if not page.valid()]:
            return None
        for page in self._pages:
            preferences = page.put_into(preferences)
        return preferences

    def count_for(self, preferences: Preferences) -> None:
        """Count the effects for these settings."""
        self.probing.count_for(preferences)
        self.presence.count_for(preferences)

    def show_clashes(self, clashes: Iterable[Clash]) -> None:
        """Show each on its page, and say in the tabs where some are."""
        left = tuple(clashes)
        for place, (rows, title, tables) in enumerate(zip(self.rows, self._titles, self._tables, strict=True)):
            here = [clash for clash in left if clash.where[0] in tables]
            rows.show_clashes(here)
            self.setTabText(place, tr("{title} ({n} to choose)", title=title, n=len(here)) if here else title)

    def show_page(self, page: SettingsPage) -> None:
        """Turn to one of the pages."""
        self.setCurrentIndex(self._pages.index(page))

    def _page_changed(self) -> None:
        if not self._loading:
            self._say_used()
            self.changed.emit()

    def _say_used(self) -> None:
        self.connections.show_used(frozenset(entry.connection for entry in self.models.models))

    def _connections_changed(self) -> None:
        self.models.offer_connections([connection.name for connection in self.connections.connections])


def _below(rows: ClashRows, page: SettingsPage) -> QWidget:
    """A page below what has to be decided on it."""
    both = QWidget()
    layout = QVBoxLayout(both)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    layout.addWidget(rows)
    layout.addWidget(page, 1)
    return both
