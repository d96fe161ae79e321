"""What Codex says about itself, as values."""

import pytest

from vacancy.domain.codex import CodexModel


@pytest.mark.parametrize(
    ("efforts", "cheapest"),
    [(("high", "low", "medium"), "low"), (("xhigh", "minimal"), "minimal"), (("invented",), None), ((), None)],
)
def test_the_cheapest_effort_is_the_least_that_is_known(efforts, cheapest):
    """In whatever order they are told; a word that nobody knows is not guessed at."""
    assert CodexModel("m", efforts).cheapest_effort == cheapest
