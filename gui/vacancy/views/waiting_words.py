"""Words about a model that the user waits for: the offer, and until when."""

from datetime import datetime, tzinfo

from vacancy.domain.verdict import Hindrance, State, Verdict
from vacancy.views.reasons import state_words
from vacancy.views.times import clock
from vacancy.words import shortened, tr

_NAME = 40
"""Longest name in the offer: a box to be checked cannot wrap its words."""


def is_offered(verdict: Verdict) -> bool:
    """Waiting for it is offered, or can be taken back."""
    return verdict.awaited or verdict.may_be_awaited


def offer(verdict: Verdict) -> str:
    """What is offered, in full, for a box to be checked."""
    return tr("Tell me when {name} is back", name=shortened(verdict.name, _NAME))


def tip(verdict: Verdict) -> str:
    """What waiting for it means, for whoever asks the box."""
    if verdict.hindrance is Hindrance.ONLY_READ:
        return tr("Nothing is asked there: you are told when two turns of yours answered; Settings can allow asking")
    return tr("It is asked oftener meanwhile, and you are told once")


def offer_and_state(verdict: Verdict, now: datetime, zone: tzinfo) -> str:
    """The same, with the end of the wait once it is on."""
    if verdict.awaited_until is None:
        return offer(verdict)
    if _answers_again(verdict):
        return tr("{name} answers again · telling you once it stays so", name=shortened(verdict.name, _NAME))
    return tr("Tell me when {name} is back · waiting until {clock}", name=shortened(verdict.name, _NAME),
              clock=clock(verdict.awaited_until, now, zone))  # fmt: skip


def state_and_wait(verdict: Verdict, now: datetime, zone: tzinfo) -> str:
    """The state for a row, and that the user waits for its end."""
    state = state_words(verdict, now, zone)
    if verdict.awaited_until is None:
        return state
    if _answers_again(verdict):
        return tr("{state} · making sure", state=state)
    return tr("{state} · waiting until {clock}", state=state, clock=clock(verdict.awaited_until, now, zone))


def _answers_again(verdict: Verdict) -> bool:
    """Back by two answers, after an outage so short that it may be flapping: the call waits until it is proven."""
    return verdict.state is State.AVAILABLE and not verdict.proven
