"""The models that a connection offers, narrowed while one types: in the first run and in the settings."""

import re
from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from vacancy.domain.inputs import is_one_line
from vacancy.views.widgets import NameList
from vacancy.words import tr

_OTHER_WORK = re.compile(
    r"(?<![a-z])(?:embed\w*|whisper|tts|dall-e|moderation|transcribe|image|sora|realtime|rerank\w*|bge)(?![a-z])"
)
"""Parts of the names of models that hear, speak, paint or measure instead of answering."""


class OfferedModels(NameList):
    """The list. A name stands whole in it, for it is what will be asked for."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Models offered by the connection"))

    def show_matching(self, offer: Iterable[str], typed: str) -> None:
        """Show those that have what was typed in their names, and mark the one of just that name, or else the first."""
        self.clear()
        self.addItems([model for model in offer if typed.casefold() in model.casefold()])
        exact = self.findItems(typed, Qt.MatchFlag.MatchExactly)
        if exact:
            self.setCurrentItem(exact[0])
        elif self.count():
            self.setCurrentRow(0)

    def wanted(self, typed: str) -> str:
        """The model that is marked, or what was typed where nothing fits."""
        place = self.currentRow()
        return self.item(place).text() if place >= 0 else typed


def offered_order(models: Iterable[str]) -> tuple[str, ...]:
    """The models of an offer, once each, those that do other work last; in the connection's own order otherwise."""
    return tuple(sorted(dict.fromkeys(filter(is_one_line, models)), key=_does_other_work))


def check_model(name: str) -> str:
    """What is wrong with the name of a model; an empty text when nothing is."""
    if is_one_line(name) and " " not in name:
        return ""
    return tr("Give the model's name as your provider lists it; it has no spaces")


def _does_other_work(model: str) -> bool:
    """Models that cannot chat come last; they stay there for those whose names we misread."""
    return bool(_OTHER_WORK.search(model.casefold()))
