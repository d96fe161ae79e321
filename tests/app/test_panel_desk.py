"""The panel as the app owns it: late, remembered, and replaced with the language."""

import threading
from dataclasses import replace
from datetime import UTC, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QSize

from fakes.clock import FakeClock
from fakes.snapshots import ALL, LUNA, NOW, SOL
from vacancy.app.panel_desk import PanelDesk
from vacancy.domain.copy_forms import CopyForm
from vacancy.domain.insight import Bucket
from vacancy.errors import StorageError
from vacancy.store.ui_state import UiMemory, UiState
from vacancy.views.panel import Panel
from vacancy.wiring.world import rehearsed_world
from vacancy.words import Language, speak


class Room:
    """A desk on a folder, with the panels that it built."""

    def __init__(self, folder, *, bridge=None, day=None):
        self.built = []
        world = replace(rehearsed_world({}), clock=FakeClock(NOW), windows=UiState(folder / "windows.json"), day=day)
        self.desk = PanelDesk(world, bridge, zone=UTC, demo=False, connect=self.built.append)
        self.desk.render(ALL["full"], NOW)


@pytest.fixture
def rooms(qapp, tmp_path):
    """Desks on one folder, closed when the test is over; without a day they start no work."""
    made = []

    def make(**parts):
        made.append(Room(tmp_path, **parts))
        return made[-1]

    yield make
    for each in made:
        each.desk.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_nothing_is_built_before_somebody_looks(rooms):
    """A session that starts hidden pays for no window; what came in meanwhile is shown at the first look."""
    room = rooms()
    assert not room.built
    assert not room.desk.is_in_front
    room.desk.hide()
    room.desk.say_page_opened("https://status.example", opened=False)
    room.desk.confirm_copy(LUNA, copied=True)
    room.desk.reword()
    assert not room.built
    room.desk.show()
    (panel,) = room.built
    assert isinstance(panel, Panel)
    assert panel.head.primary.text() == "Copy gpt-6-luna"
    room.desk.show()
    assert len(room.built) == 1


def test_how_it_was_left_is_remembered(rooms, tmp_path):
    """Size and form, in the file, from one start to the next; a size that nobody chose is not kept."""
    first = rooms()
    first.desk.show()
    (panel,) = first.built
    panel.close()
    assert not Path(tmp_path / "windows.json").exists()
    panel.show()
    size = panel.size() + QSize(40, 30)
    panel.resize(size)
    panel.close()
    panel.models.menu_for(panel.models.rows.row(0)).forms.actions()[1].trigger()
    assert UiState(tmp_path / "windows.json").read() == UiMemory((size.width(), size.height()), CopyForm.CODEX)
    again = rooms()
    assert again.desk.copy_form is CopyForm.CODEX
    again.desk.show()
    assert again.built[0].size() == size
    assert again.built[0].head.primary.text() == "Copy codex -m gpt-6-luna"


def test_a_copy_that_nobody_can_confirm_opens_the_panel_with_the_text(rooms):
    """From the tray on Wayland, for one."""
    room = rooms()
    room.desk.confirm_copy(SOL, copied=False)
    (panel,) = room.built
    assert panel.isVisible()
    assert panel.head.by_hand_text.selectedText() == "gpt-6.2-sol"


def test_an_offer_to_switch_waits_for_the_panel(rooms):
    """Made before there is one, it stands in the first, and in the one that replaces it."""
    room = rooms()
    room.desk.set_switch_offer("Use gpt-6-luna in Codex", "Writes one line")
    room.desk.show()
    assert room.built[0].head.use.isVisible()
    room.desk.set_switch_offer("")
    assert not room.built[0].head.use.isVisible()


def test_another_language_takes_the_place_of_the_first(rooms):
    """The same window to whoever looks: shown, in the same place, in other words."""
    room = rooms()
    room.desk.show()
    try:
        speak(Language.CHINESE)
        room.desk.reword()
        old, new = room.built
        assert new.isVisible()
        assert not old.isVisible()
        assert new.pos() == old.pos()
    finally:
        speak(Language.ENGLISH)


def drawn(rooms, play, settled, day):
    """The strips that a panel shows after it was opened on such a history."""

    async def whole(bridge):
        room = rooms(bridge=bridge, day=day)
        room.desk.show()
        await settled()
        return [room.built[0].models.rows.row(place).day.hours for place in range(4)]

    return play(whole)


def test_the_strips_come_from_what_was_seen(rooms, play, settled):
    """Read when the panel opens, for each model, off the thread of the windows."""
    threads = set()

    def day(key, now):
        threads.add(threading.current_thread())
        return (Bucket(now - timedelta(minutes=1), ok=0, answers=3),) if key == SOL else ()

    first, second, *_ = drawn(rooms, play, settled, day)
    assert [hour.answers for hour in first][-1] == 3
    assert not any(hour.answers for hour in second)
    assert threading.main_thread() not in threads


def test_a_history_that_cannot_be_read_draws_nothing(rooms, play, settled):
    """What is wrong with it is said elsewhere; the panel opens all the same."""

    def day(key, now):
        raise StorageError("The history cannot be read", "It is broken.")

    assert drawn(rooms, play, settled, day) == [(), (), (), ()]
