"""The claims of `switching.journal`."""

import json
import stat

import pytest

from fakes.switching import NOON, OLD, Workshop
from vacancy.errors import NewerDataError, StorageError, SwitchError
from vacancy.switching.journal import MOST_BACKUPS, MOST_SWITCHES, SwitchState
from vacancy.switching.target import Choice


@pytest.fixture
def workshop(tmp_path):
    """A tool with a file, and nothing switched yet."""
    return Workshop(tmp_path).with_file()


def lines_of(workshop):
    """The file of the journal."""
    return workshop.folder / "data" / "switches" / "journal.jsonl"


def test_a_switch_is_noted_before_it_happens(workshop):
    """The copy and the line are there, private, while the tool's file is still the old one."""
    change = workshop.target.plan(Choice("new"))
    switch = workshop.journal.begin(change, NOON, is_automatic=False)
    assert workshop.file.read_bytes() == OLD
    assert workshop.journal.old_content(switch) == OLD
    assert workshop.journal.switches() == (switch,)
    for path in (lines_of(workshop), workshop.journal.backup_of(switch)):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    [line] = lines_of(workshop).read_text().splitlines()
    assert json.loads(line)["state"] == "started"


def test_an_abandoned_switch_is_not_the_last(workshop):
    """What did not happen is on record, and is not what an undo would take back."""
    first = workshop.switch("one")
    begun = workshop.journal.begin(workshop.target.plan(Choice("two")), NOON, is_automatic=False)
    assert workshop.journal.last() == begun
    abandoned = workshop.journal.note(begun, SwitchState.ABANDONED)
    assert workshop.journal.last() == first
    assert workshop.journal.switches() == (first, abandoned)
    assert not workshop.journal.backup_of(begun).exists()


def test_old_copies_and_old_lines_go(workshop):
    """Copies may hold keys of other tools, so only the newest stay; the lines are bounded too."""
    for number in range(MOST_BACKUPS + 3):
        workshop.switch(f"m{number}")
    backups = workshop.journal.backup_of(workshop.journal.last()).parent
    assert len(list(backups.iterdir())) == MOST_BACKUPS
    line = lines_of(workshop).read_bytes().splitlines()[-1]
    lines_of(workshop).write_bytes(b"\n".join([line] * (MOST_SWITCHES + 5)))
    workshop.switch("last")
    assert len(workshop.journal.switches()) == MOST_SWITCHES


def test_what_a_killed_process_left_goes(workshop):
    """Half a copy of a tool's file may hold its keys just as well."""
    workshop.switch("one")
    backups = workshop.journal.backup_of(workshop.journal.last()).parent
    left = [backups / ".2-config.toml.0123abcd.new", backups.parent / ".journal.jsonl.0123abcd.new"]
    for path in left:
        path.write_bytes(OLD)
    workshop.switch("two")
    assert not any(path.exists() for path in left)


def test_a_broken_journal_is_set_aside(workshop):
    """It is kept under another name, never overwritten; numbers go on, so that no copy is overwritten either."""
    first = workshop.switch("one")
    for number, data in enumerate((b"{", b'{"number": "x"}\n', b"\xff\n", b"[" * 100_000), start=1):
        lines_of(workshop).write_bytes(data)
        assert workshop.journal.switches() == ()
        aside = lines_of(workshop).with_name(f"journal.jsonl.broken-{number}")
        assert aside.read_bytes() == data
    workshop.switch("two")
    assert workshop.journal.last().number == first.number + 1
    assert workshop.journal.backup_of(first).exists()


def test_a_newer_journal_is_left_alone(workshop):
    """An older Vacancy does not touch what it does not understand."""
    lines_of(workshop).parent.mkdir(parents=True)
    data = b'{"number": 1}\n{"version": 1}\n{"version": 2, "state": "sideways"}\n'
    lines_of(workshop).write_bytes(data)
    with pytest.raises(NewerDataError, match="Update Vacancy"):
        workshop.journal.switches()
    assert lines_of(workshop).read_bytes() == data


def test_a_newer_line_of_the_same_form_is_left_alone_too(workshop):
    """It can be read, and may mean something else; writing it anew would lose what this version does not know."""
    workshop.switch()
    data = lines_of(workshop).read_bytes().replace(b'"version":1', b'"version":2')
    lines_of(workshop).write_bytes(data)
    with pytest.raises(SwitchError, match="newer"):
        workshop.switch("other")
    assert lines_of(workshop).read_bytes() == data


def test_a_journal_that_cannot_be_read_is_said(workshop):
    """Trouble of our own has our own name."""
    lines_of(workshop).mkdir(parents=True)
    with pytest.raises(StorageError, match="cannot be read"):
        workshop.journal.switches()
