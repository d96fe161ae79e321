"""What errors say to people."""

import pytest

from vacancy.errors import VacancyError


@pytest.mark.parametrize(
    ("title", "message", "line"),
    [
        ("It failed", "", "It failed"),
        ("It failed", "Try again.", "It failed. Try again."),
        ("Two mistakes", "config.toml, line 3: one\nconfig.toml, line 4: two",
         "Two mistakes. config.toml, line 3: one config.toml, line 4: two"),
    ],
)  # fmt: skip
def test_an_error_fits_into_one_line(title, message, line):
    """Whatever its message holds, a label of one line shows all of it."""
    assert VacancyError(title, message).in_one_line == line
