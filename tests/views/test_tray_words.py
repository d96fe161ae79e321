"""What the tray says."""

from datetime import UTC, timedelta

import pytest

from fakes.snapshots import ALL, LUNA, NOW, SOL, available, full, snapshot
from vacancy.desktop.tray import TrayWait
from vacancy.domain.catalog import EntryKey
from vacancy.domain.lamp import Lamp, lamp_for
from vacancy.views.present import sentence
from vacancy.views.tray_words import TOOLTIP, tray_content


@pytest.mark.parametrize("name", ALL)
def test_the_tray_opens_with_the_sentence_of_every_surface(name):
    """Its first menu entry, its tooltip and its lamp are those of the snapshot."""
    content = tray_content(ALL[name], NOW, UTC)
    assert content.headline == sentence(ALL[name])
    assert content.tooltip.startswith(content.headline)
    assert content.lamp is lamp_for(ALL[name])
    assert [line.key for line in content.lines] == [verdict.key for verdict in ALL[name].models]


def test_each_model_has_a_line_with_state_and_time():
    """A clock time, so that the menu need not be sent to the panel each second."""
    lines = tray_content(ALL["full"], NOW, UTC).lines
    assert lines[0].text == "gpt-6.2-sol · full since 14:02 · asked at 14:29"
    assert lines[0].lamp is Lamp.FULL
    assert tray_content(ALL["first_start"], NOW, UTC).lines[0].text == "gpt-6.2-sol · not asked yet"


def test_a_long_list_is_cut_where_the_menu_would_be_too_long():
    """The first twelve have lines, the rest a number; thirteen are the first that need it."""
    many = [available(EntryKey("openai", f"model-{number}")) for number in range(20)]
    content = tray_content(snapshot(*many), NOW, UTC)
    assert [line.key.model for line in content.lines] == [f"model-{number}" for number in range(12)]
    assert content.more == "8 more in the window…"
    assert tray_content(snapshot(*many[:12]), NOW, UTC).more == ""
    assert tray_content(snapshot(*many[:13]), NOW, UTC).more == "1 more in the window…"


def test_the_tooltip_counts_and_is_short_enough_for_every_desktop():
    """It names the sentence first, because it is cut at its end."""
    assert tray_content(ALL["full"], NOW, UTC).tooltip == (
        "gpt-6.2-sol is full - gpt-6-luna works · 2 of 4 available · asked at 14:29"
    )
    long = snapshot(*(available(name="x" * 200) for _ in range(3)))
    assert len(tray_content(long, NOW, UTC, demo=True).tooltip) <= TOOLTIP


def test_the_return_of_the_preferred_model_is_offered_while_it_is_away():
    """With the end of the wait once it is on; not while it works, is paused, or needs the user."""
    assert tray_content(ALL["full"], NOW, UTC).wait == TrayWait("Tell me when gpt-6.2-sol is back", SOL, wanted=False)
    waiting = snapshot(full(awaited_until=NOW + timedelta(hours=3)), available(LUNA))
    assert tray_content(waiting, NOW, UTC).wait == TrayWait(
        "Tell me when gpt-6.2-sol is back · waiting until 17:30", SOL, wanted=True
    )
    for name in ("all_well", "paused", "key_refused", "first_start", "nothing_listed"):
        assert tray_content(ALL[name], NOW, UTC).wait is None


def test_marks_are_passed_on():
    """Incident, pause and demo."""
    assert tray_content(ALL["full_with_incident"], NOW, UTC).incident
    assert not tray_content(ALL["full"], NOW, UTC).incident
    assert tray_content(ALL["paused"], NOW, UTC).paused
    demo = tray_content(ALL["full"], NOW, UTC, demo=True)
    assert demo.demo
    assert demo.tooltip.startswith("DEMO")
