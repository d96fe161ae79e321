"""What a login's standing says of every model behind it."""

from dataclasses import replace
from datetime import timedelta

import pytest

from fakes.clock import START
from fakes.domain_values import CODEX, CONNECTION, MINUTE
from vacancy.domain.sighting import Login, SessionNews, SessionTrouble
from vacancy.domain.standing import Standing
from vacancy.domain.usage import Usage, UsageWindow
from vacancy.domain.verdict import Hindrance

NEXT = START + timedelta(hours=2)
FULL = Usage(START, (UsageWindow(100, timedelta(hours=5), NEXT), UsageWindow(40, timedelta(days=7))))
HALF = Usage(START, (UsageWindow(50, timedelta(hours=5), NEXT),))


def hindrance(standing, after=timedelta(0), succeeded_at=None):
    """What stands in the way so long after the start."""
    return standing.hindrance(START + after, succeeded_at=succeeded_at)


@pytest.mark.parametrize(
    ("standing", "expected"),
    [
        (Standing("codex"), None),
        (Standing("codex", Login.CHATGPT), None),
        (Standing("codex", Login.NONE), Hindrance.LOGGED_OUT),
        (Standing("codex", trouble=SessionTrouble.NO_HOME), Hindrance.SESSIONS_ABSENT),
        (Standing("codex", trouble=SessionTrouble.UNREADABLE), Hindrance.SESSIONS_UNREADABLE),
        (Standing("codex", Login.CHATGPT, HALF), None),
        (Standing("codex", Login.CHATGPT, FULL), Hindrance.USAGE_SPENT),
    ],
)
def test_each_standing_names_what_stands_in_the_way(standing, expected):
    """No folder, no login and a spent allowance call for different actions."""
    assert hindrance(standing) is expected


def test_a_spent_login_is_free_when_its_window_begins_anew():
    """The reset time is the provider's own word; nothing is asked to find out."""
    spent = Standing("codex", Login.CHATGPT, FULL)
    assert hindrance(spent, timedelta(hours=2) - MINUTE) is Hindrance.USAGE_SPENT
    assert hindrance(spent, timedelta(hours=2)) is None
    assert FULL.spent_until(START) == NEXT


def test_the_success_that_filled_the_window_does_not_contradict_it():
    """A turn ends with a success and a full window at once; only a later success shows that more may be used."""
    spent = Standing("codex", Login.CHATGPT, FULL)
    assert hindrance(spent, succeeded_at=START + timedelta(seconds=5)) is Hindrance.USAGE_SPENT
    assert hindrance(spent, timedelta(minutes=9), succeeded_at=START + timedelta(minutes=8)) is None


def test_a_refusal_without_windows_is_believed_for_an_hour():
    """Somebody said no and not until when, so it is not claimed for ever."""
    spent = Standing("codex", Login.CHATGPT, Usage(START, allowed=False))
    assert hindrance(spent, timedelta(minutes=59)) is Hindrance.USAGE_SPENT
    assert hindrance(spent, timedelta(minutes=61)) is None


def test_news_without_a_word_on_it_leaves_login_and_usage_as_they_were():
    """A login in the keyring cannot be read each time, and is still the login."""
    known = Standing("codex", Login.CHATGPT, HALF)
    assert known.after(SessionNews()) == known
    assert known.after(SessionNews(login=Login.UNKNOWN)) == known


def test_another_login_has_another_allowance():
    """What one account has used says nothing about another one."""
    known = Standing("codex", Login.CHATGPT, FULL)
    assert known.after(SessionNews(login=Login.API_KEY)) == Standing("codex", Login.API_KEY)
    assert Standing("codex", usage=FULL).after(SessionNews(login=Login.CHATGPT)) == known


def test_a_login_that_was_asked_for_says_nothing_of_the_files():
    """Files that may not be read are still unreadable after Codex told its login; only a look at them says more."""
    shut = Standing("codex", Login.CHATGPT, trouble=SessionTrouble.UNREADABLE)
    told = shut.after(SessionNews(login=Login.CHATGPT, usage=HALF, from_files=False))
    assert (told.usage, told.trouble) == (HALF, SessionTrouble.UNREADABLE)
    assert told.after(SessionNews()).trouble is None


def test_an_older_reading_of_the_allowance_is_not_taken_for_news():
    """Sessions are read file by file, and not in the order of time."""
    known, older = Standing("codex", Login.CHATGPT, HALF), replace(FULL, seen_at=START - MINUTE)
    assert known.after(SessionNews(usage=older)) == known
    assert known.after(SessionNews(usage=FULL)).usage == FULL


@pytest.mark.parametrize(
    ("login", "route"),
    [
        (Login.CHATGPT, "Codex, ChatGPT login"),
        (Login.API_KEY, "Codex, API key"),
        (Login.NONE, "Codex, nobody logged in"),
        (Login.OTHER, "Codex on this machine"),
        (Login.UNKNOWN, "Codex on this machine"),
    ],
)
def test_a_route_through_codex_names_its_login(login, route):
    """A good answer to one login proves nothing for another."""
    assert str(Standing("codex", login).route(CODEX)) == route
    assert len({Standing("codex", each).fingerprint(CODEX) for each in Login}) == len(Login)


def test_a_connection_of_our_own_has_no_standing():
    """Its key is ours, so route and fingerprint are the connection's."""
    assert Standing("openai").route(CONNECTION) == CONNECTION.route
    assert Standing("openai").fingerprint(CONNECTION) == CONNECTION.fingerprint


@pytest.mark.parametrize(
    ("window", "lasts"),
    [
        (UsageWindow(100), timedelta(hours=1)),
        (UsageWindow(1e308), timedelta(hours=1)),
        (UsageWindow(100, timedelta(hours=5)), timedelta(hours=5)),
        (UsageWindow(100, timedelta(hours=5), START + timedelta(days=9_000)), timedelta(hours=5)),
        (UsageWindow(100, None, START + timedelta(days=9_000)), timedelta(days=32)),
        (UsageWindow(100, timedelta(hours=5), START - MINUTE), timedelta(0)),
        (UsageWindow(-100, timedelta(hours=5)), timedelta(0)),
    ],
)
def test_no_number_locks_a_login_out_for_ever(window, lasts):
    """A full window is believed for as long as one can last, also where it says nothing, or nonsense, of its end."""
    spent = Standing("codex", Login.CHATGPT, Usage(START, (window,)))
    assert hindrance(spent, lasts) is None
    assert lasts == timedelta(0) or hindrance(spent, lasts - MINUTE) is Hindrance.USAGE_SPENT


def test_credits_let_more_through_than_the_windows():
    """The provider says so itself."""
    assert hindrance(Standing("codex", Login.CHATGPT, replace(FULL, allowed=True))) is None
