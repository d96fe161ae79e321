"""The settings page of the official status page: which one is read, and how often."""

from dataclasses import replace
from datetime import timedelta

from PySide6.QtWidgets import QWidget

from vacancy.domain import bounds
from vacancy.domain.durations import format_duration, parse_duration
from vacancy.domain.preferences import Preferences, StatusPagePreferences
from vacancy.views.fields import TextField, check_duration, check_optional_url
from vacancy.views.settings_page import SettingsPage, all_valid
from vacancy.views.widgets import TextLabel
from vacancy.words import tr, tr_n

_DAY = timedelta(days=1)


class StatusPagePage(SettingsPage):
    """Its address and its interval."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.url = TextField(
            tr("&Address"), tr("A page of incident.io or Statuspage; empty: no page is read."), check_optional_url, self
        )
        self.interval = TextField(
            tr("Read it &every"),
            tr("Without any key; pages change slowly."),
            check_duration(bounds.PAGE_INTERVAL),
            self,
        )
        self.effect = TextLabel("", self)
        self.column((self.url, self.interval, self.effect))
        self.changed.connect(self._say_effect)

    def load(self, preferences: Preferences) -> None:
        """Show the settings for the page."""
        self.url.show_text(preferences.status_page.url)
        self.interval.show_text(format_duration(preferences.status_page.interval))
        self._say_effect()

    def valid(self) -> bool:
        """Nothing on this page is wrong."""
        return all_valid((self.url, self.interval))

    def put_into(self, preferences: Preferences) -> Preferences:
        """The settings with this page."""
        page = StatusPagePreferences(self.url.text.rstrip("/"), parse_duration(self.interval.text))
        return replace(preferences, status_page=page)

    def _say_effect(self) -> None:
        if not self.valid():
            self.effect.say("")
        elif not self.url.text:
            self.effect.say(tr("No page is read, so incidents are not known."))
        else:
            times = round(_DAY / parse_duration(self.interval.text))
            self.effect.say(tr_n(times, "It is read about {n} time a day.", "It is read about {n} times a day."))
