"""The tray icon, seen and clicked through a real tray host on the session bus."""

import gettext
import subprocess
from dataclasses import replace
from datetime import timedelta

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QSystemTrayIcon

from vacancy import words
from vacancy.desktop.icons import ON_DARK, SIZES, Tone
from vacancy.desktop.tray import Tray, TrayContent, TrayLine, TraySwitch, TrayWait
from vacancy.domain.catalog import EntryKey
from vacancy.domain.lamp import Lamp
from vacancy.domain.preferences import IconStyle

pytestmark = pytest.mark.real_desktop

SOL = EntryKey("openai", "gpt-6.2-sol")
LUNA = EntryKey("openai", "gpt-6-luna")
FULL = TrayContent(
    headline="gpt-6.2-sol is full - gpt-6-luna works",
    tooltip="gpt-6.2-sol is full",
    lines=(
        TrayLine("gpt-6.2-sol - at capacity", SOL, Lamp.FULL),
        TrayLine("gpt-6-luna - 1.2 s, R&D", LUNA, Lamp.AVAILABLE),
    ),
    lamp=Lamp.OTHER,
)
NO_TIME = timedelta(0)


@pytest.fixture
def make_tray(qtbot):
    """Build trays that are closed at the end."""
    trays = []

    def make(**options):
        tray = Tray(**{"grace": timedelta(milliseconds=50), "spacing": NO_TIME, **options})
        trays.append(tray)
        return tray

    yield make
    for tray in trays:
        tray.close()


def labels(entries):
    """The texts of menu entries."""
    return [text for _, text, _ in entries]


def test_the_icon_registers_with_every_size_and_says_who_it_is(panel, make_tray, answer):
    """A panel gets the icon in every exact size and the tooltip."""
    panel.start()
    make_tray().show_snapshot(FULL)
    properties = answer(panel.properties())
    assert sorted((width, height) for width, height, _ in properties["IconPixmap"]) == [(size, size) for size in SIZES]
    assert properties["ToolTip"][2] == "gpt-6.2-sol is full"


def test_the_menu_is_complete_before_anything_is_known(panel, make_tray, answer):
    """A panel that reads the menu at once finds all of it, and no green word."""
    panel.start()
    _tray = make_tray()
    entries = answer(panel.menu())
    assert labels(entries) == [
        "Not known yet", "Check now", "Pause", "For 1 hour", "For 8 hours", "Until I resume", "Open Vacancy",
        "Explain an error…", "Settings…", "Quit",
    ]  # fmt: skip


def test_the_menu_says_the_state_first_and_lists_the_models(panel, make_tray, answer):
    """The first entry is the state in words, then the models by name; an ampersand stays one."""
    panel.start()
    make_tray().show_snapshot(FULL)
    assert labels(answer(panel.menu()))[:4] == [
        "gpt-6.2-sol is full - gpt-6-luna works",
        "Copy the name of:",
        "gpt-6.2-sol - at capacity",
        "gpt-6-luna - 1.2 s, R&D",
    ]


def test_models_without_a_line_are_counted_below_the_others(panel, make_tray, answer, qtbot):
    """The count stands under the last line, opens the window, and goes when all have lines again."""
    panel.start()
    tray = make_tray()
    tray.show_snapshot(replace(FULL, more="8 more in the window…"))
    assert labels(answer(panel.menu()))[3:6] == ["gpt-6-luna - 1.2 s, R&D", "8 more in the window…", "Check now"]
    with qtbot.waitSignal(tray.open_requested):
        answer(panel.click("8 more in the window…"))
    tray.show_snapshot(FULL)
    assert "8 more in the window…" not in labels(answer(panel.menu()))


def test_a_click_on_a_model_asks_to_copy_its_name(panel, make_tray, answer, qtbot):
    """The click arrives as the identity of that model entry."""
    panel.start()
    tray = make_tray()
    tray.show_snapshot(FULL)
    with qtbot.waitSignal(tray.copy_requested) as copied:
        answer(panel.click("gpt-6-luna - 1.2 s, R&D"))
    assert copied.args == [LUNA]


def test_a_model_that_is_away_can_be_waited_for(panel, make_tray, answer, qtbot):
    """The entry is there only then, toggles, and says which model and whether it is on."""
    panel.start()
    tray = make_tray()
    tray.show_snapshot(replace(FULL, wait=TrayWait("Tell me when gpt-6.2-sol is back", SOL, wanted=False)))
    for label, wanted in (("Tell me when gpt-6.2-sol is back", True), ("Tell me ... until 17:30", False)):
        with qtbot.waitSignal(tray.watch_requested) as asked:
            answer(panel.click(label))
        assert asked.args == [SOL, wanted]
        tray.show_snapshot(replace(FULL, wait=TrayWait("Tell me ... until 17:30", SOL, wanted=wanted)))
    tray.show_snapshot(FULL)
    assert not [label for label in labels(answer(panel.menu())) if label.startswith("Tell me")]


