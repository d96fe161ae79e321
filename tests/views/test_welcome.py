"""The first run, as a newcomer drives it."""

from datetime import timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QScrollBar

from fakes.ears import heard
from fakes.widget_walk import clipped, settle, unnamed, words
from vacancy.domain.catalog import Connection, ConnectionKind, KeyKind, KeySource
from vacancy.domain.preferences import Preferences, ProbingPreferences
from vacancy.domain.prices import Price
from vacancy.domain.sighting import Login
from vacancy.redaction import Secret
from vacancy.views.findings import CodexFound, Findings
from vacancy.views.intents import CheckKey, FindCodex, FinishSetup
from vacancy.views.welcome import Step, Welcome
from vacancy.views.welcome_ways import LOCAL_SERVERS, Way

KEY = "sk-canary-0123456789"
MODELS = ("gpt-5.6-sol", "gpt-6-luna", "gpt-6.2-sol")
ALLOWING_600 = Preferences(probing=ProbingPreferences(daily_requests=600))
FOUND = CodexFound("/home/me/.codex", Login.CHATGPT, ("gpt-6-luna", "gpt-6.2-sol"))


@pytest.fixture
def welcome(shown):
    """A first run that has just opened."""
    return shown(Welcome(ALLOWING_600))


def enter(welcome, where, *, key="", address=""):
    """Answer the first question."""
    welcome.where.choices[where].click()
    if key:
        QTest.keyClicks(welcome.where.page.key.line, key)
    if address:
        welcome.where.page.address.line.clear()
        QTest.keyClicks(welcome.where.page.address.line, address)


def choose_in(box, text):
    """Choose an entry of a drop-down list, as a click on it does."""
    box.setCurrentIndex(box.findText(text))
    box.activated.emit(box.currentIndex())


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
    enter(welcome, Way.OPENAI, key=KEY)
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
    for where in Way:
        enter(welcome, where, key=KEY if where is Way.OPENAI else "")
    assert asked == []


def test_a_gateway_speaks_chat_completions_at_its_own_address(welcome):
    """With its own key, and without the slash that people paste."""
    asked = heard(welcome.asked)
    enter(welcome, Way.GATEWAY, key=KEY, address="https://gateway.example/v1/")
    welcome.forward.click()
    connection = asked[0].connection
    assert connection.kind is ConnectionKind.OPENAI_CHAT
    assert connection.base_url == "https://gateway.example/v1"
    assert asked[0].key == Secret(KEY)


def test_a_local_server_needs_no_key(welcome):
    """Its usual address is filled in, and there is no field for a key."""
    asked = heard(welcome.asked)
    enter(welcome, Way.LOCAL)
    assert "Key" not in words(welcome)
    welcome.forward.click()
    assert asked[0].key is None
    assert asked[0].connection.key.kind is KeyKind.NONE
    assert asked[0].connection.base_url == "http://localhost:11434/v1"


@pytest.mark.parametrize(("server", "address"), LOCAL_SERVERS)
def test_a_local_server_is_chosen_by_its_name(welcome, server, address):
    """Who runs a server knows its name better than its port."""
    enter(welcome, Way.LOCAL)
    page = welcome.where.page
    choose_in(page.server.box, server)
    assert page.entered().connection.base_url == address


def test_an_address_of_ones_own_is_no_server_that_we_know(welcome):
    """The name beside it never contradicts what is typed."""
    enter(welcome, Way.LOCAL, address="http://box:9/v1")
    server = welcome.where.page.server.box
    assert server.currentText() == "Another one"
    enter(welcome, Way.LOCAL, address="http://localhost:1234/v1")
    assert server.currentText() == "LM Studio"


@pytest.mark.parametrize("way", [Way.GATEWAY, Way.LOCAL])
def test_what_is_spoken_at_an_address_can_be_chosen(welcome, way):
    """Chat Completions unless the user knows better."""
    asked = heard(welcome.asked)
    enter(welcome, way, key=KEY if way is Way.GATEWAY else "", address="http://box:8000/v1")
    protocol = welcome.where.page.protocol.box
    assert protocol.currentText() == "Chat Completions"
    choose_in(protocol, "Responses")
    welcome.forward.click()
    assert asked[0].connection.kind is ConnectionKind.OPENAI


