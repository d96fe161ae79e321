"""A day's requests are counted, and forgotten at midnight."""

from datetime import date

from vacancy.domain.budget import Budget


def test_budget_begins_anew_each_day():
    """What was sent today counts against the cap, what was sent yesterday does not."""
    budget = Budget().on(date(2026, 11, 29)).spend(3)
    assert 3 == budget.sent
    assert budget.is_spent(3)
    assert not budget.is_spent(4)
    assert 0 == budget.on(date(2026, 11, 30)).sent
