"""The claims of `switching.file_target`."""

import os
from dataclasses import replace

import pytest

from fakes.switching import OLD, Workshop
from vacancy.errors import SwitchError
from vacancy.switching.target import Choice


def test_a_second_name_of_the_file_is_mentioned(tmp_path):
    """A hard link does not follow when the file is replaced, so people are told before."""
    workshop = Workshop(tmp_path).with_file()
    assert workshop.target.plan(Choice("new")).notes == ()
    os.link(workshop.file, tmp_path / "second")
    assert "a second name" in workshop.target.plan(Choice("new")).notes[0]
    workshop.switch()
    assert (tmp_path / "second").read_bytes() == OLD


def test_a_file_without_the_key_sets_nothing(tmp_path):
    """No file, and a file that says nothing of a model, are read as that."""
    workshop = Workshop(tmp_path).with_file(None)
    for data in (None, b"", b"other = 1\n"):
        if data is not None:
            workshop.file.write_bytes(data)
        reading = workshop.target.read()
        assert (reading.model, reading.decided_by) == (None, None)


def test_a_name_that_our_record_cannot_hold_is_refused(tmp_path):
    """File names are bytes, and some are no text; nothing is begun that could not be noted."""
    workshop = Workshop(tmp_path).with_file()
    odd = workshop.file.with_name("\udcff.toml")
    odd.write_bytes(OLD)
    with pytest.raises(SwitchError, match="its name is not UTF-8"):
        replace(workshop.target, path=odd).plan(Choice("new"))


def test_a_provider_that_goes_with_the_old_name_is_said(tmp_path):
    """The tool may need it; whoever has set it as prefix, or names it, is told nothing."""
    workshop = Workshop(tmp_path).with_file(OLD.replace(b"old", b"openai/old"))
    assert 'began with "openai/"' in workshop.target.plan(Choice("new")).notes[0]
    assert workshop.target.plan(Choice("openai/new")).notes == ()
    assert replace(workshop.target, prefix="openai/").plan(Choice("new")).notes == ()
