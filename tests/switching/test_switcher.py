"""The claims of `switching.switcher`: the file is the old one or the new one, and the user is told which."""

import contextlib
import os
import stat
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from fakes.switching import NEW, NOON, OLD, Workshop
from vacancy.errors import SwitchError
from vacancy.store.instance_lock import InstanceLock
from vacancy.switching.journal import SwitchState
from vacancy.switching.switcher import Step
from vacancy.switching.target import Choice

TESTS = Path(__file__).parents[1]
_PROGRAM = """
import os, resource, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from fakes.switching import Workshop
from vacancy.errors import SwitchError
workshop, what, where, model = Workshop(Path(sys.argv[2])), *sys.argv[3:]
def at_step(step):
    if step == where:
        os._exit(9)
if where.startswith("limit:"):
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(where[6:]),) * 2)
if where == "nobody" and os.getuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
try:
    workshop.switch(model, at_step=at_step) if what == "switch" else workshop.switcher(at_step).undo()
except SwitchError as error:
    print(error.in_one_line)
"""


@pytest.fixture
def workshop(tmp_path):
    """A tool with a file, and nothing switched yet."""
    return Workshop(tmp_path).with_file()


def elsewhere(workshop, what, where, model="new"):
    """Do it in a process of its own that may end, or be refused, there; what it said, and its exit code."""
    run = subprocess.run(
        [sys.executable, "-c", _PROGRAM, str(TESTS), str(workshop.folder), what, where, model],
        capture_output=True, text=True, check=False, timeout=30,
    )  # fmt: skip
    assert run.stderr == ""
    return run.stdout, run.returncode


def test_a_switch_and_its_undo_are_byte_for_byte(workshop):
    """After the switch one value differs; after the undo nothing does, and no file is left anywhere."""
    done = workshop.switch(is_automatic=True)
    assert workshop.file.read_bytes() == NEW
    assert (done.model_before, done.model_after, done.state, done.at, done.is_automatic) == (
        "old", "new", SwitchState.DONE, NOON, True,
    )  # fmt: skip
    assert workshop.switcher().last() == done
    backup = workshop.journal.backup_of(done)
    assert backup.read_bytes() == OLD
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    undone = workshop.switcher().undo()
    assert workshop.file.read_bytes() == OLD
    assert (undone.switch.state, undone.is_removed) == (SwitchState.UNDONE, False)
    assert workshop.left == ["config.toml"]
    assert not backup.exists()


def test_a_file_that_was_not_there_goes_again(tmp_path):
    """A new file is closed to others, and the undo removes it."""
    workshop = Workshop(tmp_path).with_file(None)
    workshop.switch()
    assert workshop.file.read_bytes() == b'model = "new"\n'
    assert stat.S_IMODE(workshop.file.stat().st_mode) == 0o600
    assert workshop.switcher().undo().is_removed
    assert workshop.left == []


def test_what_is_set_already_is_not_written(workshop):
    """The file keeps its time, and there is nothing to take back."""
    workshop.file.chmod(0o444)
    assert workshop.switch("old") is None
    assert workshop.switcher().last() is None


def test_link_mode_and_owner_stay(workshop):
    """A file that is a link into a dotfiles folder is changed there; who may read and owns it stays the same."""
    real = workshop.folder / "dotfiles.toml"
    workshop.file.rename(real)
    workshop.file.symlink_to(real)
    owner = (1234, 4321) if os.getuid() == 0 else (os.getuid(), os.getgid())
    os.chown(real, *owner)
    real.chmod(0o640)
    with contextlib.suppress(OSError):  # not every file system has attributes
        os.setxattr(real, "user.note", b"kept")
    attributes = os.listxattr(real)
    workshop.switch()
    assert workshop.file.is_symlink()
    assert real.read_bytes() == NEW
    status = real.stat()
    assert (status.st_uid, status.st_gid, stat.S_IMODE(status.st_mode)) == (*owner, 0o640)
    assert os.listxattr(real) == attributes
    workshop.switcher().undo()
    assert real.read_bytes() == OLD
    assert workshop.file.is_symlink()


