"""What is handed out: the wheel and the source archive, built from this checkout and opened."""

import os
import subprocess
import sys
import tarfile
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

import vacancy

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def dist(tmp_path_factory):
    """A folder with the source archive, and the wheel built from that archive alone."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-P", "-m", "build", "--no-isolation", "--outdir", folder, ROOT]
    subprocess.run(command, capture_output=True, text=True, check=True)
    return folder


@pytest.fixture(scope="module")
def wheel(dist):
    """The wheel, open."""
    (path,) = dist.glob("*.whl")
    with zipfile.ZipFile(path) as opened:
        yield opened


@pytest.fixture(scope="module")
def installed(dist, tmp_path_factory):
    """A folder into which the wheel was installed, and nothing else."""
    folder = tmp_path_factory.mktemp("installed")
    (path,) = dist.glob("*.whl")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--target", folder, path]
    subprocess.run(command, capture_output=True, text=True, check=True)
    return folder


def run(installed, *words):
    """Run a program of the installed wheel, far from the checkout; what it said."""
    environment = {"PATH": os.environ["PATH"], "HOME": os.environ["HOME"], "PYTHONPATH": str(installed)}
    done = subprocess.run(words, cwd=installed, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_wheel_holds_the_package_and_nothing_else(wheel):
    """Every module, the type marker and the resources are in it; tests, scripts and pictures are not."""
    names = set(wheel.namelist())
    modules = {f"vacancy/{path.relative_to(ROOT / 'gui/vacancy')}" for path in (ROOT / "gui/vacancy").rglob("*.py")}
    resources = {
        f"vacancy/{path.relative_to(ROOT)}"
        for folder in ("icons", "desktop", "translations")
        for path in (ROOT / "resources" / folder).rglob("*")
        if path.is_file()
    }
    package = {name for name in names if ".dist-info/" not in name}
    assert package == modules | resources | {"vacancy/py.typed"}
    assert len(resources) > 10


def test_the_wheel_says_what_it_is(wheel):
    """Name, version, licence with its text, and the one program."""
    about = f"vacancy-{vacancy.__version__}.dist-info"
    metadata = Parser().parsestr(wheel.read(f"{about}/METADATA").decode())
    assert (metadata["Name"], metadata["Version"]) == ("vacancy", vacancy.__version__)
    assert metadata["License-Expression"] == "MIT"
    assert wheel.read(f"{about}/licenses/LICENSE") == (ROOT / "LICENSE").read_bytes()
    assert wheel.read(f"{about}/entry_points.txt").decode().split() == [
        "[console_scripts]", "vacancy", "=", "vacancy.__main__:main",
    ]  # fmt: skip


def test_this_suite_tests_what_is_in_the_wheel(wheel):
    """The package that the tests have imported is byte for byte the wheel's; if not, build_scripts/setup test helps."""
    imported = Path(vacancy.__file__).parent
    modules = [name for name in wheel.namelist() if name.startswith("vacancy/") and name.endswith((".py", ".typed"))]
    other = [name for name in modules if (imported.parent / name).read_bytes() != wheel.read(name)]
    assert other == []


def test_the_installed_wheel_runs_far_from_the_checkout(installed):
    """Its program starts, and it finds its own resources, not the checkout's."""
    program = installed / "bin" / "vacancy"
    assert run(installed, program, "--version") == f"vacancy {vacancy.__version__}"
    ask = "import vacancy.assets; print(vacancy.assets.asset('icons/vacancy.svg').resolve(strict=True))"
    assert run(installed, sys.executable, "-c", ask) == str(installed / "vacancy/resources/icons/vacancy.svg")


def test_the_installed_wheel_speaks_every_language(installed):
    """The compiled translations came along: there is a word in each language that the settings offer."""
    say = (
        "from vacancy.words import Language, speak, tr\n"
        "for language in Language: speak(language); print(ascii(tr('available')))"
    )
    assert run(installed, sys.executable, "-c", say).split() == ["'available'", ascii("可用")]


def test_the_source_archive_is_enough_to_build_and_to_test(dist):
    """Sources, tests, scripts and the lock are in it; the wheel of these tests was built from it."""
    (path,) = dist.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert names >= {
        "pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "gui/vacancy/__main__.py", "tests/conftest.py",
        "build_scripts/test", "build_scripts/requirements/test.txt", "resources/pictures/demo.png",
    }  # fmt: skip
    assert [name for name in names if "__pycache__" in name or name.startswith(".venv")] == []
