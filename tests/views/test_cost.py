"""What watching sends and costs."""

from datetime import timedelta

from vacancy.domain.pace import Pace
from vacancy.views import cost

TEN = Pace(timedelta(minutes=10), timedelta(minutes=10))
SELDOM = Pace(timedelta(minutes=10), timedelta(hours=1))


def test_requests_are_counted_over_all_models():
    """The one in use with its interval, those in reserve with theirs."""
    assert cost.requests_line([SELDOM, SELDOM], 600) == "About 168 requests a day, of 600 allowed at most."


def test_more_than_the_cap_is_said():
    """And what then happens."""
    assert "only 100 are allowed" in cost.requests_line([TEN], 100)


def test_tokens_stop_where_the_cap_stops():
    """No more is sent than is allowed."""
    assert cost.tokens_line([TEN] * 50, 100).startswith("About 2\u202f000 tokens sent and at most 1\u202f600 answered")


def test_no_price_is_invented():
    """It is the provider's to say."""
    assert "not known" in cost.price_line()


def test_one_model_is_no_models():
    """A sentence for each number."""
    assert cost.sends_line(1, TEN) == "Each check asks 1 model one short question, every 10 min."
    assert cost.sends_line(3, TEN) == "Each check asks 3 models one short question each, every 10 min."
    seldom = "One short question to the model in use every 10 min, and to those in reserve every 1 h."
    assert cost.sends_line(3, SELDOM) == seldom
