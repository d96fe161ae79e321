"""The settings pages that are one column of fields, as a user fills them in."""

from dataclasses import replace
from datetime import time, timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from fakes.ears import heard
from fakes.form_filling import PATH, pick, retype, saved
from fakes.preferences import EXAMPLE
from fakes.widget_walk import words
from vacancy.domain.lamp import Lamp
from vacancy.domain.preferences import IconStyle, LanguageChoice, NotificationPreferences, QuietHours
from vacancy.domain.presence import Restraint
from vacancy.domain.prices import Price
from vacancy.store.settings_edit import full_text
from vacancy.store.settings_reading import read_preferences
from vacancy.views.intents import StartAtLogin
from vacancy.views.settings_look import LAMP_NAMES
from vacancy.views.settings_window import SettingsWindow

HOURS = QuietHours(time(22), time(7, 30))


@pytest.fixture
def window(shown):
    """The window on the example settings."""
    return shown(SettingsWindow(EXAMPLE, path=PATH))


WRONG = (
    ("probing.interval", "10s"), ("probing.interval", "soon"), ("probing.timeout", "1h"), ("probing.slow", ""),
    ("status.url", "status.openai.com"), ("status.interval", "1s"),
    ("notices.quiet_hours", "22-7"), ("notices.quiet_hours", "22:00-22:00"),
)  # fmt: skip


def test_what_is_wrong_is_said_under_its_field_and_cannot_be_saved(window):
    """As it is typed; what was there before is still there after a correction."""
    for place, bad in WRONG:
        page_name, _, name = place.partition(".")
        page = getattr(window.tabs, page_name)
        window.show_page(page)
        field = getattr(page, name)
        before = field.text
        retype(field.line, bad)
        assert field.error.isVisible(), place
        assert window.preferences is None, place
        assert not window.save.isEnabled(), place
        retype(field.line, before)
        assert not field.error.isVisible(), place
        assert window.preferences == EXAMPLE, place


def test_the_effect_of_an_interval_is_shown_in_numbers(window):
    """Paused models and models with an interval of their own are counted as they are."""
    window.show_page(window.tabs.probing)
    assert "About 432 requests a day, of 1000 allowed" in words(window)
    retype(window.tabs.probing.interval.line, "1m")
    assert "About 1512 requests a day, but only 1000 are allowed" in words(window)
    window.tabs.probing.cap.setValue(2000)
    assert "of 2000 allowed" in words(window)
    assert saved(window).probing == replace(EXAMPLE.probing, interval=timedelta(minutes=1), daily_requests=2000)


def test_page_and_look_are_saved(window):
    """An empty address switches the page off, and says what that means."""
    window.show_page(window.tabs.status)
    assert "about 288 times a day" in words(window)
    retype(window.tabs.status.url.line, "")
    assert "No page is read" in words(window)
    window.tabs.notices.recovered.click()
    pick(window.tabs.look.style_field, IconStyle.CLASSIC)
    pick(window.tabs.look.language, LanguageChoice.CHINESE)
    wanted = saved(window)
    assert wanted.status_page.url == ""
    assert not wanted.notifications.recovered
    assert wanted.notifications.switched
    assert wanted.appearance.icon_style is IconStyle.CLASSIC
    assert wanted.appearance.language is LanguageChoice.CHINESE


def test_a_style_is_seen_before_it_is_saved(window):
    """Every lamp is drawn anew in the style that is chosen, on a light and on a dark panel."""
    window.show_page(window.tabs.look)
    samples = window.tabs.look.preview.samples
    before = [sample.grab().toImage() for sample in samples]
    pick(window.tabs.look.style_field, IconStyle.COLOR)
    after = [sample.grab().toImage() for sample in samples]
    changed = {sample.lamp for sample, old, new in zip(samples, before, after, strict=True) if old != new}
    assert changed == {Lamp.AVAILABLE, Lamp.OTHER}
    assert set(LAMP_NAMES) == set(Lamp)


