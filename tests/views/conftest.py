"""What tests of widgets share."""

import pytest
import shiboken6

from fakes.widget_walk import settle


@pytest.fixture
def shown(qtbot):
    """Show a widget, and close and delete it when the test is over: what Qt owns dies here, in its own thread."""
    made = []

    def show(widget):
        made.append(widget)
        widget.show()
        widget.activateWindow()  # nobody else does on a display without a window manager
        qtbot.waitUntil(widget.isActiveWindow)
        settle()
        return widget

    yield show
    for widget in filter(shiboken6.isValid, made):
        widget.close()
        shiboken6.delete(widget)


@pytest.fixture
def large_text(qapp):
    """The application's font at 200 %, put back afterwards."""
    before = qapp.font()
    larger = qapp.font()
    larger.setPointSizeF(before.pointSizeF() * 2)
    qapp.setFont(larger)
    yield
    qapp.setFont(before)
