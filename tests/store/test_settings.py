"""The claims of `store.settings`."""

import os
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from vacancy.domain.catalog import Connection, ConnectionKind, KeyKind, KeySource, ModelEntry
from vacancy.domain.preferences import Preferences
from vacancy.errors import SettingsError
from vacancy.store.settings import SettingsFile, problems, show
from vacancy.store.settings_faults import BrokenSettingsError

DATA = Path(__file__).parent.parent / "data" / "settings"
OPENAI = Connection("openai", ConnectionKind.OPENAI, "https://api.openai.com/v1", KeySource(KeyKind.KEYRING))


@pytest.fixture
def file(tmp_path):
    """A settings file that is not there yet."""
    return SettingsFile(tmp_path / "config.toml")


def with_interval(minutes):
    """A change of one setting."""
    return lambda p: replace(p, probing=replace(p.probing, interval=timedelta(minutes=minutes)))


def change(file, edit):
    """Read, change and save, as the app does."""
    return file.save(edit(file.read()))


def test_without_a_file_the_defaults_hold(file):
    """Reading creates nothing."""
    assert file.read() == Preferences()
    assert not file.path.exists()


def test_defaults_that_were_chosen_are_written(file):
    """A first run that changes nothing leaves a file, or it would begin again at every start."""
    assert file.save(file.read()) == Preferences()
    assert file.path.exists()
    assert SettingsFile(file.path).read() == Preferences()
    assert problems(file.path) == []


def test_the_first_write_explains_itself(file):
    """A first file has comments for whoever opens it, and can be read by its owner only."""
    wanted = Preferences(connections=(OPENAI,), models=(ModelEntry("openai", "gpt-6.2-sol"),))
    file.read()
    file.save(wanted)
    assert SettingsFile(file.path).read() == wanted
    assert file.path.read_text().startswith("# Settings of Vacancy.")
    assert file.path.stat().st_mode & 0o777 == 0o600


def test_changes_follow_each_other(file):
    """What was written is known as read, so that a second change needs no new reading."""
    change(file, with_interval(20))
    preferences = change(file, with_interval(30))
    assert file.save(with_interval(40)(preferences)).probing.interval == timedelta(minutes=40)
    assert SettingsFile(file.path).read().probing.interval == timedelta(minutes=40)


def test_a_broken_file_is_named_and_never_touched(file):
    """Reading, saving and changing all refuse, with every fault, and the file stays as it is."""
    broken = (DATA / "broken.toml").read_bytes()
    file.path.write_bytes(broken)
    for attempt in (file.read, lambda: file.save(Preferences()), lambda: change(file, with_interval(20))):
        with pytest.raises(BrokenSettingsError) as caught:
            attempt()
        assert caught.value.title == "The settings have 17 mistakes"
        assert len(caught.value.faults) == 17
        assert f"{file.path}, line 2, colour: there is no such setting" in caught.value.message
        assert "canary" not in str(caught.value)
    assert file.path.read_bytes() == broken
    assert [str(fault) for fault in problems(file.path)] == [str(fault) for fault in caught.value.faults]


def test_an_edit_by_hand_is_not_overwritten(file):
    """A file that was changed since it was read is a conflict; after reading it again the change goes through."""
    preferences = change(file, with_interval(20))
    by_hand = file.path.read_text() + "# by hand\n"
    file.path.write_text(by_hand)
    with pytest.raises(SettingsError, match="changed meanwhile"):
        file.save(with_interval(30)(preferences))
    assert file.path.read_text() == by_hand
    change(file, with_interval(30))
    assert "# by hand" in file.path.read_text()


def test_a_file_that_appeared_or_vanished_is_a_conflict_too(file):
    """Both ways of changing between nothing and something are noticed."""
    file.read()
    file.path.write_text("version = 1\n")
    with pytest.raises(SettingsError, match="changed meanwhile"):
        file.save(with_interval(30)(Preferences()))
    file.read()
    file.path.unlink()
    with pytest.raises(SettingsError, match="changed meanwhile"):
        file.save(with_interval(30)(Preferences()))


def test_preferences_that_no_file_may_hold_are_refused(file):
    """A window that lets an impossible value through is stopped before the file is written."""
    change(file, with_interval(20))
    before = file.path.read_bytes()
    with pytest.raises(BrokenSettingsError, match=r"probing\.interval"):
        change(file, lambda p: replace(p, probing=replace(p.probing, interval=timedelta(seconds=1))))
    with pytest.raises(BrokenSettingsError, match="no such connection"):
        change(file, lambda p: replace(p, models=(ModelEntry("nowhere", "gpt-6"),)))
    assert file.path.read_bytes() == before


def test_the_order_of_connections_means_nothing(file):
    """A renamed connection goes through, and another order alone writes nothing."""
    other = replace(OPENAI, name="other")
    change(file, lambda p: replace(p, connections=(OPENAI, other)))
    text = file.path.read_text()
    change(file, lambda p: replace(p, connections=(other, OPENAI)))
    assert file.path.read_text() == text
    change(file, lambda p: replace(p, connections=(replace(OPENAI, name="renamed"), other)))
    assert {connection.name for connection in SettingsFile(file.path).read().connections} == {"renamed", "other"}


def test_what_is_saved_is_what_a_reading_gives(file):
    """An address with a slash at its end is saved without, and the caller gets what is in the file."""
    slash = replace(OPENAI, base_url="https://api.openai.com/v1/")
    saved = change(file, lambda p: replace(p, connections=(slash,)))
    assert saved == SettingsFile(file.path).read()
    assert saved.connections == (OPENAI,)


def test_a_link_into_dotfiles_stays_a_link(file, tmp_path):
    """A user who keeps the settings elsewhere keeps them there."""
    real = tmp_path / "dotfiles.toml"
    real.write_text("# mine\n")
    file.path.symlink_to(real)
    change(file, with_interval(20))
    assert file.path.is_symlink()
    assert real.read_text().startswith("# mine\n")


def test_what_is_no_text_is_refused(file):
    """Another encoding, a folder and a huge file are errors with a name, not tracebacks."""
    file.path.write_bytes(b"version = 1\n# \xe9\n")
    with pytest.raises(SettingsError, match=r"line 2: this is not UTF-8"):
        file.read()
    os.truncate(file.path, 2_000_000)
    with pytest.raises(SettingsError, match="larger than"):
        file.read()
    file.path.unlink()
    file.path.mkdir()
    with pytest.raises(SettingsError, match="cannot be read"):
        file.read()


def test_a_mark_of_some_editors_at_the_start_is_no_fault(file):
    """A byte order mark is not shown by editors, so nobody could find it."""
    file.path.write_bytes(b"\xef\xbb\xbfversion = 1\n")
    assert file.read() == Preferences()


def test_everything_in_force_is_shown(file):
    """`config show` names the defaults too."""
    assert 'reserve_interval = "1h"' in show(file.read())
    assert "daily_requests = 1000" in show(file.read())


def test_what_is_no_ordinary_file_is_not_waited_for(file):
    """A pipe that nobody writes to and a device that never ends are refused at once."""
    os.mkfifo(file.path)
    with pytest.raises(SettingsError, match="no ordinary file"):
        file.read()
    file.path.unlink()
    file.path.symlink_to(os.devnull)
    with pytest.raises(SettingsError, match="no ordinary file"):
        file.read()
