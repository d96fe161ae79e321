"""Budget: what was sent on one local day, all models together and each by itself, against the daily caps."""

from dataclasses import dataclass, replace
from datetime import date

from vacancy.domain.catalog import Connection, EntryKey
from vacancy.domain.codex import MOST_TOKENS
from vacancy.domain.evidence import Evidence

USUAL_INPUT = 20
"""Tokens of our question, where nobody counted them."""
USUAL_OUTPUT = 16
"""Tokens of the answer at most; nearly every probe asks for no more."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of one probe."""

    input_tokens: int = 0
    output_tokens: int = 0
    estimated: bool = False
    """The provider did not say, so this is what is usual."""


@dataclass(frozen=True, slots=True)
class Caps:
    """What may be sent a day, all models together."""

    requests: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Spending:
    """What one model was sent on one day, and what it answered."""

    key: EntryKey
    requests: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    estimated: bool = False
    """Some of the tokens are estimated."""

    @property
    def tokens(self) -> int:
        """Tokens in both directions."""
        return self.input_tokens + self.output_tokens

    def after(self, requests: int, usage: Tokens) -> "Spending":
        """The spending after one more probe."""
        return replace(
            self,
            requests=self.requests + requests,
            input_tokens=self.input_tokens + usage.input_tokens,
            output_tokens=self.output_tokens + usage.output_tokens,
            estimated=self.estimated or usage.estimated,
        )


@dataclass(frozen=True, slots=True)
class Budget:
    """What was sent on one local day."""

    day: date | None = None
    sent: int = 0
    spending: tuple[Spending, ...] = ()
    """Of each model that was asked on this day."""

    @property
    def tokens(self) -> int:
        """Tokens in both directions, all models together."""
        return sum(each.tokens for each in self.spending)

    def on(self, day: date) -> "Budget":
        """The budget as it stands on that day: a new day starts at nothing."""
        return self if day == self.day else Budget(day)

    def of(self, key: EntryKey) -> Spending:
        """What that model was sent."""
        return next((each for each in self.spending if each.key == key), Spending(key))

    def spend(self, key: EntryKey, requests: int, usage: Tokens) -> "Budget":
        """The budget after one more probe of that model."""
        others = tuple(each for each in self.spending if each.key != key)
        return Budget(self.day, self.sent + requests, (*others, self.of(key).after(requests, usage)))

    def is_spent(self, caps: Caps) -> bool:
        """No request may be sent any more today."""
        return self.requests_left(caps) == 0

    def requests_left(self, caps: Caps) -> int:
        """Requests that may still be sent today; none once the tokens are used up."""
        return max(0, caps.requests - self.sent) if self.tokens < caps.tokens else 0


def usual_of(connection: Connection) -> Tokens:
    """What a probe takes where nobody counted, and somebody may have answered; through Codex the most that was seen."""
    return Tokens(MOST_TOKENS if connection.is_costly else USUAL_INPUT, USUAL_OUTPUT, estimated=True)


def usage_of(evidence: Evidence, *, usual: Tokens) -> Tokens:
    """The tokens of a probe: as the provider counted them, none where nothing can have been answered, else the usual.

    A refusal, by its status or by Codex's word before any output, is not charged, and a connection that was never made
    carried nothing. Whoever was cut off while answering may have charged for it.
    """
    answer = evidence.answer
    if answer is not None and answer.input_tokens is not None and answer.output_tokens is not None:
        return Tokens(answer.input_tokens, answer.output_tokens)
    by_status = evidence.status is not None and not 200 <= evidence.status < 300  # noqa: PLR2004 - HTTP's own border
    by_codex = evidence.codex_error is not None and evidence.first_output_s is None
    links = () if evidence.exception is None else evidence.exception.chain()
    if by_status or by_codex or any(link.type.startswith("Connect") for link in links):
        return Tokens()
    if answer is None:
        return usual
    sent = usual.input_tokens if answer.input_tokens is None else answer.input_tokens
    answered = usual.output_tokens if answer.output_tokens is None else answer.output_tokens
    return Tokens(sent, answered, estimated=True)
