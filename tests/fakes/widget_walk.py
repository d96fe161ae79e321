"""Walks over all widgets of a window: what is unnamed, cut, in each other's way, or left in English."""

import re
from functools import reduce
from itertools import combinations

from PySide6.QtCore import QCoreApplication, QEvent, QRect, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QScrollArea,
    QTabBar,
    QWidget,
)

from vacancy.words import Language

CONTROLS = (QAbstractButton, QAbstractItemView, QAbstractSpinBox, QComboBox, QLineEdit)


def settle():
    """Let layouts and repaints that are waiting happen; no coroutine runs in these tests."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
    QApplication.processEvents()


def visible(window, kinds):
    """The parts of a window of these kinds that are shown now."""
    return [widget for widget in window.findChildren(QWidget) if isinstance(widget, kinds) and widget.isVisible()]


def unnamed(window):
    """Visible controls that a screen reader could not name."""
    nameless = []
    for control in visible(window, CONTROLS):
        if control.objectName().startswith("qt_"):
            continue  # a part of one of Qt's own controls, which has a name itself
        interface = QAccessible.queryAccessibleInterface(control)
        if not interface.text(QAccessible.Text.Name).strip():
            nameless.append(control)
    return nameless


def clipped(window):
    """Visible labels and buttons with less room than their text needs."""
    cut = []
    for label in visible(window, QLabel):
        need = label.heightForWidth(label.width()) if label.wordWrap() else label.sizeHint().height()
        if label.height() < need or (not label.wordWrap() and label.width() < label.sizeHint().width()):
            cut.append(label)
    for button in visible(window, QAbstractButton):
        if (
            isinstance(button.parent(), (QLineEdit, QTabBar))
            or "qt_" in button.objectName() + button.parent().objectName()
        ):
            continue
        if button.width() < button.minimumSizeHint().width() or button.height() < button.minimumSizeHint().height():
            cut.append(button)
    return cut


def words(window):
    """Every text that can be read in a window, line by line."""
    said = [label.text() for label in visible(window, QLabel)]
    return "\n".join(said + [button.text() for button in visible(window, QAbstractButton)])


def overlapping(window):
    """Pairs of labels and controls that lie on each other."""
    found = []
    for one, other in combinations(visible(window, (*CONTROLS, QLabel)), 2):
        if one.parent() is other.parent() and one.geometry().intersects(other.geometry()):
            found.append((one, other))
    return [pair for pair in found if not isinstance(pair[0].parent(), (QLineEdit, QAbstractSpinBox, QTabBar))]


def outside(window):
    """Labels and controls that reach out of what holds them; what scrolls may be longer than its window."""
    found = []
    for part in visible(window, (*CONTROLS, QLabel)):
        holder = part.parentWidget()
        if part.isWindow() or holder is None or isinstance(holder.parent(), (QAbstractItemView, QTabBar)):
            continue
        while not (holder.isWindow() or isinstance(holder.parentWidget().parent(), QScrollArea)):
            holder = holder.parentWidget()
        place = QRect(part.mapTo(holder, part.rect().topLeft()), part.size())
        if not holder.rect().contains(place):
            found.append(part)
    return found


def texts(window):
    """Everything that a window tells, to the eye or to the ear, with what says it."""
    yield window, window.windowTitle()
    for part in [window, *visible(window, QWidget)]:
        yield part, part.accessibleName()
        yield part, part.accessibleDescription()
        yield part, part.toolTip()
        if isinstance(part, (QLabel, QAbstractButton)):
            yield part, part.text()
        elif isinstance(part, QLineEdit):
            yield part, part.placeholderText()
        elif isinstance(part, (QComboBox, QTabBar)):
            text_of = part.itemText if isinstance(part, QComboBox) else part.tabText
            yield from ((part, text_of(place)) for place in range(part.count()))
        elif isinstance(part, QAbstractItemView):
            yield from ((part, text) for text in _item_texts(part))
        yield from ((part, action.text()) for action in part.actions())


def _item_texts(view):
    rows, roles = view.model(), (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
    for place in range(rows.rowCount() if rows is not None else 0):
        for role in roles:
            yield str(rows.index(place, 0).data(role) or "")


_NAMES = re.compile(
    r"""https?://\S* | ~?/[\w./~-]+ | [\w.-]+\.(?:toml|example|com|io|json|md)\b | \bsk-[\w-]+
    | \b(?:gpt|llama|gemma|claude|o\d)[-\w.…]* | \b[A-Z]+(?:_[A-Z]+)+\b | (?:\benv:|\.env\b)\w*
    | \bvacancy\ (?:key\ set|use(?:\ --target\ NAME)?)\b
    | \b(?:Vacancy|OpenAI|Codex|ChatGPT|Ollama|LM\ Studio|llama\.cpp|vLLM|aider|opencode|Continue|Statuspage
        |GNOME\ Keyring|API|URL|JSON|TOML|YAML|HTTPS?|SOCKS\d?|CA|PEM|ID|KB|VPN|D-Bus|DEMO|USD|EUR|Responses
        |Chat\ Completions|tokens?|Ctrl|Alt|Esc|Return|Delete|Enter|Tab|localhost|PATH
        |openai|local|Luna|codex|gateway|project|editor|agent\.model|flex|priority|low|high|English)\b
    | \bReply\ with\ OK\.""",
    re.VERBOSE,
)
"""What stays as it is in every language: names of products, models, connections, keys, files and protocols, words of
providers and of config.toml, and each language's own name."""


def untranslated(window, foreign):
    """Texts with English words left in them, apart from what others said."""
    ours = {text: reduce(lambda left, quoted: left.replace(quoted, ""), foreign, text) for _, text in texts(window)}
    return sorted(text for text, left in ours.items() if re.search(r"[A-Za-z]{2,}", _NAMES.sub("", left)))


def drawing_faults(window, language, foreign=()):
    """What is wrong with a window as it is drawn now, a line each; `foreign` is what was said by others, and stays."""
    faults = [f"cut: {_name(part)}" for part in clipped(window)]
    faults += [f"on each other: {_name(one)} and {_name(other)}" for one, other in overlapping(window)]
    faults += [f"out of its window: {_name(part)}" for part in outside(window)]
    if language is not Language.ENGLISH:
        faults += [f"not translated: {text!r}" for text in untranslated(window, foreign)]
    return faults


def _name(part):
    text = part.text() if isinstance(part, (QLabel, QAbstractButton)) else part.accessibleName()
    return f"{type(part).__name__} {text!r} {part.width()}x{part.height()}"
