"""Every window in every state, as the gallery draws it: nothing is cut, covered or out of its window."""

import pytest
import shiboken6

from fakes.palettes import CONTRAST, palette_of
from fakes.scenes import FOREIGN, explanations, panels, scenes, settings, welcomes
from fakes.widget_walk import drawing_faults, settle
from vacancy.views.looks import scaled
from vacancy.views.widgets import Heading
from vacancy.words import Language, speak


@pytest.fixture(params=Language, ids=str)
def language(request):
    """Each language in its turn, and English afterwards."""
    speak(request.param)
    yield request.param
    speak(Language.ENGLISH)


@pytest.fixture
def high_contrast(qapp):
    """White on black, put back afterwards."""
    before = qapp.palette()
    qapp.setPalette(palette_of(CONTRAST))
    yield
    qapp.setPalette(before)


def faults_of(made, language):
    """What is wrong with the scenes, a line each."""
    found, before = [], None
    for name, window in made:
        if before is not None and before is not window:
            shiboken6.delete(before)
        before = window
        window.show()
        settle()
        settle()
        found += [f"{name}: {fault}" for fault in drawing_faults(window, language, FOREIGN)]
        window.hide()
    shiboken6.delete(before)
    return found


@pytest.mark.real_desktop
def test_no_window_cuts_or_covers_anything_or_leaves_it_in_english(qapp, language):
    """Every scene, at the text size that most people have."""
    assert faults_of(scenes(), language) == []


@pytest.mark.real_desktop
def test_no_window_cuts_or_covers_anything_at_twice_the_text(large_text, high_contrast, language):
    """In high contrast too; a panel stands for all of them, for they differ in their words only."""
    few = (pair for pair in scenes() if not pair[0].startswith("panel") or pair[0] in {"panel-full", "panel-offline"})
    assert faults_of(few, language) == []


@pytest.fixture
def text_of_the_app(qapp):
    """Sets the size of text for the whole application, as a desktop does; put back afterwards."""
    before = qapp.font()

    def enlarge(factor):
        qapp.setFont(scaled(before, factor))
        settle()
        settle()

    yield enlarge
    qapp.setFont(before)


@pytest.mark.real_desktop
@pytest.mark.parametrize("name", ["panel-full", "welcome-1-codex", "settings-1", "explain-full"])
def test_an_open_window_follows_the_size_of_text(qapp, text_of_the_app, name):
    """Somebody enlarges the text while it is open: it grows, its title sentence too, and nothing is cut."""
    made = {"panel": panels, "welcome": welcomes, "settings": settings, "explain": explanations}[name.partition("-")[0]]
    window = next(window for scene, window in made() if scene == name)
    window.show()
    settle()
    before = {label: label.font().pointSizeF() for label in window.findChildren(Heading)}
    text_of_the_app(1.5)
    assert {label.font().pointSizeF() / size for label, size in before.items()} == {1.5}
    assert drawing_faults(window, Language.ENGLISH) == []
    shiboken6.delete(window)
