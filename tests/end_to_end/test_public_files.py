"""What the checkout shows to the public: papers that keep their promises, and nothing of the machine it was made on."""

import os
import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from vacancy.domain.catalog import ModelEntry
from vacancy.domain.preferences import Preferences, ProbingPreferences
from vacancy.domain.schedule import requests_per_day
from vacancy.store.settings_reading import read_preferences

ROOT = Path(__file__).parents[2]
PAPERS = ["README.md", *sorted(str(path.relative_to(ROOT)) for path in ROOT.glob(".github/**/*") if path.is_file())]
NAMED_PATH = re.compile(
    r"(?<![\w./-])(?:gui|resources|build_scripts|tests|\.github|\.ci)/[\w./-]*\w"  # below a folder of the root
    r"|(?<![\w./-])(?:[A-Z]{5,}|pyproject)\.(?:md|toml)\b"  # a file of the root
)
LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)")
# Written so that this file does not find itself.
MACHINE = re.compile(
    rb"(?<![\w.])/(?:wor[k]|roo[t]|moun[t])/|/tm[p]/venv|/(?:hom[e]|User[s])/(?!(?:me|you|user|runner)(?![\w.-]))\w"
    rb"|p[y]pi\.org|python[h]osted|npm[j]s\.org|de[b]\.debian"
)


def tracked():
    """Every file that is, or is about to be, part of the project."""
    listed = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    paths = [ROOT / name for name in listed.stdout.split("\0") if name]
    return [path for path in paths if path.is_file()]


@pytest.mark.parametrize("paper", PAPERS)
def test_every_path_that_a_paper_names_exists(paper):
    """Neither README nor contributing guide, form or workflow speaks of a file that is not there."""
    text = (ROOT / paper).read_text(encoding="utf-8")
    missing = [name for name in NAMED_PATH.findall(text) if not (ROOT / name).exists()]
    assert missing == []


@pytest.mark.parametrize("paper", [name for name in PAPERS if name.endswith(".md")])
def test_every_link_into_the_project_leads_somewhere(paper):
    """Links and pictures that are no web addresses are files, seen from the paper they stand in."""
    links = LINK.findall((ROOT / paper).read_text(encoding="utf-8"))
    assert [link for link in links if not (ROOT / paper).parent.joinpath(link).exists()] == []


def test_every_picture_is_shown():
    """None is carried along that nobody sees."""
    shown = {link for link in LINK.findall((ROOT / "README.md").read_text(encoding="utf-8")) if link.endswith(".png")}
    assert {f"resources/pictures/{picture.name}" for picture in (ROOT / "resources/pictures").iterdir()} == shown


def test_the_papers_are_searched_as_they_are_written():
    """The two tests above know a path when they see one, and know one that is not there."""
    found = NAMED_PATH.findall(
        "run `build_scripts/test`, see gui/vacancy/domain and CHANGELOG.md, not .venv/test or a/tests/b"
    )
    assert found == ["build_scripts/test", "gui/vacancy/domain", "CHANGELOG.md"]
    assert LINK.findall("![x](resources/no.png) [y](https://example.com) [z](LICENSE)") == [
        "resources/no.png",
        "LICENSE",
    ]
    assert sum(len(NAMED_PATH.findall((ROOT / paper).read_text(encoding="utf-8"))) for paper in PAPERS) > 20


def test_no_file_names_the_machine_or_a_registry():
    """No path of whoever made it, no package host: both would break, or tell, elsewhere."""
    found = [
        f"{path.relative_to(ROOT)}: {hit[0].decode()}"
        for path in tracked()
        if (hit := MACHINE.search(path.read_bytes()))
    ]
    assert found == []


def test_every_program_of_the_project_can_be_started():
    """A file that names its interpreter may be executed, and the other way round."""
    differ = [path for path in tracked() if path.read_bytes()[:2] == b"#!" and not os.access(path, os.X_OK)]
    differ += [path for path in tracked() if os.access(path, os.X_OK) and path.read_bytes()[:2] != b"#!"]
    assert differ == []


def test_workflows_use_no_action_that_could_change_behind_our_back():
    """Each action is named by the hash of its content, and no workflow has rights that it was not given."""
    for workflow in (ROOT / ".github" / "workflows").iterdir():
        text = workflow.read_text(encoding="utf-8")
        used = re.findall(r"uses: (\S+)", text)
        assert used
        assert [action for action in used if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", action)] == []
        assert "\npermissions: {}\n" in text


def test_the_settings_in_the_readme_are_right_and_are_the_usual_ones():
    """Who copies them gets no complaint, and the values shown are those that hold without any."""
    shown = re.search(r"```toml\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert shown
    preferences, faults = read_preferences(shown[1])
    assert list(faults) == []
    usual = Preferences()
    assert (preferences.probing, preferences.status_page) == (usual.probing, usual.status_page)
    assert (preferences.presence, preferences.appearance) == (usual.presence, usual.appearance)
    assert replace(preferences.notifications, quiet_hours=None) == usual.notifications


def test_the_cost_that_the_readme_names_is_the_one_that_is_sent():
    """Four models with the usual settings."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    wanted = requests_per_day([ProbingPreferences().pace_of(ModelEntry("", ""))] * 4)
    assert f"about {wanted // 10 * 10} requests a day" in " ".join(text.split())
