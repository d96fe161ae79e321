"""The settings window as a whole: what it began from, what stands in it, and what the file has meanwhile."""

from dataclasses import replace
from datetime import timedelta

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel

from fakes.ears import heard
from fakes.form_filling import PATH, retype, saved
from fakes.preferences import EXAMPLE
from fakes.widget_walk import clipped, settle, unnamed, words
from vacancy.domain import bounds
from vacancy.domain.preferences import IconStyle, Preferences
from vacancy.store.settings_edit import full_text
from vacancy.store.settings_reading import read_preferences
from vacancy.views.intents import SaveSettings
from vacancy.views.settings_window import SettingsWindow

TEN, TWENTY = timedelta(minutes=10), timedelta(minutes=20)


@pytest.fixture
def window(shown):
    """The window on the example settings."""
    return shown(SettingsWindow(EXAMPLE, path=PATH))


def probing(**changes):
    """The example settings with other ones for probing."""
    return replace(EXAMPLE, probing=replace(EXAMPLE.probing, **changes))


def test_what_is_shown_is_what_was_loaded(window):
    """Opening and looking changes nothing, so there is nothing to save."""
    assert window.preferences == EXAMPLE
    assert not window.save.isEnabled()
    assert "~/.config/vacancy/config.toml" in words(window)


def test_the_empty_settings_can_be_shown(shown):
    """A new user's window is no special case."""
    window = shown(SettingsWindow(Preferences(), path="config.toml"))
    assert window.preferences == Preferences()


@pytest.mark.parametrize("end", ["least", "most"])
def test_whatever_the_file_may_hold_can_be_shown_and_saved(shown, end):
    """The window refuses no duration that the file accepts, or nothing else could be saved either."""
    interval, page_interval, timeout, slow_after = (
        getattr(each, end) for each in (bounds.INTERVAL, bounds.PAGE_INTERVAL, bounds.TIMEOUT, bounds.SLOW_AFTER)
    )
    held = replace(
        EXAMPLE,
        models=(replace(EXAMPLE.models[0], interval=interval),),
        probing=replace(EXAMPLE.probing, interval=interval, timeout=timeout, slow_after=slow_after),
        status_page=replace(EXAMPLE.status_page, interval=page_interval),
    )
    assert read_preferences(full_text(held)) == (held, [])
    window = shown(SettingsWindow(held, path="config.toml"))
    window.tabs.models.list.setCurrentRow(0)
    assert window.tabs.models.valid()
    assert window.preferences == held


def test_what_the_user_did_not_touch_follows_the_file(window):
    """Somebody edits the file while the window is open and changed: both changes are there, and can be saved."""
    retype(window.tabs.probing.interval.line, "20m")
    window.follow(replace(probing(daily_requests=7), appearance=replace(EXAMPLE.appearance, icon_style=IconStyle.MONO)))
    assert window.tabs.probing.cap.value() == 7
    assert window.tabs.look.style_field.value is IconStyle.MONO
    assert "what you did not touch follows it" in words(window)
    assert saved(window).probing == replace(EXAMPLE.probing, interval=TWENTY, daily_requests=7)


def test_an_untouched_window_shows_the_file(window):
    """Silently: nothing of the user's was in the way, and there is nothing to save."""
    window.follow(probing(interval=TEN))
    assert window.tabs.probing.interval.text == "10m"
    assert window.message.isHidden()
    assert not window.save.isEnabled()


def test_a_field_that_is_typed_in_keeps_its_cursor(window):
    """The file changes elsewhere; typing goes on where it was."""
    line = window.tabs.models.form.label.line
    retype(line, "Best of all")
    line.setCursorPosition(4)
    window.follow(probing(daily_requests=7))
    assert (line.text(), line.cursorPosition()) == ("Best of all", 4)


def test_the_chosen_model_stays_chosen(window):
    """Also when the file moved it."""
    window.tabs.models.list.setCurrentRow(0)
    window.follow(replace(EXAMPLE, models=EXAMPLE.models[::-1]))
    assert window.tabs.models.list.currentRow() == 2