def test_the_mode_of_an_own_file_stays(workshop):
    """Neither opened nor closed to anybody, on the way there and back; nobody else's file is needed to see it."""
    workshop.file.chmod(0o644)
    workshop.switch()
    assert stat.S_IMODE(workshop.file.stat().st_mode) == 0o644
    workshop.switcher().undo()
    assert stat.S_IMODE(workshop.file.stat().st_mode) == 0o644


def test_undo_needs_a_switch(workshop):
    """Nothing switched, and taken back already, are said."""
    with pytest.raises(SwitchError, match="nothing to take back"):
        workshop.switcher().undo()
    workshop.switch()
    workshop.switcher().undo()
    with pytest.raises(SwitchError, match="taken back already"):
        workshop.switcher().undo()
    assert workshop.file.read_bytes() == OLD


def test_only_the_last_switch_is_taken_back(workshop):
    """Two switches and one undo lead to the state between them."""
    workshop.switch("one")
    workshop.switch("two")
    workshop.switcher().undo()
    assert workshop.file.read_bytes() == OLD.replace(b"old", b"one")
    with pytest.raises(SwitchError, match="Only the last switch"):
        workshop.switcher().undo()


CHANGES = (
    (NEW + b"more = 1\r\n", "line 3, was changed"),
    (NEW.replace(b"# mine", b"# yours") + b"x = 1\r\ny = 2\r\n", "line 1 and 2 more, were changed"),
    (NEW.replace(b"new", b"newer"), "line 2, was changed"),
    (NEW.replace(b"# mine\r\n", b""), "line 1, was changed"),
    (b"\xff\xfe", "line 1, was changed"),
    (b"", "line 1, was changed"),
)


@pytest.mark.parametrize(("now", "says"), CHANGES)
def test_what_somebody_else_wrote_since_is_not_undone(workshop, now, says):
    """The error says which line, never what is in it, and where our copy is; the file stays as it is."""
    switch = workshop.switch()
    workshop.file.write_bytes(now)
    with pytest.raises(SwitchError) as caught:
        workshop.switcher().undo()
    assert says in caught.value.message
    assert caught.value.backup == str(workshop.journal.backup_of(switch))
    assert caught.value.backup in caught.value.message
    assert "yours" not in caught.value.message
    assert workshop.file.read_bytes() == now


def test_a_file_that_went_or_moved_is_not_undone(workshop):
    """A file that is gone, and a name that links to another file now, are said too."""
    workshop.switch()
    other = workshop.folder / "other.toml"
    workshop.file.rename(other)
    with pytest.raises(SwitchError, match="not there any more"):
        workshop.switcher().undo()
    workshop.file.symlink_to(other)
    with pytest.raises(SwitchError, match="a link to another file now"):
        workshop.switcher().undo()
    assert other.read_bytes() == NEW


def test_a_new_file_that_was_changed_is_not_removed(tmp_path):
    """The undo of a new file does not take somebody's work away; there is no copy to offer."""
    workshop = Workshop(tmp_path).with_file(None)
    workshop.switch()
    workshop.file.write_bytes(b'model = "new"\nmore = 1\n')
    with pytest.raises(SwitchError) as caught:
        workshop.switcher().undo()
    assert caught.value.backup is None
    assert workshop.file.exists()


def test_a_file_that_changed_after_it_was_shown_is_not_written(workshop):
    """What the user agreed to is what is written, or nothing is; the same for a name that links elsewhere now."""
    switcher = workshop.switcher()
    change = workshop.target.plan(Choice("new"))
    workshop.file.write_bytes(OLD + b"# late\r\n")
    with pytest.raises(SwitchError, match="changed meanwhile"):
        switcher.apply(change)
    assert workshop.file.read_bytes() == OLD + b"# late\r\n"
    workshop.file.rename(workshop.folder / "other.toml")
    (workshop.folder / "other.toml").write_bytes(OLD)
    workshop.file.symlink_to(workshop.folder / "other.toml")
    with pytest.raises(SwitchError, match="changed meanwhile"):
        switcher.apply(change)
    assert workshop.switcher().last() is None


