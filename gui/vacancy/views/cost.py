"""What watching will send and cost, in words, before anything is sent. Prices are never invented."""

from collections.abc import Mapping, Sequence

from vacancy.domain.budget import USUAL_INPUT, USUAL_OUTPUT, Spending
from vacancy.domain.codex import LEAST_TOKENS, MOST_TOKENS
from vacancy.domain.pace import Pace
from vacancy.domain.presence import LESS
from vacancy.domain.prices import Cost, Price
from vacancy.domain.schedule import each_per_day, requests_per_day
from vacancy.domain.snapshot import Snapshot
from vacancy.views.times import duration
from vacancy.words import plain, tr, tr_n

TOKENS_SENT = USUAL_INPUT
TOKENS_ANSWERED = USUAL_OUTPUT
"""At most; the probes ask for no more."""
_LEAST_SHOWN = 0.01


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


def away_line(paces: Sequence[Pace]) -> str:
    """Requests of a whole day on which nobody is there and less is asked, against the usual ones."""
    less = [Pace(pace.interval * LESS, pace.reserve_interval) for pace in paces[:1]]
    return tr("With “ask less”, a whole day away is about {less} requests instead of {usual}.",
              less=requests_per_day(less), usual=requests_per_day(paces))  # fmt: skip


def money_line(models: Sequence[tuple[str, Pace]], prices: Mapping[str, Price], daily_cap: int) -> str:
    """Money a day, at most, for models by their ids; a price that is not known is named and not guessed."""
    if not models:
        return ""
    unknown = sorted({model for model, _ in models if model not in prices})
    if len(unknown) == 1:
        return tr("Price unknown: {model} has none on the page Models.", model=plain(unknown[0], 60))
    if unknown:
        return tr("Price unknown: {n} models have none on the page Models.", n=len(unknown))
    currencies = {prices[model].currency for model, _ in models}
    if len(currencies) > 1:
        return tr("Price: in more than one currency, so there is no sum.")
    each = each_per_day([pace for _, pace in models])
    share = min(1.0, daily_cap / sum(each)) if sum(each) else 0.0
    amount = sum(
        prices[model].of(count * TOKENS_SENT, count * TOKENS_ANSWERED)
        for (model, _), count in zip(models, each, strict=True)
    )
    return tr("At most {money} a day, by your prices.", money=money(Cost(amount * share, currencies.pop())))


def money(cost: Cost) -> str:
    """An amount of money, to the cent."""
    if 0 < cost.amount < _LEAST_SHOWN:
        return tr("less than 0.01 {currency}", currency=cost.currency)
    return tr("{amount} {currency}", amount=f"{cost.amount:.2f}", currency=cost.currency)


def spent_today(snapshot: Snapshot) -> str:
    """Tokens and money of today, all models together; nothing while nothing was answered."""
    count = snapshot.tokens_today
    if not count:
        return ""
    tokens = _tokens(count, estimated=snapshot.tokens_estimated)
    if snapshot.cost_today is None:
        return tr("{tokens} · price unknown", tokens=tokens)
    return tr("{tokens} · about {money}", tokens=tokens, money=money(snapshot.cost_today))


def spent_on(spending: Spending) -> str:
    """Requests and tokens of one model today; nothing while it was not asked."""
    if not spending.requests:
        return ""
    tokens = _tokens(spending.tokens, estimated=spending.estimated)
    return tr_n(spending.requests, "{n} request today · {tokens}", "{n} requests today · {tokens}", tokens=tokens)


def _tokens(count: int, *, estimated: bool) -> str:
    number = _thousands(count)
    return tr("about {n} tokens", n=number) if estimated else tr("{n} tokens", n=number)


def codex_line() -> str:
    """What one question through Codex takes, to be read before it is allowed."""
    return tr("Each question costs about {least} to {most} tokens of your login's allowance, and more where Codex's "
              "folder has an AGENTS.md.", least=_thousands(LEAST_TOKENS), most=_thousands(MOST_TOKENS))  # fmt: skip


def price_line() -> str:
    """We do not know what a provider charges, and say so."""
    return tr("Price: not known here - see your provider's price list.")


def _thousands(number: int) -> str:
    """With a comma, as English and Chinese write it both."""
    return f"{number:,}"
