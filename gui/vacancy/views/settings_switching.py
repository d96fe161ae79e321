"""The settings page of switching: which tool is switched to a recommended model, and whether it is asked first."""

from dataclasses import replace

from PySide6.QtWidgets import QCheckBox, QWidget

from vacancy.domain.preferences import OWN_TARGET, Preferences, SwitchingPreferences
from vacancy.views.fields import ChoiceField
from vacancy.views.settings_page import SettingsPage
from vacancy.views.settings_targets import TargetsForm
from vacancy.views.widgets import MutedLabel, Separator, TextLabel
from vacancy.words import plain, tr

_NAME_LENGTH = 40


class SwitchingPage(SettingsPage):
    """The tool, the leave to switch it without asking, and the list of further tools."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.target = ChoiceField[str](
            tr("&Switch this tool"), tr("What the panel, the notifications and “vacancy use” offer to switch."),
            [(OWN_TARGET, "Codex")], self,
        )  # fmt: skip
        self.automatic = QCheckBox(tr("Switch it &without asking me"), self)
        reason = tr(
            "Away when your first choice is lost, and back when it is proven to be back. "
            "Each switch is told, with Undo."
        )
        self.automatic.setAccessibleDescription(reason)
        self.effect = TextLabel("", self)
        self.targets = TargetsForm(self)
        tools = TextLabel(tr("Further tools"), self)
        self.column((
            self.target, self.automatic, MutedLabel(reason, self), self.effect, Separator(self), tools, self.targets,
        ))  # fmt: skip
        self.automatic.clicked.connect(self.changed)
        self.targets.renamed.connect(self._follow_name)
        self.targets.edited.connect(self._targets_changed)
        self.changed.connect(self._say_effect)

    def load(self, preferences: Preferences) -> None:
        """Show what is switched."""
        self.targets.load(preferences.targets)
        self._offer()
        self.target.choose(preferences.switching.target)
        self.automatic.setChecked(preferences.switching.automatic)
        self._say_effect()

    def valid(self) -> bool:
        """Nothing on this page is wrong."""
        return self.targets.valid()

    def put_into(self, preferences: Preferences) -> Preferences:
        """The settings with what is switched."""
        switching = SwitchingPreferences(self.target.value, self.automatic.isChecked())
        return replace(preferences, switching=switching, targets=self.targets.targets)

    def _targets_changed(self) -> None:
        self._offer()
        self.changed.emit()

    def _follow_name(self, old: str, new: str) -> None:
        if self.target.value == old:
            self._offer()
            self.target.choose(new)

    def _offer(self) -> None:
        """Codex, and whatever is listed below; what was chosen and is gone makes room for Codex."""
        others = [name for name in self.targets.targets if name != OWN_TARGET]
        self.target.offer([(OWN_TARGET, "Codex"), *((name, plain(name, _NAME_LENGTH)) for name in others)])

    def _say_effect(self) -> None:
        tool = "Codex" if self.target.value == OWN_TARGET else plain(self.target.value, _NAME_LENGTH)
        if self.automatic.isChecked():
            self.effect.say(tr("New work in {tool} begins with the model that has room, by itself.", tool=tool))
        else:
            self.effect.say(tr("Nothing is written for {tool} before you have seen the change.", tool=tool))
