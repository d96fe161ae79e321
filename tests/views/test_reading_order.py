"""The order of Tab, against the order in which widgets were made."""

from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QLineEdit, QScrollArea, QTabWidget, QVBoxLayout, QWidget

from vacancy.views.reading_order import visit_as_read


def visited(first, count):
    """The names that Tab comes to, from the first one on; labels and frames are passed by."""
    names, here = [], first
    while len(names) < count:
        if isinstance(here, QLineEdit):
            names.append(here.objectName())
        here = here.nextInFocusChain()
    return names


def lines(window, *names):
    """Fields of these names, in the order in which they are made."""
    made = {}
    for name in names:
        made[name] = QLineEdit(window)
        made[name].setObjectName(name)
    return made


def test_it_follows_the_layouts_and_not_the_making(qtbot):
    """Rows in columns, and a label is no stop."""
    window = QWidget()
    qtbot.addWidget(window)
    made = lines(window, "d", "c", "b", "a")
    row = QHBoxLayout()
    row.addWidget(made["b"])
    row.addWidget(made["c"])
    column = QVBoxLayout(window)
    column.addWidget(QLabel("above", window))
    column.addWidget(made["a"])
    column.addLayout(row)
    column.addWidget(made["d"])
    visit_as_read(window)
    assert visited(made["a"], 4) == ["a", "b", "c", "d"]


def test_a_grid_is_read_as_it_was_filled(qtbot):
    """Columns first where they were filled first."""
    window = QWidget()
    qtbot.addWidget(window)
    made = lines(window, "d", "b", "c", "a")
    grid = QGridLayout(window)
    for name, place in (("a", (0, 0)), ("b", (1, 0)), ("c", (0, 1)), ("d", (1, 1))):
        grid.addWidget(made[name], *place)
    visit_as_read(window)
    assert visited(made["a"], 4) == ["a", "b", "c", "d"]


def test_it_goes_into_what_scrolls_and_through_every_page(qtbot):
    """Also into pages that are not shown now."""
    tabs = QTabWidget()
    qtbot.addWidget(tabs)
    for names in (("b", "a"), ("d", "c")):
        page, scroll = QWidget(), QScrollArea()
        made = lines(page, *names)
        column = QVBoxLayout(page)
        for name in sorted(names):
            column.addWidget(made[name])
        scroll.setWidget(page)
        tabs.addTab(scroll, "page")
    visit_as_read(tabs)
    assert visited(tabs.findChild(QLineEdit, "a"), 4) == ["a", "b", "c", "d"]
