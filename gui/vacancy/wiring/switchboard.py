"""Switching as the front doors ask for it: by the names of a target and of a model, with the user's settings.

Everything here reads or writes a few files and blocks for it, so the app calls it in a thread.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from vacancy.domain.catalog import Connection, ConnectionKind
from vacancy.domain.codex import CodexModel
from vacancy.domain.preferences import Preferences, TargetKind
from vacancy.domain.switchover import InUse
from vacancy.sources.codex_home import find_home
from vacancy.sources.codex_models import cached_models
from vacancy.store.instance_lock import InstanceLock
from vacancy.store.paths import Paths
from vacancy.switching.codex_layers import effort_in
from vacancy.switching.journal import Journal, Switch, SwitchState
from vacancy.switching.switcher import Switcher, Undone
from vacancy.switching.target import Change, Choice, Reading, Target
from vacancy.switching.targets import target_named, targets_from
from vacancy.words import tr

_TAKES_EFFECT = frozenset({SwitchState.DONE, SwitchState.STARTED, SwitchState.UNDOING})


class Switchboard:
    """Plans, writes and takes back. Methods raise SwitchError with what is wrong, where, and what to do."""

    def __init__(self, paths: Paths, environment: Mapping[str, str], now: Callable[[], datetime]) -> None:
        self._environment = environment
        self._switcher = Switcher(Journal(paths.switches), InstanceLock(paths.switch_lock_file), now)

    def target(self, preferences: Preferences, name: str | None = None, *, folder: Path | None = None) -> Target:
        """The target of that name, the one of the settings with None; `folder` is where the tool would be started."""
        targets = targets_from(preferences, self._environment, folder=folder)
        return target_named(name or preferences.switching.target, targets)

    def targets(self, preferences: Preferences) -> tuple[Target, ...]:
        """Every target there is."""
        return targets_from(preferences, self._environment)

    def plan(
        self,
        preferences: Preferences,
        model: str,
        *,
        effort: str | None = None,
        target: str | None = None,
        folder: Path | None = None,
    ) -> Change:
        """The change that would set the model, and for Codex an effort that the model knows.

        A switch back from another model takes the effort back too, where the other model did not know it.
        """
        found = self.target(preferences, target, folder=folder)
        if self.kind_of(preferences, found.name) is not TargetKind.CODEX:
            return found.plan(Choice(model))
        known = self._known_models(preferences)
        efforts = next((each.efforts for each in known if each.id == model and each.efforts), ())
        choice = Choice(model, effort, efforts)
        change = found.plan(choice)
        left = self._switcher.left_behind(change) if effort is None else None
        if left is not None:
            change = found.plan(replace(choice, effort=effort_in(left)))
        return replace(change, notes=(*_doubts(model, known), *change.notes))

    def in_use(self, preferences: Preferences, target: str | None = None) -> InUse:
        """What a target is set to now, and whether Vacancy put it there by itself."""
        found = self.target(preferences, target)
        reading: Reading = found.read()
        happened = [
            switch
            for switch in self._switcher.switches()
            if switch.target == found.name and switch.state is not SwitchState.ABANDONED
        ]
        ours = next((switch for switch in reversed(happened) if switch.is_automatic), None)
        if ours is None:
            return InUse(reading.model)
        holds = ours is happened[-1] and ours.state in _TAKES_EFFECT and ours.model_after == reading.model
        return InUse(reading.model, put_by_us=True) if holds else InUse(reading.model, taken_back_at=ours.at)

    def last(self) -> Switch | None:
        """The last switch that holds; None when there is none, or it was taken back."""
        last = self._switcher.last()
        return last if last is not None and last.state in _TAKES_EFFECT else None

    def switches(self) -> tuple[Switch, ...]:
        """What was switched, oldest first."""
        return self._switcher.switches()

    def apply(self, change: Change, *, is_automatic: bool = False) -> Switch | None:
        """Write a change that was shown or is wanted by the settings; None when there was nothing to do."""
        return self._switcher.apply(change, is_automatic=is_automatic)

    def undo(self) -> Undone:
        """Take the last switch back."""
        return self._switcher.undo()

    def settle(self) -> tuple[Switch, ...]:
        """Tidy up after switches that were interrupted; those are returned, to be told."""
        return self._switcher.settle()

    @staticmethod
    def kind_of(preferences: Preferences, name: str) -> TargetKind:
        """What sort of tool a target is; whatever is not listed is Codex."""
        entry = preferences.targets.get(name)
        return TargetKind.CODEX if entry is None else entry.kind

    def _known_models(self, preferences: Preferences) -> tuple[CodexModel, ...]:
        """What Codex wrote down in each of its homes."""
        connections = [each for each in preferences.connections if each.kind is ConnectionKind.CODEX]
        homes = {find_home(each, self._environment) for each in connections or (Connection.of_codex(),)}
        return tuple(model for home in sorted(homes) for model in cached_models(home))


def _doubts(model: str, known: Sequence[CodexModel]) -> Iterator[str]:
    """Codex's own list, where it wrote one down, has no such model."""
    offered = {each.id for each in known if not each.hidden}
    if offered and model not in offered:
        yield tr("{model} is not in Codex's own list of models, so Codex may refuse it.", model=model)