@pytest.mark.parametrize("is_taken", [True, False])
def test_a_clash_is_shown_on_its_page_with_both_values_and_decided_there(window, is_taken):
    """Nothing can be saved before; the tab says where it is."""
    retype(window.tabs.probing.interval.line, "20m")
    window.follow(probing(interval=TEN))
    window.show_page(window.tabs.probing)
    assert "Here: 20m. In the file: 10m." in words(window)
    assert window.tabs.tabText(2).endswith("(1 to choose)")
    assert not window.save.isEnabled()
    (row,) = window.tabs.rows[2].rows
    (row.take if is_taken else row.keep).click()
    settle()
    assert "In the file" not in words(window)
    assert "choose" not in window.tabs.tabText(2)
    assert window.tabs.probing.interval.text == ("10m" if is_taken else "20m")
    assert window.save.isEnabled() is not is_taken


def test_a_clash_dissolves_when_the_file_is_agreed_to_by_hand(window):
    """What was typed is what is in the file, so there is nothing to decide."""
    retype(window.tabs.probing.interval.line, "20m")
    window.follow(probing(interval=TEN))
    retype(window.tabs.probing.interval.line, "10m")
    assert window.tabs.rows[2].rows == []
    assert window.preferences == probing(interval=TEN)


def test_what_is_half_typed_is_not_lost_to_a_change_of_the_file(window):
    """It waits until the field is right, and comes together then."""
    retype(window.tabs.probing.interval.line, "20")
    window.follow(probing(daily_requests=7))
    assert window.tabs.probing.interval.text == "20"
    assert "as soon as nothing is marked as wrong" in words(window)
    QTest.keyClicks(window.tabs.probing.interval.line, "m")
    assert saved(window).probing == replace(EXAMPLE.probing, interval=TWENTY, daily_requests=7)


def test_a_failed_save_keeps_what_was_entered(window):
    """And a done one says so."""
    retype(window.tabs.probing.interval.line, "20m")
    window.show_save_failed("The disk is full.")
    assert "The disk is full." in words(window)
    assert window.save.isEnabled()
    window.show_saved(window.preferences)
    assert "Saved." in words(window)
    assert not window.save.isEnabled()


def test_nothing_is_cut_and_everything_is_named(shown, large_text):
    """At 200 % text, on every page."""
    window = shown(SettingsWindow(EXAMPLE, path="~/.config/vacancy/config.toml"))
    for place in range(window.tabs.count()):
        window.tabs.setCurrentIndex(place)
        settle()
        assert [widget.text() for widget in clipped(window)] == []
        assert unnamed(window) == []


def test_escape_closes(window):
    """Without saving."""
    asked = heard(window.asked)
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert not window.isVisible()
    assert asked == []


def test_closing_asks_in_place_about_what_was_not_saved(window):
    """A row with three answers, the keyboard on the first; Esc once more goes on with editing."""
    retype(window.tabs.probing.interval.line, "20m")
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert window.isVisible()
    assert window.unsaved.isVisible()
    assert window.unsaved.save.hasFocus()
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert not window.unsaved.isVisible()
    window.cancel.click()
    window.unsaved.stay.click()
    assert window.isVisible()
    assert window.tabs.probing.interval.text == "20m"


def test_discarding_closes_and_asks_for_nothing(window):
    """The file stays as it is."""
    asked = heard(window.asked)
    retype(window.tabs.probing.interval.line, "20m")
    window.close()
    window.unsaved.discard.click()
    assert not window.isVisible()
    assert asked == []


def test_saving_on_the_way_out_closes_when_it_is_done(window):
    """And not before: a save that failed leaves everything as it was entered."""
    retype(window.tabs.probing.interval.line, "20m")
    window.asked.connect(lambda _intent: window.show_save_failed("The disk is full."))
    window.close()
    window.unsaved.save.click()
    assert window.isVisible()
    window.asked.disconnect()
    window.asked.connect(lambda intent: window.show_saved(intent.preferences))
    window.close()
    window.unsaved.save.click()
    assert not window.isVisible()


