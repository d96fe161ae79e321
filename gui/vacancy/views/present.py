"""Every word that people read about a snapshot.

Tray, panel, notifications and command line all open with the same `sentence`, then the reason, then the age.
Pure and without Qt: the command line uses it too. The moment and the local time zone are arguments.
"""

from datetime import datetime, tzinfo
from typing import assert_never

from vacancy.domain.alerting import Notice, NoticeKind
from vacancy.domain.recommendation import Because
from vacancy.domain.snapshot import Snapshot
from vacancy.domain.verdict import State, Verdict
from vacancy.views.cost import spent_today
from vacancy.views.page_words import component_status, incident_line, page_line
from vacancy.views.presence_words import held_words
from vacancy.views.reasons import reason, recent, recent_short, state_words
from vacancy.views.route_words import route_words
from vacancy.views.sentences import instead, model_name, name_of, sentence
from vacancy.views.times import age, ago, asked, clock, duration, latency, next_check
from vacancy.words import plain, tr

__all__ = [
    "age", "age_line", "ago", "asked", "clock", "component_status", "duration", "explain_recommendation",
    "incident_line", "latency", "model_name", "name_of", "next_check", "notice_body",
    "notice_title", "page_line", "reason", "recent", "recent_short", "requests_line", "route", "sentence",
    "state_words",
]  # fmt: skip


def explain_recommendation(snapshot: Snapshot, now: datetime, zone: tzinfo) -> str:
    """Why it is recommended, or what to do when nothing is, in one line below the sentence."""
    recommendation = snapshot.recommendation
    if recommendation.because is Because.NOTHING_LISTED:
        return tr("Choose the models to watch in Settings")
    if recommendation.because is Because.ALL_PAUSED:
        if snapshot.paused_until is not None:
            return tr("Goes on by itself at {clock}", clock=clock(snapshot.paused_until, now, zone))
        return tr("Resume when you want to know again")
    used, preferred = snapshot.verdict(recommendation.key), snapshot.verdict(recommendation.preferred)
    if used is None:
        return tr("Nothing to say yet") if preferred is None else _why_none(snapshot, preferred, now, zone)
    if preferred is None or preferred.key == used.key:
        return reason(used, now, zone)
    return tr("{use}: {proof} · {preferred}: {state}", use=model_name(used), proof=_proof(used, now, zone),
              preferred=model_name(preferred), state=state_words(preferred, now, zone))  # fmt: skip


def age_line(snapshot: Snapshot, now: datetime, zone: tzinfo) -> str:
    """The route that the answer was measured on, its age where the reason does not say it, and the next check."""
    recommendation = snapshot.recommendation
    about = snapshot.verdict(recommendation.key) or snapshot.verdict(recommendation.preferred)
    if about is None:
        return ""
    measured = route(about)
    if about.checked_at is None:
        return measured
    when = ago(about.checked_at, now, zone)
    if about.next_check_at is None:
        return measured if about.state is State.AVAILABLE else tr("{route} · seen {when}", route=measured, when=when)
    renewed = next_check(about.next_check_at, now, zone)
    if about.state is State.AVAILABLE:
        return tr("{route} · next check {next}", route=measured, next=renewed)
    return tr("{route} · asked {when} · next check {next}", route=measured, when=when, next=renewed)


def requests_line(snapshot: Snapshot) -> str:
    """What was sent today, of what may be sent, and why less is asked just now."""
    sent, cap = snapshot.requests_today, snapshot.daily_requests
    requests = tr("{sent} of {cap} requests today", sent=sent, cap=cap)
    line = " · ".join(part for part in (requests, spent_today(snapshot)) if part)
    if sent >= cap > 0 or snapshot.tokens_today >= snapshot.daily_tokens > 0:
        return tr("{spent} - asking goes on at midnight", spent=line)
    why = "" if snapshot.paused else held_words(snapshot.held)
    return tr("{requests} - {why}", requests=line, why=why) if why else line


def route(verdict: Verdict) -> str:
    """What a verdict was measured on, with the options that make it another thing to watch."""
    options = [
        *([tr("effort {effort}", effort=plain(verdict.key.effort, 20))] if verdict.key.effort else []),
        *([tr("tier {tier}", tier=plain(verdict.key.service_tier, 20))] if verdict.key.service_tier else []),
    ]
    return " · ".join([route_words(verdict.route), *options])


def notice_title(notice: Notice, snapshot: Snapshot) -> str:
    """The first line of a notification."""
    match notice.kind:
        case NoticeKind.RECOVERED:
            return tr("{name} is available again", name=name_of(snapshot, notice.about))
        case NoticeKind.SWITCHED:
            return instead(snapshot, lost=notice.about, use=notice.use)
        case NoticeKind.NOTHING_WORKS:
            return sentence(snapshot)
        case NoticeKind.NEEDS_USER:
            return tr("{connection} needs you", connection=plain(notice.about.connection))
        case NoticeKind.INCIDENT:
            return tr("The status page names {name}", name=name_of(snapshot, notice.about))
        case _:
            assert_never(notice.kind)


def notice_body(notice: Notice, snapshot: Snapshot, zone: tzinfo) -> str:
    """What a notification says below its title: why, and what was seen."""
    match notice.kind:
        case NoticeKind.RECOVERED:
            return _recovery(notice, snapshot, zone)
        case NoticeKind.SWITCHED:
            return _switch(notice, snapshot, zone)
        case NoticeKind.NOTHING_WORKS | NoticeKind.NEEDS_USER:
            about = snapshot.verdict(notice.about)
            return "" if about is None else reason(about, snapshot.taken_at, zone)
        case NoticeKind.INCIDENT:
            return plain(notice.incident or "")
        case _:
            assert_never(notice.kind)


def _why_none(snapshot: Snapshot, preferred: Verdict, now: datetime, zone: tzinfo) -> str:
    """Why the preferred model does not work; that all are full on one connection at once may be the account's doing."""
    why, connection = reason(preferred, now, zone), preferred.key.connection
    asked = [one for one in snapshot.models if one.key.connection == connection and one.state is not State.PAUSED]
    if len(asked) == 1 or any(one.state is not State.AT_CAPACITY for one in asked):
        return why
    return tr("{why}. All {n} models of {connection} are full at once: it may be your account",
              why=why, n=len(asked), connection=connection)  # fmt: skip


def _proof(used: Verdict, now: datetime, zone: tzinfo) -> str:
    if used.succeeded_at is None:
        return state_words(used, now, zone)
    return tr("answered {when}, {recent}", when=ago(used.succeeded_at, now, zone), recent=recent(used))


def _switch(notice: Notice, snapshot: Snapshot, zone: tzinfo) -> str:
    """Why the one cannot be used, and that the other was really seen to work."""
    now, lost, use = snapshot.taken_at, snapshot.verdict(notice.about), snapshot.verdict(notice.use)
    why = "" if lost is None else reason(lost, now, zone)
    if use is None:
        return why
    return tr("{why}\n{use}: {proof}", why=why, use=model_name(use), proof=_proof(use, now, zone)).strip()


def _recovery(notice: Notice, snapshot: Snapshot, zone: tzinfo) -> str:
    back = snapshot.verdict(notice.about)
    proof = "" if back is None else reason(back, snapshot.taken_at, zone)
    match notice.was:
        case State.AT_CAPACITY:
            return tr("It was full. {proof}", proof=proof).rstrip()
        case State.FAILING:
            return tr("Its servers were failing. {proof}", proof=proof).rstrip()
        case _:  # only those two are news when they end
            return proof
