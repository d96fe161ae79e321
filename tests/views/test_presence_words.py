"""The claims of `views.presence_words`."""

import pytest

from vacancy.domain.presence import NOT_HELD, Circumstance, Held, Restraint
from vacancy.views.presence_words import held_words


@pytest.mark.parametrize("restraint", [Restraint.LESS, Restraint.PAUSE])
def test_every_reason_has_words_of_its_own(restraint):
    """No two circumstances are told in the same words."""
    told = [held_words(Held(restraint, because)) for because in Circumstance]
    assert all(told)
    assert len(set(told)) == len(Circumstance)


def test_nothing_is_said_while_all_is_as_usual():
    """No restraint, no words."""
    assert held_words(NOT_HELD) == ""
