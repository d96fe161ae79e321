"""What Codex says about itself, as values."""

import pytest

from vacancy.domain.codex import CodexModel, estimated_tokens


@pytest.mark.parametrize(
    ("efforts", "cheapest"),
    [(("high", "low", "medium"), "low"), (("xhigh", "minimal"), "minimal"), (("invented",), None), ((), None)],
)
def test_the_cheapest_effort_is_the_least_that_is_known(efforts, cheapest):
    """In whatever order they are told; a word that nobody knows is not guessed at."""
    assert CodexModel("m", "M", efforts).cheapest_effort == cheapest


def test_an_estimate_is_never_too_low_for_what_nobody_knows():
    """A model without a measured size is taken for the largest; the user's own instructions come on top."""
    unknown = estimated_tokens("gpt-9-new")
    assert unknown == max(estimated_tokens(model) for model in ("gpt-5.5", "gpt-5.6-sol", "gpt-6-luna", "gpt-6.2-sol"))
    assert estimated_tokens("gpt-9-new", instructions=40_000) == unknown + 10_000
    assert estimated_tokens("gpt-5.5") < estimated_tokens("gpt-5.6-luna") < unknown + 1
