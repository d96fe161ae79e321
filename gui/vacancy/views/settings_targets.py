"""The tools that can be switched, beside Codex: their list and the form of the chosen one."""

from collections.abc import Mapping
from typing import assert_never

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from vacancy.domain.inputs import is_connection_name, is_one_line
from vacancy.domain.preferences import OWN_TARGET, TargetEntry, TargetKind
from vacancy.views.fields import TextField, check_path
from vacancy.views.path_field import PathField
from vacancy.views.widgets import UNIT, ErrorLabel, MutedLabel, NameList, TextLabel, button
from vacancy.words import mark, plain, tr

_NAME_LENGTH = 40
_ROWS = 6
"""Lines of the list; few people switch more tools."""
KINDS = {
    TargetKind.CODEX: mark("Codex in another folder"),
    TargetKind.ENV: mark("A file of variables (.env)"),
    TargetKind.AIDER: mark("aider"),
    TargetKind.OPENCODE: mark("opencode"),
    TargetKind.CONTINUE: mark("Continue"),
    TargetKind.LLM: mark("llm"),
    TargetKind.FILE: mark("Any file in TOML, JSON or YAML"),
}
"""What can be switched, in the order offered; a test holds it to be total."""
_NEEDS_PATH = frozenset({TargetKind.ENV, TargetKind.FILE})
_HAS_KEY = frozenset({TargetKind.ENV, TargetKind.FILE})


class TargetsForm(QWidget):
    """Add, change and remove.

    Signals: `edited()`; `renamed(str, str)` before it, when a target got another name.
    """

    edited = Signal()
    renamed = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._targets: list[tuple[str, TargetEntry]] = []
        self._build()
        self._connect()

    def load(self, targets: Mapping[str, TargetEntry]) -> None:
        """Show these; the chosen one stays chosen."""
        chosen = self._current_name()
        self._targets = list(targets.items())
        names = [name for name, _ in self._targets]
        self.list.clear()
        self.list.addItems([plain(name, _NAME_LENGTH) for name in names])
        place = names.index(chosen) if chosen in names else 0
        self.list.setCurrentRow(place if names else -1)
        self._show_current()

    @property
    def targets(self) -> dict[str, TargetEntry]:
        """They as they stand, right or wrong."""
        return dict(self._targets)

    def valid(self) -> bool:
        """None is wrong, and no two have one name; of those that are not shown the first that is gets named."""
        names = [name for name, _ in self._targets]
        return not self._incomplete() and len(set(names)) == len(names) and not self._refusal()

    def _incomplete(self) -> list[str]:
        wrong = [name for name, target in self._targets if faults(target)]
        hidden = next((name for name in wrong if name != self._current_name()), None)
        self.error.say("" if hidden is None else tr("{name} is not complete yet", name=plain(hidden, _NAME_LENGTH)))
        return wrong

    def _build(self) -> None:
        self.list = NameList(self)
        self.list.setAccessibleName(tr("Tools that can be switched"))
        self.list.setFixedHeight(self.fontMetrics().lineSpacing() * _ROWS)
        self.add = button(tr("A&dd…"), tr("Add a tool whose model can be switched"), self)
        self.kinds = QMenu(self)
        for kind, text in KINDS.items():
            self.kinds.addAction(tr(text)).setData(kind.value)
        self.add.setMenu(self.kinds)
        self.remove = button(
            tr("Remo&ve"), tr("Do not switch this tool any more; its file stays as it is (Delete)"), self
        )
        self.error = ErrorLabel(self)
        self.kind = TextLabel("", self)
        self.name = TextField(tr("&Name"), tr("Your own, for “vacancy use --target NAME”."), None, self)
        self.path = PathField(tr("&File or folder"), "", self)
        self.key = TextField(tr("&Key or variable"), "", None, self)
        self.prefix = TextField(
            tr("Written &before the model"), tr("Such as openai/; empty: nothing."), _check_prefix, self
        )
        self.none = MutedLabel(tr("Codex needs no entry here, unless it is in another folder."), self)
        buttons = QHBoxLayout()
        buttons.addWidget(self.add)
        buttons.addWidget(self.remove)
        left, right = QVBoxLayout(), QVBoxLayout()
        left.addWidget(self.list)
        left.addLayout(buttons)
        left.addWidget(self.error)
        left.addStretch(1)
        for part in (self.none, self.kind, self.name, self.path, self.key, self.prefix):
            right.addWidget(part)
        right.addStretch(1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4 * UNIT)
        for side, share in ((left, 1), (right, 2)):
            side.setSpacing(2 * UNIT)
            layout.addLayout(side, share)

    def _connect(self) -> None:
        self.list.currentRowChanged.connect(lambda _row: self._show_current())
        self.kinds.triggered.connect(lambda action: self._add(TargetKind(action.data())))
        self.remove.clicked.connect(self._remove)
        QShortcut(QKeySequence("Delete"), self.list, self._remove, context=Qt.ShortcutContext.WidgetShortcut)
        for field in (self.name, self.path, self.key, self.prefix):
            field.line.textEdited.connect(self._edit)

    def _current_name(self) -> str:
        place = self.list.currentRow()
        return self._targets[place][0] if 0 <= place < len(self._targets) else ""

    def _show_current(self) -> None:
        place = self.list.currentRow()
        is_there = 0 <= place < len(self._targets)
        for part in (self.kind, self.name, self.path, self.key, self.prefix):
            part.setVisible(is_there)
        self.none.setVisible(not is_there)
        self.remove.setEnabled(is_there)
        if not is_there:
            return
        name, target = self._targets[place]
        self.kind.say(tr(KINDS[target.kind]))
        self.name.show_text(name)
        self.path.show_text(target.path or "")
        self.key.show_text(target.key or "")
        self.prefix.show_text(target.prefix)
        self.path.folders = target.kind is TargetKind.CODEX
        self.prefix.setVisible(target.kind is not TargetKind.CODEX)
        self.path.explain(_path_reason(target.kind))
        self.key.setVisible(target.kind in _HAS_KEY)
        self.key.explain(_key_reason(target.kind))
        self._complain()
        self._incomplete()

    def _complain(self) -> None:
        wrong = faults(self._targets[self.list.currentRow()][1])
        self.name.complain(self._refusal())
        self.path.complain(wrong.get("path", ""))
        self.key.complain(wrong.get("key", ""))

    def _refusal(self) -> str:
        """Why the chosen one may not be called so."""
        place = self.list.currentRow()
        if not 0 <= place < len(self._targets):
            return ""
        name, target = self._targets[place]
        if not is_connection_name(name):
            return tr("Give a short name without / and #")
        if name == OWN_TARGET and target.kind is not TargetKind.CODEX:
            return tr("This name belongs to Codex; give another one")
        if name in {other for at, (other, _) in enumerate(self._targets) if at != place}:
            return tr("There is a tool of that name already")
        return ""

    def _edit(self) -> None:
        place = self.list.currentRow()
        if not 0 <= place < len(self._targets):
            return
        before, target = self._targets[place]
        changed = TargetEntry(target.kind, self.path.text or None, self.key.text or None, self.prefix.text)
        self._targets[place] = (self.name.text, changed)
        self.list.currentItem().setText(plain(self.name.text, _NAME_LENGTH))
        self._complain()
        if before != self.name.text:
            self.renamed.emit(before, self.name.text)
        self.edited.emit()

    def _add(self, kind: TargetKind) -> None:
        names = {name for name, _ in self._targets}
        number, name = 1, kind.value
        while name in names:
            number += 1
            name = f"{kind.value}-{number}"
        self._targets.append((name, TargetEntry(kind)))
        self.list.addItem(name)
        self.list.setCurrentRow(self.list.count() - 1)
        self.path.line.setFocus()
        self.edited.emit()

    def _remove(self) -> None:
        place = self.list.currentRow()
        if 0 <= place < len(self._targets):
            del self._targets[place]
            self.list.takeItem(place)
            self._show_current()
            self.edited.emit()


