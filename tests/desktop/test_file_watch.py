"""The claims of `desktop.file_watch`."""

from datetime import timedelta

import pytest

from vacancy.desktop.file_watch import FileWatch

QUIET = timedelta(milliseconds=20)


@pytest.fixture
def linked(tmp_path):
    """A file that stands somewhere else, and a link to it: the link, the file."""
    real, link = tmp_path / "dotfiles" / "config.toml", tmp_path / "config" / "config.toml"
    for path in (real, link):
        path.parent.mkdir()
    real.write_text("first")
    link.symlink_to(real)
    return link, real


def told(qtbot, watch, change):
    """Make a change, and wait until it is told."""
    with qtbot.waitSignal(watch.changed, timeout=5000):
        change()


def test_every_way_of_changing_a_file_is_told(qtbot, tmp_path):
    """It is made, written, replaced, taken away and made again."""
    path, other = tmp_path / "config.toml", tmp_path / "other"
    watch = FileWatch(path, quiet=QUIET)
    told(qtbot, watch, lambda: path.write_text("made"))
    told(qtbot, watch, lambda: path.write_text("written over"))
    other.write_text("another")
    told(qtbot, watch, lambda: other.replace(path))
    told(qtbot, watch, path.unlink)
    told(qtbot, watch, lambda: path.write_text("made again"))


def test_a_file_behind_a_link_is_followed_through_its_absence(qtbot, linked):
    """Whoever keeps the settings among dotfiles may take the file away and bring another one."""
    link, real = linked
    watch = FileWatch(link, quiet=QUIET)
    told(qtbot, watch, real.unlink)
    told(qtbot, watch, lambda: real.write_text("second"))


def test_a_link_that_leads_elsewhere_is_followed(qtbot, linked, tmp_path):
    """And from then on what happens there."""
    link, _ = linked
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    watch = FileWatch(link, quiet=QUIET)
    link.unlink()
    told(qtbot, watch, lambda: link.symlink_to(elsewhere / "config.toml"))
    told(qtbot, watch, lambda: (elsewhere / "config.toml").write_text("third"))
