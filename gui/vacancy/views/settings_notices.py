"""The settings page of the notifications: what is worth an interruption, and when."""

from dataclasses import replace

from PySide6.QtWidgets import QCheckBox, QWidget

from vacancy.domain.preferences import NotificationPreferences, Preferences, QuietHours
from vacancy.views.fields import TextField, check_quiet_hours
from vacancy.views.settings_page import SettingsPage
from vacancy.views.widgets import MutedLabel, TextLabel
from vacancy.words import tr


class NoticesPage(SettingsPage):
    """Five sorts of notices, and the hours in which none is shown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        intro = MutedLabel(tr("Each is told once, and only when it is certain."), self)
        self.recovered = QCheckBox(tr("Tell me when a model that was &full or failing is back"), self)
        self.switched = QCheckBox(tr("Tell me when my first choice cannot be &used and another one works"), self)
        self.nothing_works = QCheckBox(tr("Tell me when &nothing that I listed works any more"), self)
        self.needs_user = QCheckBox(tr("Tell me when a &key is refused or money ran out"), self)
        self.incidents = QCheckBox(tr("Tell me when the status &page names one of my models"), self)
        self.quiet_hours = TextField(
            tr("&Quiet hours"),
            tr("Such as 22:00-07:00; empty: none. What you wait for is told at any hour, the rest afterwards."),
            check_quiet_hours, self,
        )  # fmt: skip
        self.effect = TextLabel("", self)
        self._boxes = (self.recovered, self.switched, self.nothing_works, self.needs_user, self.incidents)
        self.column((intro, *self._boxes, self.quiet_hours, self.effect))
        for box in self._boxes:
            box.clicked.connect(self.changed)
        self.changed.connect(self._say_effect)

    def load(self, preferences: Preferences) -> None:
        """Show what is told."""
        told = preferences.notifications
        self.recovered.setChecked(told.recovered)
        self.switched.setChecked(told.switched)
        self.nothing_works.setChecked(told.nothing_works)
        self.needs_user.setChecked(told.needs_user)
        self.incidents.setChecked(told.incidents)
        self.quiet_hours.show_text("" if told.quiet_hours is None else str(told.quiet_hours))
        self._say_effect()

    def valid(self) -> bool:
        """Nothing on this page is wrong."""
        return self.quiet_hours.valid()

    def put_into(self, preferences: Preferences) -> Preferences:
        """The settings with what is told."""
        hours = self.quiet_hours.text
        told = NotificationPreferences(
            recovered=self.recovered.isChecked(),
            switched=self.switched.isChecked(),
            nothing_works=self.nothing_works.isChecked(),
            needs_user=self.needs_user.isChecked(),
            incidents=self.incidents.isChecked(),
            quiet_hours=QuietHours.parse(hours) if hours else None,
        )
        return replace(preferences, notifications=told)

    def _say_effect(self) -> None:
        is_silent = not [box for box in self._boxes if box.isChecked()]
        self.effect.say(tr("Only what you wait for is told: “tell me when it is back”.") if is_silent else "")
