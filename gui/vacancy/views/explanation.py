"""The answer to a pasted error: two lines for a tired person. Pure and without Qt."""

from dataclasses import dataclass

from vacancy.domain.cases import read_text
from vacancy.domain.outcome import Outcome, classify
from vacancy.views.cause_words import advice, title
from vacancy.words import tr


@dataclass(frozen=True, slots=True)
class Explanation:
    """What an error means."""

    outcome: Outcome
    title: str
    """The cause, or that nobody can tell."""
    advice: str
    """Whether waiting helps, and what to do."""

    def __str__(self) -> str:
        return tr("{title}.\n{advice}.", title=self.title, advice=self.advice)


def explain(outcome: Outcome) -> Explanation:
    """The outcome in words."""
    return Explanation(outcome, title(outcome), advice(outcome))


def explain_text(text: str) -> Explanation | None:
    """What a pasted text means; None where there is no text."""
    return explain(classify(read_text(text))) if text.strip() else None
