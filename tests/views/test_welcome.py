"""The first run, as a newcomer drives it."""

from datetime import timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QScrollBar

from fakes.ears import heard
from fakes.widget_walk import clipped, settle, unnamed, words
from vacancy.domain.catalog import ConnectionKind, KeyKind
from vacancy.redaction import Secret
from vacancy.views.intents import CheckKey, FinishSetup
from vacancy.views.welcome import Step, Welcome
from vacancy.views.welcome_steps import Where

KEY = "sk-canary-0123456789"
MODELS = ("gpt-5.6-sol", "gpt-6-luna", "gpt-6.2-sol")


@pytest.fixture
def welcome(shown):
    """A first run that has just opened."""
    return shown(Welcome(daily_requests=600))


def enter(welcome, where, *, key="", address=""):
    """Answer the first question."""
    welcome.where.choices[where].click()
    if key:
        QTest.keyClicks(welcome.where.key.line, key)
    if address:
        welcome.where.address.line.clear()
        QTest.keyClicks(welcome.where.address.line, address)


def check(welcome, models=MODELS):
    """Press Check, and answer with models."""
    welcome.forward.click()
    welcome.show_models(models)


def choose(welcome, *models):
    """Type names and press Return after each."""
    for model in models:
        QTest.keyClicks(welcome.models.choice.search, model)
        QTest.keyClick(welcome.models.choice.search, Qt.Key.Key_Return)


def test_three_steps_lead_from_a_key_to_a_start(welcome):
    """What was entered arrives whole: connection, key, models in their order, interval."""
    asked = heard(welcome.asked)
    enter(welcome, Where.OPENAI, key=KEY)
    check(welcome)
    choose(welcome, "gpt-6.2", "luna")
    welcome.forward.click()
    welcome.forward.click()
    connection = asked[0].connection
    assert asked[0] == CheckKey(connection, Secret(KEY))
    assert (connection.name, connection.kind) == ("openai", ConnectionKind.OPENAI)
    assert (connection.base_url, connection.key.kind) == ("https://api.openai.com/v1", KeyKind.KEYRING)
    wanted = FinishSetup(connection, Secret(KEY), ("gpt-6.2-sol", "gpt-6-luna"), timedelta(minutes=4))
    assert asked[1:] == [wanted]


def test_nothing_is_asked_before_check_and_nothing_kept_before_start(welcome):
    """Typing, choosing and looking around send no intent."""
    asked = heard(welcome.asked)
    for where in Where:
        enter(welcome, where, key=KEY if where is Where.OPENAI else "")
    assert asked == []


def test_a_gateway_speaks_chat_completions_at_its_own_address(welcome):
    """With its own key, and without the slash that people paste."""
    asked = heard(welcome.asked)
    enter(welcome, Where.GATEWAY, key=KEY, address="https://gateway.example/v1/")
    welcome.forward.click()
    connection = asked[0].connection
    assert connection.kind is ConnectionKind.OPENAI_CHAT
    assert connection.base_url == "https://gateway.example/v1"
    assert asked[0].key == Secret(KEY)


def test_a_local_server_needs_no_key(welcome):
    """Its usual address is filled in, and no key field is shown."""
    asked = heard(welcome.asked)
    enter(welcome, Where.LOCAL)
    assert welcome.where.key.isHidden()
    welcome.forward.click()
    assert asked[0].key is None
    assert asked[0].connection.key.kind is KeyKind.NONE
    assert asked[0].connection.base_url == "http://localhost:11434/v1"


@pytest.mark.parametrize("where", [Where.GATEWAY, Where.LOCAL])
def test_what_is_spoken_at_an_address_is_said_and_can_be_chosen(welcome, where):
    """Chat Completions unless the user knows better; OpenAI itself is asked by Responses, and says so."""
    asked = heard(welcome.asked)
    assert welcome.where.kind_field.isHidden()
    assert "Responses API" in words(welcome)
    enter(welcome, where, key=KEY if where is Where.GATEWAY else "", address="http://box:8000/v1")
    assert welcome.where.kind_field.isVisible()
    assert welcome.where.kind.currentText() == "Chat Completions"
    welcome.where.kind.setCurrentIndex(1)
    welcome.forward.click()
    assert asked[0].connection.kind is ConnectionKind.OPENAI


