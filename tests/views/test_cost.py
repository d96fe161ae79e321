"""What watching sends and costs."""

from datetime import timedelta

import pytest

from fakes.snapshots import SOL, available, snapshot
from vacancy.domain.budget import Spending
from vacancy.domain.pace import Pace
from vacancy.domain.prices import Cost, Price
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
    assert cost.tokens_line([TEN] * 50, 100).startswith("About 2,000 tokens sent and at most 1,600 answered")


PRICES = {"a": Price(1.25, 10.0), "b": Price(0.25, 2.0), "c": Price(1.0, 8.0, "EUR")}


@pytest.mark.parametrize(
    ("models", "cap", "said"),
    [
        ([("a", SELDOM)], 1000, "At most 0.03 USD a day, by your prices."),
        ([("a", TEN), ("b", TEN)], 1000, "At most 0.03 USD a day, by your prices."),
        ([("a", TEN)], 14, "At most less than 0.01 USD a day, by your prices."),
        ([("a", TEN), ("x", TEN)], 1000, "Price unknown: x has none on the page Models."),
        ([("x", TEN), ("y", TEN)], 1000, "Price unknown: 2 models have none on the page Models."),
        ([("a", TEN), ("c", TEN)], 1000, "Price: in more than one currency, so there is no sum."),
        ([], 1000, ""),
    ],
)
def test_the_money_of_a_day_is_by_the_users_prices(models, cap, said):
    """At most, for no probe is answered at greater length; the cap of requests holds here too."""
    assert cost.money_line(models, PRICES, cap) == said


def test_what_was_spent_today_says_whether_it_was_counted():
    """Nothing for nothing; unknown is said, never guessed."""
    counted, guessed = Spending(SOL, 2, 3_000, 1_700), Spending(SOL, 1, 20, 16, estimated=True)
    priced = snapshot(available(), spending=(counted,), cost_today=Cost(0.0207, "USD"))
    assert cost.spent_today(snapshot(available())) == cost.spent_on(Spending(SOL)) == ""
    assert cost.spent_today(snapshot(available(), spending=(counted,))) == "4,700 tokens · price unknown"
    assert cost.spent_today(priced) == "4,700 tokens · about 0.02 USD"
    assert cost.spent_on(counted) == "2 requests today · 4,700 tokens"
    assert cost.spent_on(guessed) == "1 request today · about 36 tokens"


def test_no_price_is_invented():
    """It is the provider's to say."""
    assert "not known" in cost.price_line()


def test_a_question_through_codex_has_its_price_in_tokens():
    """From the least to the most that was measured, and what makes it more."""
    line = cost.codex_line()
    assert "600 to 3,000 tokens" in line
    assert "AGENTS.md" in line


def test_one_model_is_no_models():
    """A sentence for each number."""
    assert cost.sends_line(1, TEN) == "Each check asks 1 model one short question, every 10 min."
    assert cost.sends_line(3, TEN) == "Each check asks 3 models one short question each, every 10 min."
    seldom = "One short question to the model in use every 10 min, and to those in reserve every 1 h."
    assert cost.sends_line(3, SELDOM) == seldom