@pytest.mark.parametrize("step", [Step.NOTED, Step.WRITTEN_BESIDE])
def test_a_writer_in_the_last_moment_wins(workshop, step):
    """What another program writes after our first check is found by the second one, and nothing is left of ours."""
    theirs = OLD + b"theirs = 1\r\n"
    with pytest.raises(SwitchError, match="changed meanwhile"):
        workshop.switch(at_step=lambda now: workshop.file.write_bytes(theirs) if now is step else None)
    assert workshop.file.read_bytes() == theirs
    assert workshop.left == ["config.toml"]
    assert workshop.switcher().last() is None


def test_a_writer_in_the_last_moment_of_an_undo_wins(workshop):
    """The undo is refused, and can be looked at again."""
    workshop.switch()
    theirs = NEW + b"theirs = 1\r\n"
    with pytest.raises(SwitchError, match="changed meanwhile"):
        workshop.switcher(lambda now: workshop.file.write_bytes(theirs) if now is Step.WRITTEN_BESIDE else None).undo()
    assert workshop.file.read_bytes() == theirs
    assert workshop.switcher().last().state is SwitchState.DONE


def test_a_writer_right_after_is_told(workshop):
    """What is in the file now is looked at again, so a lost switch is not called done."""
    with pytest.raises(SwitchError, match="Another program wrote at the same moment"):
        workshop.switch(at_step=lambda now: workshop.file.write_bytes(b"x = 1\n") if now is Step.IN_PLACE else None)
    assert workshop.file.read_bytes() == b"x = 1\n"


def test_two_of_us_do_not_switch_at_once(workshop):
    """While one Vacancy switches another one is refused, and looks no further either."""
    said = []

    def meanwhile(step):
        if step is Step.WRITTEN_BESIDE:
            for act in (lambda: workshop.switch("theirs"), workshop.switcher().undo):
                with pytest.raises(SwitchError) as caught:
                    act()
                said.append(caught.value.title)
            said.append(workshop.switcher().settle())

    workshop.switch(at_step=meanwhile)
    assert said == ["Another Vacancy is switching", "Another Vacancy is switching", ()]
    assert workshop.file.read_bytes() == NEW


STEPS = (
    (Step.LOCKED, OLD, None),
    (Step.NOTED, OLD, SwitchState.ABANDONED),
    (Step.WRITTEN_BESIDE, OLD, SwitchState.ABANDONED),
    (Step.IN_PLACE, NEW, SwitchState.DONE),
    (Step.CLOSED, NEW, None),
)


@pytest.mark.parametrize(("step", "content", "told"), STEPS)
def test_a_switch_that_is_killed_is_old_or_new(workshop, step, content, told):
    """Whatever step the process ends at: the file is whole, the next start says what became, and undo still holds."""
    assert elsewhere(workshop, "switch", step) == ("", 9)
    assert workshop.file.read_bytes() == content
    settled = workshop.switcher().settle()
    assert [switch.state for switch in settled] == ([told] if told else [])
    assert workshop.switcher().settle() == ()
    assert workshop.left == ["config.toml"]
    if content == NEW:
        workshop.switcher().undo()
    else:
        assert workshop.switch() is not None
        workshop.switcher().undo()
    assert workshop.file.read_bytes() == OLD


def test_the_next_switch_tidies_up_after_one_that_was_killed(workshop):
    """Without a start of the app in between: the record says what became of the first, and its rest is gone."""
    assert elsewhere(workshop, "switch", Step.WRITTEN_BESIDE) == ("", 9)
    assert len(workshop.left) == 2
    workshop.switch("another")
    assert [switch.state for switch in workshop.switcher().switches()] == [SwitchState.ABANDONED, SwitchState.DONE]
    assert workshop.left == ["config.toml"]


UNDO_STEPS = (
    (Step.LOCKED, NEW, None),
    (Step.NOTED, NEW, SwitchState.DONE),
    (Step.WRITTEN_BESIDE, NEW, SwitchState.DONE),
    (Step.IN_PLACE, OLD, SwitchState.UNDONE),
    (Step.CLOSED, OLD, None),
)


