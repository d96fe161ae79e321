"""The order in which Tab visits the controls of a window: the one in which people read them.

Qt visits them in the order in which they were made, which follows from the code and not from what is seen. Layouts
are filled as they are read, so they are asked.
"""

from collections.abc import Iterator
from itertools import pairwise

from PySide6.QtWidgets import QLabel, QLayout, QScrollArea, QTabWidget, QWidget


def visit_as_read(part: QWidget) -> None:
    """Let Tab move through a window, or a part of one, as its layouts hold the controls."""
    for one, other in pairwise(_controls(part)):
        QWidget.setTabOrder(one, other)


def _controls(part: QWidget) -> Iterator[QWidget]:
    if isinstance(part, QTabWidget):
        yield part.tabBar()
        pages = (part.widget(place) for place in range(part.count()))
        for page in pages:
            yield from () if page is None else _controls(page)
    elif isinstance(part, QScrollArea) and (page := part.widget()) is not None:
        yield from _controls(page)
    elif (layout := part.layout()) is not None:
        yield from _within(layout)
    elif not isinstance(part, QLabel):
        yield part


def _within(layout: QLayout) -> Iterator[QWidget]:
    for place in range(layout.count()):
        item = layout.itemAt(place)
        if item is None:
            continue
        widget, inner = item.widget(), item.layout()
        if widget is not None:
            yield from _controls(widget)
        elif inner is not None:
            yield from _within(inner)