def test_codex_is_offered_first_where_it_is_found(welcome):
    """With its folder, its login and the length of its list, and that nothing is sent."""
    welcome.show_findings(Findings(FOUND))
    assert welcome.where.way is Way.CODEX
    assert next(iter(welcome.where.choices)) is Way.CODEX
    said = words(welcome)
    assert "Found in /home/me/.codex: logged in with ChatGPT, 2 models listed." in said
    assert "Nothing is sent" in said


def test_an_answer_that_was_given_is_not_changed_by_what_is_found(welcome):
    """Looking around takes a moment, and the user may be quicker."""
    enter(welcome, Way.OPENAI, key=KEY)
    welcome.show_findings(Findings(FOUND))
    assert welcome.where.way is Way.OPENAI


def test_codex_leads_to_a_start_without_a_key_and_without_a_request(welcome):
    """Only its folder is looked into; what is reviewed is that nothing is sent."""
    asked = heard(welcome.asked)
    welcome.show_findings(Findings(FOUND))
    welcome.forward.click()
    welcome.show_codex(FOUND)
    choose(welcome, "luna")
    welcome.forward.click()
    said = words(welcome)
    assert "No model is asked" in said
    assert "tokens" not in said
    assert welcome.review.often.isHidden()
    welcome.forward.click()
    codex = Connection("codex", ConnectionKind.CODEX, "", KeySource(KeyKind.NONE))
    assert asked == [FindCodex(None), FinishSetup(codex, None, ("gpt-6-luna",), timedelta(minutes=4))]


def test_no_codex_in_a_folder_is_said_under_it(welcome):
    """The way on is to give another folder; typing names would only watch nothing."""
    enter(welcome, Way.CODEX)
    QTest.keyClicks(welcome.where.page.folder.line, "/elsewhere")
    welcome.forward.click()
    welcome.show_codex(None)
    assert welcome.where.page.folder.error.isVisible()
    assert welcome.where.page.folder.line.hasFocus()
    assert welcome.by_hand.isHidden()


def test_a_folder_that_cannot_be_one_is_refused_as_it_is_typed(welcome):
    """The settings would refuse it at the very end."""
    asked = heard(welcome.asked)
    enter(welcome, Way.CODEX)
    QTest.keyClicks(welcome.where.page.folder.line, "codex")
    assert "whole path" in welcome.where.page.folder.error.text()
    welcome.forward.click()
    assert asked == []


def test_a_key_that_is_in_a_variable_is_offered(welcome):
    """Its name goes into the settings; unticked, a key of one's own is asked for."""
    asked = heard(welcome.asked)
    welcome.show_findings(Findings(variable="OPENAI_API_KEY"))
    page = welcome.where.page
    assert page.use_variable.text() == "&Use the key in the variable OPENAI_API_KEY"
    assert page.key.isHidden()
    welcome.forward.click()
    source = KeySource(KeyKind.ENVIRONMENT, "OPENAI_API_KEY")
    assert asked == [CheckKey(Connection("openai", ConnectionKind.OPENAI, "https://api.openai.com/v1", source), None)]
    welcome.show_models(MODELS)
    choose(welcome, "luna")
    welcome.forward.click()
    assert "read from OPENAI_API_KEY at each start" in words(welcome)
    welcome.back.click()
    welcome.back.click()
    page.use_variable.click()
    assert page.key.isVisible()


def test_what_each_way_was_told_is_kept_while_looking_at_the_others(welcome):
    """Also when the way back leads here again."""
    enter(welcome, Way.GATEWAY, key=KEY, address="https://gateway.example/v1")
    enter(welcome, Way.LOCAL)
    enter(welcome, Way.GATEWAY)
    check(welcome)
    welcome.back.click()
    assert welcome.where.page.address.text == "https://gateway.example/v1"
    assert welcome.where.page.key.text == KEY


def test_return_in_a_field_goes_on(welcome):
    """As in every form."""
    asked = heard(welcome.asked)
    enter(welcome, Way.OPENAI, key=KEY)
    QTest.keyClick(welcome.where.page.key.line, Qt.Key.Key_Return)
    assert len(asked) == 1