@pytest.mark.parametrize(("step", "content", "told"), UNDO_STEPS)
def test_an_undo_that_is_killed_is_old_or_new(workshop, step, content, told):
    """The same on the way back; where it did not happen it can be asked for again."""
    workshop.switch()
    assert elsewhere(workshop, "undo", step) == ("", 9)
    assert workshop.file.read_bytes() == content
    assert [switch.state for switch in workshop.switcher().settle()] == ([told] if told else [])
    assert workshop.left == ["config.toml"]
    if content == NEW:
        workshop.switcher().undo()
    assert workshop.file.read_bytes() == OLD


def test_a_switch_that_was_killed_and_overtaken_is_left_to_the_other(workshop):
    """New content that still waits proves that the switch did not happen, whatever somebody wrote since."""
    elsewhere(workshop, "switch", Step.WRITTEN_BESIDE)
    workshop.file.write_bytes(b"x = 1\n")
    assert [switch.state for switch in workshop.switcher().settle()] == [SwitchState.ABANDONED]
    assert workshop.file.read_bytes() == b"x = 1\n"
    assert workshop.left == ["config.toml"]


@pytest.mark.parametrize("what", ["switch", "undo"])
def test_a_full_disk_changes_nothing(tmp_path, what):
    """When the disk takes only a part, the file is the one before, nothing is left of ours, and it is said."""
    old = b"# " + b"x" * 5000 + b'\nmodel = "old"\n'
    workshop = Workshop(tmp_path).with_file(old)
    if what == "undo":
        workshop.switch()
    before = workshop.file.read_bytes()
    said, code = elsewhere(workshop, what, "limit:3000")
    assert code == 0
    assert "Nothing was changed" in said or "nothing was switched" in said
    assert workshop.file.read_bytes() == before
    assert workshop.left == ["config.toml"]


def test_a_disk_that_takes_our_copy_and_not_the_new_file_changes_nothing(tmp_path):
    """The journal knows of the switch already: it is abandoned, and the copy of the old file goes."""
    old = b"# " + b"x" * 5000 + b'\nmodel = "old"\n'
    workshop = Workshop(tmp_path).with_file(old)
    said, _ = elsewhere(workshop, "switch", f"limit:{len(old) + 50}", model="long" * 50)
    assert "It is as it was; nothing was switched" in said
    assert workshop.file.read_bytes() == old
    assert workshop.left == ["config.toml"]
    [switch] = workshop.switcher().switches()
    assert switch.state is SwitchState.ABANDONED
    assert not workshop.journal.backup_of(switch).exists()
    assert workshop.switcher().last() is None


@pytest.mark.parametrize("what", ["switch", "undo"])
def test_a_read_only_file_is_left_alone(workshop, what):
    """Somebody closed it against writing; replacing it would step over that."""
    if what == "undo":
        workshop.switch()
    before = workshop.file.read_bytes()
    workshop.file.chmod(0o444)
    with pytest.raises(SwitchError, match="The file is read-only"):
        workshop.switch("other") if what == "switch" else workshop.switcher().undo()
    assert workshop.file.read_bytes() == before


def test_a_read_only_folder_is_said():
    """A user who may write the file but not its folder is told, and nothing is written."""
    with TemporaryDirectory() as name:
        workshop = Workshop(Path(name)).with_file()
        data = workshop.folder / "data"
        data.mkdir()
        data.chmod(0o777)
        workshop.folder.chmod(0o755)
        workshop.file.chmod(0o666)
        workshop.file.parent.chmod(0o555)
        said, _ = elsewhere(workshop, "switch", "nobody")
        workshop.file.parent.chmod(0o755)
        assert "The folder is read-only" in said
        assert workshop.file.read_bytes() == OLD


