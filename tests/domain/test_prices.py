"""What a day costs, where the user said what each model costs."""

import pytest

from fakes.domain_values import ASTRA, LUNA, SOL
from vacancy.domain.budget import Spending
from vacancy.domain.prices import Cost, Price, cost_of

PRICES = {SOL.model: Price(1.25, 10.0), LUNA.model: Price(0.25, 2.0), ASTRA.model: Price(1.0, 8.0, "EUR")}
SPENT = {key: Spending(key, 100, 2_000, 1_600) for key in (SOL, LUNA, ASTRA)}


def test_a_day_is_the_sum_of_its_models():
    """Both directions with their own price."""
    cost = cost_of([SPENT[SOL], SPENT[LUNA]], PRICES)
    assert cost.currency == "USD"
    assert cost.amount == pytest.approx(0.0025 + 0.016 + 0.0005 + 0.0032)


@pytest.mark.parametrize(
    "spending",
    [[], [Spending(SOL, 5)], [SPENT[SOL], Spending(ASTRA, 1, 20, 16)], [Spending(SOL.__class__("lab", "x"), 1, 1, 1)]],
    ids=["nothing asked", "nothing answered", "two currencies", "no price"],
)
def test_what_is_not_known_is_not_guessed(spending):
    """No sum of what is known in part, and none over two currencies."""
    assert cost_of(spending, PRICES) is None


def test_a_model_that_was_not_charged_needs_no_price():
    """It was asked and refused every time."""
    unpriced = Spending(SOL.__class__("lab", "x"), 40)
    assert cost_of([SPENT[ASTRA], unpriced], PRICES) == Cost(pytest.approx(0.0148), "EUR")


@pytest.mark.parametrize(
    ("text", "price", "written"),
    [
        ("1.25 / 10", Price(1.25, 10.0), "1.25 / 10 USD"),
        (" 0.05/0.4 EUR ", Price(0.05, 0.4, "EUR"), "0.05 / 0.4 EUR"),
        ("0 / 0", Price(0.0, 0.0), "0 / 0 USD"),
    ],
)
def test_a_price_is_typed_as_it_is_shown(text, price, written):
    """Sent, answered, currency."""
    assert price == Price.parse(text)
    assert written == str(price)
    assert price == Price.parse(written)


@pytest.mark.parametrize(
    "text", ["", "1.25", "1,25 / 10", "-1 / 2", "1 / 2 usd", "1 / 2 / 3", "9999999 / 1", "nan / 1"]
)
def test_what_is_no_price_is_refused(text):
    """Nothing is guessed from it."""
    with pytest.raises(ValueError, match="not a price"):
        Price.parse(text)
