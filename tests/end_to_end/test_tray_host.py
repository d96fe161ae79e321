"""The icon in a real panel of a real desktop: late, visible, clickable."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

PANEL = """<?xml version="1.0" encoding="UTF-8"?>
<channel name="xfce4-panel" version="1.0">
  <property name="configver" type="int" value="2"/>
  <property name="panels" type="array">
    <value type="int" value="1"/>
    <property name="panel-1" type="empty">
      <property name="position" type="string" value="p=6;x=0;y=0"/>
      <property name="length" type="uint" value="100"/>
      <property name="position-locked" type="bool" value="true"/>
      <property name="size" type="uint" value="30"/>
      <property name="plugin-ids" type="array"><value type="int" value="1"/></property>
    </property>
  </property>
  <property name="plugins" type="empty"><property name="plugin-1" type="string" value="systray"/></property>
</channel>
"""


@pytest.mark.real_desktop
def test_a_real_panel_that_comes_late_shows_the_icon_and_its_click_opens(own_home, tmp_path):
    """The icon was there before xfce4-panel; the panel shows its pixels, and a left click asks for the window."""
    settings = own_home / ".config" / "xfce4" / "xfconf" / "xfce-perchannel-xml"
    settings.mkdir(parents=True)
    (settings / "xfce4-panel.xml").write_text(PANEL)
    program = Path(__file__).with_name("tray_in_panel.py")
    # A bus of its own: the panel's settings service takes its home from the bus.
    result = subprocess.run(
        ["dbus-run-session", "--", sys.executable, program, tmp_path],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    seen = json.loads(result.stdout.splitlines()[-1])
    assert len(seen["spots"]) > 60, tmp_path / "icon.png"
    across = [x for x, _ in seen["spots"]]
    assert max(across) - min(across) < 30, "the colour is in one icon"
    assert (seen["opened"], seen["missing"]) == (1, 0)