def test_a_silent_vacancy_says_what_is_told_all_the_same(window):
    """Whoever switches every notice off learns what remains."""
    page = window.tabs.notices
    window.show_page(page)
    for box in (page.recovered, page.switched, page.nothing_works, page.needs_user):
        box.click()
    assert "Only what you wait for is told" in words(window)


def test_a_price_is_typed_once_for_a_model_and_counted(window):
    """It is unknown until then, holds wherever the model is listed, and can be taken back; other prices stay."""
    other = {"gpt-9": Price(1.0, 2.0)}
    window.show_preferences(replace(EXAMPLE, prices=other))
    window.show_page(window.tabs.probing)
    assert "Price unknown: 2 models have none" in words(window)
    window.show_page(window.tabs.models)
    for row, text in ((0, "1.25 / 10"), (1, "0.25 / 2 USD")):
        window.tabs.models.list.setCurrentRow(row)
        retype(window.tabs.models.form.price.line, text)
    window.show_page(window.tabs.probing)
    assert "At most 0.07 USD a day, by your prices." in words(window)
    priced = {**other, "gpt-6.2-sol": Price(1.25, 10.0), "gpt-6-luna": Price(0.25, 2.0)}
    wanted = saved(window)
    assert wanted.prices == priced
    assert read_preferences(full_text(wanted)) == (wanted, [])
    retype(window.tabs.models.form.price.line, "")
    assert "gpt-6-luna" not in saved(window).prices


def test_the_cap_of_tokens_is_saved(window):
    """Beside that of requests."""
    window.show_page(window.tabs.probing)
    window.tabs.probing.token_cap.setValue(50_000)
    assert saved(window).probing == replace(EXAMPLE.probing, daily_tokens=50_000)


def test_what_is_told_is_chosen_one_by_one(window):
    """Every sort of notice, and the hours in which none is shown; what was in the file is shown first."""
    page = window.tabs.notices
    window.show_preferences(replace(EXAMPLE, notifications=NotificationPreferences(quiet_hours=HOURS)))
    assert page.quiet_hours.text == "22:00-07:30"
    for box in (page.switched, page.nothing_works, page.needs_user, page.incidents):
        box.click()
    retype(page.quiet_hours.line, "23:15-06:00")
    expected = NotificationPreferences(
        switched=False,
        nothing_works=False,
        needs_user=False,
        incidents=True,
        quiet_hours=QuietHours(time(23, 15), time(6)),
    )
    assert saved(window).notifications == expected
    retype(page.quiet_hours.line, "")
    assert saved(window).notifications == replace(expected, quiet_hours=None)


def test_what_is_asked_of_the_absent_is_chosen_one_by_one(window):
    """Each circumstance is a choice of its own, by keyboard, and the others stay as they were."""
    for name in ("locked", "idle", "on_battery", "metered"):
        window.show_preferences(EXAMPLE)
        QTest.keyClick(getattr(window.tabs.presence, name).box, Qt.Key.Key_End)
        wanted = saved(window).presence
        assert wanted == replace(EXAMPLE.presence, **{name: Restraint.PAUSE})
        assert wanted != EXAMPLE.presence


def test_start_at_login_is_asked_for_at_once(window):
    """The desktop keeps it, not the file."""
    asked = heard(window.asked)
    window.show_start_at_login(wanted=False)
    assert asked == []
    window.tabs.look.login.click()
    assert asked == [StartAtLogin(wanted=True)]
    window.show_start_at_login(wanted=True, possible=False)
    assert not window.tabs.look.login.isEnabled()


def test_what_absence_saves_is_shown_in_numbers(window):
    """It follows the interval on another page before anything is saved."""
    retype(window.tabs.probing.interval.line, "2m")
    window.show_page(window.tabs.presence)
    assert "about 180 requests instead of 792" in words(window)


def test_only_the_page_is_left_when_nothing_is_asked(shown):
    """Without models there is no number to show."""
    window = shown(SettingsWindow(replace(EXAMPLE, models=()), path=PATH))
    window.show_page(window.tabs.presence)
    assert "requests instead" not in words(window)