def test_models_that_cannot_chat_are_offered_last(welcome):
    """What hears, paints or measures is not in the way, and can still be found."""
    enter(welcome, Way.OPENAI, key=KEY)
    other = ("dall-e-3", "gpt-4o-mini-tts", "omni-moderation-latest", "text-embedding-3-small", "whisper-1")
    check(welcome, (*other, *MODELS, "imagine-7b"))
    offered = welcome.models.choice.offered
    listed = [offered.item(place).text() for place in range(offered.count())]
    assert listed == [*MODELS, "imagine-7b", *other]


def test_just_the_status_page_goes_straight_to_the_review(welcome):
    """No model, no key, no cost."""
    asked = heard(welcome.asked)
    enter(welcome, Way.PAGE_ONLY)
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
    enter(welcome, Way.OPENAI)
    welcome.where.page.key.line.setText(bad)
    welcome.forward.click()
    assert asked == []
    assert welcome.where.page.key.error.isVisible()
    assert not bad or bad not in words(welcome)


@pytest.mark.parametrize(
    "bad", ["", "gateway.example", "ftp://x/", "https://me:pw@x/v1", "https://x/v1?y=1", "http://["]
)
def test_an_address_that_cannot_be_one_is_refused_as_it_is_typed(welcome, bad):
    """The error stands under the address and goes with the next good one."""
    enter(welcome, Way.GATEWAY, key=KEY)
    welcome.where.page.address.line.setText(bad)
    welcome.forward.click()
    assert welcome.where.page.address.error.isVisible()
    enter(welcome, Way.GATEWAY, address="https://gateway.example/v1")
    assert not welcome.where.page.address.error.isVisible()


def test_while_it_is_checked_nothing_can_be_pressed_twice(welcome):
    """One question at a time; a second press waits for the first answer."""
    asked = heard(welcome.asked)
    enter(welcome, Way.OPENAI, key=KEY)
    welcome.forward.click()
    assert not welcome.forward.isEnabled()
    welcome.forward.click()
    assert len(asked) == 1


def test_start_is_pressed_once(welcome):
    """The keyring may ask for its password meanwhile; when nothing could be kept, it can be tried again."""
    asked = heard(welcome.asked)
    enter(welcome, Way.PAGE_ONLY)
    welcome.forward.click()
    welcome.forward.click()
    welcome.forward.click()
    assert len(asked) == 1
    welcome.show_finish_failed("The keyring is locked. Unlock it.")
    assert "The keyring is locked" in words(welcome)
    welcome.forward.click()
    assert len(asked) == 2
    assert "The keyring is locked" not in words(welcome)


def test_a_refused_key_is_told_in_words_under_its_field(welcome):
    """The user can mend it, or go on without a list of models."""
    enter(welcome, Way.OPENAI, key=KEY)
    welcome.forward.click()
    welcome.show_check_failed("The key was refused: check that it was copied whole.", of_key=True)
    assert welcome.step is Step.WHERE
    assert welcome.where.page.key.line.hasFocus()
    assert welcome.where.page.key.error.text() == "The key was refused: check that it was copied whole."
    assert welcome.forward.isEnabled()
    welcome.by_hand.click()
    assert welcome.step is Step.MODELS


def test_an_answer_that_comes_after_the_user_changed_the_question_is_ignored(welcome):
    """Models of one connection never appear under another."""
    enter(welcome, Way.OPENAI, key=KEY)
    welcome.forward.click()
    enter(welcome, Way.LOCAL)
    welcome.show_models(MODELS)
    assert welcome.step is Step.WHERE
    assert welcome.forward.isEnabled()


def test_models_are_found_chosen_and_ordered_by_keyboard(welcome):
    """Search, Return, Ctrl+Up, Delete."""
    enter(welcome, Way.OPENAI, key=KEY)
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
    enter(welcome, Way.OPENAI, key=KEY)
    check(welcome)
    choose(welcome, "my-own-model", "two words")
    assert welcome.models.chosen == ("my-own-model",)
    assert "no spaces" in words(welcome)


def test_a_whole_name_that_is_part_of_another_is_the_one_that_is_watched(welcome):
    """Whoever types it and presses Return does not get a longer one that stands before it."""
    enter(welcome, Way.OPENAI, key=KEY)
    check(welcome, ("a-gpt-6", "gpt-6"))
    choose(welcome, "gpt-6")
    assert welcome.models.chosen == ("gpt-6",)