def test_a_file_of_somebody_else_does_not_become_ours():
    """Its owner cannot be given to the new file, so it is left, and nothing of ours lies beside it."""
    with TemporaryDirectory() as name:
        workshop = Workshop(Path(name)).with_file()
        data = workshop.folder / "data"
        data.mkdir()
        for folder in (data, workshop.folder, workshop.file.parent):
            folder.chmod(0o777)
        workshop.file.chmod(0o666)
        said, _ = elsewhere(workshop, "switch", "nobody")
        is_theirs = os.getuid() == 0  # nobody else can make a file of somebody else
        assert ("Operation not permitted" in said) is is_theirs
        assert workshop.file.read_bytes() == (OLD if is_theirs else NEW)
        assert workshop.left == ["config.toml"]


def test_a_missing_folder_is_said(tmp_path):
    """Where the tool's folder is missing the tool is not set up, and no folder is made for it."""
    workshop = Workshop(tmp_path)
    with pytest.raises(SwitchError, match="There is no folder"):
        workshop.switch()
    assert not workshop.file.parent.exists()


def test_a_folder_of_ours_that_cannot_be_written_changes_nothing(workshop):
    """Without a place for the copy nothing is switched."""
    (workshop.folder / "data").mkdir()
    (workshop.folder / "data" / "switches").write_bytes(b"in the way")
    with pytest.raises(SwitchError, match="Nothing was changed"):
        workshop.switch()
    assert workshop.file.read_bytes() == OLD


def test_a_broken_record_that_cannot_be_set_aside_changes_nothing():
    """It is not overwritten either, and the user is told."""
    with TemporaryDirectory() as name:
        workshop = Workshop(Path(name)).with_file()
        ours = workshop.folder / "data" / "switches"
        ours.mkdir(parents=True)
        (ours / "journal.jsonl").write_bytes(b"{")
        (ours / "journal.jsonl").chmod(0o644)
        for folder in (workshop.folder, ours.parent, workshop.file.parent):
            folder.chmod(0o777)
        workshop.file.chmod(0o666)
        ours.chmod(0o555)
        said, _ = elsewhere(workshop, "switch", "nobody")
        ours.chmod(0o755)
        assert "Nothing was changed" in said
        assert workshop.file.read_bytes() == OLD
        assert (ours / "journal.jsonl").read_bytes() == b"{"


def test_what_was_left_behind_is_known_on_the_way_back_only(workshop):
    """Not for a third model, not once somebody wrote in the file, not without our copy, and not after an undo."""
    switcher, back = workshop.switcher(), Choice("old")
    assert switcher.left_behind(workshop.target.plan(back)) is None
    switch = workshop.switch()
    assert switcher.left_behind(workshop.target.plan(back)) == OLD
    assert switcher.left_behind(workshop.target.plan(Choice("third"))) is None
    workshop.file.write_bytes(NEW + b"# more")
    assert switcher.left_behind(workshop.target.plan(back)) is None
    workshop.file.write_bytes(NEW)
    copy = workshop.journal.backup_of(switch)
    copy.rename(copy.with_name("gone"))
    assert switcher.left_behind(workshop.target.plan(back)) is None
    copy.with_name("gone").rename(copy)
    switcher.undo()
    assert switcher.left_behind(workshop.target.plan(back)) is None


def test_an_undo_without_its_record_says_where_the_old_file_is(workshop):
    """The record was broken and set aside, so nobody knows any more what was switched last; the copy is still there."""
    switch = workshop.switch()
    (workshop.folder / "data" / "switches" / "journal.jsonl").write_bytes(b"{")
    for _ in range(2):
        with pytest.raises(SwitchError, match=r"set aside as .*broken-1") as caught:
            workshop.switcher().undo()
    assert str(workshop.journal.backup_of(switch).parent) in caught.value.message
    assert workshop.file.read_bytes() == NEW


def test_an_end_that_cannot_be_noted_is_found_out_later(workshop):
    """The switch happened, so it is not called a failure; the next look notes it."""
    journal = workshop.folder / "data" / "switches" / "journal.jsonl"

    def lose_journal(step):
        if step is Step.IN_PLACE:
            journal.rename(journal.with_name("kept"))
            journal.mkdir()

    assert workshop.switch(at_step=lose_journal).state is SwitchState.STARTED
    assert workshop.file.read_bytes() == NEW
    journal.rmdir()
    journal.with_name("kept").rename(journal)
    assert [switch.state for switch in workshop.switcher().settle()] == [SwitchState.DONE]


