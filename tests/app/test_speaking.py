"""The language that is spoken, and what is on the screen when it changes."""

from datetime import UTC
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QLocale, QRect
from PySide6.QtWidgets import QApplication, QSpinBox, QWidget

from fakes.snapshots import ALL, NOW
from fakes.widget_walk import words
from vacancy.app.explaining import ExplainDesk
from vacancy.app.panel_desk import PanelDesk
from vacancy.app.settings import SettingsDesk
from vacancy.app.speaking import Speaking
from vacancy.desktop.autostart import Autostart
from vacancy.desktop.clipboard import Clipboard
from vacancy.domain.preferences import LanguageChoice
from vacancy.monitor.clock import SystemClock
from vacancy.words import Language, speak, tr

pytestmark = pytest.mark.real_desktop
PLACE = QRect(40, 50, 900, 860)
"""Large enough for each window, since a window grows with what it has to say."""


@pytest.fixture
def speaking(qapp):
    """Speaks by a desktop that asks for Chinese; English again afterwards."""
    yield (spoken := Speaking(qapp, {"LANG": "zh_CN.UTF-8"}))
    spoken.follow(LanguageChoice.ENGLISH)


@pytest.fixture
def chinese():
    """Words turn to Chinese when a test says so, and back at its end."""
    yield lambda: speak(Language.CHINESE)
    speak(Language.ENGLISH)


def qts_own_word():
    """A word that Qt puts into menus by itself."""
    return QCoreApplication.translate("QWidgetTextControl", "&Undo")


def test_the_desktops_language_is_spoken_until_the_settings_name_another(speaking):
    """Each change is told once, so that what is on the screen is built anew once."""
    assert speaking.follow(LanguageChoice.SYSTEM)
    assert tr("available") == "可用"
    assert not speaking.follow(LanguageChoice.CHINESE)
    assert speaking.follow(LanguageChoice.ENGLISH)
    assert tr("available") == "available"
    assert not speaking.follow(LanguageChoice.ENGLISH)


def test_a_desktop_in_another_language_hears_english(qapp):
    """What we do not speak is no reason to guess."""
    assert not Speaking(qapp, {"LANG": "de_DE.UTF-8"}).follow(LanguageChoice.SYSTEM)
    assert tr("available") == "available"


def test_qts_own_menus_follow(speaking):
    """The menu of a text field is Qt's, and says the same language."""
    speaking.follow(LanguageChoice.CHINESE)
    assert qts_own_word().startswith("撤消")
    speaking.follow(LanguageChoice.ENGLISH)
    assert qts_own_word() == "&Undo"


def test_figures_are_written_by_the_language_and_not_by_the_system(qapp, qtbot):
    """Where thousands have a point at home, a cap of 1.000 would read as one among our words."""
    QLocale.setDefault(QLocale("de_DE"))
    Speaking(qapp, {"LANG": "de_DE.UTF-8"})
    box = QSpinBox()
    qtbot.addWidget(box)
    box.setGroupSeparatorShown(True)
    box.setRange(0, 5000)
    box.setValue(1000)
    assert box.text() == "1,000"


def gone(window):
    """Let what was dropped be deleted; whether the window is on the screen still."""
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return window not in QApplication.topLevelWidgets()


def test_a_pasted_error_stays_where_it_was_and_is_explained_in_the_new_language(play, chinese):
    """Same place, same text, other words; the old window is gone."""

    async def story(bridge):
        desk = ExplainDesk(bridge, Clipboard(QApplication.clipboard()))
        desk.show()
        old = desk._window
        old.setGeometry(PLACE)
        old.box.setPlainText("Selected model is at capacity")
        chinese()
        desk.reword()
        new = desk._window
        assert new.isVisible()
        assert new.geometry() == PLACE
        assert new.box.toPlainText() == "Selected model is at capacity"
        assert new.answer.text().startswith("已满")
        assert gone(old)
        desk.close()

    play(story)


def test_the_panel_stays_where_it_was_and_speaks_the_new_language(play, chinese):
    """Place and size are kept, what is claimed is said anew, and whoever listened to the old one hears the new one."""
    heard = []

    async def story(bridge):
        world = SimpleNamespace(clock=SystemClock(), windows=None, day=None)
        desk = PanelDesk(world, bridge, zone=UTC, demo=False, connect=heard.append)
        desk.render(ALL["full"], NOW)
        desk.show()
        old = desk._panel
        old.setGeometry(PLACE)
        chinese()
        desk.reword()
        new = desk._panel
        assert new.geometry() == PLACE
        assert "已满" in words(new)
        assert gone(old)
        assert heard == [old, new]
        desk.close()

    play(story)


@pytest.fixture
def settings(desk, play, settled):
    """Play a story with the settings open at the page Asking, on a place of their own."""

    def run(story):
        async def whole(bridge):
            owner = SettingsDesk(desk.decisions, desk.outward, desk.monitor, bridge, Autostart(), environment={})
            owner.show()
            owner._window.setGeometry(PLACE)
            owner._window.show_page(owner._window.tabs.probing)
            await settled()
            try:
                await story(owner)
            finally:
                await settled()
                owner.close()

        return play(whole)

    return run


def test_settings_that_are_not_saved_yet_survive_a_change_of_the_language(settings, chinese):
    """What was changed is there, on the same page at the same place, and can still be saved."""

    async def story(owner):
        old = owner._window
        old.tabs.probing.interval.line.setText("7m")
        changed = old.preferences
        chinese()
        owner.reword()
        new = owner._window
        assert new is not old
        assert new.preferences == changed
        assert new.save.isEnabled()
        assert new.tabs.currentIndex() == old.tabs.currentIndex()
        assert new.geometry() == PLACE
        assert "保存" in words(new)
        assert gone(old)

    settings(story)


def test_a_window_with_something_half_typed_keeps_its_language(settings, chinese):
    """What was typed is worth more than its language: nothing of it can be carried over before it is right."""

    async def story(owner):
        old = owner._window
        old.tabs.probing.interval.line.setText("every now and then")
        chinese()
        owner.reword()
        assert owner._window is old
        assert old.tabs.probing.interval.line.text() == "every now and then"
        owner.show()
        assert owner._window is old
        old.let_go()
        old.close()
        owner.show()
        assert "保存" in words(owner._window)

    settings(story)


def test_a_closed_window_opens_in_the_new_language(settings, chinese):
    """Also when what was typed into it before it was closed was never right."""

    async def story(owner):
        owner._window.tabs.probing.interval.line.setText("every now and then")
        owner._window.let_go()
        owner._window.close()
        chinese()
        owner.reword()
        owner.show()
        assert "保存" in words(owner._window)

    settings(story)


def test_a_window_that_nobody_opened_is_not_made(play, desk, chinese):
    """A change of the language opens nothing."""

    async def story(bridge):
        before = set(QApplication.topLevelWidgets())
        explaining = ExplainDesk(bridge, Clipboard(QApplication.clipboard()))
        settings = SettingsDesk(desk.decisions, desk.outward, desk.monitor, bridge, Autostart(), environment={})
        chinese()
        explaining.reword()
        settings.reword()
        assert {window for window in QApplication.topLevelWidgets() if isinstance(window, QWidget)} <= before

    play(story)
