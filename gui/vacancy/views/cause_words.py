"""The words for a cause: what it is, and what to do about it, the same wherever it is said.

Windows, reasons and `vacancy explain` all take them from here. A cause has words by the rule that found it where the
rule knows more than its kind does, then by kind and scope, then by kind alone.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from math import ceil

from vacancy.domain.outcome import Kind, Outcome, Scope
from vacancy.views import times
from vacancy.words import tr


@dataclass(frozen=True, slots=True)
class Words:
    """What is said about one cause."""

    title: str
    """What it is, as the beginning of a line."""
    remedy: str
    """What to do, as the rest of that line."""
    remedy_here: Callable[[str], str] | None = None
    """The same where the connection is known."""
    guess: str | None = None
    """The whole line for a model, where the rule only guesses: what was seen, and what it can be."""


def _billing_here(connection: str) -> str:
    return tr("look at billing and limits of your account for {connection}", connection=connection)


def _key_here(connection: str) -> str:
    return tr("check it, then: vacancy key set {connection}", connection=connection)


def _between() -> dict[str, Words]:
    """What stands in our network, and what it said."""
    blocked = Words(
        tr("A firewall refused your network's address"), tr("use another network, or have your address allowed")
    )
    return {
        "proxy_in_the_way": Words(
            tr("A proxy on the way refused it"), tr("check the proxy's settings, or ask who runs the network")
        ),
        "local_server_behind_proxy": Words(
            tr("A proxy caught a request to this machine"), tr("add localhost to NO_PROXY")
        ),
        "bot_check": Words(
            tr("A bot check stands before the API"), tr("use another network or address; no program passes it")
        ),
        "address_blocked": blocked,
        "status_blocked_page": blocked,
        "captive_portal": Words(
            tr("The network wants a sign-in first"), tr("open a page in the browser and sign in to the network")
        ),
        "page_instead_of_answer": Words(
            tr("A web page came instead of an answer"),
            tr("open a page in the browser and sign in to the network, or check the base URL"),
        ),
        "status_redirect": Words(tr("The address leads elsewhere"), tr("check the base URL; it mostly ends in /v1")),
        "certificate_refused": Words(
            tr("The certificate on the way is not trusted"),
            tr("check the clock, and whether a company proxy needs its own"),
        ),
        "tls_to_the_wrong_port": Words(
            tr("HTTP and HTTPS are mixed up on the way"), tr("check http or https, port and proxy")
        ),
        "name_not_found": Words(tr("The host's name was not found"), tr("check your network and the address")),
        "connection_refused": Words(
            tr("Nothing listens at this address"), tr("start the server, or check the host and the port")
        ),
        "no_answer_in_time": Words(
            tr("No answer came in time"),
            tr("check your network, or use another model"),
            guess=tr("No answer in time - their side is slow or full, or it is your network"),
        ),
    }


def _of_the_request() -> dict[str, Words]:
    """The request, its address and its size."""
    return {
        "web_page_of_the_gateway": Words(
            tr("The address leads to a web page, not to the API"), tr("check the base URL; it mostly ends in /v1")
        ),
        "address_unusable": Words(tr("The address cannot be used"), tr("check the base URL: https://, host and path")),
        "path_wrong": Words(
            tr("This server has no such path"), tr("check the base URL, or try Responses or Chat Completions instead")
        ),
        "status_not_found": Words(
            tr("Nothing was found at this address"),
            tr("check the base URL and the model's name"),
            guess=tr("Nothing found there - try the other kind, Responses or Chat Completions, or check the model"),
        ),
        "prompt_too_long": Words(
            tr("The prompt is longer than the model reads"), tr("send less at once, or begin a new session")
        ),
        "larger_than_the_limit": Words(
            tr("One request is larger than your limit for a minute"), tr("send less at once, or ask for a higher limit")
        ),
        "model_name_missing": Words(tr("The request named no model"), tr("name one in the settings of your tool")),
    }


def _of_the_standing() -> dict[str, Words]:
    """Key, plan and access."""
    return {
        "key_unusable_as_header": Words(
            tr("The key is empty, or no key at all"), tr("check the key that was sent, or sign in again"), _key_here
        ),
        "plan_limit_until_named": Words(
            tr("Your plan's usage limit is reached"),
            tr("wait until the time it names, or use another login or an API key"),
        ),
        "not_in_this_plan": Words(tr("The plan does not include this model"), tr("use another model, or another plan")),
        "day_allowance_used": Words(
            tr("The allowance of the day or longer is used up"),
            tr("look at billing and limits of your account"),
            _billing_here,
        ),
        "region_not_served": Words(
            tr("Not served from your country or network"), tr("use another network or provider")
        ),
        "region_of_the_gateway": Words(
            tr("The gateway's own region is not served"), tr("tell who runs it, or use another route")
        ),
        "model_loading": Words(tr("The model is still being loaded"), tr("give it a minute or two")),
    }


def _of_answers() -> dict[str, Words]:
    """Answers that are none."""
    broke_off = Words(tr("The answer broke off"), tr("use another model if it stays"))
    unreadable = Words(tr("What came cannot be read"), tr("check the base URL"))
    return {
        "answered_by_another_model": Words(
            tr("Another model answered"), tr("do not take it for the one that was asked")
        ),
        "answer_refused": Words(tr("The answer was a refusal, the model is up"), tr("word the question differently")),
        "content_refused": Words(
            tr("A content filter refused it, the model is up"), tr("word the question differently")
        ),
        "answer_without_text": Words(
            tr("An answer without text, the model is up"), tr("try again with room for more tokens")
        ),
        "answer_broke_off": broke_off,
        "stream_cut_by_server": broke_off,
        "kept_alive_only": Words(tr("Signs of life came, but no answer"), tr("use another model if it stays")),
        "not_json": unreadable,
        "success_unreadable": unreadable,
    }


@cache
def _by_rule() -> Mapping[str, Words]:
    return _between() | _of_the_request() | _of_the_standing() | _of_answers()


@cache
def _by_scope() -> Mapping[tuple[Kind, Scope], Words]:
    return {
        (Kind.RATE_LIMITED, Scope.PROVIDER): Words(
            tr("The gateway's own limit is reached"), tr("use another route meanwhile")
        ),
        (Kind.RATE_LIMITED, Scope.MODEL): Words(
            tr("No route to this model is left for now"), tr("use another model meanwhile")
        ),
        (Kind.AT_CAPACITY, Scope.ACCOUNT): Words(
            tr("Full for your account: no room on their side"), tr("try again later")
        ),
        (Kind.AUTH_FAILED, Scope.PROVIDER): Words(tr("The gateway's own access was refused"), tr("tell who runs it")),
        (Kind.QUOTA_EXHAUSTED, Scope.PROVIDER): Words(
            tr("The gateway's own credit is used up"), tr("tell who runs it")
        ),
    }


@cache
def _by_kind() -> Mapping[Kind, Words]:
    return {
        Kind.OK: Words(tr("A whole answer, nothing is wrong"), tr("nothing needs doing")),
        Kind.AT_CAPACITY: Words(
            tr("Full: no room on their side"),
            tr("use another model meanwhile; if every model says so, it may be your account"),
        ),
        Kind.RATE_LIMITED: Words(tr("Your own limit is reached"), tr("send less for a few minutes")),
        Kind.QUOTA_EXHAUSTED: Words(
            tr("Quota or credit is used up"), tr("look at billing and limits of your account"), _billing_here
        ),
        Kind.AUTH_FAILED: Words(
            tr("The key was refused"), tr("check the key that was sent, or sign in again"), _key_here
        ),
        Kind.MODEL_UNAVAILABLE: Words(tr("Not open to this key"), tr("check the model's name, or ask for access")),
        Kind.BAD_REQUEST: Words(
            tr("The request was refused, the model may be fine"), tr("change what was asked, or its options")
        ),
        Kind.SERVER_ERROR: Words(tr("Their servers failed, not your doing"), tr("use another model meanwhile")),
        Kind.NETWORK: Words(tr("Not reached from here"), tr("check your network and the address")),
        Kind.OK_BUT_ODD: Words(tr("It answers, but not plainly"), tr("try it before you rely on it")),
    }


@cache
def _as_a_guess() -> Mapping[Kind, str]:
    return {
        Kind.OK: tr("nothing"),
        Kind.AT_CAPACITY: tr("a full model"),
        Kind.RATE_LIMITED: tr("your own limit"),
        Kind.QUOTA_EXHAUSTED: tr("your quota or credit"),
        Kind.AUTH_FAILED: tr("the key"),
        Kind.MODEL_UNAVAILABLE: tr("the model's name or your access to it"),
        Kind.BAD_REQUEST: tr("the request or its address"),
        Kind.SERVER_ERROR: tr("a fault of their servers"),
        Kind.NETWORK: tr("your network"),
        Kind.OK_BUT_ODD: tr("an answer of another sort"),
    }


_MINUTE_S = 60


def cause(outcome: Outcome) -> str:
    """What it is, in a few words."""
    return _words(outcome).title


def remedy(outcome: Outcome, connection: str | None = None) -> str:
    """What to do about it, in a few words that follow those of the cause."""
    words = _words(outcome)
    if connection is not None and words.remedy_here is not None:
        return words.remedy_here(connection)
    return words.remedy


def knows_more(outcome: Outcome) -> bool:
    """Whether the rule that decided has words of its own, clearer than those of its kind."""
    return outcome.rule in _by_rule()


def in_one_line(outcome: Outcome, connection: str | None = None) -> str:
    """Cause and remedy of a model in one line; a guess is told as one."""
    words = _words(outcome)
    if outcome.is_certain:
        return tr("{cause} - {remedy}", cause=words.title, remedy=remedy(outcome, connection))
    return words.guess or title(outcome)


def blames_the_address(outcome: Outcome) -> bool:
    """The address or the kind of API is not one that the server knows; the model was never asked."""
    return outcome.rule in {"path_wrong", "status_not_found", "web_page_of_the_gateway", "address_unusable"}


def may_be_offline(outcome: Outcome) -> bool:
    """It looks like a network that is gone: nothing spoke on the way, nothing refused, nothing kept us waiting."""
    return outcome.scope is Scope.NETWORK and (outcome.rule == "name_not_found" or not knows_more(outcome))


def title(outcome: Outcome) -> str:
    """The first of the two lines that answer an error: the cause, or that nobody can tell."""
    if outcome.is_certain:
        return cause(outcome)
    guesses = {"first": _as_a_guess()[outcome.kind], "second": _as_a_guess()[outcome.alternatives[0]]}
    if knows_more(outcome):
        return tr("{cause}, cannot tell why: most likely {first}, or else {second}", cause=cause(outcome), **guesses)
    return tr("Cannot tell for sure: most likely {first}, or else {second}", **guesses)


def advice(outcome: Outcome) -> str:
    """The second line: whether waiting helps, and what to do."""
    if outcome.kind is Kind.OK:
        return tr("Nothing needs doing")
    what = remedy(outcome)
    if not outcome.is_certain:
        what = tr("{first}; if it stays, {second}", first=what, second=_by_kind()[outcome.alternatives[0]].remedy)
    if outcome.retry_after_s is None:
        return _worth_waiting(what) if outcome.transient else tr("Waiting does not help: {what}", what=what)
    span = _span(outcome.retry_after_s)
    if outcome.transient:
        return tr("Worth waiting, they ask for {span}: {what}", span=span, what=what)
    return tr("Free again in {span}; until then {what}", span=span, what=what)


def _worth_waiting(what: str) -> str:
    return tr("Worth trying again in a few minutes: {what}", what=what)


def _span(seconds: float) -> str:
    """A wait, rounded up: who waits that long has waited long enough."""
    spare = _MINUTE_S - 1 if seconds > _MINUTE_S else 0
    return times.duration(timedelta(seconds=ceil(seconds) + spare))


def _words(outcome: Outcome) -> Words:
    by_scope = _by_scope().get((outcome.kind, outcome.scope), _by_kind()[outcome.kind])
    return _by_rule().get(outcome.rule, by_scope)
