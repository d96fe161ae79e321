"""What keeps a model from being asked, in words."""

import pytest

from vacancy.domain.verdict import Hindrance
from vacancy.views.hindrance_words import hindrance_need, hindrance_reason, hindrance_sentence


def test_every_hindrance_calls_for_its_own_action():
    """Each says what is missing and what to do about it."""
    said = [hindrance_reason(hindrance, "openai") for hindrance in Hindrance]
    assert len(set(said)) == len(said)
    assert all(" - " in line for line in said)


@pytest.mark.parametrize("hindrance", Hindrance)
def test_what_the_user_has_to_do_is_said_where_something_is(hindrance):
    """In the row and in the first sentence, of what needs the user, and of nothing else."""
    need, sentence = hindrance_need(hindrance), hindrance_sentence(hindrance, "gpt-6", "openai")
    if hindrance.needs_user:
        assert need.startswith("needs you: ")
        assert sentence.startswith("gpt-6 needs you: ")
    else:
        assert (need, sentence) == (None, None)


def test_without_a_hindrance_nothing_is_said():
    """Another cause is told then."""
    assert (hindrance_need(None), hindrance_sentence(None, "gpt-6", "openai")) == (None, None)
