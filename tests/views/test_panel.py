"""The panel as a user sees and drives it."""

import time
from dataclasses import replace
from datetime import UTC, timedelta

import pytest
from PySide6.QtCore import QEvent, QPoint, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QContextMenuEvent, QHelpEvent, QImage, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip

from fakes.ears import heard
from fakes.snapshots import ALL, INCIDENT, LUNA, NOW, OLD_SOL, PAGE, SOL, available, full, snapshot, strip
from fakes.widget_walk import clipped, settle, unnamed, words
from vacancy.domain.budget import Spending
from vacancy.domain.catalog import EntryKey
from vacancy.domain.copy_forms import CopyForm
from vacancy.domain.lamp import Lamp, lamp_for
from vacancy.views import present
from vacancy.views.accent import contrast
from vacancy.views.panel import Panel
from vacancy.views.row_actions import RowMenu
from vacancy.views.row_painter import RowPainter


@pytest.fixture
def panel(shown):
    """A panel that shows a full preferred model and a substitute."""
    made = Panel(clock=lambda: NOW, zone=UTC)
    made.render(ALL["full"], NOW)
    return shown(made)


@pytest.fixture
def long_panel(shown):
    """A panel of two hundred models, every fourth of them full."""
    keys = [EntryKey("openai", f"gpt-{number}") for number in range(200)]
    made = Panel(clock=lambda: NOW, zone=UTC)
    made.render(snapshot(*(available(key) if int(key.model[4:]) % 4 else full(key) for key in keys)), NOW)
    return shown(made)


@pytest.mark.parametrize("name", ALL)
def test_each_state_shows_its_words(shown, name):
    """Sentence, reason, page and requests stand in the window, and the lamp is the snapshot's."""
    panel = Panel(clock=lambda: NOW, zone=UTC)
    panel.render(ALL[name], NOW)
    shown(panel)
    said = words(panel)
    assert panel.head.sentence.accessibleName() == present.sentence(ALL[name])
    assert panel.head.sentence.text().replace("\n", " - ") == present.sentence(ALL[name])
    assert present.explain_recommendation(ALL[name], NOW, UTC) in said
    assert present.page_line(ALL[name].page, NOW, UTC) in said
    assert present.requests_line(ALL[name]) in said
    assert panel.head.lamp.lamp is lamp_for(ALL[name])


@pytest.mark.parametrize("name", ALL)
def test_nothing_is_cut_and_everything_is_named(shown, name, large_text):
    """At 200 % text every label has its lines, every button its word, every control its name."""
    panel = Panel(clock=lambda: NOW, zone=UTC, demo=True)
    panel.render(ALL[name], NOW)
    shown(panel)
    settle()
    assert [widget.text() for widget in clipped(panel)] == []
    assert unnamed(panel) == []


def test_more_words_make_the_window_grow(panel):
    """An incident that opens while the panel is shown cuts nothing."""
    incidents = (INCIDENT,) * 5
    height = panel.height()
    panel.render(replace(ALL["full"], page=replace(PAGE, incidents=incidents)), NOW)
    settle()
    assert panel.height() > height
    assert clipped(panel) == []
    assert "and 2 more on the page" in words(panel)


def test_the_story_of_a_day_does_not_move_the_window(shown):
    """What is said when a model runs full, a limit is reached or a key is refused has its room from the start."""
    panel = Panel(clock=lambda: NOW, zone=UTC)
    panel.render(ALL["all_well"], NOW)
    shown(panel)
    size = panel.size()
    for name in ("full_with_incident", "limited", "quota", "full_rest_unknown", "all_well"):
        panel.render(ALL[name], NOW)
        settle()
        assert panel.size() == size, name
        assert panel.models.verticalScrollBar().maximum() == 0, name


def test_every_row_stays_whole_when_words_grow(panel):
    """The window grows rather than cutting the last model."""
    panel.resize(panel.width(), 10)
    panel.render(replace(ALL["full"], problem="The history cannot be written: the disk is full " * 4), NOW)
    settle()
    assert panel.models.rows.rowCount() == 4
    assert panel.models.verticalScrollBar().maximum() == 0


def test_the_numbers_have_heads_and_a_tooltip(panel):
    """People who did not build this can tell what "10 of 10" and "in 9 min" are."""
    assert panel.heads.isVisible()
    assert (panel.heads.day, panel.heads.answered, panel.heads.asked) == ("last 24 h", "answered", "asked, next")
    index = panel.models.rows.index(1)
    tooltip = index.data(Qt.ItemDataRole.ToolTipRole).splitlines()
    assert tooltip[0] == "gpt-6-luna"
    assert tooltip[3] == "10 of 10 answered · took 1.2 s · asked 40 s ago · next check in 9 min"
    panel.render(ALL["nothing_listed"], NOW)
    assert not panel.heads.isVisible()


