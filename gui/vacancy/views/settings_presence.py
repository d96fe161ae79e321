"""The settings page of the user's absence: how much is asked while nobody looks, or while it would cost."""

from dataclasses import replace

from PySide6.QtWidgets import QWidget

from vacancy.domain.preferences import Preferences
from vacancy.domain.presence import LESS, PresencePreferences, Restraint
from vacancy.views import cost
from vacancy.views.fields import ChoiceField
from vacancy.views.settings_page import SettingsPage
from vacancy.views.widgets import TextLabel
from vacancy.words import tr


class PresencePage(SettingsPage):
    """What a locked screen, an idle machine, a battery and a metered network change."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.locked = _choice(tr("While the screen is &locked"), _less(), self)
        self.idle = _choice(
            tr("While nobody touches the &machine"), tr("For as long as your desktop calls idle."), self
        )
        self.on_battery = _choice(tr("On &battery"), tr("A few hundred small questions a day are hardly felt."), self)
        self.metered = _choice(tr("On a metered &network"), tr("A question is a few kilobytes, the page more."), self)
        back = TextLabel(
            tr("When you unlock the screen, or the machine wakes or is online again, all are asked once. "
               "While it sleeps or is offline nothing is sent."),
            self,
        )  # fmt: skip
        self.effect = TextLabel("", self)
        self.column((self.locked, self.idle, self.on_battery, self.metered, self.effect, back))

    def load(self, preferences: Preferences) -> None:
        """Show what changes with the user's absence."""
        presence = preferences.presence
        self.locked.choose(presence.locked)
        self.idle.choose(presence.idle)
        self.on_battery.choose(presence.on_battery)
        self.metered.choose(presence.metered)
        self.count_for(preferences)

    def count_for(self, preferences: Preferences) -> None:
        """Count the effect for the models and intervals of these settings."""
        paces = [preferences.pace_of(entry) for entry in preferences.asked_models]
        self.effect.say(cost.away_line(paces) if paces else "")

    def put_into(self, preferences: Preferences) -> Preferences:
        """The settings with these."""
        presence = PresencePreferences(
            locked=self.locked.value,
            idle=self.idle.value,
            on_battery=self.on_battery.value,
            metered=self.metered.value,
        )
        return replace(preferences, presence=presence)


def _choice(label: str, reason: str, parent: QWidget) -> ChoiceField[Restraint]:
    return ChoiceField[Restraint](label, reason, _restraint_texts(), parent)


def _less() -> str:
    return tr("Less: one question instead of {n}, and none to the models in reserve. What you wait for is asked as "
              "ever.", n=LESS)  # fmt: skip


def _restraint_texts() -> tuple[tuple[Restraint, str], ...]:
    return (
        (Restraint.NONE, tr("ask as ever")),
        (Restraint.LESS, tr("ask less")),
        (Restraint.PAUSE, tr("ask nothing")),
    )