def test_what_is_wrong_can_be_discarded_but_not_saved(window):
    """The row offers no answer that would not be kept."""
    retype(window.tabs.probing.interval.line, "20")
    window.close()
    assert not window.unsaved.save.isEnabled()
    assert window.unsaved.stay.hasFocus()
    window.unsaved.discard.click()
    assert not window.isVisible()


def test_save_has_a_key(window):
    """Ctrl+S from any field."""
    asked = heard(window.asked)
    retype(window.tabs.probing.interval.line, "20m")
    QTest.keyClick(window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert asked == [SaveSettings(probing(interval=TWENTY))]


def test_another_language_goes_on_where_the_window_was_left(window, shown):
    """Page, changes, and what is still to be decided."""
    retype(window.tabs.probing.interval.line, "20m")
    window.follow(probing(interval=TEN))
    window.show_page(window.tabs.probing)
    other = shown(SettingsWindow(probing(interval=TEN), path=PATH))
    assert other.go_on_from(window)
    assert other.preferences == probing(interval=TWENTY)
    assert len(other.tabs.rows[2].rows) == 1
    assert not other.save.isEnabled()


def test_a_rehearsal_is_marked_and_says_that_nothing_is_kept(shown):
    """No file is named where there is none, and Save claims no more than it does."""
    window = shown(SettingsWindow(EXAMPLE, path=""))
    assert "DEMO" in window.windowTitle()
    assert window.demo_mark.isVisible()
    assert "is forgotten when it ends" in words(window)
    assert "edit them too" not in words(window)
    window.show_saved(EXAMPLE)
    assert "Taken until the demo ends." in words(window)


def test_the_real_settings_are_not_marked(window):
    """They name their file."""
    assert not window.demo_mark.isVisible()
    assert "DEMO" not in window.windowTitle()
    assert "~/.config/vacancy/config.toml" in words(window)


def visible_mnemonics(window):
    """The letters that Alt reaches on the page that is shown."""
    parts = [*window.findChildren(QLabel), *window.findChildren(QAbstractButton)]
    texts = [part.text() for part in parts if part.isVisible() and isinstance(part.text(), str)]
    return [text.partition("&")[2][0].lower() for text in texts if "&" in text]


def test_no_letter_leads_to_two_places(window):
    """Alt and a letter goes to one field of the page, or it would be guesswork."""
    for place in range(window.tabs.count()):
        window.tabs.setCurrentIndex(place)
        letters = visible_mnemonics(window)
        assert sorted(set(letters)) == sorted(letters), window.tabs.tabText(place)


def walk(window):
    """Where Tab leads from the titles of the pages to Close."""
    window.tabs.tabBar().setFocus()
    walked = []
    while (focus := QApplication.focusWidget()) is not window.cancel:
        assert len(walked) < 40
        QTest.keyClick(focus, Qt.Key.Key_Tab)
        walked.append(QApplication.focusWidget())
    return walked[:-1]


def test_tab_goes_down_the_left_side_and_then_down_the_right(window):
    """On every page, over everything that can be used and nothing twice."""
    for place in range(window.tabs.count()):
        window.tabs.setCurrentIndex(place)
        walked = walk(window)
        assert walked
        assert len(set(map(id, walked))) == len(walked)
        middle = window.tabs.models.form.mapTo(window, QPoint(0, 0)).x() if place == 0 else window.width() // 3
        points = [widget.mapTo(window, QPoint(0, 0)) for widget in walked]
        order = [(place in (0, 1) and point.x() >= middle, point.y() // 10, point.x()) for point in points]
        assert order == sorted(order), window.tabs.tabText(place)


def test_it_fits_a_small_screen_at_200_percent(shown, large_text):
    """1024 points are wide enough for every page; what is higher scrolls."""
    window = shown(SettingsWindow(EXAMPLE, path=PATH))
    for place in range(window.tabs.count()):
        window.tabs.setCurrentIndex(place)
        settle()
        assert window.minimumSizeHint().width() <= 1024


def test_a_window_that_is_let_go_asks_nothing(window):
    """Quitting is not held up by a question that nobody sees."""
    retype(window.tabs.probing.interval.line, "20m")
    window.let_go()
    window.close()
    assert not window.isVisible()