def test_names_of_one_family_can_be_told_apart_in_the_rows(shown):
    """What is left out of a long name is its middle."""
    family = [EntryKey("openai", "one-very-long-prefix-that-they-all-share-" * 2 + end) for end in ("alpha", "omega")]
    panel = Panel(clock=lambda: NOW, zone=UTC)
    panel.render(snapshot(*(available(key) for key in family)), NOW)
    shown(panel)
    first, second = (
        panel.models.grab(panel.models.visualRect(panel.models.rows.index(place))).toImage() for place in (0, 1)
    )
    assert first.size() == second.size()
    assert first != second


def test_a_narrower_window_grows_taller(panel):
    """Words that need more lines get them."""
    panel.resize(panel.minimumSizeHint().width(), 10)
    settle()
    assert clipped(panel) == []


def test_the_primary_button_copies_the_recommended_model(panel, qtbot):
    """One click, and the button says what it copies."""
    said = heard(panel.copy_requested)
    assert panel.head.primary.text() == "Copy gpt-6-luna"
    qtbot.mouseClick(panel.head.primary, Qt.MouseButton.LeftButton)
    assert said == [LUNA]


def test_copying_is_confirmed_in_place_and_then_the_button_is_itself_again(panel, qtbot):
    """The confirmation survives a new snapshot and ends by itself."""
    panel.head.copy._confirmed.setInterval(100)
    panel.confirm_copy(LUNA, copied=True)
    assert panel.head.primary.text() == "Copied gpt-6-luna"
    panel.render(ALL["full"], NOW)
    assert panel.head.primary.text() == "Copied gpt-6-luna"
    qtbot.waitUntil(lambda: panel.head.primary.text() == "Copy gpt-6-luna", timeout=4000)


def test_a_copy_that_failed_offers_the_text_selected(panel):
    """The user is told, and Ctrl+C is all that is left to do."""
    panel.confirm_copy(LUNA, copied=False)
    assert "Not copied" in words(panel)
    assert panel.head.by_hand_text.selectedText() == "gpt-6-luna"
    assert panel.head.by_hand_text.isReadOnly()
    panel.confirm_copy(LUNA, copied=True)
    assert not panel.head.by_hand_text.isVisible()


def test_a_failed_copy_is_forgotten_when_the_panel_closes(panel):
    """It opens again as if nothing had been."""
    panel.confirm_copy(SOL, copied=False)
    panel.close()
    panel.show()
    assert not panel.head.by_hand_text.isVisible()


def test_copying_another_row_says_which_was_copied(panel):
    """The confirmation names the model, because the button stands for another one."""
    panel.confirm_copy(SOL, copied=True)
    assert panel.head.primary.text() == "Copied gpt-6.2-sol"


def test_f5_checks_all_models_and_escape_closes(panel):
    """The two keys that every window of this kind has."""
    said = heard(panel.check_requested)
    QTest.keyClick(panel, Qt.Key.Key_F5)
    assert said == [None]
    QTest.keyClick(panel, Qt.Key.Key_Escape)
    assert not panel.isVisible()


