"""Where the files of `resources/` are found."""

import subprocess

import pytest

from vacancy.assets import asset
from vacancy.domain.lamp import Lamp


@pytest.mark.parametrize("name", [f"icons/{grid}/{lamp.value}.svg" for grid in (16, 22) for lamp in Lamp])
def test_every_lamp_has_its_drawings(name):
    """No lamp lacks a drawing, and each is one picture in one colour that the place chooses."""
    drawing = asset(name).read_text(encoding="utf-8")
    assert "currentColor" in drawing
    assert "#" not in drawing


def test_a_resource_inside_the_package_counts_before_the_checkout():
    """What is found is the resource of this very installation."""
    assert asset("icons/vacancy.svg").is_file()
    assert asset("desktop/vacancy.desktop").is_file()


def test_the_desktop_file_is_valid():
    """The desktop's own checker finds nothing to say."""
    checked = subprocess.run(
        ["desktop-file-validate", asset("desktop/vacancy.desktop")], capture_output=True, check=True
    )
    assert checked.stdout == b""