def test_a_local_server_is_given_a_hint_of_its_port(welcome):
    """Who runs a server knows its name better than its number."""
    enter(welcome, Where.LOCAL)
    assert "LM Studio 1234" in welcome.where.address.reason.text()


def test_models_that_cannot_chat_are_offered_last(welcome):
    """What hears, paints or measures is not in the way, and can still be found."""
    enter(welcome, Where.OPENAI, key=KEY)
    other = ("dall-e-3", "gpt-4o-mini-tts", "omni-moderation-latest", "text-embedding-3-small", "whisper-1")
    check(welcome, (*other, *MODELS, "imagine-7b"))
    offered = welcome.models.choice.offered
    listed = [offered.item(place).text() for place in range(offered.count())]
    assert listed == [*MODELS, "imagine-7b", *other]


def test_just_the_status_page_goes_straight_to_the_review(welcome):
    """No model, no key, no cost."""
    asked = heard(welcome.asked)
    enter(welcome, Where.PAGE_ONLY)
    welcome.forward.click()
    assert welcome.step is Step.REVIEW
    assert "No model is asked" in words(welcome)
    assert "tokens" not in words(welcome)
    welcome.back.click()
    assert welcome.step is Step.WHERE
    welcome.forward.click()
    welcome.forward.click()
    assert asked == [FinishSetup(None, None, (), timedelta(minutes=4))]


@pytest.mark.parametrize("bad", ["", "sk with space", "sk-schlüssel"])
def test_a_key_that_cannot_be_one_is_refused_under_its_field(welcome, bad):
    """Nothing is asked, and the words do not repeat what was typed."""
    asked = heard(welcome.asked)
    enter(welcome, Where.OPENAI)
    welcome.where.key.line.setText(bad)
    welcome.forward.click()
    assert asked == []
    assert welcome.where.key.error.isVisible()
    assert not bad or bad not in words(welcome)


@pytest.mark.parametrize(
    "bad", ["", "gateway.example", "ftp://x/", "https://me:pw@x/v1", "https://x/v1?y=1", "http://["]
)
def test_an_address_that_cannot_be_one_is_refused_as_it_is_typed(welcome, bad):
    """The error stands under the address and goes with the next good one."""
    enter(welcome, Where.GATEWAY, key=KEY)
    welcome.where.address.line.setText(bad)
    welcome.forward.click()
    assert welcome.where.address.error.isVisible()
    enter(welcome, Where.GATEWAY, address="https://gateway.example/v1")
    assert not welcome.where.address.error.isVisible()


def test_while_it_is_checked_nothing_can_be_pressed_twice(welcome):
    """One question at a time; a second press waits for the first answer."""
    asked = heard(welcome.asked)
    enter(welcome, Where.OPENAI, key=KEY)
    welcome.forward.click()
    assert not welcome.forward.isEnabled()
    welcome.forward.click()
    assert len(asked) == 1


def test_a_refused_key_is_told_in_words_under_its_field(welcome):
    """The user can mend it, or go on without a list of models."""
    enter(welcome, Where.OPENAI, key=KEY)
    welcome.forward.click()
    welcome.show_check_failed("The key was refused: check that it was copied whole.")
    assert welcome.step is Step.WHERE
    assert welcome.where.key.error.text() == "The key was refused: check that it was copied whole."
    assert welcome.forward.isEnabled()
    welcome.by_hand.click()
    assert welcome.step is Step.MODELS


def test_an_answer_that_comes_after_the_user_changed_the_question_is_ignored(welcome):
    """Models of one connection never appear under another."""
    enter(welcome, Where.OPENAI, key=KEY)
    welcome.forward.click()
    enter(welcome, Where.LOCAL)
    welcome.show_models(MODELS)
    assert welcome.step is Step.WHERE
    assert welcome.forward.isEnabled()


def test_models_are_found_chosen_and_ordered_by_keyboard(welcome):
    """Search, Return, Ctrl+Up, Delete."""
    enter(welcome, Where.OPENAI, key=KEY)
    check(welcome)
    choose(welcome, "luna", "5.6", "6.2")
    watched = welcome.models.choice.watched
    watched.setFocus()
    QTest.keyClick(watched, Qt.Key.Key_Up, Qt.KeyboardModifier.ControlModifier)
    assert welcome.models.chosen == ("gpt-6-luna", "gpt-6.2-sol", "gpt-5.6-sol")
    QTest.keyClick(watched, Qt.Key.Key_Delete)
    assert welcome.models.chosen == ("gpt-6-luna", "gpt-5.6-sol")


