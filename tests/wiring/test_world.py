"""The parts behind the app: of this machine, whatever state its files are in, or of a rehearsal that touches none."""

import sqlite3
from contextlib import closing

import pytest

from vacancy.domain.budget import Budget
from vacancy.domain.memory import Memory
from vacancy.domain.preferences import Preferences
from vacancy.sources.simulation import MODELS
from vacancy.store.paths import Paths
from vacancy.wiring.rehearsal import NothingKept
from vacancy.wiring.world import real_world, rehearsed_world


@pytest.fixture
def paths(tmp_path):
    """The places of a user who has nothing yet."""
    return Paths.resolve(tmp_path / "base", {})


@pytest.fixture
def opened(paths):
    """Open worlds, and close each at the end."""
    worlds = []

    def open_one():
        worlds.append(real_world(paths, {}))
        return worlds[-1]

    yield open_one
    for world in worlds:
        world.close()


def test_a_first_start_has_defaults_and_no_problem(opened, paths):
    """Nothing is remembered, and everything has its place."""
    world = opened()
    assert (world.preferences, world.memory, world.problem()) == (Preferences(), Memory(), None)
    assert (world.settings.path, world.keys_changed_file) == (paths.config_file, paths.keys_changed_file)
    assert world.broken_settings is None


def test_the_next_start_remembers(opened):
    """What the keeper was given before the end is there again."""
    world = opened()
    memory = Memory(budget=Budget(world.clock.today(), 3))
    world.keeper.save(memory)
    world.close()
    assert opened().memory == memory


def test_broken_settings_are_a_problem_to_show_and_never_the_end(opened, paths):
    """The defaults hold, the file stays as it is, and the reason goes along."""
    paths.config_file.parent.mkdir(parents=True)
    paths.config_file.write_text("version = 'one'\n")
    world = opened()
    assert world.preferences == Preferences()
    assert "version" in world.broken_settings.message
    assert paths.config_file.read_text() == "version = 'one'\n"


def test_a_newer_history_is_left_alone_and_said(opened, paths):
    """The app works without one, and the file is for the newer version."""
    opened().close()
    with closing(sqlite3.connect(paths.history_file)) as connection:
        connection.execute("PRAGMA user_version = 99")
    before = paths.history_file.read_bytes()
    world = opened()
    assert "written by a newer Vacancy" in world.problem()
    world.keeper.save(Memory(budget=Budget(world.clock.today(), 3)))
    world.close()
    assert paths.history_file.read_bytes() == before


def test_a_rehearsal_touches_nothing_of_the_users(own_home):
    """No file, no keyring: what it keeps is forgotten, and there is nothing to set."""
    world = rehearsed_world({})
    assert isinstance(world.keeper, NothingKept)
    world.keeper.save(Memory())
    world.keeper.record([])
    assert (world.settings, world.windows, world.keys_changed_file, world.problem()) == (None, None, None, None)
    assert world.windows is None
    assert world.day(world.preferences.models[0].key, world.clock.now())
    assert tuple(entry.id for entry in world.preferences.models) == MODELS
    assert world.close() is None
    assert list(own_home.rglob("*")) == []
