"""The words for a cause: everything has some, they differ where causes differ, and they fit two lines."""

from itertools import product

import pytest

from fakes.domain_values import outcome
from fakes.error_cases import labelled
from vacancy.domain.outcome import Kind, Scope, classify
from vacancy.domain.rules import RULES
from vacancy.views import cause_words
from vacancy.views.cause_words import advice, cause, remedy, title


def from_rule(rule, **changes):
    """The outcome that a rule leads to."""
    means = rule.means
    values = {"scope": means.scope, "transient": means.transient, "rule": rule.name, "alternatives": rule.or_else}
    return outcome(means.kind, **(values | changes))


def test_every_rule_that_has_words_is_in_the_table():
    """Words of a rule that was renamed would be said no more."""
    assert cause_words._BY_RULE.keys() <= {rule.name for rule in RULES}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_each_rule_has_two_short_lines(rule):
    """Title and advice are filled in, one line each, and say whether waiting helps."""
    for found in (from_rule(rule), from_rule(rule, retry_after_s=90.0)):
        lines = (title(found), advice(found))
        assert all(line and "\n" not in line and "{" not in line and len(line) <= 170 for line in lines), lines
        assert "{" not in remedy(found, "openai")
        assert found.kind is Kind.OK or any(word in lines[1] for word in ("Wait", "Worth", "Free again"))


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule.or_else], ids=lambda rule: rule.name)
def test_a_guess_says_that_it_is_one(rule):
    """Where nobody can tell, both likeliest causes are named."""
    assert "annot tell" in title(from_rule(rule))
    assert "most likely" in title(from_rule(rule))
    assert "; if it stays, " in advice(from_rule(rule))


def test_causes_do_not_share_a_title():
    """A title belongs to one kind, whatever rule or scope found it."""
    kinds = {}
    for rule in RULES:
        kinds.setdefault(cause(from_rule(rule)), set()).add(rule.means.kind)
    for kind, scope in product(Kind, Scope):
        kinds.setdefault(cause(outcome(kind, scope=scope, rule="none of the table")), set()).add(kind)
    assert {words: found for words, found in kinds.items() if len(found) > 1} == {}


def test_a_wait_is_rounded_up():
    """Who waits as long as it says has waited long enough."""
    said = {
        seconds: advice(outcome(Kind.RATE_LIMITED, retry_after_s=seconds)) for seconds in (0.006, 42, 578.016, 1728)
    }
    assert ["for 1 s:" in said[0.006], "for 42 s:" in said[42], "for 10 min:" in said[578.016]] == [True] * 3
    assert "for 29 min:" in said[1728]


@pytest.mark.parametrize("case", labelled("dev"), ids=lambda case: case.id)
def test_waiting_is_advised_only_where_it_helps(case):
    """Advice to wait agrees with what a careful person says about the case, wherever the judgement does."""
    found = classify(case.evidence)
    if found.transient == case.transient:
        assert advice(found).startswith("Worth") is (case.transient and found.kind is not Kind.OK)
