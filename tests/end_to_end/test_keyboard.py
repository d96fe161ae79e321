"""Every window with the keyboard alone: everything is reached, nothing holds the focus, and it is seen where it is."""

from itertools import pairwise

import pytest
import shiboken6
from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractSpinBox, QApplication, QPlainTextEdit, QRadioButton, QTabBar

from fakes.scenes import explanations, panels, settings, switches, welcomes
from fakes.widget_walk import CONTROLS, settle, visible
from vacancy.views.welcome_ways import Way

pytestmark = pytest.mark.real_desktop

PANELS = frozenset(
    f"panel-{name}"
    for name in (
        "full", "all_well", "paused", "nothing_listed", "many_models", "filtered", "waiting_and_switchable", "why",
        "not_copied",
    )
)  # fmt: skip
"""Panels with every control that one may have."""
OF_A_ROW = "QToolButton"
"""The buttons of the current row of the list, which are there while the list has the focus: after it, not before it."""
AROUND = 3
"""Pixels round a control within which its focus may be drawn."""
STILL = 300
"""Milliseconds in which nobody does anything."""


def walked():
    """The scenes to walk over, each window deleted when the next one comes."""
    before = None
    for made in (panels(), welcomes(), settings(), explanations(), switches()):
        for name, window in made:
            if before is not None and before is not window:
                shiboken6.delete(before)
            before = window
            if not name.startswith("panel") or name in PANELS:
                yield name, window
    shiboken6.delete(before)


@pytest.fixture(scope="module")
def walks(qapp):
    """By the name of a scene: the walk with Tab and the one with Shift+Tab, each once round."""
    made = {}
    for name, window in walked():
        active(window)
        made[name] = Walk(window, Qt.Key.Key_Tab), Walk(window, Qt.Key.Key_Backtab)
    return made


class Walk:
    """Once round a window by one key. It keeps words and places, since the windows do not outlive their scene."""

    def __init__(self, window, key):
        first = QApplication.focusWidget() or window
        stations, pictures = [], []
        for _ in range(200):
            QTest.keyClick(QApplication.focusWidget() or window, key)
            settle()
            here = QApplication.focusWidget()
            if here is None or (stations and here is stations[0]):
                break
            stations.append(here)
            pictures.append(window.grab().toImage())
        self.ended = bool(stations) and QApplication.focusWidget() is stations[0]
        self.stations = [(said(each), place_of(each, window)) for each in stations]
        self.missed = sorted(said(each) for each in wanted(window) if each not in stations)
        self.unseen = [
            said(each)
            for place, each in enumerate(stations)
            if len(stations) > 1 and looks_alike(pictures[place], pictures[place - 1], place_of(each, window), window)
        ]
        if shiboken6.isValid(first) and first is not window:
            first.setFocus()


def active(window):
    """Show a window, as the one that the keyboard talks to."""
    window.show()
    window.activateWindow()
    QTest.qWaitForWindowActive(window)
    settle()


def wanted(window):
    """The controls that Tab has to reach; the arrows lead from one answer to the others of its group."""
    for control in visible(window, (*CONTROLS, QPlainTextEdit, QTabBar)):
        by_arrow = isinstance(control, QRadioButton) and not control.isChecked()
        inside = isinstance(control.parent(), QAbstractSpinBox)  # the line of a number, which is the number's own
        if control.isEnabled() and not by_arrow and not inside and control.focusPolicy() & Qt.FocusPolicy.TabFocus:
            yield control


def said(control):
    """What a control is called."""
    text = control.text() if isinstance(control, QAbstractButton) else ""
    return f"{type(control).__name__} {control.accessibleName() or text}"


def place_of(control, window):
    """Where a control is in its window."""
    return QRect(control.mapTo(window, control.rect().topLeft()), control.size())