def test_the_tool_can_be_switched_and_switched_back(panel, make_tray, answer, qtbot):
    """Both entries are there only while they can do something, and say what."""
    panel.start()
    tray = make_tray()
    use, undo = "Use gpt-6-luna in Codex", "Undo the switch to gpt-6-luna"
    tray.show_snapshot(replace(FULL, switch=TraySwitch(use, LUNA), undo=undo))
    with qtbot.waitSignal(tray.use_requested) as used:
        answer(panel.click(use))
    assert used.args == [LUNA]
    with qtbot.waitSignal(tray.undo_requested):
        answer(panel.click(undo))
    tray.show_snapshot(FULL)
    assert not {use, undo} & set(labels(answer(panel.menu())))


class Shouting(gettext.NullTranslations):
    """A language that is English in capitals."""

    def gettext(self, message):
        """The same, loud."""
        return message.upper()


@pytest.fixture
def shout():
    """From the call to the end of the test, that language is spoken."""
    usual = words._spoken[0]

    def start():
        words._spoken[0] = Shouting()

    yield start
    words._spoken[0] = usual


def test_the_menu_follows_a_change_of_language_in_place(panel, make_tray, answer, shout):
    """The entries that always stand there are reworded without a new menu; nothing is left in the old language."""
    panel.start()
    tray = make_tray()
    tray.show_snapshot(replace(FULL, headline="GPT-6.2-SOL IS FULL", lines=()))
    before = answer(panel.menu())
    shout()
    tray.retranslate()
    after = answer(panel.menu())
    assert labels(after) == [label.upper() for label in labels(before)]
    assert [number for number, *_ in after] == [number for number, *_ in before]


@pytest.mark.parametrize(
    ("label", "signal", "arguments"),
    [
        ("gpt-6.2-sol is full - gpt-6-luna works", "open_requested", []),
        ("Open Vacancy", "open_requested", []),
        ("Check now", "check_requested", []),
        ("For 1 hour", "pause_requested", [timedelta(hours=1)]),
        ("Until I resume", "pause_requested", [None]),
        ("Settings…", "settings_requested", []),
        ("Quit", "quit_requested", []),
    ],
)
def test_every_entry_does_what_it_says(panel, make_tray, answer, qtbot, label, signal, arguments):  # noqa: PLR0917 - fixtures
    """Each entry of the menu emits its own intent."""
    panel.start()
    tray = make_tray()
    tray.show_snapshot(FULL)
    with qtbot.waitSignal(getattr(tray, signal)) as clicked:
        answer(panel.click(label))
    assert clicked.args == arguments


def test_paused_offers_resume_instead_of_pause(panel, make_tray, answer, qtbot):
    """While paused there is a way back and no check, because paused sends nothing."""
    panel.start()
    tray = make_tray()
    tray.show_snapshot(TrayContent(headline="Paused", tooltip="Paused", lamp=Lamp.PAUSED, paused=True))
    entries = answer(panel.menu())
    assert "Resume" in labels(entries)
    assert "Pause" not in labels(entries)
    assert not next(enabled for _, text, enabled in entries if text == "Check now")
    with qtbot.waitSignal(tray.resume_requested):
        answer(panel.click("Resume"))


def test_lines_come_and_go_with_the_list(panel, make_tray, answer, qtbot):
    """A shorter list leaves no dead entry, and a click then means the model that is shown."""
    panel.start()
    tray = make_tray()
    tray.show_snapshot(FULL)
    tray.show_snapshot(
        TrayContent(headline="ok", tooltip="ok", lines=(TrayLine("luna", LUNA, Lamp.AVAILABLE),), lamp=Lamp.AVAILABLE)
    )
    assert labels(answer(panel.menu()))[:3] == ["ok", "Copy the name of:", "luna"]
    with qtbot.waitSignal(tray.copy_requested) as copied:
        answer(panel.click("luna"))
    assert copied.args == [LUNA]


def test_a_demo_is_marked(panel, make_tray, answer):
    """The menu of a demo says so."""
    panel.start()
    make_tray().show_snapshot(TrayContent(headline="x", tooltip="x", demo=True))
    assert labels(answer(panel.menu()))[1] == "Demo: simulated models, nothing is sent"


def test_left_click_opens_once_even_when_doubled(panel, make_tray, answer, qtbot):
    """Two quick clicks are one wish."""
    panel.start()
    tray = make_tray()
    opened = []
    tray.open_requested.connect(lambda: opened.append(1))
    answer(panel.activate())
    answer(panel.activate())
    qtbot.waitUntil(lambda: bool(opened))
    assert opened == [1]


def test_a_panel_that_comes_late_gets_the_icon_as_it_is_now(panel, make_tray, answer, qtbot):
    """An icon made before any panel still registers with the panel that comes."""
    tray = make_tray()
    assert not tray.available
    tray.show_snapshot(FULL)
    panel.start()
    assert answer(panel.properties())["ToolTip"][2] == "gpt-6.2-sol is full"
    assert tray.available


def test_a_panel_that_restarts_gets_the_icon_back_once(panel, make_tray, answer, qtbot):
    """After the panel's crash the icon is in the new one, once."""
    panel.start()
    tray = make_tray()
    answer(panel.properties())
    panel.stop()
    qtbot.waitUntil(lambda: not tray.available, timeout=5000)
    panel.start()
    answer(panel.properties())
    qtbot.wait(200)
    assert panel.registered == 1


