"""The home, and what people mean from there."""

from pathlib import Path

import pytest

from vacancy.user_home import codex_home, expanded, user_home, whole_path

HOME = {"HOME": "/home/user", "USERPROFILE": "/home/user"}


def test_the_home_is_the_one_that_the_systems_programs_take():
    """A shell on Windows sets HOME too, which no other program there heeds; without a variable the system says it."""
    both = {"HOME": "/shell", "USERPROFILE": "/profile"}
    assert user_home(both, "linux") == Path("/shell")
    assert user_home(both, "win32") == Path("/profile")
    assert user_home({"HOME": "/shell"}, "win32") == Path("/shell")
    assert user_home({}) == Path.home()


@pytest.mark.parametrize(
    ("text", "meant", "whole"),
    [
        ("~", "/home/user", "/home/user"),
        ("~/a", "/home/user/a", "/home/user/a"),
        ("~\\a", "/home/user/a", "/home/user/a"),
        ("/a", "/a", "/a"),
        ("a/b", "a/b", "/home/user/a/b"),
        ("codex", "codex", "/home/user/codex"),
    ],
)
def test_a_path_means_the_same_wherever_one_stands(text, meant, whole):
    """A leading ~ is the home; a name alone stays one where a name is meant, and is below the home where a path is."""
    assert expanded(text, HOME) == Path(meant)
    assert whole_path(text, HOME) == Path(whole)


@pytest.mark.parametrize(
    ("named", "variable", "found"),
    [
        (None, None, "/home/user/.codex"),
        (None, "", "/home/user/.codex"),
        (None, "/else", "/else"),
        ("~/second", "/else", "/home/user/second"),
        ("~", None, "/home/user"),
    ],
)
def test_codex_is_where_it_is_named_closest(named, variable, found):
    """The settings come before CODEX_HOME, and that before the default."""
    environment = HOME if variable is None else {**HOME, "CODEX_HOME": variable}
    assert codex_home(named, environment) == Path(found)