def looks_alike(one, other, place, window):
    """Two pictures show the same at a place and round it."""
    ratio = window.devicePixelRatio()
    seen = place.adjusted(-AROUND, -AROUND, AROUND, AROUND).intersected(window.rect())
    part = QRect(seen.topLeft() * ratio, seen.size() * ratio)
    return one.copy(part) == other.copy(part)


def test_every_control_is_reached(walks):
    """Tab comes to each of them."""
    assert {name: walk.missed for name, (walk, _) in walks.items() if walk.missed} == {}


def test_nothing_holds_the_focus(walks):
    """Tab goes round and comes back to where it began; Shift+Tab goes the same way backwards."""
    assert [name for name, both in walks.items() if not all(walk.ended for walk in both)] == []
    for name, (forth, back) in walks.items():
        there, home = ({station for station, _ in walk.stations} for walk in (forth, back))
        assert {station for station in there ^ home if not station.startswith(OF_A_ROW)} == set(), name


def test_the_focus_is_seen_wherever_it_is(walks):
    """What has it looks other than without it."""
    assert {name: walk.unseen for name, (walk, _) in walks.items() if walk.unseen} == {}


def test_the_focus_moves_as_people_read(walks):
    """From left to right in a line, down a column, and to the next column; never back up or to the left."""
    jumps = {}
    for name, (walk, _) in walks.items():
        round_trip = [*walk.stations, walk.stations[0]]
        back = [(a, b) for (a, one), (b, other) in pairwise(round_trip) if goes_back(one, other)]
        if len(back) > 1:  # the way from the last one to the first is no fault
            jumps[name] = back
    assert jumps == {}


def goes_back(one, other):
    """The second place is read before the first."""
    if one.contains(other) or other.contains(one):
        return False  # the buttons of a row lie in the list
    in_line = one.top() < other.bottom() and other.top() < one.bottom()
    above = other.bottom() <= one.top() and other.left() < one.right()
    return above or (in_line and other.right() <= one.left())


@pytest.fixture
def first(qapp):
    """Show the first of some scenes, and delete it when the test is over."""
    shown = []

    def show(made):
        _, window = next(iter(made()))
        shown.append(window)
        active(window)
        return window

    yield show
    for window in shown:
        shiboken6.delete(window)


def test_the_arrows_lead_from_one_way_in_to_the_next(first):
    """A group of answers is one stop for Tab; the arrows choose within it, and show what each one needs."""
    window = first(welcomes)
    window.where.choose(Way.CODEX)
    window.where.setFocus()
    for way in list(Way)[1:]:
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Down)
        assert window.where.way is way
        assert not window.where.pages[way].isHidden()


@pytest.mark.parametrize("made", [panels, welcomes, settings, explanations, switches], ids=lambda made: made.__name__)
def test_escape_closes(first, made):
    """From wherever the focus is."""
    window = first(made)
    QTest.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_Escape)
    assert not window.isVisible()


class Paints(QObject):
    """Notes whatever is drawn."""

    def __init__(self):
        super().__init__()
        self.seen = []

    def eventFilter(self, watched, event):  # noqa: N802 - Qt's
        """Look at every event of the application."""
        if event.type() is QEvent.Type.Paint:
            self.seen.append(type(watched).__name__)
        return False


def drawn_meanwhile(qapp):
    """What is drawn while nobody does anything."""
    paints = Paints()
    qapp.installEventFilter(paints)
    QTest.qWait(STILL)
    qapp.removeEventFilter(paints)
    return paints.seen


@pytest.mark.parametrize("made", [panels, welcomes, settings], ids=lambda made: made.__name__)
def test_nothing_moves_by_itself(qapp, first, made):
    """Nothing is animated, so there is nothing to be switched off for whom moving things make ill."""
    window = first(made)
    next(each for each in wanted(window) if isinstance(each, QAbstractButton)).setFocus()  # where no cursor blinks
    seen = [drawn_meanwhile(qapp) for _ in range(2)]  # the screen itself may ask for one drawing late
    assert [] in seen
