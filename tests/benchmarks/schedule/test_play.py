"""The play's figures, held on a month: what the README claims is what the code does."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from play import play


@pytest.fixture(scope="module")
def figures():
    """One month, one seed; the table of the README is longer."""
    return play(30, [7])


def test_half_the_requests_of_fixed_300_s(figures):
    """Requests per model-day are at most half of asking everybody every five minutes."""
    ours, fixed = figures["Vacancy"], figures["fixed 300 s"]
    assert ours.requests_per_model_day <= fixed.requests_per_model_day / 2


def test_a_return_is_told_no_later(figures):
    """The median delay is no longer than that of fixed 300 s, and a third of it for an awaited model."""
    fixed = figures["fixed 300 s"].median_delay_s
    assert figures["Vacancy"].median_delay_s <= fixed
    assert figures["Vacancy, awaited model"].median_delay_s <= fixed / 3


def test_nothing_is_lost_and_hardly_anything_wrong(figures):
    """Every return is told; with one request in four failing for hours, nobody is called back for nothing."""
    assert 0 == figures["Vacancy"].lost
    assert figures["Vacancy"].wrong <= figures["Vacancy"].told / 200
    assert figures["fixed 300 s"].wrong > figures["fixed 300 s"].told / 10


def test_the_recommended_model_is_hardly_ever_down(figures):
    """The share of time in which the recommendation is in truth down is at most that of fixed 300 s and a tenth."""
    assert figures["Vacancy"].down_share <= 1.1 * figures["fixed 300 s"].down_share


def test_no_burst_and_no_more_than_the_cap(figures):
    """Two requests for one model are twenty seconds apart at least, and a day keeps its cap."""
    for name in ("Vacancy", "Vacancy, awaited model"):
        assert figures[name].shortest_gap_s >= 20
        assert figures[name].most_in_a_day <= 1000
