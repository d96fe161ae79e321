"""Everything people read about a snapshot beside its first sentence."""

import subprocess
import sys
from dataclasses import replace
from datetime import UTC, timedelta

import pytest

from fakes.snapshots import ALL, LUNA, NOW, SOL, available, failing, full, snapshot
from vacancy.domain.alerting import Notice, NoticeKind
from vacancy.domain.budget import Spending
from vacancy.domain.catalog import EntryKey
from vacancy.domain.presence import NOT_HELD, Circumstance, Held, Restraint
from vacancy.domain.verdict import State
from vacancy.views import present

EXPLAINED = {
    "all_well": "Answered 40 s ago in 1.2 s",
    "full": "gpt-6-luna: answered 40 s ago, 10 of last 10 · gpt-6.2-sol: full since 14:02",
    "only_one_full": "Full since 14:02: no room on their side - use another model meanwhile",
    "key_missing": "No key stored for openai - vacancy key set openai",
    "nothing_listed": "Choose the models to watch in Settings",
    "paused": "Goes on by itself at 15:15",
    "all_models_paused": "Resume when you want to know again",
    "confirming": "Full once, asking again",
    "stale": "Not known - last answer 3 h ago",
    "second_mixed": "gpt-6-luna: answered 40 s ago, 6 of last 10 · gpt-6.2-sol: full since 14:02",
}


@pytest.mark.parametrize("name", EXPLAINED)
def test_the_recommendation_is_explained(name):
    """What was seen, or what to do when nothing is recommended."""
    assert present.explain_recommendation(ALL[name], NOW, UTC) == EXPLAINED[name]


@pytest.mark.parametrize("name", ALL)
def test_every_snapshot_is_explained_in_one_line(name):
    """No snapshot is left without a reason."""
    said = present.explain_recommendation(ALL[name], NOW, UTC)
    assert said
    assert "\n" not in said


def test_requests_are_told_of_the_cap():
    """And when the cap is reached, when it goes on."""
    assert present.requests_line(ALL["full"]) == "132 of 600 requests today"
    assert present.requests_line(ALL["budget_spent"]) == "600 of 600 requests today - asking goes on at midnight"


def test_tokens_and_money_are_told_beside_the_requests():
    """And their own cap, when it is reached."""
    shown = replace(ALL["full"], spending=(Spending(SOL, 132, 2_640, 2_112, estimated=True),), daily_tokens=250_000)
    line = "132 of 600 requests today · about 4,752 tokens · price unknown"
    assert present.requests_line(shown) == line
    assert present.requests_line(replace(shown, daily_tokens=4_752)) == f"{line} - asking goes on at midnight"


@pytest.mark.parametrize(
    ("held", "said"),
    [
        (Held(Restraint.LESS, Circumstance.LOCKED), "132 of 600 requests today - asking less: screen locked"),
        (Held(Restraint.PAUSE, Circumstance.IDLE), "132 of 600 requests today - asking nothing: the machine is idle"),
        (NOT_HELD, "132 of 600 requests today"),
    ],
)
def test_why_less_is_asked_is_said(held, said):
    """The line of the requests says so and why, and nothing while everything is paused anyway."""
    shown = replace(ALL["full"], held=held)
    assert present.requests_line(shown) == said
    assert present.requests_line(replace(shown, paused=True)) == "132 of 600 requests today"


def test_the_route_names_what_makes_it_another_thing_to_watch():
    """Effort and tier belong to the route."""
    key = EntryKey("openai", "gpt-6.2-sol", "high", "flex")
    assert present.route(available(key)) == "API key at api.openai.com · effort high · tier flex"
    assert present.route(available()) == "API key at api.openai.com"


def test_a_return_is_told_with_its_proof():
    """What it came back from, and what was seen."""
    shown = snapshot(available())
    notice = Notice(NoticeKind.RECOVERED, "recommendation", SOL, SOL, State.AT_CAPACITY)
    assert present.notice_title(notice, shown) == "gpt-6.2-sol is available again"
    assert present.notice_body(notice, shown, UTC) == "It was full. Answered 40 s ago in 1.2 s"
    failed = replace(notice, was=State.FAILING)
    assert present.notice_body(failed, shown, UTC) == "Its servers were failing. Answered 40 s ago in 1.2 s"


def test_a_switch_opens_with_the_same_sentence_as_every_surface():
    """Title and panel say the same words; the body says why, and that the substitute was seen to work."""
    shown = snapshot(full(), available(LUNA))
    notice = Notice(NoticeKind.SWITCHED, "recommendation", SOL, LUNA)
    assert present.notice_title(notice, shown) == present.sentence(shown)
    assert present.notice_body(notice, shown, UTC) == (
        "Full since 14:02: no room on their side - use another model meanwhile\n"
        "gpt-6-luna: answered 40 s ago, 10 of last 10"
    )


def test_a_notice_about_a_model_removed_meanwhile_still_reads():
    """Its id stands for its name."""
    for kind in NoticeKind:
        notice = Notice(kind, "topic", SOL, LUNA)
        if kind not in {NoticeKind.NOTHING_WORKS, NoticeKind.NEEDS_USER}:  # told of all models, or of a connection
            assert "gpt-6" in present.notice_title(notice, snapshot())
        assert "None" not in present.notice_body(notice, snapshot(), UTC)


def test_the_words_need_no_qt():
    """The command line imports them on machines without a display, and quickly."""
    code = "import sys, vacancy.views.present; sys.exit('PySide6' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], check=False)
    assert done.returncode == 0


def test_all_full_on_one_connection_may_be_the_account():
    """One full model is the model; all of a connection at once may be the account, which changes what to do."""
    both = snapshot(full(SOL), full(LUNA))
    assert "it may be your account" in present.explain_recommendation(both, NOW, UTC)
    for other in (snapshot(full(SOL)), snapshot(full(SOL), failing(LUNA))):
        assert "account" not in present.explain_recommendation(other, NOW, UTC)


def test_below_the_reason_stand_the_route_and_the_next_check():
    """Where nothing will be asked, as of Codex's own turns, no next check is promised."""
    works = replace(available(LUNA), next_check_at=NOW + timedelta(minutes=3))
    assert present.age_line(snapshot(works), NOW, UTC).endswith(" · next check in 3 min")
    read = replace(works, next_check_at=None)
    assert present.age_line(snapshot(read), NOW, UTC) == present.route(read)
    lost = replace(full(SOL), checked_at=NOW - timedelta(minutes=3), next_check_at=None)
    assert present.age_line(snapshot(lost), NOW, UTC) == f"{present.route(lost)} · seen 3 min ago"
