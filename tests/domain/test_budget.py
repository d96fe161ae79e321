"""What a day costs is counted, model by model, and forgotten at midnight."""

from dataclasses import replace
from datetime import date

import pytest

from fakes.domain_values import CODEX, CONNECTION, LUNA, SOL, answered, refused, turn
from vacancy.domain.budget import Budget, Caps, Spending, Tokens, usage_of, usual_of
from vacancy.domain.evidence import Evidence, ExceptionSeen

DAY = date(2026, 11, 29)
UNCOUNTED = usual_of(CONNECTION)
COUNTED = replace(answered(), answer=replace(answered().answer, input_tokens=11, output_tokens=7))


def lost(*names):
    """Evidence of a request that ended with these exceptions, outermost first."""
    seen = None
    for name in reversed(names):
        seen = ExceptionSeen(name, "", seen)
    return Evidence(exception=seen)


def test_budget_begins_anew_each_day():
    """What was sent today counts against the caps, what was sent yesterday does not."""
    budget = Budget().on(DAY).spend(SOL, 3, Tokens(60, 40))
    assert (3, 100) == (budget.sent, budget.tokens)
    assert Budget(date(2026, 11, 30)) == budget.on(date(2026, 11, 30))


@pytest.mark.parametrize(
    ("requests", "tokens", "left"), [(3, 1000, 0), (4, 1000, 1), (4, 101, 1), (4, 100, 0), (2, 1000, 0)]
)
def test_either_cap_ends_the_day(requests, tokens, left):
    """No request is left once the requests or the tokens are used up."""
    budget = Budget().on(DAY).spend(SOL, 3, Tokens(60, 40))
    caps = Caps(requests, tokens)
    assert (left, left == 0) == (budget.requests_left(caps), budget.is_spent(caps))


def test_each_model_is_counted_by_itself():
    """Requests and tokens add up, and one estimate makes the sum an estimate."""
    budget = Budget().on(DAY).spend(SOL, 1, Tokens(11, 7)).spend(LUNA, 2, UNCOUNTED).spend(SOL, 1, Tokens(9, 3))
    assert Spending(SOL, 2, 20, 10) == budget.of(SOL)
    assert Spending(LUNA, 2, 20, 16, estimated=True) == budget.of(LUNA)
    assert Spending(SOL) == Budget().of(SOL)
    assert (4, 66) == (budget.sent, budget.tokens)


@pytest.mark.parametrize(
    ("evidence", "usage"),
    [
        (COUNTED, Tokens(11, 7)),
        (answered(), UNCOUNTED),
        (replace(COUNTED, answer=replace(COUNTED.answer, input_tokens=None)), Tokens(20, 7, estimated=True)),
        (refused(), Tokens()),
        (lost("ConnectError", "gaierror"), Tokens()),
        (lost("DeadlineExceeded", "ConnectTimeout"), Tokens()),
        (lost("ReadTimeout"), UNCOUNTED),
        (Evidence(status=200, stream_events=("{}",)), UNCOUNTED),
        (turn(error="server_overloaded").evidence, Tokens()),
        (replace(turn(error="server_overloaded").evidence, first_output_s=0.4), UNCOUNTED),
    ],
    ids=["counted", "not counted", "half", "refused", "not connected", "connecting", "no answer", "failed on the way",
         "refused through Codex", "failed on the way through Codex"],
)  # fmt: skip
def test_tokens_are_those_that_the_provider_counted(evidence, usage):
    """Where it did not, nothing for what cannot have been answered, and the usual number, marked, for the rest."""
    assert usage == usage_of(evidence, usual=UNCOUNTED)


def test_a_question_through_codex_that_nobody_counted_is_taken_for_thousands():
    """The cap of tokens would not hold if a turn that was cut off counted like a probe of our own."""
    assert (UNCOUNTED.input_tokens, usual_of(CODEX).input_tokens) == (20, 3_000)
