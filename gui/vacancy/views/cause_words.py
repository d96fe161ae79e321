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
from vacancy.views.words import tr


@dataclass(frozen=True, slots=True)
class Words:
    """Templates for one cause."""

    title: str
    """What it is, as the beginning of a line."""
    remedy: str
    """What to do, as the rest of that line."""
    remedy_here: str = ""
    """The same where the connection is known, as `{connection}`."""


_PORTAL = "open a page in the browser and sign in to the network"
_BASE_URL = "check the base URL; it mostly ends in /v1"
_BILLING = "look at billing and limits of your account"
_BILLING_HERE = "look at billing and limits of your account for {connection}"
_CHECK_KEY = "check the key that was sent, or sign in again"
_CHECK_KEY_HERE = "check it, then: vacancy key set {connection}"
_OTHER_NETWORK = "use another network, or have your address allowed"

_BY_RULE: Mapping[str, Words] = {
    # our network, and what stands in it
    "proxy_in_the_way": Words(
        "A proxy on the way refused it", "check the proxy's settings, or ask who runs the network"
    ),
    "local_server_behind_proxy": Words("A proxy caught a request to this machine", "add localhost to NO_PROXY"),
    "bot_check": Words("A bot check stands before the API", "use another network or address; no program passes it"),
    "address_blocked": Words("A firewall refused your network's address", _OTHER_NETWORK),
    "status_blocked_page": Words("A firewall refused your network's address", _OTHER_NETWORK),
    "captive_portal": Words("The network wants a sign-in first", _PORTAL),
    "page_instead_of_answer": Words("A web page came instead of an answer", f"{_PORTAL}, or check the base URL"),
    "status_redirect": Words("The address leads elsewhere", _BASE_URL),
    "certificate_refused": Words(
        "The certificate on the way is not trusted", "check the clock, and whether a company proxy needs its own"
    ),
    "tls_to_the_wrong_port": Words("HTTP and HTTPS are mixed up on the way", "check http or https, port and proxy"),
    "name_not_found": Words("The host's name was not found", "check your network and the address"),
    "no_answer_in_time": Words("No answer came in time", "check your network, or use another model"),
    # the request, its address and its size
    "web_page_of_the_gateway": Words("The address leads to a web page, not to the API", _BASE_URL),
    "address_unusable": Words("The address cannot be used", "check the base URL: https://, host and path"),
    "path_wrong": Words("The path is not known there, the model may be fine", _BASE_URL),
    "prompt_too_long": Words("The prompt is longer than the model reads", "send less at once, or begin a new session"),
    "larger_than_the_limit": Words(
        "One request is larger than your limit for a minute", "send less at once, or ask for a higher limit"
    ),
    # key, plan and access
    "key_unusable_as_header": Words("The key is empty, or no key at all", _CHECK_KEY, _CHECK_KEY_HERE),
    "not_in_this_plan": Words("The plan does not include this model", "use another model, or another plan"),
    "day_allowance_used": Words("The allowance of the day or longer is used up", _BILLING, _BILLING_HERE),
    "region_not_served": Words("Not served from your country or network", "use another network or provider"),
    "region_of_the_gateway": Words("The gateway's own region is not served", "tell who runs it, or use another route"),
    "model_loading": Words("The model is still being loaded", "give it a minute or two"),
    "model_name_missing": Words("The request named no model", "name one in the settings of your tool"),
    # answers that are none
    "answered_by_another_model": Words("Another model answered", "do not take it for the one that was asked"),
    "answer_refused": Words("The answer was a refusal, the model is up", "word the question differently"),
    "content_refused": Words("A content filter refused it, the model is up", "word the question differently"),
    "answer_without_text": Words("An answer without text, the model is up", "try again with room for more tokens"),
    "answer_broke_off": Words("The answer broke off", "use another model if it stays"),
    "stream_cut_by_server": Words("The answer broke off", "use another model if it stays"),
    "kept_alive_only": Words("Signs of life came, but no answer", "use another model if it stays"),
    "not_json": Words("What came cannot be read", "check the base URL"),
    "success_unreadable": Words("What came cannot be read", "check the base URL"),
}

_BY_SCOPE: Mapping[tuple[Kind, Scope], Words] = {
    (Kind.RATE_LIMITED, Scope.PROVIDER): Words("The gateway's own limit is reached", "use another route meanwhile"),
    (Kind.RATE_LIMITED, Scope.MODEL): Words("No route to this model is left for now", "use another model meanwhile"),
    (Kind.AT_CAPACITY, Scope.ACCOUNT): Words("Full for your account: no room on their side", "try again later"),
    (Kind.AUTH_FAILED, Scope.PROVIDER): Words("The gateway's own access was refused", "tell who runs it"),
    (Kind.QUOTA_EXHAUSTED, Scope.PROVIDER): Words("The gateway's own credit is used up", "tell who runs it"),
}

_BY_KIND: Mapping[Kind, Words] = {
    Kind.OK: Words("A whole answer, nothing is wrong", "nothing needs doing"),
    Kind.AT_CAPACITY: Words(
        "Full: no room on their side", "use another model meanwhile; if every model says so, it may be your account"
    ),
    Kind.RATE_LIMITED: Words("Your own limit is reached", "send less for a few minutes"),
    Kind.QUOTA_EXHAUSTED: Words("Quota or credit is used up", _BILLING, _BILLING_HERE),
    Kind.AUTH_FAILED: Words("The key was refused", _CHECK_KEY, _CHECK_KEY_HERE),
    Kind.MODEL_UNAVAILABLE: Words("Not open to this key", "check the model's name, or ask for access"),
    Kind.BAD_REQUEST: Words("The request was refused, the model may be fine", "change what was asked, or its options"),
    Kind.SERVER_ERROR: Words("Their servers failed, not your doing", "use another model meanwhile"),
    Kind.NETWORK: Words("Not reached from here", "check your network and the address"),
    Kind.OK_BUT_ODD: Words("It answers, but not plainly", "try it before you rely on it"),
}

_AS_A_GUESS: Mapping[Kind, str] = {
    Kind.OK: "nothing",
    Kind.AT_CAPACITY: "a full model",
    Kind.RATE_LIMITED: "your own limit",
    Kind.QUOTA_EXHAUSTED: "your quota or credit",
    Kind.AUTH_FAILED: "the key",
    Kind.MODEL_UNAVAILABLE: "the model's name or your access to it",
    Kind.BAD_REQUEST: "the request or its address",
    Kind.SERVER_ERROR: "a fault of their servers",
    Kind.NETWORK: "your network",
    Kind.OK_BUT_ODD: "an answer of another sort",
}

_MINUTE_S = 60


def cause(outcome: Outcome) -> str:
    """What it is, in a few words."""
    return tr(_words(outcome).title)


def remedy(outcome: Outcome, connection: str | None = None) -> str:
    """What to do about it, in a few words that follow those of the cause."""
    words = _words(outcome)
    if connection is not None and words.remedy_here:
        return tr(words.remedy_here, connection=connection)
    return tr(words.remedy)


def knows_more(outcome: Outcome) -> bool:
    """Whether the rule that decided has words of its own, clearer than those of its kind."""
    return outcome.rule in _BY_RULE


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
        what = tr("{first}; if it stays, {second}", first=what, second=tr(_BY_KIND[outcome.alternatives[0]].remedy))
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