def test_a_model_that_is_not_listed_can_be_typed(welcome):
    """Gateways often list less than they serve; nonsense is refused with a reason."""
    enter(welcome, Where.OPENAI, key=KEY)
    check(welcome)
    choose(welcome, "my-own-model", "two words")
    assert welcome.models.chosen == ("my-own-model",)
    assert "no spaces" in words(welcome)


def test_without_a_model_there_is_no_next(welcome):
    """The way back is open."""
    enter(welcome, Where.OPENAI, key=KEY)
    check(welcome)
    assert not welcome.forward.isEnabled()
    welcome.back.click()
    assert welcome.step is Step.WHERE


def test_what_will_be_sent_is_said_before_anything_is(welcome):
    """Requests, tokens and that prices are not known; a shorter interval shows its effect."""
    enter(welcome, Where.OPENAI, key=KEY)
    check(welcome)
    choose(welcome, "luna", "6.2")
    welcome.forward.click()
    said = words(welcome)
    assert "every 4 min" in said
    assert "api.openai.com" in said
    assert "About 384 requests a day, of 600 allowed" in said
    assert "7\u202f680 tokens sent and at most 6\u202f144 answered" in said
    assert "Price: not known" in said
    welcome.review.often.setCurrentIndex(0)
    assert "About 744 requests a day" in words(welcome)
    assert welcome.review.interval == timedelta(minutes=2)


def test_more_than_the_cap_is_called_so(shown):
    """Nobody is left to find out in the evening."""
    welcome = shown(Welcome(daily_requests=100))
    enter(welcome, Where.OPENAI, key=KEY)
    check(welcome)
    choose(welcome, "luna")
    welcome.forward.click()
    assert "only 100 are allowed" in words(welcome)


def test_the_key_is_hidden_and_forgotten(welcome):
    """Dots while it is typed; when the window closes, it is gone from it."""
    enter(welcome, Where.OPENAI, key=KEY)
    assert welcome.where.key.line.echoMode() is QLineEdit.EchoMode.Password
    welcome.close()
    assert welcome.where.key.text == ""


def test_where_the_key_is_kept_is_said(welcome):
    """In the keyring by its name; or plainly that it lasts for the session."""
    welcome.show_key_place("GNOME Keyring", safe=True)
    assert "kept in GNOME Keyring" in words(welcome)
    welcome.show_key_place("", safe=False)
    assert "until Vacancy ends, never in a file" in words(welcome)


def test_escape_closes_and_return_goes_on(welcome):
    """The keys that everybody tries."""
    enter(welcome, Where.PAGE_ONLY)
    welcome.forward.setFocus()
    QTest.keyClick(welcome.forward, Qt.Key.Key_Return)
    assert welcome.step is Step.REVIEW
    QTest.keyClick(welcome, Qt.Key.Key_Escape)
    assert not welcome.isVisible()


def test_a_long_complaint_makes_the_window_grow(welcome):
    """What is said under a field takes no field out of sight."""
    enter(welcome, Where.LOCAL)
    welcome.forward.click()
    welcome.show_check_failed("localhost:11434: Nothing listens at this address; start the server, or check the port")
    settle()
    assert [bar for bar in welcome.findChildren(QScrollBar) if bar.isVisible()] == []


def test_nothing_is_cut_and_everything_is_named(shown, large_text):
    """At 200 % text in every step."""
    welcome = shown(Welcome(daily_requests=600, demo=True))
    enter(welcome, Where.GATEWAY, key=KEY, address="https://gateway.example/v1")
    welcome.forward.click()
    welcome.show_check_failed("It did not answer in time: check the address, or try again in a minute.")
    settle()
    assert [widget.text() for widget in clipped(welcome)] == []
    assert unnamed(welcome) == []
    check(welcome)
    choose(welcome, "luna")
    settle()
    assert [widget.text() for widget in clipped(welcome)] == []
    assert unnamed(welcome) == []
    welcome.forward.click()
    settle()
    assert [widget.text() for widget in clipped(welcome)] == []
    assert unnamed(welcome) == []
