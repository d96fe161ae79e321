"""Starting with the session."""

import json
import os
import stat
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vacancy.desktop.autostart import Autostart, XdgAutostart, autostart, exec_line, own_command
from vacancy.errors import DesktopError

COMMAND = ("/opt/vacancy/vacancy", "--hidden")


def parse_exec(value):
    """Read an Exec value back, by the letter of the desktop entry specification."""
    value = value.replace("\\\\", "\\")
    arguments, current, quoted, started, position = [], "", False, False, 0
    while position < len(value):
        letter = value[position]
        if quoted and letter == "\\":
            position += 1
            current += value[position]
        elif letter == '"':
            quoted, started = not quoted, True
        elif letter == " " and not quoted:
            arguments.append(current)
            current, started = "", False
        elif letter == "%":
            position += 1
            assert value[position] == "%"
            current += "%"
        else:
            assert quoted or letter not in "\t\n'\\><~|&;$*?#()`"
            current, started = current + letter, True
        position += 1
    assert not quoted
    return [*arguments, current] if started or current else arguments


@given(
    st.lists(st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z"), include_characters=" ")), min_size=1)
)
def test_any_printable_command_reads_back_as_it_was(command):
    """Whatever a path holds, the desktop starts exactly that."""
    assert parse_exec(exec_line(tuple(command))) == command


@pytest.mark.parametrize("folder", ["with space", 'quo"te', "do$HOME`x`", "per%cent", "back\\slash", "可用", "a;b&c"])
def test_the_written_entry_starts_the_program(tmp_path, folder):
    """The entry is valid for the desktop's own checker, and its command runs."""
    program = tmp_path / folder / "vacancy"
    program.parent.mkdir()
    program.write_text(f"#!{sys.executable}\nimport json, sys\nprint(json.dumps(sys.argv))\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    entry = XdgAutostart(tmp_path / "autostart", (str(program), "--hidden"))
    entry.set_enabled(enabled=True)
    written = tmp_path / "autostart" / "vacancy.desktop"
    subprocess.run(["desktop-file-validate", written], check=True)
    line = next(line for line in written.read_text().splitlines() if line.startswith("Exec="))
    out = subprocess.run(parse_exec(line.removeprefix("Exec=")), check=True, capture_output=True).stdout
    assert json.loads(out) == [str(program), "--hidden"]


def test_a_path_with_a_line_end_is_refused():
    """What cannot be written down is an error, not a broken entry."""
    with pytest.raises(DesktopError):
        exec_line(("/opt/a\nb",))


def test_on_and_off_and_on_again(tmp_path):
    """What was set is what is read, from the folder itself."""
    entry = XdgAutostart(tmp_path, COMMAND)
    assert not entry.enabled()
    entry.set_enabled(enabled=True)
    assert XdgAutostart(tmp_path, COMMAND).enabled()
    entry.set_enabled(enabled=False)
    entry.set_enabled(enabled=False)
    assert not entry.enabled()


@pytest.mark.parametrize(
    "line", ["Hidden=true", "X-GNOME-Autostart-enabled=false", "X-GNOME-Autostart-enabled = false"]
)
def test_somebody_elses_no_counts_and_stays(tmp_path, line):
    """An entry that the desktop's settings have switched off is off, and a start of ours leaves it so."""
    written = tmp_path / "vacancy.desktop"
    written.write_text(f"[Desktop Entry]\nType=Application\nExec=/old/vacancy\n{line}\n")
    before = written.read_text()
    entry = XdgAutostart(tmp_path, COMMAND)
    assert not entry.enabled()
    entry.refresh()
    assert written.read_text() == before


def test_a_moved_program_corrects_its_entry(tmp_path):
    """A living entry follows the program; without one none is made."""
    XdgAutostart(tmp_path, COMMAND).refresh()
    assert not list(tmp_path.iterdir())
    XdgAutostart(tmp_path, ("/old/vacancy", "--hidden")).set_enabled(enabled=True)
    XdgAutostart(tmp_path, COMMAND).refresh()
    assert "Exec=/opt/vacancy/vacancy --hidden" in (tmp_path / "vacancy.desktop").read_text()


def test_a_folder_that_cannot_be_written_is_our_error(tmp_path):
    """The user reads which file it is; nothing is half done."""
    (tmp_path / "autostart").write_text("a file, no folder")
    with pytest.raises(DesktopError, match="autostart"):
        XdgAutostart(tmp_path / "autostart", COMMAND).set_enabled(enabled=True)


def test_the_entry_goes_where_the_session_looks(tmp_path):
    """XDG_CONFIG_HOME counts when it is absolute, else the home folder."""
    autostart({"XDG_CONFIG_HOME": str(tmp_path / "c"), "HOME": str(tmp_path)}).set_enabled(enabled=True)
    autostart({"XDG_CONFIG_HOME": "relative", "HOME": str(tmp_path)}).set_enabled(enabled=True)
    assert (tmp_path / "c/autostart/vacancy.desktop").exists()
    assert (tmp_path / ".config/autostart/vacancy.desktop").exists()


def test_an_appimage_is_started_by_its_own_file():
    """Not by the mount that is gone at the next login."""
    assert own_command({"APPIMAGE": "/home/me/Vacancy.AppImage"}) == ("/home/me/Vacancy.AppImage", "--hidden")


def test_an_installed_program_is_started_by_an_absolute_path():
    """The session's search path is not ours."""
    command = own_command({})
    assert os.path.isabs(command[0])  # noqa: PTH117 - a text
    assert command[1:] == ("-m", "vacancy", "--hidden")


def test_where_it_cannot_be_done_it_is_said():
    """No silent switch that does nothing."""
    assert not Autostart.supported
    with pytest.raises(DesktopError):
        Autostart().set_enabled(enabled=True)
