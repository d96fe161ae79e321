"""Why a connection did not give its list of models, in one line below the field that has to change."""

from typing import assert_never

from vacancy.domain.outcome import Kind, Outcome
from vacancy.views.cause_words import cause, knows_more, remedy
from vacancy.words import plain, tr


def refusal(outcome: Outcome, host: str) -> str:
    """The cause in words, and what the other side said about it."""
    if outcome.kind is Kind.NETWORK:
        # What the system says about a lost connection is for programmers; the cause says the same to people.
        return _unreached(outcome, host)
    why = _cause(outcome.kind, host)
    return tr("{cause} ({said})", cause=why, said=plain(outcome.detail)) if outcome.detail else why


def _unreached(outcome: Outcome, host: str) -> str:
    if not knows_more(outcome):
        return _cause(outcome.kind, host)
    return tr("{host}: {cause}; {remedy}", host=host, cause=cause(outcome), remedy=remedy(outcome))


def _cause(kind: Kind, host: str) -> str:
    match kind:
        case Kind.AUTH_FAILED:
            return tr("{host} does not accept this key", host=host)
        case Kind.QUOTA_EXHAUSTED:
            return tr("{host} accepts the key, but its quota or credit is used up", host=host)
        case Kind.RATE_LIMITED:
            return tr("{host} says that you ask too often; try again in a minute", host=host)
        case Kind.AT_CAPACITY:
            return tr("{host} has no room right now; try again in a minute", host=host)
        case Kind.SERVER_ERROR:
            return tr("{host} has a fault of its own; try again in a minute", host=host)
        case Kind.NETWORK:
            return tr("{host} was not reached; check the address and your network", host=host)
        case Kind.MODEL_UNAVAILABLE | Kind.BAD_REQUEST:
            return tr("{host} has no list of models under this address; does the path end in /v1?", host=host)
        case Kind.OK | Kind.OK_BUT_ODD:
            return tr("{host} answers, but not with a list of models; does the path end in /v1?", host=host)
        case _:
            assert_never(kind)