@pytest.fixture
def trayer(qtbot):
    """A tray of the old kind (XEmbed) at the bottom of the screen, in the colour of nothing of ours."""
    process = subprocess.Popen(["trayer", "--edge", "bottom", "--height", "28", "--tint", "0x000000"])
    yield process
    process.kill()
    process.wait()
    qtbot.waitUntil(lambda: not QSystemTrayIcon.isSystemTrayAvailable())


def test_the_icon_moves_to_an_old_tray_when_its_panel_is_gone(panel, trayer, make_tray, answer, qtbot, qapp):  # noqa: PLR0917 - fixtures
    """A panel that went for good leaves the icon to the X11 tray that is still there."""
    panel.start()
    tray = make_tray(grace=timedelta(milliseconds=300), style=IconStyle.COLOR)
    tray.show_snapshot(FULL)
    answer(panel.properties())
    panel.stop()
    color = QColor(ON_DARK[Tone.DEGRADED]).rgb()

    def visible():
        picture = qapp.primaryScreen().grabWindow(0).toImage()
        foot = range(picture.height() - 28, picture.height())
        return sum(picture.pixel(x, y) == color for x in range(picture.width()) for y in foot) > 40

    qtbot.waitUntil(visible, timeout=8000)
    assert tray.available


def test_a_missing_panel_is_told_once_after_the_grace(make_tray, qtbot):
    """Without any panel the program learns that its window is the only way in."""
    tray = make_tray(grace=timedelta(milliseconds=100))
    with qtbot.waitSignal(tray.host_missing, timeout=3000):
        pass
    with qtbot.assertNotEmitted(tray.host_missing, wait=300):
        tray.show_snapshot(FULL)


def test_many_changes_reach_the_panel_as_few(panel, make_tray, answer, qtbot):
    """Changes within the spacing are shown as the last of them."""
    panel.start()
    tray = make_tray(spacing=timedelta(milliseconds=300))
    answer(panel.properties())
    announced = panel.icons_announced
    for lamp in (Lamp.AVAILABLE, Lamp.FULL, Lamp.FAILING, Lamp.BLOCKED):
        tray.show_snapshot(TrayContent(headline=lamp.value, tooltip=lamp.value, lamp=lamp))
    qtbot.waitUntil(lambda: panel.icons_announced > announced, timeout=3000)
    qtbot.wait(100)
    assert panel.icons_announced == announced + 1
    assert answer(panel.properties())["ToolTip"][2] == "blocked"


def test_words_alone_do_not_send_the_icon_again(panel, make_tray, answer, qtbot):
    """A new age in the menu is no new picture."""
    panel.start()
    tray = make_tray()
    tray.show_snapshot(FULL)
    answer(panel.properties())
    qtbot.wait(50)
    announced = panel.icons_announced
    tray.show_snapshot(TrayContent(headline="later", tooltip="later", lines=FULL.lines, lamp=FULL.lamp))
    assert labels(answer(panel.menu()))[0] == "later"
    assert panel.icons_announced == announced


def test_a_scripted_hour_sends_only_new_pictures(panel, make_tray, answer, qtbot):
    """Sixty minutes of new ages and three states are three pictures."""
    panel.start()
    tray = make_tray()
    answer(panel.properties())
    qtbot.wait(50)
    announced = panel.icons_announced
    for minute in range(60):
        lamp = Lamp.OTHER if 20 <= minute < 40 else Lamp.AVAILABLE
        tray.show_snapshot(TrayContent(headline=f"asked at 14:{minute:02}", tooltip=f"{minute}", lamp=lamp))
        answer(panel.properties())
    assert panel.icons_announced == announced + 3, "the first lamp, and two changes"


def test_a_panel_that_turns_light_gets_a_dark_icon(panel, make_tray, answer):
    """The brightness is asked for with each news; only another one sends another picture."""
    panel.start()
    found = [True]
    tray = make_tray(dark_panel=lambda: found[0])
    tray.show_snapshot(FULL)
    on_dark = answer(panel.properties())["IconPixmap"]
    announced = panel.icons_announced
    found[0] = False
    tray.show_snapshot(replace(FULL, tooltip="later"))
    assert answer(panel.properties())["IconPixmap"] != on_dark
    tray.show_snapshot(replace(FULL, tooltip="later still"))
    answer(panel.properties())
    assert panel.icons_announced == announced + 1


def test_after_close_nothing_is_shown_or_left(panel, make_tray, answer, qtbot, qapp):
    """The icon leaves the panel, the menu is no more, and late news changes nothing."""
    panel.start()
    tray = make_tray()
    answer(panel.properties())
    windows = len(qapp.topLevelWidgets())
    tray.close()
    tray.close()
    tray.show_snapshot(FULL)
    tray.retranslate()
    with pytest.raises(RuntimeError, match="ServiceUnknown"):
        answer(panel.properties())
    assert len(qapp.topLevelWidgets()) < windows
