"""What is said to somebody who waits never contradicts the state beside it."""

from datetime import UTC, timedelta

from fakes.clock import START
from fakes.domain_values import SOL, verdict
from vacancy.domain.verdict import Hindrance, State
from vacancy.views.waiting_words import offer_and_state, state_and_wait, tip

UNTIL = START + timedelta(hours=8)


def test_full_and_awaited_says_until_when():
    """The wait is on, and ends at a time."""
    full = verdict(SOL, State.AT_CAPACITY, awaited_until=UNTIL)
    assert "Tell me when gpt-6.2-sol is back · waiting until 17:00" == offer_and_state(full, START, UTC)
    assert state_and_wait(full, START, UTC).endswith("waiting until 17:00")


def test_back_but_not_proven_says_that_it_is_being_made_sure():
    """While the row says available, the box does not go on waiting as if nothing had happened."""
    back = verdict(SOL, State.AVAILABLE, awaited_until=UNTIL, proven=False)
    assert "gpt-6.2-sol answers again · telling you once it stays so" == offer_and_state(back, START, UTC)
    assert "available · making sure" == state_and_wait(back, START, UTC)


def test_nobody_is_promised_a_question_where_nothing_is_asked():
    """Codex's own turns are all there is, unless the user allows asking."""
    full = verdict(SOL, State.AT_CAPACITY)
    assert "asked oftener" in tip(full)
    assert "Nothing is asked there" in tip(verdict(SOL, State.AT_CAPACITY, hindrance=Hindrance.ONLY_READ))
