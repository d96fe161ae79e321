"""Every change of a setting takes one way: into the file and to the monitor, or nowhere and with a reason."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
import shiboken6
from PySide6.QtCore import QObject

from fakes.domain_values import LUNA, SOL, preferences
from fakes.watching import Watch
from vacancy.app.decisions import Decisions
from vacancy.errors import SettingsError
from vacancy.store.settings import SettingsFile

TWO = preferences(SOL.model, LUNA.model)
BROKEN = "version = 1\n[probing]\ninterval = 'soon'\n"


class Desk:
    """Decisions over a real file, or over none as in a rehearsal, with a count of what was told."""

    def __init__(self, file, broken=None):
        self.owner = QObject()
        self.file = file
        self.told = 0
        self.monitor = Watch(TWO).monitor
        world = SimpleNamespace(settings=file, broken_settings=broken)
        self.decisions = Decisions(world, self.monitor, changed=self._tell, owner=self.owner)

    def _tell(self):
        self.told += 1


@pytest.fixture
def desk(qapp, tmp_path):
    """A desk whose file holds what the monitor lives by."""
    file = SettingsFile(tmp_path / "config.toml")
    file.save(TWO)
    made = Desk(file)
    yield made
    shiboken6.delete(made.owner)  # in this thread, which Python's collector need not be


def with_cap(requests):
    """The settings with another daily cap."""
    return replace(TWO, probing=replace(TWO.probing, daily_requests=requests))


def test_a_decision_is_in_the_file_and_in_force(desk):
    """And whoever shows settings is told once."""
    assert desk.decisions.take(with_cap(7)) is None
    assert with_cap(7) == desk.file.read() == desk.monitor.preferences == desk.decisions.preferences
    assert desk.told == 1
    assert desk.decisions.problem is None


def test_what_cannot_be_written_changes_nothing(desk):
    """Somebody else changed the file meanwhile: the refusal is returned, and the old settings hold."""
    desk.file.path.write_text(desk.file.path.read_text() + "\n# by hand\n")
    refused = desk.decisions.take(with_cap(7))
    assert isinstance(refused, SettingsError)
    assert desk.decisions.preferences == TWO
    assert "daily_requests = 7" not in desk.file.path.read_text()
    assert desk.told == 0


def test_a_rehearsal_keeps_decisions_until_its_end(qapp):
    """It has no file, no path and no first run."""
    desk = Desk(None)
    assert desk.decisions.take(with_cap(7)) is None
    assert desk.decisions.preferences == with_cap(7)
    desk.decisions.reload()
    assert desk.decisions.preferences == with_cap(7)
    assert desk.decisions.path == ""
    assert not desk.decisions.is_first_run


def test_a_first_run_is_one_without_a_file(desk):
    """It ends with the first decision."""
    desk.file.path.unlink()
    assert desk.decisions.is_first_run
    desk.file.read()
    assert desk.decisions.take(TWO) is None
    assert not desk.decisions.is_first_run
    assert desk.decisions.path == str(desk.file.path)


def test_one_model_is_paused_and_asked_again(desk):
    """The others are left as they are, in the file too."""
    desk.decisions.pause_model(SOL, True)
    assert [entry.paused for entry in desk.file.read().models] == [True, False]
    desk.decisions.pause_model(SOL, False)
    assert desk.decisions.preferences == TWO
    assert desk.told == 4  # once for the decision, once for its answer


def test_a_pause_that_cannot_be_written_is_a_problem_to_show(desk):
    """Nobody waits for its answer, so it must not fail in silence."""
    desk.file.path.write_text(desk.file.path.read_text() + "\n# by hand\n")
    desk.decisions.pause_model(SOL, True)
    assert "changed meanwhile" in desk.decisions.problem
    assert desk.decisions.preferences == TWO
    assert desk.told == 1


def test_a_file_that_was_edited_by_hand_is_taken_over(desk):
    """What is the same is no news."""
    desk.decisions.reload()
    assert desk.told == 0
    SettingsFile(desk.file.path).save(with_cap(7))
    desk.decisions.reload()
    assert desk.monitor.preferences == with_cap(7)
    assert desk.told == 1


def test_a_broken_file_is_a_problem_until_it_is_whole_again(desk):
    """The settings in force stay, and the mended file is news even where it says the same as before."""
    whole = desk.file.path.read_text()
    desk.file.path.write_text(BROKEN)
    desk.decisions.reload()
    assert "interval" in desk.decisions.problem
    assert "\n" not in desk.decisions.problem
    assert desk.decisions.preferences == TWO
    desk.file.path.write_text(whole)
    desk.decisions.reload()
    assert desk.decisions.problem is None
    assert desk.told == 2


def test_a_file_that_was_broken_at_the_start_is_said(qapp, tmp_path):
    """Until a decision or a reading succeeds."""
    file = SettingsFile(tmp_path / "config.toml")
    desk = Desk(file, broken=SettingsError("The settings have a mistake", "line 3"))
    assert desk.decisions.problem == "The settings have a mistake. line 3"
    assert desk.decisions.take(TWO) is None
    assert desk.decisions.problem is None


def test_a_change_on_disk_is_noticed_without_asking(desk, qtbot):
    """The file is watched from the start."""
    SettingsFile(desk.file.path).save(with_cap(7))
    qtbot.waitUntil(lambda: desk.decisions.preferences == with_cap(7), timeout=5000)
