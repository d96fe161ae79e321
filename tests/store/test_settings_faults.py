"""The claims of `store.settings_faults`."""

from pathlib import Path

import pytest

from vacancy.store.settings_faults import BrokenSettingsError, Fault, nearest


@pytest.mark.parametrize(
    ("name", "expected"),
    [("interva1", "interval"), ("INTERVAL", "interval"), ("time_out", "timeout"), ("zzz", None), ("", None)],
)
def test_the_nearest_name_is_one_that_was_probably_meant(name, expected):
    """A slip finds its name; something else finds none, rather than a wrong hint."""
    assert nearest(name, ("interval", "timeout")) == expected


def test_a_fault_is_one_line_for_people():
    """Line, key, problem and hint, each only where it is known; positions count from 1."""
    assert str(Fault((), "this is not TOML")) == "this is not TOML"
    assert str(Fault(("models", 0, "id"), "expected text", "idea", 7)) == (
        'line 7, models[1].id: expected text; did you mean "idea"?'
    )


def test_a_key_used_as_a_name_is_not_repeated():
    """Even a name in the file that looks like a key stays out of the message."""
    assert "abcdefgh" not in str(Fault(("connections", "sk-proj-abcdefghijklmnop"), "expected a table"))


def test_one_mistake_is_called_one():
    """The title counts, the message lists with the file's name."""
    error = BrokenSettingsError(Path("config.toml"), [Fault(("probing",), "expected a table", line=3)])
    assert (error.title, error.message) == (
        "The settings have a mistake",
        "config.toml, line 3, probing: expected a table",
    )