def faults(target: TargetEntry) -> dict[str, str]:
    """What is wrong with a target by the key of the file it stands under; empty when nothing is."""
    path = check_path(target.path or "")
    if not target.path and target.kind in _NEEDS_PATH:
        path = tr("Name the file that is to be changed")
    key = ""
    if target.key is None:
        key = tr("Name the key that holds the model") if target.kind is TargetKind.FILE else ""
    elif not is_one_line(target.key):
        key = tr("Give one short line")
    return {part: error for part, error in (("path", path), ("key", key)) if error}


def _path_reason(kind: TargetKind) -> str:
    match kind:
        case TargetKind.CODEX:
            return tr("Codex's folder; its config.toml is changed. Empty: CODEX_HOME, or ~/.codex.")
        case TargetKind.ENV | TargetKind.FILE:
            return tr("Only the one value is changed; every other byte stays.")
        case TargetKind.AIDER | TargetKind.OPENCODE | TargetKind.CONTINUE | TargetKind.LLM:
            return tr("Empty: where the tool has it. Only the one value is changed.")
        case _:
            assert_never(kind)


def _key_reason(kind: TargetKind) -> str:
    if kind is TargetKind.ENV:
        return tr("The variable's name; empty: OPENAI_MODEL.")
    return tr("The way to the value, such as agent.model.")


def _check_prefix(text: str) -> str:
    return "" if not text or (is_one_line(text) and " " not in text) else tr("Give one short word")