def test_the_buttons_say_what_the_user_wants(panel, qtbot):
    """Check now, Settings, and every entry of the pause menu."""
    checks, settings, pauses = heard(panel.check_requested), [], heard(panel.pause_requested)
    panel.settings_requested.connect(lambda: settings.append(True))
    qtbot.mouseClick(panel.buttons.check, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(panel.buttons.settings, Qt.MouseButton.LeftButton)
    for action in panel.buttons.pause_menu.actions():
        action.trigger()
    assert checks == [None]
    assert settings == [True]
    assert pauses == [timedelta(hours=1), timedelta(hours=8), None]
    assert [action.text() for action in panel.buttons.pause_menu.actions()] == [
        "For 1 hour", "For 8 hours", "Until I resume",
    ]  # fmt: skip


@pytest.mark.real_desktop
def test_the_pause_menu_opens_without_a_loop_of_its_own(panel, qtbot):
    """The click returns while the menu is open; exec would only return when it is closed."""
    qtbot.mouseClick(panel.buttons.pause, Qt.MouseButton.LeftButton)
    assert panel.buttons.pause_menu.isVisible()
    panel.buttons.pause_menu.close()


def test_while_paused_the_button_resumes(panel, qtbot):
    """It takes the place of Pause, and the focus that Pause had."""
    resumed = []
    panel.resume_requested.connect(lambda: resumed.append(True))
    panel.activateWindow()
    panel.buttons.pause.setFocus()
    panel.render(ALL["paused"], NOW)
    assert not panel.buttons.pause.isVisible()
    qtbot.mouseClick(panel.buttons.resume, Qt.MouseButton.LeftButton)
    assert resumed == [True]


def test_with_no_model_the_primary_button_sets_up(shown, qtbot):
    """The first thing a new user can do is the thing that helps."""
    panel = Panel(clock=lambda: NOW, zone=UTC)
    panel.render(ALL["nothing_listed"], NOW)
    shown(panel)
    asked = []
    panel.welcome_requested.connect(lambda: asked.append(True))
    qtbot.mouseClick(panel.head.primary, Qt.MouseButton.LeftButton)
    assert asked == [True]
    assert not panel.buttons.check.isEnabled()


def test_when_the_user_is_needed_the_primary_button_opens_settings(shown, qtbot):
    """A missing key is mended there."""
    panel = Panel(clock=lambda: NOW, zone=UTC)
    panel.render(ALL["key_missing"], NOW)
    shown(panel)
    asked = []
    panel.settings_requested.connect(lambda: asked.append(True))
    qtbot.mouseClick(panel.head.primary, Qt.MouseButton.LeftButton)
    assert asked == [True]


def test_a_row_is_copied_by_keyboard(panel):
    """Down to the second model, Return; Ctrl+C does the same."""
    said = heard(panel.copy_requested)
    panel.models.setFocus()
    panel.models.setCurrentIndex(panel.models.rows.index(1))
    QTest.keyClick(panel.models, Qt.Key.Key_Return)
    QTest.keyClick(panel.models, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert said == [LUNA, LUNA]


def test_the_row_under_the_pointer_has_its_buttons(panel, qtbot):
    """Copy, Check and Pause act on that row, whatever row is current."""
    copies, checks = heard(panel.copy_requested), heard(panel.check_requested)
    pauses = heard(panel.model_pause_requested)
    models = panel.models
    where = models.visualRect(models.rows.index(1)).center()
    qtbot.mouseMove(models.viewport(), where - QPoint(60, 0))
    qtbot.mouseMove(models.viewport(), where)
    qtbot.waitUntil(models.actions_bar.isVisible)
    for button in models.actions_bar.all_buttons:
        button.click()
    assert copies == [LUNA]
    assert checks == [LUNA]
    assert pauses == [(LUNA, True)]


def test_the_return_of_the_preferred_model_can_be_waited_for(panel):
    """One box, by mouse or keyboard; it says until when, is read out whole, and takes the wait back."""
    said, tell = heard(panel.watch_requested), panel.head.tell
    assert tell.text() == tell.accessibleName() == "Tell me when gpt-6.2-sol is back"
    QTest.keyClick(tell, Qt.Key.Key_Space)
    panel.render(snapshot(full(awaited_until=NOW + timedelta(hours=3)), available(LUNA)), NOW)
    assert tell.isChecked()
    assert tell.accessibleName() == "Tell me when gpt-6.2-sol is back · waiting until 17:30"
    QTest.keyClick(tell, Qt.Key.Key_Space)
    assert said == [(SOL, True), (SOL, False)]
    panel.render(ALL["all_well"], NOW)
    assert not tell.isVisible()


def test_every_model_that_is_away_can_be_waited_for(panel):
    """Its row has a button and its menu an entry; a model that works has neither."""
    said = heard(panel.watch_requested)
    panel.render(snapshot(available(), full(LUNA)), NOW)
    models = panel.models
    models.setFocus()
    models.setCurrentIndex(models.rows.index(0))
    assert not models.actions_bar.tell.isVisible()
    models.setCurrentIndex(models.rows.index(1))
    assert models.actions_bar.tell.accessibleName() == "Tell me when gpt-6-luna is back"
    models.actions_bar.tell.click()
    panel.render(snapshot(available(), full(LUNA, awaited_until=NOW + timedelta(hours=3))), NOW)
    assert models.rows.row(1).state == "full since 14:02 · waiting until 17:30"
    entry = models.menu_for(models.rows.row(1)).actions()[-2]
    assert (True, "Tell me when gpt-6-luna is back · waiting until 17:30") == (entry.isChecked(), entry.text())
    entry.trigger()
    assert said == [(LUNA, True), (LUNA, False)]


def test_the_menu_of_a_row_has_everything(panel):
    """What hovering offers is there for the menu key too; a paused model can be resumed."""
    said = heard(panel.model_pause_requested)
    row = panel.models.rows.row(0)
    menu = panel.models.menu_for(row)
    assert [action.text() for action in menu.actions()] == [
        "Copy gpt-6.2-sol", "Copy as", "Check now", "Pause", "Tell me when gpt-6.2-sol is back", "Why?",
    ]  # fmt: skip
    menu.actions()[3].trigger()
    panel.render(ALL["one_paused"], NOW)
    again = panel.models.menu_for(panel.models.rows.row(0))
    again.actions()[3].trigger()
    assert said == [(SOL, True), (SOL, False)]


def test_a_name_is_shown_to_the_letter_wherever_it_stands(shown):
    """A gateway may list anything: its names are no markup in a tooltip and no shortcut in a menu."""
    key = EntryKey("lab", "<img src=x>R&D" + "x" * 100)
    made = Panel(clock=lambda: NOW, zone=UTC)
    made.render(snapshot(available(key)), NOW)
    shown(made)
    first = made.models.rows.index(0)
    tips = [made.head.copy.main.toolTip(), first.data(Qt.ItemDataRole.ToolTipRole)]
    assert all("&lt;img src=x&gt;R&amp;D" in tip for tip in tips)
    entry = made.models.menu_for(made.models.rows.row(0)).actions()[0].text()
    assert entry.startswith("Copy <img src=x>R&&D")
    assert len(entry) < 70


@pytest.mark.parametrize("reason", [QContextMenuEvent.Reason.Keyboard, None])
def test_the_menu_key_opens_the_menu_of_the_current_row(panel, reason):
    """And Shift+F10, for keyboards without one."""
    models = panel.models
    models.setFocus()
    models.setCurrentIndex(models.rows.index(1))
    if reason is None:
        QTest.keyClick(models, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    else:
        QApplication.sendEvent(models, QContextMenuEvent(reason, QPoint(0, 0), QPoint(0, 0)))
    (menu,) = [each for each in models.findChildren(RowMenu) if each.isVisible()]
    assert menu.actions()[0].text() == "Copy gpt-6-luna"
    menu.close()


def test_a_screen_reader_hears_one_sentence_for_a_row(panel):
    """Name, state, reason, age and next check, in this order; numbers, route and the day are its description."""
    index = panel.models.rows.index(0)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == (
        "gpt-6.2-sol, full since 14:02. Full since 14:02: no room on their side - use another model meanwhile. "
        "Asked 40 s ago, next check in 1 min"
    )
    assert "4 of 10 answered" in index.data(Qt.ItemDataRole.AccessibleDescriptionRole)
    panel.set_strips({SOL: strip("o" * 46 + "FF")})
    assert ": full" in index.data(Qt.ItemDataRole.AccessibleDescriptionRole)
    panel.render(replace(ALL["full"], spending=(Spending(SOL, 12, 132, 84),)), NOW)
    assert "12 requests today · 216 tokens" in index.data(Qt.ItemDataRole.AccessibleDescriptionRole)


def test_ages_grow_while_it_is_shown(panel):
    """The same claim reads older; nothing else changes."""
    panel.set_time(NOW + timedelta(minutes=3))
    assert panel.models.rows.row(0).age == "3 min ago"
    assert "read 5 min ago" in words(panel)


def test_a_hidden_panel_draws_nothing_until_it_is_shown(panel):
    """Closed windows cost nothing, and an opened one is up to date at once."""
    panel.close()
    panel.render(ALL["all_well"], NOW)
    assert panel.head.sentence.accessibleName() == present.sentence(ALL["full"])
    assert not panel._ageing.isActive()
    panel.show()
    assert panel.head.sentence.accessibleName() == present.sentence(ALL["all_well"])
    assert panel._ageing.isActive()


def test_the_current_row_stays_on_its_model_when_the_order_changes(panel):
    """A re-ordered list does not move the keyboard to another model."""
    panel.models.setFocus()
    panel.models.setCurrentIndex(panel.models.rows.index(1))
    panel.render(snapshot(available(LUNA), full()), NOW)
    assert panel.models.currentIndex().row() == 0


def test_the_keyboard_stays_at_its_place_when_the_model_there_is_gone(panel):
    """The last row of the shorter list, where there is no such place any more."""
    panel.models.setFocus()
    panel.models.setCurrentIndex(panel.models.rows.index(1))
    panel.render(snapshot(full()), NOW)
    assert panel.models.currentIndex().row() == 0


def test_new_values_edit_the_rows_that_are_there(panel):
    """Nothing is rebuilt, so nothing jumps and no focus is lost."""
    resets = []
    panel.models.rows.modelReset.connect(lambda: resets.append(True))
    panel.render(snapshot(available(), available(LUNA), *ALL["full"].models[2:]), NOW)
    assert resets == []
    assert panel.models.rows.row(0).lamp is Lamp.AVAILABLE


def test_the_demo_is_marked(shown):
    """In the window and in its title."""
    panel = shown(Panel(clock=lambda: NOW, zone=UTC, demo=True))
    assert "DEMO" in words(panel)
    assert "DEMO" in panel.windowTitle()


def test_the_size_is_kept_when_it_was_changed(panel, qtbot):
    """A size is reported when the window goes away, and taken back."""
    said = heard(panel.size_kept)
    panel.close()
    assert said == []
    panel.show()
    panel.resize(700, 620)
    panel.close()
    assert said == [QSize(700, 620)]
    panel.restore_size(QSize(640, 600))
    assert panel.size() == QSize(640, 600)


def test_a_problem_of_vacancy_itself_is_told(shown):
    """And takes no room while there is none."""
    panel = Panel(clock=lambda: NOW, zone=UTC)
    panel.render(ALL["problem"], NOW)
    shown(panel)
    assert "Vacancy itself: The history cannot be written: the disk is full" in words(panel)
    panel.render(ALL["all_well"], NOW)
    assert not panel.problem.isVisible()


def test_secondary_text_is_readable_on_light_and_dark(panel, qapp):
    """At least 4.5:1 against the window, before and after the palette changes while it is open."""
    before = qapp.palette()
    dark = QPalette(QColor("#2b2b2e"))
    try:
        for palette in (before, dark):
            qapp.setPalette(palette)
            settle()
            label = panel.requests
            assert contrast(label.palette().color(QPalette.ColorRole.WindowText), palette.window().color()) >= 4.5
    finally:
        qapp.setPalette(before)


def test_the_strip_is_drawn_where_it_is_known(panel):
    """A day with trouble changes the picture; a day of gaps draws next to nothing."""
    without = panel.models.grab().toImage()
    panel.set_strips({SOL: strip("F")})
    full_day = panel.models.grab().toImage()
    panel.set_strips({SOL: strip(".")})
    gaps = panel.models.grab().toImage()
    assert _differing(without, full_day) > 200
    assert 0 < _differing(without, gaps) < 100


def test_a_long_list_opens_at_once(long_panel):
    """Within a tenth of a second, as large as a short one; a crowded machine may delay four of five openings."""
    assert len(long_panel.findChildren(object)) < 200
    assert long_panel.height() < 800
    took = []
    for _ in range(5):
        long_panel.hide()
        begin = time.perf_counter()
        long_panel.show()
        settle()
        took.append(time.perf_counter() - begin)
    assert min(took) < 0.1


def test_a_frame_of_a_long_list_paints_the_rows_in_sight(long_panel):
    """What a scrolled frame costs does not depend on how many models there are."""
    models = long_panel.models
    counting = CountingPainter(models._painter.layout, models)
    models.setItemDelegate(counting)
    settle()
    in_sight = models.viewport().height() // counting.row_height + 2
    for value in (100, 1000, 5000):
        counting.painted = 0
        models.verticalScrollBar().setValue(value)
        models.viewport().repaint()
        assert 0 < counting.painted <= in_sight


class CountingPainter(RowPainter):
    """Counts the rows that are drawn."""

    painted = 0

    def paint(self, painter, option, index):
        """Count it, and draw it."""
        self.painted += 1
        super().paint(painter, option, index)


def _differing(one, other):
    a, b = (image.convertToFormat(QImage.Format.Format_RGB32) for image in (one, other))
    return sum(a.pixel(x, y) != b.pixel(x, y) for x in range(a.width()) for y in range(a.height()))


@pytest.mark.parametrize(("name", "focused"), [("full", "Copy gpt-6-luna"), ("all_full", "Check now")])
def test_an_opened_panel_has_the_focus_on_what_helps_most(shown, name, focused):
    """Return does the obvious thing, and no row is covered by its buttons."""
    panel = Panel(clock=lambda: NOW, zone=UTC)
    panel.render(ALL[name], NOW)
    shown(panel)
    assert panel.focusWidget().text() == focused
    assert not panel.models.actions_bar.isVisible()


def test_tab_reaches_every_control_of_the_panel(panel):
    """Round once: the primary button, the list, the buttons of its row, and the buttons below."""
    reached = set()
    panel.head.primary.setFocus()
    for _step in range(16):
        reached.add(panel.focusWidget())
        QTest.keyClick(panel.focusWidget(), Qt.Key.Key_Tab)
    wanted = {
        panel.head.primary,
        panel.head.copy.arrow,
        panel.head.tell,
        panel.models,
        *panel.models.actions_bar.all_buttons,
        panel.buttons.check,
        panel.buttons.pause,
    }
    assert wanted | {panel.page.open, panel.buttons.settings} <= reached


def test_a_form_chosen_in_a_row_is_the_one_of_the_head_too(panel):
    """There is one default; whoever keeps it hears of it before the copy."""
    said, chosen = heard(panel.copy_requested), heard(panel.copy_form_chosen)
    menu = panel.models.menu_for(panel.models.rows.row(0))
    menu.forms.actions()[1].trigger()
    assert (said, chosen) == ([SOL], [CopyForm.CODEX])
    assert panel.copy_form is CopyForm.CODEX
    assert panel.head.primary.text() == "Copy codex -m gpt-6-luna"
    panel.confirm_copy(SOL, copied=False)
    assert panel.head.by_hand_text.selectedText() == "codex -m gpt-6.2-sol"


def test_a_remembered_form_is_used_from_the_start(panel):
    """In the head and in the menus of the rows."""
    panel.use_form(CopyForm.SLASH)
    assert panel.head.primary.text() == "Copy /model gpt-6-luna"
    forms = panel.models.menu_for(panel.models.rows.row(0)).forms.actions()
    assert [action.isChecked() for action in forms] == [False, False, True, False, False]


def test_ctrl_c_copies_from_anywhere(panel):
    """The recommended model, or the row that the keyboard is on."""
    said = heard(panel.copy_requested)
    QTest.keyClick(panel.buttons.check, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    panel.models.setFocus()
    panel.models.setCurrentIndex(panel.models.rows.index(2))
    QTest.keyClick(panel.models, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert said == [LUNA, OLD_SOL]


def test_the_arrows_lead_from_the_button_through_the_rows(panel):
    """Down from the button to the first row, and further down row by row."""
    panel.head.primary.setFocus()
    QTest.keyClick(panel.head.primary, Qt.Key.Key_Down)
    assert panel.models.hasFocus()
    assert panel.models.currentIndex().row() == 0
    QTest.keyClick(panel.models, Qt.Key.Key_Down)
    assert panel.models.currentIndex().row() == 1
    assert panel.models.actions_bar.isVisible()


def test_a_switch_is_offered_beside_copying(panel):
    """Only while a model is recommended and a tool is set up; the primary button stays Copy."""
    said = heard(panel.use_requested)
    assert not panel.head.use.isVisible()
    panel.set_switch_offer("Use gpt-6-luna in Codex", "Writes one line of its settings")
    assert panel.head.use.isVisible()
    assert panel.head.use.accessibleDescription() == "Writes one line of its settings"
    panel.head.use.click()
    assert said == [LUNA]
    panel.render(ALL["all_full"], NOW)
    assert not panel.head.use.isVisible()
    panel.render(ALL["full"], NOW)
    panel.set_switch_offer("")
    assert not panel.head.use.isVisible()


def test_why_says_in_the_window_all_that_is_known(panel):
    """By mouse and by keyboard; it ages with the row, asked twice or by Esc it goes, and closing forgets it."""
    row = panel.models.rows.row(0)
    panel.models.setFocus()
    panel.models.actions_bar.why.click()
    assert panel.why.text() == row.tooltip
    panel.set_time(NOW + timedelta(minutes=3))
    assert "asked 3 min ago" in panel.why.text()
    panel.models.menu_for(row).actions()[-1].trigger()
    assert not panel.why.isVisible()
    panel.models.actions_bar.why.click()
    assert clipped(panel) == []
    QTest.keyClick(panel, Qt.Key.Key_Escape)
    assert (panel.why.isVisible(), panel.isVisible()) == (False, True)
    panel.models.actions_bar.why.click()
    panel.close()
    panel.show()
    assert not panel.why.isVisible()


@pytest.mark.parametrize("key", [(Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier), (Qt.Key.Key_Slash,)])
def test_a_long_list_can_be_filtered_by_keyboard(long_panel, key):
    """By name or by state; down leads into what is left, Esc shows all again, and once more closes."""
    QTest.keyClick(long_panel.buttons.check, *key)
    assert long_panel.filter.hasFocus()
    QTest.keyClicks(long_panel.filter, "FULL")
    assert long_panel.models.rows.rowCount() == 50
    long_panel.filter.selectAll()
    QTest.keyClicks(long_panel.filter, "gpt-19")
    assert long_panel.models.rows.rowCount() == 11
    QTest.keyClick(long_panel.filter, Qt.Key.Key_Down)
    assert long_panel.models.hasFocus()
    QTest.keyClick(long_panel.models, Qt.Key.Key_Escape)
    assert long_panel.models.rows.rowCount() == 200
    QTest.keyClick(long_panel.models, Qt.Key.Key_Escape)
    assert not long_panel.isVisible()


def test_a_filter_that_leaves_nothing_says_so(long_panel):
    """An empty list is never without a word, and new values do not undo the filter."""
    long_panel.filter.setText("claude")
    assert long_panel.nothing_found.isVisible()
    long_panel.set_time(NOW + timedelta(seconds=5))
    assert long_panel.models.rows.rowCount() == 0
    long_panel.filter.clear()
    assert not long_panel.nothing_found.isVisible()


def test_everything_is_named_while_a_filter_is_on(long_panel):
    """Also the button in the line that takes the filter away, which Qt leaves without a name."""
    long_panel.filter.setText("full")
    settle()
    assert unnamed(long_panel) == []


def test_few_models_need_no_filter(panel, long_panel):
    """A list that became short hides nothing."""
    assert not panel.filter.isVisible()
    long_panel.filter.setText("claude")
    long_panel.render(ALL["full"], NOW)
    assert not long_panel.filter.isVisible()
    assert long_panel.models.rows.rowCount() == 4


def test_the_keyboard_stays_on_its_model_while_the_list_is_filtered(long_panel):
    """What is current is a model, not a place."""
    long_panel.models.setFocus()
    long_panel.models.setCurrentIndex(long_panel.models.rows.index(8))
    long_panel.filter.setText("full")
    assert long_panel.models.rows.row(long_panel.models.currentIndex().row()).name == "gpt-8"


def test_a_closed_panel_has_no_timer_that_runs(panel):
    """Closed windows cost nothing."""
    panel.confirm_copy(LUNA, copied=True)
    assert {timer for timer in panel.findChildren(QTimer) if timer.isActive()} >= {panel._ageing, panel._renewing}
    panel.close()
    settle()
    assert [timer for timer in panel.findChildren(QTimer) if timer.isActive()] == []


def test_the_day_is_asked_for_when_somebody_can_see_it(panel):
    """At each opening, and not before the first."""
    wanted = heard(panel.day_wanted)
    panel.close()
    assert wanted == []
    panel.show()
    assert len(wanted) == 1


def test_an_answer_has_the_day_read_again_once_it_is_on_the_disk(panel):
    """A newcomer's first bar does not wait for minutes; ages alone read nothing, and answers together read once."""
    panel._settling.stop()
    panel.set_time(NOW + timedelta(seconds=30))
    assert not panel._settling.isActive()
    for seconds in (20, 10):
        ago = timedelta(seconds=seconds)
        panel.render(snapshot(full(SOL, ago=ago), available(LUNA, ago=ago)), NOW)
    assert panel._settling.isActive()
    wanted = heard(panel.day_wanted)
    panel._settling.setInterval(0)
    settle()
    settle()
    assert len(wanted) == 1


def test_pointing_at_a_bar_tells_its_hour(panel):
    """Elsewhere in the row the tooltip tells the row."""
    panel.set_strips({SOL: strip("o" * 46 + "FF")})
    models = panel.models
    first, layout = models.rows.index(0), models._painter.layout
    columns, row = models._columns(first), models.rows.row(0)
    assert models.day.told_at(columns.strip.topRight(), row, columns, layout).endswith(": full, 0 of 12 answered")
    assert models.day.told_at(columns.strip.topLeft(), row, columns, layout).endswith(": 12 of 12 answered")
    assert models.day.told_at(columns.name.center(), row, columns, layout) is None
    assert models.day.told_at(columns.strip.center(), models.rows.row(1), columns, layout) is None
    for point, told in ((columns.strip.topRight(), ": full, 0 of 12 answered"), (columns.name.center(), SOL.model)):
        QApplication.sendEvent(
            models.viewport(), QHelpEvent(QEvent.Type.ToolTip, point, models.viewport().mapToGlobal(point))
        )
        assert told in QToolTip.text()
    QToolTip.hideText()


def test_the_day_of_a_row_can_be_walked_by_the_arrow_keys(panel):
    """Back from the newest hour and on again, no further than the day; another row begins anew."""
    models = panel.models
    panel.set_strips({SOL: strip("o" * 46 + "FF"), LUNA: strip("X")})
    models.setFocus()
    models.setCurrentIndex(models.rows.index(0))
    said = []
    for key in ("Right", "Left", "Right", "Right", "Down", "Left"):
        QTest.keyClick(models, Qt.Key[f"Key_{key}"])
        said.append(QToolTip.text().partition(": ")[2])
    full_hour, good = "full, 0 of 12 answered", "12 of 12 answered"
    assert said[:4] == [full_hour, good, full_hour, full_hour]
    assert said[5] == "failing, 0 of 12 answered"
    for _ in range(30):
        QTest.keyClick(models, Qt.Key.Key_Left)
    assert QToolTip.text() == "14:30-15:30: failing, 0 of 12 answered"
    QToolTip.hideText()


def test_no_words_of_a_row_are_cut_while_it_is_waited_for(shown, large_text):
    """Not at 200 % either."""
    panel = Panel(clock=lambda: NOW, zone=UTC)
    since = NOW - timedelta(days=2)
    panel.render(snapshot(full(since=since, awaited_until=NOW + timedelta(hours=3)), available(LUNA)), NOW)
    shown(panel)
    layout = panel.models._painter.layout
    state = panel.models.rows.row(0).state
    assert state == "full since 27 Nov 14:30 · waiting until 17:30"
    columns = layout.columns(panel.models.visualRect(panel.models.rows.index(0)))
    assert layout.width_of(state) <= columns.with_room_for(layout.width_of(state)).state.width()


def test_the_buttons_of_a_row_cover_numbers_only(panel):
    """Its words and its day stay to be read."""
    models = panel.models
    models.setFocus()
    columns = models._columns(models.rows.index(0))
    bar = models.actions_bar.geometry()
    assert bar.left() > columns.strip.right()
    assert bar.right() <= columns.when.right()


def test_from_right_to_left_everything_is_mirrored(shown, qapp):
    """Lamp and words on the right, numbers and buttons on the left, and the newest hour beside the numbers."""
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        panel = Panel(clock=lambda: NOW, zone=UTC)
        panel.render(ALL["full"], NOW)
        shown(panel)
        models = panel.models
        columns = models._columns(models.rows.index(0))
        assert columns.lamp.left() > columns.name.right() > columns.strip.right() > columns.when.right()
        models.setFocus()
        assert models.actions_bar.geometry().left() == columns.when.left()
        assert clipped(panel) == []
    finally:
        qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def test_few_rows_share_the_height_that_there_is(shown):
    """No hole gapes below them, and none becomes a tower."""
    panel = Panel(clock=lambda: NOW, zone=UTC)
    panel.render(ALL["full"], NOW)
    shown(panel)
    layout, models = panel.models._painter.layout, panel.models
    last = models.visualRect(models.rows.index(3))
    assert models.viewport().height() - last.bottom() <= 4
    panel.resize(panel.width(), panel.height() + 1000)
    settle()
    assert models.visualRect(models.rows.index(0)).height() == layout.airiest


def test_the_button_goes_below_a_sentence_that_needs_the_width(panel):
    """In a narrow window nothing of the answer is cut."""
    assert panel.head.copy.geometry().left() > panel.head.sentence.geometry().right()
    panel.resize(panel.minimumSizeHint().width(), panel.height())
    panel.head.sentence.say("a sentence of many words " * 6)
    settle()
    panel.head._place_button()
    settle()
    assert panel.head.copy.geometry().top() > panel.head.sentence.geometry().bottom()


def test_a_live_change_of_the_palette_redraws_signs_and_rows(panel, qapp):
    """Whoever switches to a dark desktop at dusk sees no dark sign on dark ground."""
    panel.models.setFocus()
    before = panel.models.actions_bar.why.grab().toImage()
    palette = qapp.palette()
    dark = QPalette(QColor("#2b2b2e"))
    try:
        qapp.setPalette(dark)
        settle()
        image = panel.models.actions_bar.why.grab().toImage()
        inked = max(image.pixelColor(x, y).lightness() for x in range(image.width()) for y in range(image.height()))
        assert image != before
        assert inked > 200
    finally:
        qapp.setPalette(palette)


def test_larger_text_makes_the_open_window_larger(panel, qapp):
    """Set while it is shown, nothing is cut; a size that the user chose is left as far as it will do."""
    before, size = qapp.font(), panel.size()
    larger = qapp.font()
    larger.setPointSizeF(before.pointSizeF() * 1.5)
    try:
        qapp.setFont(larger)
        settle()
        settle()
        assert panel.width() >= size.width() * 1.3
        assert clipped(panel) == []
        layout = panel.models._painter.layout
        assert layout.font.pointSizeF() == pytest.approx(larger.pointSizeF())
        assert panel.models.visualRect(panel.models.rows.index(0)).height() >= layout.height
    finally:
        qapp.setFont(before)