def test_a_damaged_copy_is_not_put_back(workshop):
    """What is not the old file is not called so; the tool's file stays."""
    switch = workshop.switch()
    workshop.journal.backup_of(switch).write_bytes(b"x")
    with pytest.raises(SwitchError, match="copy of the old file is damaged"):
        workshop.switcher().undo()
    workshop.journal.backup_of(switch).unlink()
    with pytest.raises(SwitchError, match="cannot be read"):
        workshop.switcher().undo()
    assert workshop.file.read_bytes() == NEW


def test_the_lock_ends_with_the_switch(workshop):
    """After a refusal as after a success another one may switch."""
    workshop.switch()
    workshop.file.write_bytes(b"x")
    with pytest.raises(SwitchError):
        workshop.switcher().undo()
    assert InstanceLock(workshop.folder / "data" / "switch.lock").try_acquire()


def test_what_became_of_a_new_file_is_seen_too(tmp_path):
    """A switch that creates a file and is killed on either side of the rename is told apart."""
    workshop = Workshop(tmp_path).with_file(None)
    elsewhere(workshop, "switch", Step.WRITTEN_BESIDE)
    assert [switch.state for switch in workshop.switcher().settle()] == [SwitchState.ABANDONED]
    assert workshop.left == []
    elsewhere(workshop, "switch", Step.IN_PLACE)
    assert [switch.state for switch in workshop.switcher().settle()] == [SwitchState.DONE]
    elsewhere(workshop, "undo", Step.IN_PLACE)
    assert [switch.state for switch in workshop.switcher().settle()] == [SwitchState.UNDONE]
    assert workshop.left == []


def test_every_switch_is_on_record(workshop):
    """The log of what was done, by whom, is there to be read."""
    workshop.switch("one", is_automatic=True)
    workshop.switch("two")
    assert [(each.number, each.model_after, each.is_automatic) for each in workshop.switcher().switches()] == [
        (1, "one", True),
        (2, "two", False),
    ]
    assert replace(workshop.switcher().switches()[0], number=2) != workshop.switcher().switches()[1]


def test_two_threads_of_one_process_wait_for_each_other(workshop):
    """The window's undo and a switch by itself share one lock, and the system would give it to both."""
    noted, go_on, steps = threading.Event(), threading.Event(), []

    def at_step(step):
        steps.append((threading.current_thread().name, step))
        if step is Step.NOTED and threading.current_thread().name == "switch":
            noted.set()
            assert go_on.wait(10)

    switcher = workshop.switcher(at_step)
    change = workshop.target.plan(Choice("new"))
    switch = threading.Thread(target=switcher.apply, args=(change,), name="switch")
    undo = threading.Thread(target=switcher.undo, name="undo")
    switch.start()
    assert noted.wait(10)
    undo.start()
    undo.join(0.1)
    assert undo.is_alive()
    go_on.set()
    switch.join(10)
    undo.join(10)
    assert [name for name, _ in steps] == ["switch"] * 5 + ["undo"] * 5
    assert workshop.file.read_bytes() == OLD


def test_two_processes_at_once_leave_the_one_or_the_other(workshop):
    """Whoever comes second is refused or switches afterwards; the file is always one of the three."""
    arguments = [sys.executable, "-c", _PROGRAM, str(TESTS), str(workshop.folder), "switch", "never"]
    runs = [
        subprocess.Popen([*arguments, model], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        for model in ("one", "two", "six")
    ]
    said = [run.communicate(timeout=30)[0] for run in runs]
    happened = [switch.model_after for switch in workshop.switcher().switches() if switch.state is SwitchState.DONE]
    assert said.count("") == len(happened) > 0
    assert all(not text or "Another Vacancy" in text or "changed meanwhile" in text for text in said)
    assert workshop.file.read_bytes() == OLD.replace(b"old", happened[-1].encode())
