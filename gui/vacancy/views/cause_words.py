"""The words for a cause: what it is, and what to do about it, the same wherever it is said.

Windows, reasons and `vacancy explain` all take them from here. A cause has words by the rule that found it where the
rule knows more than its kind does, then by kind and scope, then by kind alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from math import ceil

from vacancy.domain.outcome import Kind, Outcome, Scope
from vacancy.views import times
from vacancy.words import mark, tr


@dataclass(frozen=True, slots=True)
class Words:
    """What is said about one cause; marked here, and said by `tr` when it is read."""

    title: str
    """What it is, as the beginning of a line."""
    remedy: str
    """What to do, as the rest of that line."""
    remedy_here: str | None = None
    """The same where the `{connection}` is known."""
    guess: str | None = None
    """The whole line for a model, where the rule only guesses: what was seen, and what it can be."""


_BILLING_HERE = mark("look at billing and limits of your account for {connection}")
_KEY_HERE = mark("check it, then: vacancy key set {connection}")


_BLOCKED = Words(
    mark("A firewall refused your network's address"), mark("use another network, or have your address allowed")
)
_BETWEEN_US = {
    "proxy_in_the_way": Words(
        mark("A proxy on the way refused it"), mark("check the proxy's settings, or ask who runs the network")
    ),
    "local_server_behind_proxy": Words(
        mark("A proxy caught a request to this machine"), mark("add localhost to NO_PROXY")
    ),
    "bot_check": Words(
        mark("A bot check stands before the API"), mark("use another network or address; no program passes it")
    ),
    "address_blocked": _BLOCKED,
    "status_blocked_page": _BLOCKED,
    "captive_portal": Words(
        mark("The network wants a sign-in first"), mark("open a page in the browser and sign in to the network")
    ),
    "page_instead_of_answer": Words(
        mark("A web page came instead of an answer"),
        mark("open a page in the browser and sign in to the network, or check the base URL"),
    ),
    "status_redirect": Words(mark("The address leads elsewhere"), mark("check the base URL; it mostly ends in /v1")),
    "certificate_refused": Words(
        mark("The certificate on the way is not trusted"),
        mark("check the clock; a company's own certificate is named in Settings, for the connection"),
    ),
    "tls_to_the_wrong_port": Words(
        mark("HTTP and HTTPS are mixed up on the way"), mark("check http or https, port and proxy")
    ),
    "name_not_found": Words(mark("The host's name was not found"), mark("check your network and the address")),
    "connection_refused": Words(
        mark("Nothing listens at this address"), mark("start the server, or check the host and the port")
    ),
    "no_answer_in_time": Words(
        mark("No answer came in time"),
        mark("check your network, or use another model"),
        guess=mark("No answer in time - their side is slow or full, or it is your network"),
    ),
}
"""What stands in our network, and what it said."""

_OF_THE_REQUEST = {
    "web_page_of_the_gateway": Words(
        mark("The address leads to a web page, not to the API"), mark("check the base URL; it mostly ends in /v1")
    ),
    "address_unusable": Words(mark("The address cannot be used"), mark("check the base URL: https://, host and path")),
    "path_wrong": Words(
        mark("This server has no such path"), mark("check the base URL, or try Responses or Chat Completions instead")
    ),
    "status_not_found": Words(
        mark("Nothing was found at this address"),
        mark("check the base URL and the model's name"),
        guess=mark("Nothing found there - try the other kind, Responses or Chat Completions, or check the model"),
    ),
    "prompt_too_long": Words(
        mark("The prompt is longer than the model reads"), mark("send less at once, or begin a new session")
    ),
    "larger_than_the_limit": Words(
        mark("One request is larger than your limit for a minute"), mark("send less at once, or ask for a higher limit")
    ),
    "model_name_missing": Words(mark("The request named no model"), mark("name one in the settings of your tool")),
}
"""The request, its address and its size."""

_OF_THE_STANDING = {
    "key_unusable_as_header": Words(
        mark("The key is empty, or no key at all"), mark("check the key that was sent, or sign in again"), _KEY_HERE
    ),
    "plan_limit_until_named": Words(
        mark("Your plan's usage limit is reached"),
        mark("wait until the time it names, or use another login or an API key"),
    ),
    "not_in_this_plan": Words(mark("The plan does not include this model"), mark("use another model, or another plan")),
    "day_allowance_used": Words(
        mark("The allowance of the day or longer is used up"),
        mark("look at billing and limits of your account"),
        _BILLING_HERE,
    ),
    "region_not_served": Words(
        mark("Not served from your country or network"), mark("use another network or provider")
    ),
    "region_of_the_gateway": Words(
        mark("The gateway's own region is not served"), mark("tell who runs it, or use another route")
    ),
    "model_loading": Words(mark("The model is still being loaded"), mark("give it a minute or two")),
}
"""Key, plan and access."""

_BROKE_OFF = Words(mark("The answer broke off"), mark("use another model if it stays"))
_UNREADABLE = Words(mark("What came cannot be read"), mark("check the base URL"))
_OF_ANSWERS = {
    "answered_by_another_model": Words(
        mark("Another model answered"), mark("do not take it for the one that was asked")
    ),
    "answer_refused": Words(mark("The answer was a refusal, the model is up"), mark("word the question differently")),
    "content_refused": Words(
        mark("A content filter refused it, the model is up"), mark("word the question differently")
    ),
    "answer_without_text": Words(
        mark("An answer without text, the model is up"), mark("try again with room for more tokens")
    ),
    "answer_broke_off": _BROKE_OFF,
    "stream_cut_by_server": _BROKE_OFF,
    "kept_alive_only": Words(mark("Signs of life came, but no answer"), mark("use another model if it stays")),
    "not_json": _UNREADABLE,
    "success_unreadable": _UNREADABLE,
}
"""Answers that are none."""

_BY_RULE: Mapping[str, Words] = _BETWEEN_US | _OF_THE_REQUEST | _OF_THE_STANDING | _OF_ANSWERS

_BY_SCOPE: Mapping[tuple[Kind, Scope], Words] = {
    (Kind.RATE_LIMITED, Scope.PROVIDER): Words(
        mark("The gateway's own limit is reached"), mark("use another route meanwhile")
    ),
    (Kind.RATE_LIMITED, Scope.MODEL): Words(
        mark("No route to this model is left for now"), mark("use another model meanwhile")
    ),
    (Kind.AT_CAPACITY, Scope.ACCOUNT): Words(
        mark("Full for your account: no room on their side"), mark("try again later")
    ),
    (Kind.AUTH_FAILED, Scope.PROVIDER): Words(mark("The gateway's own access was refused"), mark("tell who runs it")),
    (Kind.QUOTA_EXHAUSTED, Scope.PROVIDER): Words(
        mark("The gateway's own credit is used up"), mark("tell who runs it")
    ),
}

_BY_KIND: Mapping[Kind, Words] = {
    Kind.OK: Words(mark("A whole answer, nothing is wrong"), mark("nothing needs doing")),
    Kind.AT_CAPACITY: Words(
        mark("Full: no room on their side"),
        mark("use another model meanwhile; if every model says so, it may be your account"),
    ),
    Kind.RATE_LIMITED: Words(mark("Your own limit is reached"), mark("send less for a few minutes")),
    Kind.QUOTA_EXHAUSTED: Words(
        mark("Quota or credit is used up"), mark("look at billing and limits of your account"), _BILLING_HERE
    ),
    Kind.AUTH_FAILED: Words(
        mark("The key was refused"), mark("check the key that was sent, or sign in again"), _KEY_HERE
    ),
    Kind.MODEL_UNAVAILABLE: Words(mark("Not offered here"), mark("check the model's name, or ask for access")),
    Kind.BAD_REQUEST: Words(
        mark("The request was refused, the model may be fine"), mark("change what was asked, or its options")
    ),
    Kind.SERVER_ERROR: Words(mark("Their servers failed, not your doing"), mark("use another model meanwhile")),
    Kind.NETWORK: Words(mark("Not reached from here"), mark("check your network and the address")),
    Kind.OK_BUT_ODD: Words(mark("It answers, but not plainly"), mark("try it before you rely on it")),
}

_AS_A_GUESS: Mapping[Kind, str] = {
    Kind.OK: mark("no error at all"),
    Kind.AT_CAPACITY: mark("a full model"),
    Kind.RATE_LIMITED: mark("your own limit"),
    Kind.QUOTA_EXHAUSTED: mark("your quota or credit"),
    Kind.AUTH_FAILED: mark("the key"),
    Kind.MODEL_UNAVAILABLE: mark("the model's name or your access to it"),
    Kind.BAD_REQUEST: mark("the request or its address"),
    Kind.SERVER_ERROR: mark("a fault of their servers"),
    Kind.NETWORK: mark("your network"),
    Kind.OK_BUT_ODD: mark("an answer of another sort"),
}

_MINUTE_S = 60


def cause(outcome: Outcome) -> str:
    """What it is, in a few words."""
    return tr(_words(outcome).title)


def remedy(outcome: Outcome, connection: str | None = None) -> str:
    """What to do about it, in a few words that follow those of the cause."""
    words = _words(outcome)
    if connection is not None and words.remedy_here is not None:
        return tr(words.remedy_here, connection=connection)
    return tr(words.remedy)


def knows_more(outcome: Outcome) -> bool:
    """Whether the rule that decided has words of its own, clearer than those of its kind."""
    return outcome.rule in _BY_RULE


def in_one_line(outcome: Outcome, connection: str | None = None) -> str:
    """Cause and remedy of a model in one line; a guess is told as one."""
    words = _words(outcome)
    if outcome.is_certain:
        return tr("{cause} - {remedy}", cause=cause(outcome), remedy=remedy(outcome, connection))
    return title(outcome) if words.guess is None else tr(words.guess)


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
    guesses = {"first": tr(_AS_A_GUESS[outcome.kind]), "second": tr(_AS_A_GUESS[outcome.alternatives[0]])}
    if knows_more(outcome):
        return tr("{cause}, cannot tell why: most likely {first}, or else {second}", cause=cause(outcome), **guesses)
    return tr("Cannot tell for sure: most likely {first}, or else {second}", **guesses)


def advice(outcome: Outcome) -> str:
    """The second line: whether waiting helps, and what to do."""
    if outcome.kind is Kind.OK:
        return tr("Nothing needs doing")
    what = remedy(outcome)
    if not outcome.is_certain:
        second = tr(_BY_KIND[outcome.alternatives[0]].remedy)
        what = tr("{first}; if it stays, {second}", first=what, second=second)
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
    by_scope = _BY_SCOPE.get((outcome.kind, outcome.scope), _BY_KIND[outcome.kind])
    return _BY_RULE.get(outcome.rule, by_scope)