def test_without_a_model_there_is_no_next(welcome):
    """The way back is open."""
    enter(welcome, Way.OPENAI, key=KEY)
    check(welcome)
    assert not welcome.forward.isEnabled()
    welcome.back.click()
    assert welcome.step is Step.WHERE


def test_what_will_be_sent_is_said_before_anything_is(welcome):
    """Requests, tokens and that prices are not known; a shorter interval shows its effect."""
    enter(welcome, Way.OPENAI, key=KEY)
    check(welcome)
    choose(welcome, "luna", "6.2")
    welcome.forward.click()
    said = words(welcome)
    assert "every 4 min" in said
    assert "api.openai.com" in said
    assert "About 384 requests a day, of 600 allowed" in said
    assert "7,680 tokens sent and at most 6,144 answered" in said
    assert "Price: not known" in said
    choose_in(welcome.review.often.box, "every 2 min")
    assert "About 744 requests a day" in words(welcome)
    assert welcome.review.interval == timedelta(minutes=2)


def test_a_price_that_is_known_is_counted(shown):
    """The settings may hold prices from an earlier set-up; others are never invented."""
    welcome = shown(Welcome(Preferences(prices={"gpt-6-luna": Price(1.0, 10.0)})))
    enter(welcome, Way.OPENAI, key=KEY)
    check(welcome)
    choose(welcome, "luna")
    welcome.forward.click()
    assert "by your prices" in words(welcome)


def test_more_than_the_cap_is_called_so(shown):
    """Nobody is left to find out in the evening."""
    welcome = shown(Welcome(Preferences(probing=ProbingPreferences(daily_requests=100))))
    enter(welcome, Way.OPENAI, key=KEY)
    check(welcome)
    choose(welcome, "luna")
    welcome.forward.click()
    assert "only 100 are allowed" in words(welcome)


def test_the_key_is_hidden_and_forgotten(welcome):
    """Dots while it is typed; when the window closes, it is gone from it."""
    enter(welcome, Way.OPENAI, key=KEY)
    assert welcome.where.page.key.line.echoMode() is QLineEdit.EchoMode.Password
    welcome.close()
    assert welcome.where.page.key.text == ""


def test_after_a_close_it_begins_where_the_key_is_asked_for(welcome):
    """The key is gone, so a Start on the last step would keep settings without their connection."""
    enter(welcome, Way.OPENAI, key=KEY)
    check(welcome)
    choose(welcome, "luna")
    welcome.forward.click()
    welcome.close()
    welcome.show()
    assert welcome.step is Step.WHERE
    assert welcome.models.chosen == ("gpt-6-luna",)


def test_where_the_key_is_kept_is_said(welcome):
    """In the keyring by its name; or plainly that it lasts for the session."""
    welcome.show_key_place("GNOME Keyring", safe=True)
    assert "kept in GNOME Keyring" in words(welcome)
    enter(welcome, Way.OPENAI, key=KEY)
    check(welcome)
    choose(welcome, "luna")
    welcome.forward.click()
    assert "kept in GNOME Keyring" in words(welcome)
    welcome.show_key_place("", safe=False)
    assert "until Vacancy ends, never in a file" in words(welcome)


def test_escape_closes_and_return_goes_on(welcome):
    """The keys that everybody tries."""
    enter(welcome, Way.PAGE_ONLY)
    welcome.forward.setFocus()
    QTest.keyClick(welcome.forward, Qt.Key.Key_Return)
    assert welcome.step is Step.REVIEW
    QTest.keyClick(welcome, Qt.Key.Key_Escape)
    assert not welcome.isVisible()


def test_a_long_complaint_makes_the_window_grow(welcome):
    """What is said under a field takes no field out of sight."""
    enter(welcome, Way.LOCAL)
    welcome.forward.click()
    welcome.show_check_failed(
        "localhost:11434: Nothing listens at this address; start the server, or check the port", of_key=False
    )
    settle()
    assert [bar for bar in welcome.findChildren(QScrollBar) if bar.isVisible()] == []


def test_nothing_is_cut_and_everything_is_named(shown, large_text):
    """At 200 % text in every step."""
    welcome = shown(Welcome(ALLOWING_600, demo=True))
    enter(welcome, Way.GATEWAY, key=KEY, address="https://gateway.example/v1")
    welcome.forward.click()
    welcome.show_check_failed("It did not answer in time: check the address, or try again in a minute.", of_key=False)
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
