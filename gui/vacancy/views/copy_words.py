"""Copy as: the menu that shows, for each form, the very text that would be copied."""

from collections.abc import Callable
from typing import assert_never

from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu

from vacancy.domain.catalog import EntryKey
from vacancy.domain.copy_forms import CopyForm, copy_text
from vacancy.words import shortened, tr

_TEXT = 56
"""Longest text shown in the menu; names of models can be long, and the menu is no place to read them."""


def form_words(form: CopyForm) -> str:
    """Where a form is used."""
    match form:
        case CopyForm.ID:
            return tr("The name alone")
        case CopyForm.CODEX:
            return tr("Start Codex with it")
        case CopyForm.SLASH:
            return tr("In a running session")
        case CopyForm.ENV:
            return tr("Environment")
        case CopyForm.JSON:
            return tr("JSON, for a request")
        case _:
            assert_never(form)


def add_forms(menu: QMenu, key: EntryKey, used: CopyForm, choose: Callable[[CopyForm], object]) -> None:
    """Fill a menu with the forms of one model; the one in use is marked."""
    group = QActionGroup(menu)
    for form in CopyForm:
        text = shortened(copy_text(key, form), _TEXT)
        action = menu.addAction(tr("{form}:  {text}", form=form_words(form), text=text).replace("&", "&&"))
        action.setCheckable(True)
        action.setChecked(form is used)
        action.triggered.connect(lambda _checked=False, form=form: choose(form))
        group.addAction(action)
