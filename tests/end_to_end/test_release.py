"""The release script says no before it builds anything."""

import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "build_scripts" / "release"
ENTRY = "# Changelog\n\n## {} - 2026-11-29\n\n### Added\n\n- The sign.\n\n## 0.1.0 - 2026-10-01\n\n- The motel.\n"


class Checkout:
    """A checkout with no more in it than the script looks at before it builds."""

    def __init__(self, folder):
        self.folder = folder
        (folder / "gui" / "vacancy").mkdir(parents=True)
        (folder / "build_scripts").mkdir()
        shutil.copy(SCRIPT, folder / "build_scripts" / "release")
        (folder / "gui" / "vacancy" / "__init__.py").write_text('"""Vacancy."""\n\n__version__ = "0.2.0"\n')
        self.changelog = folder / "CHANGELOG.md"
        self.changelog.write_text(ENTRY.format("0.2.0"))
        self.git("init", "--quiet")
        self.commit()

    def git(self, *words):
        """Run git here, as somebody."""
        who = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.com", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *who, *words], cwd=self.folder, check=True, capture_output=True)

    def commit(self):
        """Commit everything."""
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "A commit")

    def check(self):
        """The exit code and the words of `release --check`."""
        done = subprocess.run(
            [self.folder / "build_scripts" / "release", "--check"], capture_output=True, text=True, check=False
        )
        return done.returncode, done.stdout + done.stderr


@pytest.fixture
def checkout(tmp_path):
    """A checkout that can be released."""
    return Checkout(tmp_path)


def test_a_told_and_committed_version_can_be_released(checkout):
    """A version that the changelog tells of on a clean tree is let through."""
    assert checkout.check() == (0, "0.2.0 can be released.\n")


@pytest.mark.parametrize(
    "changelog",
    [
        ENTRY.format("0.3.0"),
        ENTRY.format("0.2.0rc1"),
        ENTRY.format("0.2.0").replace("2026-11-29", "unreleased"),
        "# Changelog\n",
    ],
    ids=["another-version", "a-longer-version", "no-date", "no-entry"],
)
def test_the_top_entry_must_be_this_version_with_its_day(checkout, changelog):
    """A changelog whose top entry is not this version, dated, stops the release, with what it should say."""
    checkout.changelog.write_text(changelog)
    checkout.commit()
    code, words = checkout.check()
    assert code == 1
    assert 'should be "## 0.2.0 - ' in words


def test_an_empty_entry_is_no_entry(checkout):
    """A heading without changes below it tells users nothing; changes of the version before do not count."""
    checkout.changelog.write_text(ENTRY.format("0.2.0").replace("- The sign.\n", ""))
    checkout.commit()
    assert checkout.check() == (1, "No release: the changelog's top entry tells no change.\n")


@pytest.mark.parametrize("name", ["CHANGELOG.md", "new.txt"])
def test_uncommitted_changes_stop_it(checkout, name):
    """Neither a changed file nor a new one may be in the tree."""
    with (checkout.folder / name).open("a") as file:
        file.write("\n")
    code, words = checkout.check()
    assert code == 1
    assert "not committed" in words


def test_a_version_goes_out_once(checkout):
    """A version whose tag is there is refused."""
    checkout.git("tag", "v0.2.0")
    code, words = checkout.check()
    assert code == 1
    assert "v0.2.0 is out already" in words
