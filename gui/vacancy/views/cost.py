"""What watching will send and cost, in words, before anything is sent. Prices are never invented."""

from collections.abc import Sequence

from vacancy.domain.pace import Pace
from vacancy.domain.schedule import requests_per_day
from vacancy.views.times import duration
from vacancy.views.words import tr, tr_n

TOKENS_SENT = 20
TOKENS_ANSWERED = 16
"""At most; the probes ask for no more."""


def sends_line(models: int, pace: Pace) -> str:
    """What is sent, how often."""
    every, seldom = duration(pace.interval), duration(pace.reserve_interval)
    if models == 1 or pace.interval == pace.reserve_interval:
        return tr_n(models, "Each check asks {n} model one short question, every {every}.",
                    "Each check asks {n} models one short question each, every {every}.", every=every)  # fmt: skip
    return tr("One short question to the model in use every {every}, and to those in reserve every {seldom}.",
              every=every, seldom=seldom)  # fmt: skip


def requests_line(paces: Sequence[Pace], daily_cap: int) -> str:
    """Requests a day while all is well, against the cap."""
    wanted = requests_per_day(paces)
    if wanted > daily_cap:
        return tr("About {n} requests a day, but only {cap} are allowed: asking would end early each day.",
                  n=wanted, cap=daily_cap)  # fmt: skip
    return tr("About {n} requests a day, of {cap} allowed at most.", n=wanted, cap=daily_cap)


def tokens_line(paces: Sequence[Pace], daily_cap: int) -> str:
    """Tokens a day; the cap holds here too."""
    requests = min(requests_per_day(paces), daily_cap)
    return tr("About {sent} tokens sent and at most {answered} answered a day ({each_sent} and {each_answered} each).",
              sent=_thousands(requests * TOKENS_SENT), answered=_thousands(requests * TOKENS_ANSWERED),
              each_sent=TOKENS_SENT, each_answered=TOKENS_ANSWERED)  # fmt: skip


def price_line() -> str:
    """We do not know what a provider charges, and say so."""
    return tr("Price: not known here - see your provider's price list.")


def _thousands(number: int) -> str:
    return f"{number:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")
