"""A key that was not accepted is told apart from an address that is wrong."""

from dataclasses import replace

import pytest

from fakes.domain_values import outcome
from vacancy.domain.outcome import Kind
from vacancy.views.refusals import refusal


@pytest.mark.parametrize("kind", Kind)
def test_every_cause_has_words_of_its_own(kind):
    """Each cause names the host and says something that no other group of causes says."""
    words = refusal(outcome(kind), "api.example")
    assert "api.example" in words
    same = {other for other in Kind if refusal(outcome(other), "api.example") == words}
    groups = ({Kind.MODEL_UNAVAILABLE, Kind.BAD_REQUEST}, {Kind.OK, Kind.OK_BUT_ODD})
    assert same == next((group for group in groups if kind in group), {kind})


def test_what_the_other_side_said_is_shown_as_plain_text():
    """Vendor text is one bounded line."""
    words = refusal(outcome(Kind.AUTH_FAILED, detail="no\nsuch \u202ekey"), "api.example")
    assert words.endswith("(no such key)")


def test_the_system_s_own_words_are_not_shown():
    """A port that refuses is told in words, without the number of an error."""
    found = replace(outcome(Kind.NETWORK, detail="[Errno 111] Connection refused"), rule="connection_refused")
    words = refusal(found, "localhost:1234")
    assert words == (
        "localhost:1234: Nothing listens at this address; start the server, or check the host and the port"
    )
