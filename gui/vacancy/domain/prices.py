"""Prices: what the user says that a model costs. None is built in, so that none is invented."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from vacancy.domain.budget import Spending

MILLION = 1_000_000
HIGHEST = 1_000_000.0
"""Bound of a price, far above any there is."""
CURRENCY = re.compile(r"[A-Z]{3}", re.ASCII)

_PRICE = re.compile(r"(\d{1,7}(?:\.\d{1,6})?)\s*/\s*(\d{1,7}(?:\.\d{1,6})?)(?:\s+([A-Z]{3}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Price:
    """The price of one model, for a million tokens in each direction."""

    input_per_million: float
    output_per_million: float
    currency: str = "USD"

    @classmethod
    def parse(cls, text: str) -> "Price":
        """The price that a text such as "1.25 / 10 USD" names: sent, answered, and the currency if it is another one.

        Raises:
            ValueError: the text is no price.
        """
        found = _PRICE.fullmatch(text.strip())
        if found is None or max(float(found[1]), float(found[2])) > HIGHEST:
            raise ValueError("not a price")
        return cls(float(found[1]), float(found[2]), found[3] or "USD")

    def __str__(self) -> str:
        """The form that people read and type."""
        return f"{self.input_per_million:.10g} / {self.output_per_million:.10g} {self.currency}"

    def of(self, input_tokens: float, output_tokens: float) -> float:
        """What so many tokens cost."""
        return (input_tokens * self.input_per_million + output_tokens * self.output_per_million) / MILLION


@dataclass(frozen=True, slots=True)
class Cost:
    """An amount of money."""

    amount: float
    currency: str


def cost_of(spending: Sequence[Spending], prices: Mapping[str, Price]) -> Cost | None:
    """What a day cost; None when it is not known of one model that was asked, or in more than one currency."""
    charged = [each for each in spending if each.tokens]
    if not charged or any(each.key.model not in prices for each in charged):
        return None
    currencies = {prices[each.key.model].currency for each in charged}
    if len(currencies) != 1:
        return None
    amount = sum(prices[each.key.model].of(each.input_tokens, each.output_tokens) for each in charged)
    return Cost(amount, currencies.pop())
